import Diagnostics

/// `always "label": condition` or `never "label": condition`.
package struct CheckDefinition: Sendable {
  package var isAlways: Bool
  package var label: WrittenText
  package var condition: SheetFormula
}

extension CheckDefinition: StatementDefinition {
  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] { [StatementFormula(condition)] }
}
