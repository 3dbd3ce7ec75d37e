import CellModel
import Formulas

extension FormulaTree {
  /// The name that is all of the formula.
  var onlyName: String? {
    guard nodes.count == 1, case .name(let name, sheet: nil) = nodes[0] else { return nil }
    return name
  }

  /// The reference that is all of the formula.
  var onlyReference: GridReference? {
    guard nodes.count == 1, case .reference(let reference) = nodes[0] else { return nil }
    return reference
  }
}

extension GridReference {
  var isWhollyAbsolute: Bool {
    if sheet?.last != nil { return false }
    switch shape {
    case .cell(let row, let column): return row.isAbsolute && column.isAbsolute
    case .area(let row, let column, let row2, let column2):
      return row.isAbsolute && column.isAbsolute && row2.isAbsolute && column2.isAbsolute
    case .columns(let first, let last), .rows(let first, let last): return first.isAbsolute && last.isAbsolute
    case .deleted: return false
    }
  }
}
