import Diagnostics

extension Statement {
  /// A formula of a statement and the names that mean something of their own in it.
  struct ScopedFormula {
    var formula: SheetFormula
    /// The keys of parameters and columns, which hide cells of the same name.
    var hidden: Set<String> = []
  }

  /// All formulas of the statement, in the order of the text except that the rows of tables have none.
  package var formulas: [SheetFormula] { scopedFormulas.map(\.formula) }

  var scopedFormulas: [ScopedFormula] {
    switch kind {
    case .cell(let cell): return plain([cell.formula])
    case .input(let input): return plain(input.domain.formulas + [input.initial, input.condition].compactMap { $0 })
    case .table(let table): return table.scopedFormulas
    case .grid, .invalid: return []
    case .check(let check): return plain([check.condition])
    case .test(let test): return plain(test.steps.flatMap(\.formulas))
    case .event(let event): return plain(event.domain.formulas + [event.stream].compactMap { $0 })
    case .state(let state):
      let clauses = state.clauses.flatMap { [$0.event] + [$0.condition].compactMap { $0 } + [$0.value] }
      return plain([state.initial] + clauses)
    case .service(let service):
      let hidden = Set(service.parameters.map(\.key))
      return plain(service.domain.formulas)
        + [service.body].compactMap { $0 }.map { ScopedFormula(formula: $0, hidden: hidden) }
    case .action(let action):
      let hidden = Set(action.parameters.map(\.key))
      return ([action.condition].compactMap { $0 } + [action.body]).map { ScopedFormula(formula: $0, hidden: hidden) }
    case .fetch(let fetch): return plain([fetch.request] + [fetch.placeholder].compactMap { $0 })
    // The target of a binding in the block of `use` is an input of the used sheet.
    case .use(let use): return plain(use.bindings.map(\.value))
    case .binding(let binding): return plain([binding.target, binding.value])
    case .modes(let modes): return plain(modes.cells + modes.modes.flatMap { [$0.condition] + $0.values })
    }
  }

  private func plain(_ formulas: [SheetFormula]) -> [ScopedFormula] { formulas.map { ScopedFormula(formula: $0) } }

  /// The places where services are named outside formulas.
  var serviceNames: [WrittenText] {
    guard case .test(let test) = kind else { return [] }
    return test.steps.flatMap(\.serviceNames)
  }
}

extension Optional where Wrapped == Domain {
  fileprivate var formulas: [SheetFormula] {
    switch self?.kind {
    case nil: []
    case .range(let lower, let upper): [lower, upper]
    case .choices(let choices): [choices]
    }
  }
}

extension RowPosition {
  fileprivate var formulas: [SheetFormula] {
    switch self {
    case .first, .last: []
    case .before(let row), .after(let row): [row]
    }
  }
}

extension TableDefinition {
  fileprivate var scopedFormulas: [Statement.ScopedFormula] {
    let names = (header?.columns ?? []).map(\.name) + columns.map(\.name)
    let hidden = Set(names.map(\.key))
    var formulas = [instanceCount].compactMap { $0 } + columns.map(\.formula)
    for clause in clauses {
      formulas += [clause.event] + [clause.condition].compactMap { $0 }
      switch clause.change {
      case .insert(let position, let values): formulas += position.formulas + values.compactMap { $0 }
      case .delete(let condition): formulas += [condition].compactMap { $0 }
      case .update(_, let value, let condition): formulas += [value] + [condition].compactMap { $0 }
      }
    }
    return formulas.map { Statement.ScopedFormula(formula: $0, hidden: hidden) }
  }
}

extension TestStep {
  /// All formulas of the step and of the steps in it.
  package var formulas: [SheetFormula] {
    switch kind {
    case .assign(let target, let value): [target, value]
    case .trigger(let target, .none): [target]
    case .trigger(let target, .value(let value)): [target, value]
    case .trigger(let target, .arguments(let values)): [target] + values.compactMap { $0 }
    case .answer(_, let answer), .given(_, let answer): [answer.value].compactMap { $0 }
    case .wait(let formula), .clear(let formula), .delete(let formula): [formula]
    case .insert(let position, let table, let values): position.formulas + [table] + values.compactMap { $0 }
    case .instant(let steps): steps.flatMap(\.formulas)
    case .expect(let expectations):
      expectations.flatMap { expectation -> [SheetFormula] in
        switch expectation {
        case .condition(let condition): [condition]
        case .call(_, let arguments, _, _): (arguments ?? []).compactMap { $0 }
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
    default: []
    }
  }
}
