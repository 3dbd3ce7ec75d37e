import SheetText

extension FetchDefinition: StatementMeaning {
  /// The cell holds the latest answer.
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [StatementCell(.fetch, .nothing)] }
  package var isAboutTime: Bool { true }
}
