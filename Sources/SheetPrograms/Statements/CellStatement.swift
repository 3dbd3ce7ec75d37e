import CellModel
import Diagnostics
import Formulas
import SheetText

extension CellDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    guard target.name != nil else { return [] }
    return [StatementCell(kind, .formula(formula, isConstant: isConstant), format: format?.text)]
  }

  package var isAboutTime: Bool { false }

  package var obstacleInRows: (what: String, span: SourceSpan)? {
    target.name == nil ? ("cells of a grid", target.span) : nil
  }

  package var kind: CellKind { isConstant ? .constant : .formula }
}
