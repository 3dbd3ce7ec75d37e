import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Inputs and what they accept.
extension LiveSheet {
  func enter(_ input: InputDefinition, at address: CellAddress, _ unit: SheetUnit) {
    let rule = rule(of: input, unit)
    let definition = definitions[address] ?? Definition(name: input.name.text, kind: .input)
    definition.kind = .input
    definition.input = rule
    definition.setFormula(input.initial, in: unit.document.source)
    definition.format = Self.format(of: input, rule)
    definitions[address] = definition
    engine.setConstant(rule.initial, at: address)
  }

  static func format(of input: InputDefinition, _ rule: InputRule) -> String? {
    input.format?.text ?? input.initial?.impliedFormat ?? input.initial.flatMap { percentFormat($0.tree) }
      ?? (rule.type == .date ? "yyyy-mm-dd" : nil)
  }

  /// What an input accepts.
  func rule(of input: InputDefinition, _ unit: SheetUnit) -> InputRule {
    var rule = rule(type: input.type, domain: input.domain, unit)
    rule.condition = input.condition
    rule.conditionText = input.condition.map { unit.document.source[$0.span] }
    rule.name = input.name.text
    if let initial = input.initial, let value = constant(initial) { rule.initial = value }
    return rule
  }

  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit) -> InputRule {
    var rule = InputRule(type: type?.type ?? .any, domain: nil, condition: nil, initial: .blank)
    switch domain?.kind {
    case .range(let low, let high)?:
      if let low = constant(low)?.number, let high = constant(high)?.number, low <= high {
        rule.domain = .range(low, high)
        if type == nil { rule.type = .number }
      } else if let domain {
        add(LiveDiagnostics.badRange(domain.span), of: unit)
      }
    case .choices(let choices)?:
      switch constant(choices) {
      case .array(let array)?: rule.domain = .choices(array.elements)
      case let single? where !single.isError: rule.domain = .choices([single])
      default: break
      }
    case nil: break
    }
    return rule
  }

  /// The value of a formula that stands where a literal is expected.
  func constant(_ formula: SheetFormula) -> CellValue? {
    formula.constant ?? engine.evaluate(formula.tree, in: scope)
  }

  /// An input's own default must be what the input accepts.
  func checkInitialInputs() {
    for address in order {
      guard let definition = definitions[address], let rule = definition.input, let formula = definition.formula,
        !formula.isInvalid
      else { continue }
      let unit = definition.unit ?? units[0]
      if case .error(let error) = rule.initial {
        add(LiveDiagnostics.badDefault(definition.name, formula.span, "its value is \(error.code.text)"), of: unit)
      } else if let refusal = refusal(of: rule.initial, by: rule, definition.name) {
        add(LiveDiagnostics.badDefault(definition.name, formula.span, refusal.message), of: unit)
      }
    }
  }
}
