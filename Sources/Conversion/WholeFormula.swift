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
