import TestSupport

/// Makes forms at random, and steps to play them with.
struct RandomForm {
  private var random: SeededGenerator
  private(set) var form = ModelForm()
  /// What formulas may read.
  private var names: [String] = []
  private var events: [String] = []
  private var payloads: Set<String> = []
  private var derived: [String] = []
  private var inputs: [String] = []
  private var states: [String] = []
  /// Cells whose changes are streams.
  private var watched: [String] = []
  /// The services, by how many parameters they have.
  private var services: [(name: String, parameters: Int)] = []
  private var actions: [(name: String, parameters: [String])] = []
  private var tables: [String] = []

  /// What a form has beside events, streams, states and formulas.
  enum Kind { case plain, services, tables, all }

  /// A form that uses another one, whose names it reads and whose inputs it binds.
  ///
  /// - Parameter uses: As what it uses it; several only where that calls no services.
  init(seed: UInt64, using part: RandomForm, as uses: [String]) {
    self.init(seed: seed, .plain, using: part, as: uses)
  }

  init(seed: UInt64, _ kind: Kind = .plain) { self.init(seed: seed, kind, using: nil, as: []) }

  private init(seed: UInt64, _ kind: Kind, using part: RandomForm?, as uses: [String]) {
    random = SeededGenerator(seed: seed)
    for number in 0..<random.number(1...3) { addEvent("e_\(number)") }
    for number in 0..<random.number(1...3) { addInput("x_\(number)") }
    states = (0..<random.number(1...4)).map { "s_\($0)" }
    names += states
    watched += states
    if let part { for use in uses { self.use(part, as: use) } }
    if kind == .tables || kind == .all { addTableNames() }
    if kind == .services || kind == .all { addServices() }
    for number in 0..<random.number(0...5) {
      if random.happens(40) { addFormula("f_\(number)") } else { addDerived("m_\(number)") }
    }
    for state in states { addState(state) }
    for action in actions where !action.name.contains(".") { addAction(action.name, action.parameters) }
    for table in tables { addTable(table) }
    // Each event is counted, so that none comes too often unseen.
    for name in derived {
      let count = ModelForm.Clause(stream: .event(name), condition: nil, value: .sum(.name("n_\(name)"), .number(1)))
      form.definitions.append(.state("n_\(name)", 0, [count]))
    }
    if random.happens(50) { form.definitions.shuffle(using: &random) }
  }

  // MARK: Definitions

  private mutating func addEvent(_ name: String) {
    let hasPayload = random.happens(70)
    form.definitions.append(.event(name, hasPayload: hasPayload))
    events.append(name)
    names.append(name)
    if hasPayload { payloads.insert(name) }
  }

  private mutating func addInput(_ name: String) {
    form.definitions.append(.input(name, random.happens(70) ? random.number(0...3) : nil))
    inputs.append(name)
    names.append(name)
    watched.append(name)
  }

  private mutating func addFormula(_ name: String) {
    form.definitions.append(.formula(name, .sum(formula(2), .name(random.one(of: watched)))))
    names.append(name)
    watched.append(name)
  }

  private mutating func addDerived(_ name: String) {
    var stream = stream(2)
    if let event = stream.eventName { stream = .map(stream, value(["p", event])) }
    form.definitions.append(.derivedEvent(name, stream))
    derived.append(name)
    names.append(name)
  }

  private mutating func addState(_ name: String) {
    var clauses: [ModelForm.Clause] = []
    for _ in 0..<random.number(1...4) {
      let stream = stream(random.number(0...2))
      let own = [name] + (stream.eventName.map { [$0] } ?? [])
      // Behind a clause that is always taken another one of its stream is refused.
      guard !clauses.contains(where: { $0.stream.text == stream.text && $0.condition == nil }) else { continue }
      let condition = random.happens(40) ? condition(own) : nil
      clauses.append(ModelForm.Clause(stream: stream, condition: condition, value: value(own)))
    }
    form.definitions.append(.state(name, random.number(0...4), clauses))
  }

