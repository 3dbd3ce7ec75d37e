import CellModel
import Diagnostics
import SheetText

/// What an input, or the payload of an event, accepts.
package struct InputRule {
  package enum Domain {
    case range(Double, Double)
    case choices([CellValue])
  }

  package var type: ValueType
  /// The values that are accepted; of a domain that names cells, those it had when the sheet was loaded.
  package var domain: Domain?
  /// A domain that names cells, which has other values whenever these change.
  package var computedDomain: ComputedDomain?
  /// What the ends of a range stand for.
  package var boundsKind = NumberKind.plain
  package var condition: SheetFormula?
  package var initial: CellValue
  /// The condition as it is written.
  package var conditionText: String?
  /// The name that the condition says for the value.
  package var name: String?

  package init(
    type: ValueType, domain: Domain? = nil, condition: SheetFormula? = nil, initial: CellValue = .blank
  ) {
    self.type = type
    self.domain = domain
    self.condition = condition
    self.initial = initial
  }

  /// What a declared type and domain accept.
  ///
  /// - Parameters:
  ///   - constant: Gives the value of a formula that stands where a literal is expected.
  ///   - report: Takes what is wrong with the domain.
  package init(
    type: WrittenType?, domain: SheetText.Domain?, constant: (SheetFormula) -> CellValue?,
    report: (Diagnostic) -> Void
  ) {
    self.init(type: type?.type ?? .any)
    switch domain?.kind {
    case .range(let low, let high)?:
      let (lower, upper) = (constant(low), constant(high))
      if let lower, let upper, let least = lower.number, let most = upper.number, least <= most {
        self.domain = .range(least, most)
        if type == nil { self.type = .number }
        boundsKind = self.type == .date ? .date : lower.kind == .plain ? upper.kind : lower.kind
      } else if let domain, low.constant == nil || high.constant == nil,
        ![lower, upper].contains(where: { $0?.error?.code == .name })
      {
        // Of two literals, and of names that mean nothing, it is said elsewhere.
        report(ProgramFinding.badRange(domain.span).diagnostic)
      }
    case .choices(let choices)?:
      switch constant(choices) {
      case .array(let array)?: self.domain = .choices(array.elements.filter { !$0.isBlank })
      case let single? where !single.isError: self.domain = .choices([single])
      default: break
      }
    case nil: break
    }
  }

  /// What an input accepts; what it begins with is known here only where that is a literal.
  package init(
    _ input: InputDefinition, of unit: SheetUnit, constant: (SheetFormula) -> CellValue?,
    report: (Diagnostic) -> Void
  ) {
    self.init(type: input.type, domain: input.domain, constant: constant, report: report)
    condition = input.condition
    conditionText = input.condition.map { unit.document.source[$0.span] }
    name = input.name.text
    if let value = input.initial?.constant { initial = value }
  }
}
