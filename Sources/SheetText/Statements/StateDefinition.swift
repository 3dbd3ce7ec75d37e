import Diagnostics

/// A cell that keeps the value its latest event gave it.
package struct StateDefinition: Sendable {
  /// `on S where condition : value`.
  package struct Clause: Sendable {
    package var event: SheetFormula
    package var condition: SheetFormula?
    package var value: SheetFormula
    package var span: SourceSpan
  }
  package var name: WrittenText
  package var type: WrittenType?
  package var initial: SheetFormula
  package var format: WrittenText?
  package var clauses: [Clause]
}

extension StateDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    [StatementFormula(initial)]
      + clauses.flatMap { clause in
        [StatementFormula(clause.event, .stream), StatementFormula(clause.condition), StatementFormula(clause.value)]
          .compactMap { $0 }
      }
  }
  package var valueSpan: SourceSpan? { initial.span }
}
