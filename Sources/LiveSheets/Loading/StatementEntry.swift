import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Entering what statements say into cells, which loading a text and entering a line of it have in common.
struct StatementEntry {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }
  private var placing: FormulaPlacing { loaded.placing }

  /// Puts what a definition says into a cell.
  ///
  /// - Parameter patterns: Those of the text of the unit, where all its formulas are put, one after the other.
  func put(
    _ cell: CellDefinition, at address: CellAddress, home: String?, _ unit: SheetUnit, patterns: FormulaPatterns?
  ) {
    guard let patterns, let run = cell.run, !run.pattern.isConstant, placing.isAsWritten(unit, home) else {
      return put(cell.formula, isConstant: cell.isConstant, at: address, home: home, unit, patterns: patterns)
    }
    let numbers = run.pattern.hasNumbers ? patterns.numbers(of: cell.formula) : []
    if engine.goOn(run, numbers, at: address, tree: { cell.formula.tree }) { return }
    put(cell.formula, isConstant: false, at: address, home: home, unit, patterns: patterns)
    engine.note(run, numbers, at: address)
  }

  /// Puts a formula or the value of a literal into a cell.
  ///
  /// - Parameter patterns: Those of the text of the unit, where many formulas of it are put.
  func put(
    _ formula: SheetFormula, isConstant: Bool, at address: CellAddress, home: String?, _ unit: SheetUnit,
    patterns: FormulaPatterns? = nil
  ) {
    if isConstant, let value = formula.constant {
      engine.setConstant(value, at: address)
      return
    }
    let source = unit.document.source
    if placing.isAsWritten(unit, home), let pattern = patterns?.pattern(of: formula, in: source) ?? formula.pattern {
      let operands = formula.pattern == nil ? FormulaPattern.operands(of: formula, in: source) : formula.operands
      engine.setFormula(pattern, operands, at: address) { formula.tree }
    } else {
      engine.setFormula(placing.tree(formula.tree, unit, home), at: address)
    }
  }

  /// A cell that comes with an action or a service.
  func part(_ part: String, of name: String) -> CellAddress? {
    guard case .cell(let address)? = engine.names.binding(of: "\(name).\(part)", in: loaded.scope) else { return nil }
    return address
  }

  // MARK: What is accepted

  /// What an input accepts.
  ///
  /// - Parameters:
  ///   - home: The section in which it is defined.
  ///   - readsDomain: Whether all is there that its domain may name.
  ///   - report: Takes what is wrong with the domain; else the findings of the sheet do.
  func rule(
    of input: InputDefinition, _ unit: SheetUnit, home: String?, readsDomain: Bool = true,
    report: ((Diagnostic) -> Void)? = nil
  ) -> InputRule {
    let report = report ?? { loaded.findings.add($0, of: unit) }
    let computed = ComputedDomain(input.type, input.domain, unit, home: home)
    var input = input
    if !readsDomain { input.domain = nil }
    var rule = InputRule(input, of: unit, constant: { constant($0, unit, home) }, report: report)
    checkDomain(input.domain, rule, report)
    rule.computedDomain = computed
    let given = unit.row?.value(ofInput: unit.fullName(input.name.text), rule.type)
    rule.initial = rule.inSpelling(given ?? rule.initial)
    rule.condition = rule.condition.map { condition in
      SheetFormula(
        tree: placing.tree(condition.tree, unit, home, hidden: [input.name.text.lowercased()]), span: condition.span)
    }
    return rule
  }

  /// What a declared type and domain accept.
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule {
    let report = { loaded.findings.add($0, of: unit) }
    let rule = InputRule(type: type, domain: domain, constant: { constant($0, unit, home) }, report: report)
    checkDomain(domain, rule, report)
    return rule
  }

  /// Reports the first value of a domain that is not of the declared type, which would keep it out for ever.
  private func checkDomain(_ domain: Domain?, _ rule: InputRule, _ report: (Diagnostic) -> Void) {
    let values: [CellValue] =
      switch rule.domain {
      case .range(let low, let high)?: [.number(low, rule.boundsKind), .number(high, rule.boundsKind)]
      case .choices(let choices)?: choices
      case nil: []
      }
    for (position, value) in values.enumerated() {
      guard let domain, let words = rule.type.mismatch(of: value) else { continue }
      return report(LiveFinding.badChoice(words, rule.type, domain.span(ofValue: position)).diagnostic)
    }
  }

  /// The value of a formula that stands where a literal is expected, in a section of a unit.
  func constant(_ formula: SheetFormula, _ unit: SheetUnit, _ home: String?) -> CellValue? {
    formula.constant
      ?? engine.expressions.evaluate(
        placing.tree(formula.tree, unit, home), at: loaded.homes.place(of: unit, home), isInCell: false)
  }
}
