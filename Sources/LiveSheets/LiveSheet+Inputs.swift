import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Inputs and what they accept.
extension LiveSheet {
  /// What an input accepts.
  func rule(of input: InputDefinition, _ unit: SheetUnit) -> InputRule {
    InputRule(input, of: unit, constant: constant) { add($0, of: unit) }
  }

  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit) -> InputRule {
    InputRule(type: type, domain: domain, constant: constant) { add($0, of: unit) }
  }

  /// The value of a formula that stands where a literal is expected.
  func constant(_ formula: SheetFormula) -> CellValue? {
    formula.constant ?? engine.evaluate(formula.tree, in: scope)
  }
}
