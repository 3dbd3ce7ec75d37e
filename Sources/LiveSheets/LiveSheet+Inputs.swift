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

  /// An input's own default must be what the input accepts.
  func checkInitialInputs() {
    for address in definitions.order {
      guard let definition = definitions[address], let rule = definition.input, let formula = definition.formula,
        !formula.isInvalid
      else { continue }
      let unit = definition.unit ?? units[0]
      if case .error(let error) = rule.initial {
        add(
          LiveFinding.badDefault(definition.name, formula.span, "its value is \(error.code.text)").diagnostic, of: unit)
      } else if let refusal = refusal(of: rule.initial, by: rule, definition.name) {
        add(LiveFinding.badDefault(definition.name, formula.span, refusal.message).diagnostic, of: unit)
      }
    }
  }
}
