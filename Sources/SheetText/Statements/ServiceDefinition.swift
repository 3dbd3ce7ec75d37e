import Diagnostics
import Functions

/// `service userInfo(handle) = HTTP.GET(…)`.
package struct ServiceDefinition: Sendable {
  package var name: WrittenText
  package var parameters: [WrittenText]
  /// The type and the domain of its answers.
  package var type: WrittenType?
  package var domain: Domain?
  /// `nil` for a service that the program or a test supplies.
  package var body: SheetFormula?
}

extension ServiceDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    domain.formulas.map { $0.notSeeing(parameters) }
      + (body.map { [StatementFormula($0, .body, hiding: parameters)] } ?? [])
  }
  package var valueSpan: SourceSpan? { body?.span }
  package func isCallable(in catalog: FunctionCatalog) -> Bool { true }
}
