import Diagnostics

/// `input <~ expression` or `input <~> input`.
package struct BindingDefinition: Sendable {
  package var target: SheetFormula
  /// Whether it binds both ways; then ``value`` is an input too, the model.
  package var isTwoWay: Bool
  package var value: SheetFormula
  package var span: SourceSpan
}

extension BindingDefinition: StatementDefinition {
  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] {
    [StatementFormula(target, .target), StatementFormula(value, isTwoWay ? .target : .value)]
  }
}
