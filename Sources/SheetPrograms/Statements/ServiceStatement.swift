import SheetText

extension ServiceDefinition: StatementMeaning {
  /// How often it was called.
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [StatementCell(part: "calls", .part, .value(.number(0)))]
  }

  package var isAboutTime: Bool { true }
  package var word: String? { "service" }
  package var isNameOfProgram: Bool { true }
}
