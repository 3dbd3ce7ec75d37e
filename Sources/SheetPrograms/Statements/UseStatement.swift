import SheetText

extension UseDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { true }
  package var word: String? { "used sheet" }
  package var usedSheet: WrittenText? { path }
}
