import Diagnostics

/// `fetch image = avatar(name) else "placeholder"`.
package struct FetchDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var request: SheetFormula
  /// The value until the answer; without one it is `#BUSY!`.
  package var placeholder: SheetFormula?
}

extension FetchDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    [StatementFormula(request, .body), StatementFormula(placeholder)].compactMap { $0 }
  }
  package var valueSpan: SourceSpan? { request.span }
}
