import Formulas
import SheetText

/// The cells of grids that formulas read, as rectangles.
struct ReadAreas {
  private struct Rectangle {
    let rows: ClosedRange<Int>
    let columns: ClosedRange<Int>
  }

  private var areas: [String: [Rectangle]] = [:]
  private static let all = 0...Int(Int32.max)

  init(_ sheet: LintedSheet) {
    for formula in sheet.formulas where !sheet.isTest(formula.statement) {
      let statement = sheet.document.statements[formula.statement]
      var reach = (rows: 0, columns: 0)
      if case .cell(let cell) = statement.kind, case .area(let top, let left, let bottom, let right, _) = cell.target {
        reach = (bottom - top, right - left)
      }
      for reference in formula.tree.references {
        let grid = reference.value.sheet?.first.lowercased() ?? statement.grid?.lowercased() ?? ""
        guard let area = Self.rectangle(reference.value.shape, reach) else { continue }
        areas[grid, default: []].append(area)
      }
    }
  }

  /// What a reference reads, from the first cell of a fill to the last.
  private static func rectangle(_ shape: GridReference.Shape, _ reach: (rows: Int, columns: Int)) -> Rectangle? {
    func range(_ a: Coordinate, _ b: Coordinate, _ reach: Int) -> ClosedRange<Int> {
      let ends = [Int(a.value), Int(b.value)].sorted()
      return ends[0]...(ends[1] + (a.isAbsolute && b.isAbsolute ? 0 : reach))
    }
    switch shape {
    case .cell(let row, let column):
      return Rectangle(rows: range(row, row, reach.rows), columns: range(column, column, reach.columns))
    case .area(let row, let column, let row2, let column2):
      return Rectangle(rows: range(row, row2, reach.rows), columns: range(column, column2, reach.columns))
    case .columns(let first, let last): return Rectangle(rows: all, columns: range(first, last, reach.columns))
    case .rows(let first, let last): return Rectangle(rows: range(first, last, reach.rows), columns: all)
    case .deleted: return nil
    }
  }

  func contains(row: Int, column: Int, grid: String) -> Bool {
    areas[grid]?.contains { $0.rows.contains(row) && $0.columns.contains(column) } ?? false
  }
}
