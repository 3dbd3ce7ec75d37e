import CellModel
import Formulas
import LiveWorkbooks

/// A name's formula, and the cell for which its relative addresses are written in OpenDocument.
///
/// In a workbook they are written for A1, and what lies above or to the left of the cell that uses the name is reached
/// around the end of the grid: `XFD1` is the cell to its left. LibreOffice does not go around an end. So they are
/// written for a cell that has enough rows above it and columns to its left, as `A1` for B1.
struct NameBase {
  private(set) var tree: FormulaTree
  private(set) var row = 0
  private(set) var column = 0

  /// - Parameter tree: The formula as it is written for A1.
  init(_ tree: FormulaTree) {
    self.tree = tree
    var rows = ReachBack(count: Area.lastRow + 1)
    var columns = ReachBack(count: Area.lastColumn + 1)
    for case .reference(let reference) in tree.nodes {
      if let ends = reference.shape.rows { rows.add(ends) }
      if let ends = reference.shape.columns { columns.add(ends) }
    }
    guard !rows.isUnclear, !columns.isUnclear else { return }
    (row, column) = (rows.distance, columns.distance)
    self.tree = tree.carried(rows: row, columns: column)
  }
}

/// How far relative addresses reach back from the cell that uses them, over rows or over columns.
private struct ReachBack {
  let count: Int
  private(set) var distance = 0
  /// Whether a range goes from what follows the cell to what precedes it, as one over a whole sheet does.
  private(set) var isUnclear = false

  init(count: Int) { self.count = count }

  mutating func add(_ ends: (first: Coordinate, last: Coordinate)) {
    let (start, end) = (back(ends.first), back(ends.last))
    if start == 0, end > 0, !ends.first.isAbsolute { isUnclear = true }
    distance = max(distance, start, end)
  }

  /// The nearer way to a place that is written for the first one; 0 where it leads forwards.
  private func back(_ coordinate: Coordinate) -> Int {
    coordinate.isAbsolute || Int(coordinate.value) < count / 2 ? 0 : count - Int(coordinate.value)
  }
}

extension GridReference.Shape {
  fileprivate var rows: (first: Coordinate, last: Coordinate)? {
    switch self {
    case .deleted, .columns: nil
    case .cell(let row, _): (row, row)
    case .area(let row, _, let row2, _): (row, row2)
    case .rows(let first, let last): (first, last)
    }
  }

  fileprivate var columns: (first: Coordinate, last: Coordinate)? {
    switch self {
    case .deleted, .rows: nil
    case .cell(_, let column): (column, column)
    case .area(_, let column, _, let column2): (column, column2)
    case .columns(let first, let last): (first, last)
    }
  }
}
