import Diagnostics
import Functions

/// `action search(query) when hasText = searchText(query)`.
package struct ActionDefinition: Sendable {
  package var name: WrittenText
  package var parameters: [WrittenText]
  package var condition: SheetFormula?
  package var body: SheetFormula
}

extension ActionDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    [StatementFormula(condition), StatementFormula(body, .body, hiding: parameters)].compactMap { $0 }
  }
  package var valueSpan: SourceSpan? { body.span }
  package func isCallable(in catalog: FunctionCatalog) -> Bool { true }
}
