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
    /// `login replies TRUE`, which answers the latest open call, or `login[1] replies TRUE`.
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
    /// `stop save`, which ends the run of an action.
    case stop(SheetFormula)
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
    /// Which of the open calls is answered; the latest if it is `nil`.
    ///
    /// They are counted from 1 in the order in which they were made, or from -1 back from the latest.
    package var call: SheetFormula?
    /// The answer or the reason; blank if it is `nil`.
    package var value: SheetFormula?
  }

  package var kind: Kind
  package var span: SourceSpan

  /// Whether the step changes cells or fires something, so that it may stand in an instant.
  package var isChange: Bool {
    switch kind {
    case .assign, .trigger, .answer, .clear, .insert, .delete, .stop: true
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

extension TestDefinition: StatementDefinition {
  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] { steps.flatMap(\.formulas) }
  package var serviceNames: [WrittenText] { steps.flatMap(\.serviceNames) }
}

extension TestStep {
  /// All formulas of the step and of the steps in it.
  package var formulas: [StatementFormula] {
    switch kind {
    case .assign(let target, let value): [StatementFormula(target, .target), StatementFormula(value)]
    case .trigger(let target, .none), .stop(let target): [StatementFormula(target, .trigger)]
    case .trigger(let target, .value(let value)): [StatementFormula(target, .trigger), StatementFormula(value)]
    case .trigger(let target, .arguments(let values)):
      [StatementFormula(target, .trigger)] + values.compactMap { StatementFormula($0) }
    case .answer(_, let answer), .given(_, let answer):
      [answer.call, answer.value].compactMap { StatementFormula($0) }
    case .wait(let formula): [StatementFormula(formula)]
    case .clear(let target), .delete(let target): [StatementFormula(target, .target)]
    case .insert(let position, let table, let values):
      [position.formula].compactMap { StatementFormula($0) } + [StatementFormula(table, .target)]
        + values.compactMap { StatementFormula($0) }
    case .instant(let steps): steps.flatMap(\.formulas)
    case .expect(let expectations):
      expectations.flatMap { expectation -> [StatementFormula] in
        switch expectation {
        case .condition(let condition): [StatementFormula(condition)]
        case .call(_, let arguments, _, _): (arguments ?? []).compactMap { StatementFormula($0) }
        }
      }
    }
  }

  fileprivate var serviceNames: [WrittenText] {
    switch kind {
    case .answer(let service, _), .given(let service, _): [service]
    case .instant(let steps): steps.flatMap(\.serviceNames)
    case .expect(let expectations):
      expectations.compactMap { if case .call(let service, _, _, _) = $0 { service } else { nil } }
    case .assign, .trigger, .wait, .clear, .insert, .delete, .stop: []
    }
  }
}
