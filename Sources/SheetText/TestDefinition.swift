import Diagnostics

/// `test "label" { steps }`.
package struct TestDefinition: Sendable {
  package var label: WrittenText
  package var steps: [TestStep]
}

/// One step of a test.
package struct TestStep: Sendable {
  package enum Kind: Sendable {
    /// `username = "x"`, `ledger[2].A = 10`, `Inputs!B2 = 3`; the target is a name or a path.
    case assign(target: SheetFormula, value: SheetFormula)
    /// The name of an action or event, with what it is given.
    case trigger(SheetFormula, Payload)
    /// `login replies TRUE`, which answers the latest open call.
    case answer(service: WrittenText, Answer)
    /// `given userInfo replies 5`, which answers every later call.
    case given(service: WrittenText, Answer)
    case wait(seconds: SheetFormula)
    case clear(SheetFormula)
    case insert(RowPosition, table: SheetFormula, values: [SheetFormula?])
    case delete(SheetFormula)
    /// `{ A = 20; B = 10 }`, several changes in one instant.
    case instant([TestStep])
    case expect([Expectation])
  }

  /// What a trigger is given.
  package enum Payload: Sendable {
    case none
    /// `push {type: "A"}`.
    case value(SheetFormula)
    /// `search("x", 2)`; an event takes the only argument as its payload.
    case arguments([SheetFormula?])
  }

  /// What a service is made to do.
  package struct Answer: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case replies, sends, fails
    }
    package var kind: Kind
    /// The answer or the reason; blank if it is `nil`.
    package var value: SheetFormula?
  }

  package var kind: Kind
  package var span: SourceSpan

  /// Whether the step changes cells or fires something, so that it may stand in an instant.
  package var isChange: Bool {
    switch kind {
    case .assign, .trigger, .answer, .clear, .insert, .delete: true
    case .given, .wait, .instant, .expect: false
    }
  }
}

/// One condition after `expect`.
package enum Expectation: Sendable {
  case condition(SheetFormula)
  /// `called S(args)` or `not called S`; without parentheses the arguments do not matter.
  case call(service: WrittenText, arguments: [SheetFormula?]?, isExpected: Bool, span: SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .condition(let formula): formula.span
    case .call(_, _, _, let span): span
    }
  }
}
