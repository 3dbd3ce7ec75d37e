import CellModel
import LiveWorkbooks

/// Cells of a workbook that have other values in a sheet which was made of it.
struct DifferingCells {
  private let cells: Set<CellAddress>
  /// The rows of each column that has some, from top to bottom.
  private let rows: [GridID: [Int32: [Int32]]]

  init(_ cells: Set<CellAddress>) {
    self.cells = cells
    let grids = Dictionary(grouping: cells, by: \.grid)
    rows = grids.mapValues { cells in
      Dictionary(grouping: cells, by: \.column).mapValues { $0.map(\.row).sorted() }
    }
  }

  /// Whether each reads one of them.
  ///
  /// - Complexity: O(*n* · *m* · log *n*), where *n* is how many they are, and *m* in how many columns of a sheet.
  func readEachOther(in workbook: LiveWorkbook) -> Bool {
    cells.allSatisfy { cell in workbook.engine.dependencies.precedents(of: cell).contains(where: meet) }
  }

  private func meet(_ area: Area) -> Bool {
    guard let columns = rows[area.grid] else { return false }
    if area.isSingleCell { return cells.contains(area.topLeft) }
    return columns.contains { column, rows in
      guard column >= area.left, column <= area.right else { return false }
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if rows[middle] < area.top { low = middle + 1 } else { high = middle }
      }
      return low < rows.count && rows[low] <= area.bottom
    }
  }
}