  /// Services and a fetch, and the names of actions, which may read everything.
  private mutating func addServices() {
    for number in 0..<random.number(1...2) {
      services.append(("v_\(number)", random.number(0...2)))
      form.definitions.append(.service(services[number].name, parameters: services[number].parameters))
    }
    for number in 0..<random.number(1...2) {
      actions.append(("a_\(number)", Array(["k", "j"].prefix(random.number(0...2)))))
      names.append("a_\(number).value")
      watched.append("a_\(number).value")
    }
    guard random.happens(60) else { return }
    let otherwise = random.happens(70) ? random.number(0...9) : nil
    form.definitions.append(.fetch(ModelForm.Fetch(name: "h_0", body: call(inputs + states), otherwise: otherwise)))
    form.definitions.append(.formula("f_h", .fetched("h_0", otherwise: 8)))
    names.append("f_h")
    watched.append("f_h")
  }

  private mutating func addAction(_ name: String, _ parameters: [String]) {
    var action = ModelForm.Action(
      name: name, parameters: parameters, condition: random.happens(40) ? conditionOfCells() : nil,
      body: body(parameters + parameters + names))
    for _ in 0..<random.number(0...2) {
      let stream = stream(random.number(0...1))
      guard !action.clauses.contains(where: { $0.stream.text == stream.text }) else { continue }
      let own = stream.eventName.map { [$0] } ?? []
      let condition = random.happens(30) ? condition(own) : nil
      let starts = random.happens(70)
      let arguments = starts ? parameters.map { _ in value(own) } : []
      action.clauses.append(
        ModelForm.Action.Clause(
          stream: stream, condition: condition, effect: starts ? .start : .stop, arguments: arguments))
    }
    form.definitions.append(.action(action))
  }

  /// Tables, and formulas that everything may read.
  private mutating func addTableNames() {
    for number in 0..<random.number(1...2) {
      let name = "t_\(number)"
      tables.append(name)
      form.definitions.append(
        .formula("f_\(name)", .sum(.name("ROWS(\(name))"), .name("SUM(\(name)[\(random.one(of: ["ca", "cc"]))])"))))
      names += ["f_\(name)", "f_\(name)"]
      watched.append("f_\(name)")
    }
  }

  private mutating func addTable(_ name: String) {
    var table = ModelForm.Table(
      name: name, rows: (0..<random.number(0...3)).map { _ in (random.number(0...3), random.number(0...3)) })
    for _ in 0..<random.number(1...3) {
      let stream =
        table.clauses.isEmpty || random.happens(60)
        ? stream(random.number(0...1)) : random.one(of: table.clauses).stream
      let own = stream.eventName.map { [$0] } ?? []
      guard !table.clauses.contains(where: { $0.stream.text == stream.text && $0.condition == nil }) else { continue }
      table.clauses.append(
        ModelForm.Table.Clause(
          stream: stream, condition: random.happens(30) ? condition(own) : nil, effect: effect(own)))
    }
    form.definitions.append(.table(table))
  }

  private mutating func effect(_ own: [String]) -> ModelForm.Table.Clause.Effect {
    switch random.number(0...4) {
    case 0, 1: return .insert(isFirst: random.happens(50), value(own), value(own))
    case 2: return .delete(conditionOfRow(own))
    default:
      let value = ModelFormula.remainder(
        .sum(.name(random.one(of: ["ca", "cb", "cc"])), formula(1, ["ca", "cb", "cc"] + own)), 7)
      return .update(random.one(of: ["ca", "cb"]), value, random.happens(60) ? conditionOfRow(own) : nil)
    }
  }

  private mutating func conditionOfRow(_ own: [String]) -> ModelCondition {
    ModelCondition(
      left: .sum(.name(random.one(of: ["ca", "cb", "cc"])), formula(0, ["ca"] + own)),
      comparison: random.one(of: ModelCondition.comparisons), right: random.number(0...6))
  }

