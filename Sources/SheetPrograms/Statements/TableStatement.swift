import Diagnostics
import SheetText

extension TableDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { !clauses.isEmpty || instanceSource != nil }
  package var hasActions: Bool { instanceSource != nil }
  package var obstacleInRows: (what: String, span: SourceSpan)? {
    (instanceSource == nil ? "tables that events change" : "tables of sheets", name.span)
  }
}
