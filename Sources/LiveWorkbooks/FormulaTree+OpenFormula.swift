import Formulas
import Functions

extension FormulaTree {
  /// The formula with the functions that LibreOffice has otherwise in place of Excel's, among them that of `^`, unless the
  /// exponent is a number other than 0 that is written out.
  ///
  /// - Parameters:
  ///   - catalog: One with these functions.
  ///   - hasPoints: Whether texts name cells with a point behind their sheets.
  func callingOpenFormula(_ catalog: FunctionCatalog, hasPoints: Bool) -> FormulaTree {
    var result = self
    for (place, node) in nodes.enumerated() {
      switch node {
      case .call(let name, let arguments):
        guard let standIn = catalog.standIn(for: name), hasPoints || name.uppercased() != "ADDRESS" else { continue }
        result.nodes[place] = .call(name: standIn, arguments: arguments)
      case .binary(.power, let base, let exponent):
        // To the power of 0 even 0 is 1 there.
        if case .number(let exponent, _) = self[exponent], exponent != 0 { continue }
        result.nodes[place] = .call(name: StandInNames.power, arguments: [base, exponent])
      default: continue
      }
    }
    return result
  }

  /// The formula as its author has it, who calls these functions by the names that Excel has.
  func callingExcel() -> FormulaTree {
    var result = self
    for case (let place, .call(let name, let arguments)) in nodes.enumerated()
    where name.hasPrefix(StandInNames.prefix) {
      let isPower = name == StandInNames.power && arguments.count == 2
      result.nodes[place] =
        isPower
        ? .binary(.power, arguments[0], arguments[1])
        : .call(name: String(name.dropFirst(StandInNames.prefix.count)), arguments: arguments)
    }
    return result
  }
}
