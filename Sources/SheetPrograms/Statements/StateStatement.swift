import SheetText

extension StateDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [StatementCell(.state, .first(initial), format: format?.text)]
  }

  package var isAboutTime: Bool { true }
}
