import Diagnostics
import Formulas
import Functions

/// What a definition of a cell is about.
package enum CellTarget: Sendable, Hashable {
  case name(WrittenText)
  /// A cell of the grid; row and column count from 0.
  case address(row: Int, column: Int, span: SourceSpan)
  /// A fill: the formula is written for the first cell and shifts for the others. All four count from 0.
  case area(top: Int, left: Int, bottom: Int, right: Int, span: SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .name(let name): name.span
    case .address(_, _, let span), .area(_, _, _, _, let span): span
    }
  }

  package var name: WrittenText? { if case .name(let name) = self { name } else { nil } }
}

/// `total = SUM(C2:C100) as "#,##0.00"`.
///
/// A class, because most statements are cells and are handed on more often than they are asked something.
package final class CellDefinition: Sendable {
  package let target: CellTarget
  package let formula: SheetFormula
  /// Whether the formula is a literal, so that the cell may be set from outside.
  package let isConstant: Bool
  package let format: WrittenText?

  package init(target: CellTarget, formula: SheetFormula, isConstant: Bool, format: WrittenText? = nil) {
    self.target = target
    self.formula = formula
    self.isConstant = isConstant
    self.format = format
  }
}

extension CellDefinition: StatementDefinition {
  package var definedName: WrittenText? { target.name }
  package var formulas: [StatementFormula] { [StatementFormula(formula)] }
  package var valueSpan: SourceSpan? { formula.span }

  package func isCallable(in catalog: FunctionCatalog) -> Bool { formula.form(catalog) == .lambda }
}
