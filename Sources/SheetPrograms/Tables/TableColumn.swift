import CellModel
import Diagnostics
import Formulas
import SheetText

/// A column of a table.
package struct TableColumn {
  package var name: String
  /// What its cells are in a table of sheets; `nil` in a table of values.
  package var kind: CellKind?
  package var content = CellContent.nothing
  package var type: ValueType?
  package var format: String?
  package var documentation: String?
  package var span: SourceSpan?
  /// The sheet that defines it, and the grid on which it was written.
  package var unit: SheetUnit?
  package var home: String?
  /// What an input in the rows of a table of sheets accepts.
  package var input: InputRule?

  /// The formula of the whole column.
  package var formula: SheetFormula? {
    switch content {
    case .formula(let formula, let isConstant): isConstant && formula.constant != nil ? nil : formula
    case .composed(let tree): SheetFormula(tree: tree, span: span ?? SourceSpan(0, 0))
    case .nothing, .value, .first, .input: nil
    }
  }

  /// Whether its formula is made of others, so that no text has it as it is.
  package var isComposed: Bool { if case .composed = content { true } else { false } }

  /// The value that a new row has here.
  package var value: CellValue? {
    switch content {
    case .value(let value): value
    case .formula(let formula, let isConstant): isConstant ? formula.constant : nil
    case .first(let formula): formula.constant
    case .input: input?.initial
    case .nothing, .composed: nil
    }
  }

  /// What a state or an input begins with, unless that is a literal.
  package var first: SheetFormula? {
    switch content {
    case .first(let formula): formula.constant == nil ? formula : nil
    case .input(let input): input.initial.flatMap { $0.constant == nil ? $0 : nil }
    case .formula, .composed, .nothing, .value: nil
    }
  }
}
