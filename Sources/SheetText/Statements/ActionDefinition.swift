import Diagnostics
import Functions

/// `action search(query) when hasText = searchText(query) { on escape : stop }`.
package struct ActionDefinition: Sendable {
  /// What an event does to an action.
  package enum Effect: Sendable {
    case start, stop
  }

  /// `on S where condition : start(argument, …)`.
  package struct Clause: Sendable {
    package var event: SheetFormula
    package var condition: SheetFormula?
    package var effect: Effect
    /// What the action starts with, one value for each of its parameters; `nil` for one that was left empty.
    package var arguments: [SheetFormula?] = []
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
    let clauses = clauses.flatMap { clause in
      [StatementFormula(clause.event, .stream), StatementFormula(clause.condition)]
        + clause.arguments.map { StatementFormula($0) }
    }
    return [
      condition.map { StatementFormula($0).notSeeing(parameters) }, StatementFormula(body, .body, hiding: parameters),
    ]
    .compactMap { $0 } + clauses.compactMap { $0?.notSeeing(parameters) }
  }
  package var valueSpan: SourceSpan? { body.span }
  package func isCallable(in catalog: FunctionCatalog) -> Bool { true }
}