  /// Binds inputs of a used sheet, and lets all that follows read what is in it.
  private mutating func use(_ part: RandomForm, as use: String) {
    form.uses.append(use)
    let (own, ownInputs) = (inputs + states + events, inputs)
    for input in part.inputs where random.happens(50) {
      let isBothWays = random.happens(30)
      let value: ModelFormula =
        isBothWays
        ? .name(random.one(of: ownInputs))
        : .remainder(.sum(.name(random.one(of: own)), .name(random.one(of: own))), random.number(3...6))
      form.definitions.append(
        .binding(ModelForm.Binding(input: "\(use).\(input)", value: value, isBothWays: isBothWays)))
    }
    names += part.names.map { "\(use).\($0)" }
    events += part.events.map { "\(use).\($0)" }
    payloads.formUnion(part.payloads.map { "\(use).\($0)" })
    watched += part.watched.map { "\(use).\($0)" }
    inputs += part.inputs.map { "\(use).\($0)" }
    actions += part.actions.map { ("\(use).\($0.name)", $0.parameters) }
  }

  // MARK: Bodies of actions

  private mutating func body(_ names: [String]) -> ModelBody {
    if random.happens(50) { return call(names) }
    var known = names
    var parts: [(name: String, part: ModelBody)] = []
    for name in ["u", "w"].prefix(random.number(1...2)) {
      parts.append((name, call(known)))
      known += [name, name]
    }
    return .chain(parts, .remainder(.sum(.name(random.one(of: known)), .name(random.one(of: known))), 7))
  }

  /// A call, with up to two things around it.
  private mutating func call(_ names: [String]) -> ModelBody {
    let service = random.one(of: services)
    var body = ModelBody.call(
      service.name,
      (0..<service.parameters).map { _ in
        random.happens(80) ? .name(random.one(of: names)) : .number(random.number(0...4))
      })
    for _ in 0..<random.one(of: [0, 0, 1, 1, 2]) {
      switch random.number(0...2) {
      case 0: body = .timeout(body, quarters: quarters())
      case 1:
        body = .retry(body, times: random.number(1...2), quarters: random.happens(70) ? quarters() : nil)
      default: body = .delay(body, quarters: maybeNone())
      }
    }
    return body
  }

  // MARK: Formulas

  /// - Parameter own: Names that mean something there alone, or are to be read more often.
  private mutating func formula(_ depth: Int, _ own: [String] = []) -> ModelFormula {
    guard depth > 0, random.happens(75) else {
      return random.happens(75) ? .name(random.one(of: own + own + names)) : .number(random.number(0...4))
    }
    switch random.number(0...9) {
    case 3 where !actions.isEmpty:
      return .flag("\(random.one(of: actions).name).\(random.one(of: ["isExecuting", "isEnabled"]))")
    case 0...3: return .sum(formula(depth - 1, own), formula(depth - 1, own))
    case 4...6: return .product(formula(depth - 1, own), formula(depth - 1, own))
    case 7: return .choice(condition(own), formula(depth - 1, own), formula(depth - 1, own))
    default: return .remainder(formula(depth - 1, own), random.number(2...5))
    }
  }

  /// A formula whose values stay small.
  private mutating func value(_ own: [String]) -> ModelFormula {
    random.happens(20) ? formula(0, own) : .remainder(formula(2, own), random.one(of: [3, 5, 7]))
  }

  private mutating func condition(_ own: [String] = []) -> ModelCondition {
    ModelCondition(
      left: formula(1, own), comparison: random.one(of: ModelCondition.comparisons), right: random.number(0...4))
  }

  /// A condition over inputs and states alone.
  private mutating func conditionOfCells() -> ModelCondition {
    ModelCondition(
      left: .name(random.one(of: inputs + states)), comparison: random.one(of: ModelCondition.comparisons),
      right: random.number(0...4))
  }

  // MARK: Streams

