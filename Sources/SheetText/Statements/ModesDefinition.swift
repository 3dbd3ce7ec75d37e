import Diagnostics

/// A cell that names the mode that holds, and the values each mode asks of other cells.
package struct ModesDefinition: Sendable {
  /// `"label" when condition : value, value`.
  package struct Mode: Sendable {
    package var label: WrittenText
    package var condition: SheetFormula
    package var values: [SheetFormula]
    package var span: SourceSpan
  }
  package var name: WrittenText
  /// The cells after `over`.
  package var cells: [SheetFormula]
  package var modes: [Mode]
}

extension ModesDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }
  package var formulas: [StatementFormula] {
    (cells + modes.flatMap { [$0.condition] + $0.values }).map { StatementFormula($0) }
  }
}
