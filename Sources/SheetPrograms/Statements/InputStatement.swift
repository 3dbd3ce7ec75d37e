import SheetText

extension InputDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [StatementCell(.input, .input(self), format: format?.text)]
  }

  package var isAboutTime: Bool { false }
}
