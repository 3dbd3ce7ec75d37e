import Diagnostics
import Functions

/// `action search(query) when hasText = searchText(query) { on escape : stop }`.
package struct ActionDefinition: Sendable {
  /// What an event does to an action.
  package enum Effect: Sendable {
    case start, stop
  }

  /// `on S where condition : start`.
  package struct Clause: Sendable {
    package var event: SheetFormula
    package var condition: SheetFormula?
    package var effect: Effect
    package var span: SourceSpan
  }
  package var name: WrittenText
  package var parameters: [WrittenText]
  package var condition: SheetFormula?
  package var body: SheetFormula
  package var clauses: [Clause] = []
}

extension ActionDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    let clauses = clauses.flatMap { [StatementFormula($0.event, .stream), StatementFormula($0.condition)] }
    return ([StatementFormula(condition), StatementFormula(body, .body, hiding: parameters)] + clauses)
      .compactMap { $0 }
  }
  package var valueSpan: SourceSpan? { body.span }
  package func isCallable(in catalog: FunctionCatalog) -> Bool { true }
}
