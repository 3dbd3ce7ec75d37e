/// Puts something before the names that a form defines, as a sheet does that uses it.
///
/// What comes of it stands in no sheet: a stream of ticks has the prefix behind it there, since a used sheet has its own.
struct ModelRenaming {
  let prefix: String
  private let names: Set<String>

  init(_ form: ModelForm, prefix: String) {
    self.prefix = prefix
    names = Set(
      form.definitions.compactMap { definition in if case .service = definition { nil } else { definition.name } })
  }

  func renamed(_ definition: ModelForm.Definition) -> ModelForm.Definition {
    switch definition {
    case .event(let name, let hasPayload): .event(renamed(name), hasPayload: hasPayload)
    case .derivedEvent(let name, let stream): .derivedEvent(renamed(name), renamed(stream))
    case .input(let name, let value): .input(renamed(name), value)
    case .formula(let name, let formula): .formula(renamed(name), renamed(formula))
    case .state(let name, let initial, let clauses):
      .state(
        renamed(name), initial,
        clauses.map {
          ModelForm.Clause(
            stream: renamed($0.stream), condition: $0.condition.map(renamed), value: renamed($0.value))
        })
    case .service, .table, .binding: definition
    case .action(let action): .action(renamed(action))
    case .fetch(let fetch):
      .fetch(ModelForm.Fetch(name: renamed(fetch.name), body: renamed(fetch.body), otherwise: fetch.otherwise))
    }
  }

  private func renamed(_ name: String) -> String {
    names.contains(String(name.prefix { $0 != "." })) ? prefix + name : name
  }

  private func renamed(_ action: ModelForm.Action) -> ModelForm.Action {
    ModelForm.Action(
      name: renamed(action.name), parameters: action.parameters, condition: action.condition.map(renamed),
      body: renamed(action.body),
      clauses: action.clauses.map {
        ModelForm.Action.Clause(
          stream: renamed($0.stream), condition: $0.condition.map(renamed), effect: $0.effect,
          arguments: $0.arguments.map(renamed))
      })
  }

  private func renamed(_ condition: ModelCondition) -> ModelCondition {
    ModelCondition(left: renamed(condition.left), comparison: condition.comparison, right: condition.right)
  }

  private func renamed(_ formula: ModelFormula) -> ModelFormula {
    switch formula {
    case .number: formula
    case .name(let name): .name(renamed(name))
    case .flag(let name): .flag(renamed(name))
    case .fetched(let name, let otherwise): .fetched(renamed(name), otherwise: otherwise)
    case .sum(let left, let right): .sum(renamed(left), renamed(right))
    case .product(let left, let right): .product(renamed(left), renamed(right))
    case .remainder(let part, let divisor): .remainder(renamed(part), divisor)
    case .choice(let condition, let first, let second): .choice(renamed(condition), renamed(first), renamed(second))
    }
  }

  private func renamed(_ body: ModelBody) -> ModelBody {
    switch body {
    case .formula(let formula): .formula(renamed(formula))
    case .call(let service, let arguments): .call(service, arguments.map(renamed))
    case .timeout(let part, let quarters): .timeout(renamed(part), quarters: quarters)
    case .retry(let part, let times, let quarters): .retry(renamed(part), times: times, quarters: quarters)
    case .delay(let part, let quarters): .delay(renamed(part), quarters: quarters)
    case .chain(let parts, let last): .chain(parts.map { ($0.name, renamed($0.part)) }, renamed(last))
    }
  }

  private func renamed(_ stream: ModelStream) -> ModelStream {
    switch stream {
    case .event(let name): .event(renamed(name))
    case .changed(let name): .changed(renamed(name))
    case .values(let name): .values(renamed(name))
    case .happening(let action, let happening): .happening(renamed(action), happening)
    case .every(let quarters, _): .every(quarters: quarters, of: prefix)
    case .map(let source, let formula): .map(renamed(source), renamed(formula))
    case .filter(let source, let condition): .filter(renamed(source), renamed(condition))
    case .scan(let initial, let source, let formula): .scan(initial, renamed(source), renamed(formula))
    case .merge(let sources): .merge(sources.map(renamed))
    case .take(let source, let count): .take(renamed(source), count)
    case .drop(let source, let count): .drop(renamed(source), count)
    case .distinct(let source): .distinct(renamed(source))
    case .takeUntil(let source, let stop): .takeUntil(renamed(source), renamed(stop))
    case .sample(let source, let by): .sample(renamed(source), by: renamed(by))
    case .delay(let source, let quarters): .delay(renamed(source), quarters: quarters)
    case .debounce(let source, let quarters): .debounce(renamed(source), quarters: quarters)
    case .throttle(let source, let quarters): .throttle(renamed(source), quarters: quarters)
    case .hold(let source, let condition): .hold(renamed(source), renamed(condition))
    }
  }
}
