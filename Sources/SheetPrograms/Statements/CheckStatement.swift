import SheetText

extension CheckDefinition: StatementMeaning {
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] { [] }
  package var isAboutTime: Bool { false }

  package var conditions: [StatementCondition] {
    [
      StatementCondition(
        label: label.text, labelSpan: label.span, kind: isAlways ? .always : .never, span: condition.span,
        condition: condition.tree,
        shown: condition.tree)
    ]
  }
}
