import CellModel
import Formulas

extension FormulaTree {
  /// The formula as Excel carries one that is told once to another cell: what leaves the sheet comes in at its other end.
  package func carried(rows: Int, columns: Int) -> FormulaTree {
    if rows == 0, columns == 0 { return self }
    return mappingReferences { $0.shape = $0.shape.carried(rows: rows, columns: columns) }
  }

  /// Whether it is the same when it is filled as when it is carried.
  func staysOnSheet(rows: Int, columns: Int) -> Bool {
    nodes.allSatisfy { node in
      guard case .reference(let reference) = node, reference.shape != .deleted else { return true }
      return reference.shape.shifted(rows: rows, columns: columns) != .deleted
    }
  }
}

extension GridReference.Shape {
  fileprivate func carried(rows: Int, columns: Int) -> Self {
    func row(_ row: Coordinate) -> Coordinate { row.carried(by: rows, count: Area.lastRow + 1) }
    func column(_ column: Coordinate) -> Coordinate { column.carried(by: columns, count: Area.lastColumn + 1) }
    switch self {
    case .deleted: return self
    case .cell(let r, let c): return .cell(row: row(r), column: column(c))
    case .area(let r, let c, let r2, let c2):
      return .area(row: row(r), column: column(c), row2: row(r2), column2: column(c2))
    case .columns(let first, let last): return .columns(column(first), column(last))
    case .rows(let first, let last): return .rows(row(first), row(last))
    }
  }
}

extension Coordinate {
  fileprivate func carried(by offset: Int, count: Int) -> Coordinate {
    isAbsolute ? self : Coordinate(((Int(value) + offset) % count + count) % count)
  }
}