  private mutating func source() -> ModelStream {
    if !actions.isEmpty, random.happens(25) { return happening() }
    return switch random.number(0...9) {
    case 0...4: .event(random.one(of: events))
    case 5, 6: .event(random.one(of: derived + events))
    case 7: .changed(random.one(of: watched))
    case 8: .values(random.one(of: watched))
    default: .every(quarters: quarters())
    }
  }

  /// What happens to an action; the payloads of most are no numbers.
  private mutating func happening() -> ModelStream {
    let happening = random.one(of: ModelHappening.allCases)
    let stream = ModelStream.happening(random.one(of: actions).name, happening)
    return switch happening {
    case .values, .succeeded: stream
    case .started, .failed, .finished, .refused, .stopped: .map(stream, .number(random.number(0...4)))
    }
  }

  private mutating func stream(_ depth: Int) -> ModelStream {
    guard depth > 0, random.happens(70) else { return source() }
    let source = stream(depth - 1)
    let own = source.eventName.map { [$0] } ?? []
    switch random.number(0...12) {
    case 0: return .map(source, value(["p"] + own))
    case 1: return .filter(source, condition(own))
    case 2: return .scan(random.number(0...4), source, value(["acc", "p"] + own))
    case 3: return .merge([source] + (0..<random.number(1...2)).map { _ in stream(depth - 1) })
    case 4: return .take(source, random.number(0...3))
    case 5: return .drop(source, random.number(0...3))
    case 6: return .distinct(source)
    case 7: return .takeUntil(source, stream(depth - 1))
    case 8: return .sample(source, by: stream(depth - 1))
    case 9: return .delay(source, quarters: maybeNone())
    case 10: return .debounce(source, quarters: quarters())
    case 11: return .throttle(source, quarters: quarters())
    default: return .hold(source, conditionOfCells())
    }
  }

  private mutating func quarters() -> Int { random.one(of: [1, 2, 4, 6, 8, 12]) }

  /// A length of time that may be none.
  private mutating func maybeNone() -> Int { random.happens(20) ? 0 : quarters() }

  // MARK: Steps

  /// The next step for a sheet that is as far as its model.
  mutating func step(of model: ModelSheet) -> ModelForm.Step {
    if !actions.isEmpty, random.happens(60) { return stepOfServices(model.openServices) }
    if !tables.isEmpty, random.happens(25) { return stepOfTable(model) }
    return switch random.number(0...9) {
    case 0...2: .wait(quarters: random.one(of: [0, 1, 2, 4, 6, 8, 20]))
    case 3...7: change()
    default: .together((0..<random.number(1...3)).map { _ in change() })
    }
  }

  private mutating func stepOfServices(_ open: [String]) -> ModelForm.Step {
    if !open.isEmpty, random.happens(60) {
      let answer: ModelAnswer =
        switch random.number(0...6) {
        case 0...3: .replies(random.number(0...4))
        case 4: .sends(random.number(0...4))
        default: .fails("bad")
        }
      return .answer(random.one(of: open), answer)
    }
    let action = random.one(of: actions)
    return random.happens(80)
      ? .trigger(action.name, action.parameters.map { _ in random.number(0...4) }) : .stop(action.name)
  }

  private mutating func stepOfTable(_ model: ModelSheet) -> ModelForm.Step {
    let table = random.one(of: tables)
    let count = model.rowCount(of: table)
    guard count > 0, random.happens(60) else {
      return .insert(table, isFirst: random.happens(50), random.number(0...3), random.number(0...3))
    }
    let row = random.number(1...count)
    return random.happens(35)
      ? .delete(table, row: row) : .setCell(table, row: row, random.one(of: ["ca", "cb"]), random.number(0...3))
  }

  private mutating func change() -> ModelForm.Step {
    guard random.happens(60) else {
      return .set(random.one(of: inputs), random.happens(80) ? random.number(0...3) : nil)
    }
    let event = random.one(of: events)
    return .fire(event, payloads.contains(event) ? random.number(0...3) : nil)
  }
}
