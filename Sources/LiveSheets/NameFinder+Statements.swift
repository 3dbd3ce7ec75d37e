import Diagnostics
import Formulas
import SheetText

/// What each formula of a statement stands for.
extension NameFinder {
  mutating func check(_ statement: Statement, of sheet: LiveSheet, _ unit: SheetUnit) {
    switch statement.kind {
    case .table(let table):
      let name = unit.fullName(table.name.text)
      // Nobody knows the columns of a file that could not be read.
      if sheet.unreadTables.contains(name.lowercased()) { return }
      let columns = Set(sheet.table(named: name)?.columns.map { $0.name.lowercased() } ?? [])
      let events = table.clauses.map(\.event)
      for event in events { check(event.tree, columns: columns, role: .stream) }
      for formula in statement.formulas where !events.contains(where: { $0.span == formula.span }) {
        check(formula.tree, columns: columns)
      }
    case .test(let test): if unit.isMain { for step in test.steps { check(step) } }
    case .event(let event): check(event.stream, .stream)
    case .state(let state):
      check(state.initial)
      for clause in state.clauses {
        check(clause.event, .stream)
        check(clause.condition)
        check(clause.value)
      }
    case .binding(let binding):
      check(binding.target, .target)
      check(binding.value, binding.isTwoWay ? .target : .value)
    case .use(let use): for binding in use.bindings { check(binding.value, binding.isTwoWay ? .target : .value) }
    case .action(let action):
      check(action.condition)
      check(action.body, .body, hidden: action.hidden)
    case .service(let service): check(service.body, .body, hidden: Set(service.parameters.map(\.key)))
    case .fetch(let fetch):
      check(fetch.request, .body)
      check(fetch.placeholder)
    default: for formula in statement.formulas { check(formula) }
    }
  }

  private mutating func check(_ formula: SheetFormula?, _ role: Role = .value, hidden: Set<String> = []) {
    if let formula { check(formula.tree, columns: hidden, role: role) }
  }

  // MARK: Tests

  private mutating func check(_ step: TestStep) {
    switch step.kind {
    case .assign(let target, let value):
      check(target, .target)
      check(value)
    case .trigger(let target, let payload):
      check(target, .trigger)
      switch payload {
      case .none: break
      case .value(let value): check(value)
      case .arguments(let values): for value in values { check(value) }
      }
    case .answer(_, let answer), .given(_, let answer): check(answer.value)
    case .wait(let seconds): check(seconds)
    case .clear(let target), .delete(let target): check(target, .target)
    case .insert(let position, let table, let values):
      if case .before(let row) = position { check(row) }
      if case .after(let row) = position { check(row) }
      check(table, .target)
      for value in values { check(value) }
    case .instant(let steps): for step in steps { check(step) }
    case .expect(let expectations):
      for expectation in expectations {
        switch expectation {
        case .condition(let condition): check(condition)
        case .call(_, let arguments, _, _): for argument in arguments ?? [] { check(argument) }
        }
      }
    }
  }
}

extension LiveSheet {
  /// The names of the events from outside and of the actions, as the text declares them.
  var triggersInText: [String] {
    units.flatMap { unit in
      unit.document.statements.compactMap { statement -> String? in
        switch statement.kind {
        case .event(let event): event.stream == nil ? unit.fullName(event.name.text) : nil
        case .action(let action): unit.fullName(action.name.text)
        default: nil
        }
      }
    }
  }
}
