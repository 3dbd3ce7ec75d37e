import Diagnostics

/// `event key: text in {"a", "b"}` or `event settled = DEBOUNCE(…)`.
package struct EventDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var domain: Domain?
  /// The stream the event comes from; `nil` for an event that comes from outside.
  package var stream: SheetFormula?
}

extension EventDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    domain.formulas + [stream].compactMap { StatementFormula($0, .stream) }
  }
  package var valueSpan: SourceSpan? { stream?.span }
}
