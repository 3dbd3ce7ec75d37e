import CellModel
import Diagnostics
import Formulas
import SheetText

extension CellDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    guard target.name != nil else { return [] }
    return [StatementCell(kind, .formula(formula, isConstant: isConstant), format: shownFormat)]
  }

  package var isAboutTime: Bool { false }

  package var obstacleInRows: (what: String, span: SourceSpan)? {
    target.name == nil ? ("cells of a grid", target.span) : nil
  }

  package var kind: CellKind { isConstant ? .constant : .formula }

  /// The format that is declared, or that the way of writing brings along.
  package var shownFormat: String? { format?.text ?? formula.impliedFormat ?? formula.tree.percentFormat }
}

extension FormulaTree {
  /// The format of a percentage that is written as one.
  package var percentFormat: String? {
    guard isConstant, case .unary(.percent, let operand)? = nodes.last, case .number(let number, _) = self[operand]
    else { return nil }
    return number == number.rounded() ? "0%" : "0.00%"
  }
}
