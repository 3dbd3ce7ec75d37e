import SheetText

extension GridDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }
}

extension TestDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }
}

extension BindingDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { true }
}

extension ChartDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }
}

extension OptionDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }
}

extension InvalidDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }
  package var unreadName: WrittenText? { definedName }
}
