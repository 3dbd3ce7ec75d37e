import SheetText

extension EventDefinition: StatementMeaning {
  /// The cell holds the latest payload.
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [StatementCell(.event, .nothing)] }
  package var isAboutTime: Bool { true }
  package var isTrigger: Bool { stream == nil }
}
