import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Inputs and what they accept.
extension LiveSheet {
  /// What an input accepts.
  ///
  /// - Parameter home: The section in which it is defined.
  func rule(of input: InputDefinition, _ unit: SheetUnit, home: String?) -> InputRule {
    var rule = InputRule(input, of: unit, constant: { constant($0, unit, home) }, report: { add($0, of: unit) })
    rule.condition = rule.condition.map { condition in
      SheetFormula(
        tree: placing.tree(condition.tree, unit, home, hidden: [input.name.text.lowercased()]), span: condition.span)
    }
    return rule
  }

  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule {
    InputRule(type: type, domain: domain, constant: { constant($0, unit, home) }, report: { add($0, of: unit) })
  }

  /// The value of a formula that stands where a literal is expected, in a section of a unit.
  func constant(_ formula: SheetFormula, _ unit: SheetUnit, _ home: String?) -> CellValue? {
    formula.constant
      ?? engine.evaluate(
        placing.tree(formula.tree, unit, home), at: loaded.homes.place(of: unit, home), isInCell: false)
  }
}
