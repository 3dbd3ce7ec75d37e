import SheetText

extension InputDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [StatementCell(.input, .input(self), format: shownFormat)]
  }

  package var isAboutTime: Bool { false }

  private var shownFormat: String? {
    format?.text ?? initial?.impliedFormat ?? initial?.tree.percentFormat
      ?? (type?.type == .date ? "yyyy-mm-dd" : nil)
  }
}
