import Diagnostics

/// `use "PersonDetail.sheet" as detail { person <~ adding.add.value }`.
package struct UseDefinition: Sendable {
  package var path: WrittenText
  package var name: WrittenText
  package var bindings: [BindingDefinition]
}

extension UseDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  // The target of a binding in the block of `use` is an input of the used sheet.
  package var formulas: [StatementFormula] {
    bindings.map { StatementFormula($0.value, $0.isTwoWay ? .target : .value) }
  }
}
