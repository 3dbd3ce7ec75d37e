/// The instants of a model. A *wave* is what happens by itself in a micro-step: the payloads
/// of streams by their texts. Events of one instant make waves of their own.
final class ModelTimeline {
  typealias Wave = [String: [Int?]]

  /// What is told in a micro-step.
  private struct MicroStep {
    var number = 0
    /// What happens by itself; `nil` between two micro-steps.
    var wave: Wave?
    /// The payloads of the streams that have been made of it.
    var told: Wave = [:]
    /// The streams whose payloads are being made.
    var open: Set<String> = []
    /// Names that mean something else while a payload goes through a function.
    var meanings: [String: Int?] = [:]
  }

  let form: ModelForm
  /// All streams, those that others are made of first.
  private var streams: [ModelStream] = []
  private var derived: [String: ModelStream] = [:]
  private var formulas: [String: ModelFormula] = [:]

  /// Inputs and states.
  private var cells: [String: Int?] = [:]
  /// The latest payloads of events.
  private var latest: [String: Int?] = [:]
  /// What cells that are watched held when they were last looked at.
  private var seen: [String: Int?] = [:]
  private var memory: [String: ModelStream.Memory] = [:]
  private var clock = ModelClock()
  private var step = MicroStep()
  let tables: ModelTables
  private var bindings: ModelBindings
  private(set) lazy var runs = ModelRuns(
    form, setTimer: { [unowned self] in setTimer($0, .place($1), $2) },
    cancelTimers: { [unowned self] in clock.cancel(.place($0)) })

  init(_ form: ModelForm) throws {
    self.form = form
    tables = ModelTables(form)
    bindings = ModelBindings(form)
    for definition in form.definitions {
      switch definition {
      case .event(let name, _): latest[name] = .some(nil)
      case .derivedEvent(let name, let stream):
        latest[name] = .some(nil)
        derived[name] = stream
      case .input(let name, let value): cells[name] = .some(value)
      case .formula(let name, let formula): formulas[name] = formula
      case .state(let name, let initial, _): cells[name] = .some(initial)
      case .service, .action, .fetch, .table, .binding: break
      }
    }
    for definition in form.definitions {
      switch definition {
      case .derivedEvent(let name, _): note(.event(name))
      case .state(_, _, let clauses): for clause in clauses { note(clause.stream) }
      case .action(let action): for clause in action.clauses { note(clause.stream) }
      case .table(let table): for clause in table.clauses { note(clause.stream) }
      default: break
      }
    }
    try settle()
    for case .every(let quarters, let use) in streams { setTimer(quarters, .every(quarters: quarters, of: use), nil) }
    let first = try follow()
    if !first.isEmpty { try instant(first) }
    if runs.hasMore { try instant([[:]]) }
  }

  /// Notes a stream behind those that it is made of.
  private func note(_ stream: ModelStream) {
    guard memory[stream.text] == nil else { return }
    memory[stream.text] = ModelStream.Memory()
    for source in stream.sources { note(source) }
    if let name = stream.eventName, let made = derived[name] { note(made) }
    streams.append(stream)
  }

  // MARK: From outside

  func set(_ name: String, to value: Int?) { cells[name] = .some(value) }

  func wait(quarters: Int) throws {
    let end = clock.now + quarters
    var atOnce = (time: clock.now, count: 0)
    while let timer = try clock.next(by: end) {
      atOnce = timer.due == atOnce.time ? (timer.due, atOnce.count + 1) : (timer.due, 1)
      guard atOnce.count < 100 else { throw ModelLimit.timersAtOnce }
      try run(timer)
    }
  }

  /// An instant that begins with what runs do.
  func goOn() throws {
    try runs.advance()
    try instantOfNews()
  }

  /// An instant of what runs have done.
  func instantOfNews() throws {
    let news = runs.takeNews()
    try instant(news.isEmpty ? [[:]] : news)
  }

  // MARK: Time

  private func setTimer(_ quarters: Int, _ stream: ModelStream, _ payload: Int?) {
    setTimer(quarters, .stream(stream.text), payload)
  }

  private func setTimer(_ quarters: Int, _ cause: ModelClock.Cause, _ payload: Int?) {
    clock.set(cause, in: quarters, payload, step: step.number)
  }

  private func run(_ timer: ModelClock.Timer) throws {
    switch timer.cause {
    case .place(let place):
      runs.wake(place, timer.payload)
      try goOn()
    case .stream(let key):
      guard let stream = streams.first(where: { $0.text == key }) else { return }
      try happen(stream, key, timer.payload)
    }
  }

  /// What has waited comes.
  private func happen(_ stream: ModelStream, _ key: String, _ payload: Int?) throws {
    switch stream {
    case .every(let quarters, _):
      try instant([[key: [nil]]])
      // What the tick has set comes before the next one.
      step.number += 1
      setTimer(quarters, stream, nil)
    case .throttle(_, let quarters):
      guard let kept = memory[key]?.kept else {
        memory[key]?.isSet = false
        return
      }
      memory[key]?.kept = nil
      setTimer(quarters, stream, nil)
      try instant([[key: [kept]]])
    default: try instant([[key: [payload]]])
    }
  }

  // MARK: An instant

  func instant(_ first: [Wave]) throws {
    try settle()
    var waves = first
    for _ in 0..<50 {
      var new: [String: Int?] = [:]
      for wave in waves { arrive(wave) }
      var made: [Wave] = []
      for wave in waves {
        begin(wave, told: [:])
        for stream in streams { _ = try payloads(of: stream) }
        made.append(step.told)
      }
      try runs.picturing { try decide(waves, made, &new) }
      step.wave = nil
      cells.merge(new) { _, new in new }
      tables.settle()
      try settle()
      waves = try follow()
      while waves.isEmpty, runs.hasMore { waves = try work() }
      if waves.isEmpty { return }
    }
    throw ModelLimit.endlessInstant
  }

  /// Inputs follow what they are bound to, and fetches start that read something else now.
  private func settle() throws {
    for _ in 0..<30 {
      let hasMoved = try bindings.settle(value) { name, value in cells[name] = .some(value) }
      let hasStarted = try runs.settleFetches(value)
      if !hasMoved && !hasStarted { return }
    }
    throw ModelLimit.endlessInstant
  }

  /// What comes in the next micro-step.
  private func follow() throws -> [Wave] {
    let changes = try changes()
    return runs.takeNews() + (changes.isEmpty ? [] : [changes])
  }

  /// What comes of the runs, when the sheet has come to rest.
  private func work() throws -> [Wave] {
    try runs.advance()
    let news = runs.takeNews()
    try settle()
    return try news + follow()
  }

  /// Lets all clauses see each wave.
  private func decide(_ waves: [Wave], _ made: [Wave], _ new: inout [String: Int?]) throws {
    for (wave, told) in zip(waves, made) {
      begin(wave, told: told)
      for (key, payloads) in told where latest[key] != nil && !payloads.isEmpty { latest[key] = payloads.last }
      let clauses = ModelClauses(timeline: self)
      for definition in form.definitions { try clauses.decide(definition, &new) }
    }
  }

  private func begin(_ wave: Wave, told: Wave) {
    step.number += 1
    step.wave = wave
    step.told = told
    arrive(wave)
  }

  /// Lets names of events be what has come.
  private func arrive(_ wave: Wave) {
    for (name, payloads) in wave where latest[name] != nil && !payloads.isEmpty { latest[name] = payloads.last }
  }

  /// Changes that are events, and what is let go.
  private func changes() throws -> Wave {
    var wave: Wave = [:]
    for stream in streams {
      let (name, tellsFirst): (String, Bool)
      switch stream {
      case .changed(let cell): (name, tellsFirst) = (cell, false)
      case .values(let cell): (name, tellsFirst) = (cell, true)
      default: continue
      }
      let value = try value(of: name)
      if let former = seen[stream.text] {
        if former != value { wave[stream.text] = [value] }
      } else if tellsFirst {
        wave[stream.text] = [value]
      }
      seen[stream.text] = .some(value)
    }
    for case .hold(let source, let condition) in streams {
      let key = ModelStream.hold(source, condition).text
      guard let kept = memory[key]?.kept, try !condition.holds(value) else { continue }
      memory[key]?.kept = nil
      wave[key] = [kept]
    }
    return wave
  }

  // MARK: Values

  /// The payloads of a stream in the micro-step whose clauses are looked at.
  func told(_ stream: ModelStream) -> [Int?] { step.told[stream.text] ?? [] }

  /// What an input or a state holds.
  func held(by name: String) -> Int? { cells[name].flatMap { $0 } }

  func value(of name: String) throws -> Int? {
    if let meaning = step.meanings[name] { return meaning }
    if let formula = formulas[name] { return try formula.value(value) }
    if step.wave != nil, derived[name] != nil { _ = try payloads(of: .event(name)) }
    if let payload = latest[name] { return payload }
    if let value = try runs.value(of: name, self.value) { return value }
    return try tables.value(of: name) ?? held(by: name)
  }

  /// Evaluates something for a payload of a stream; while it does, the name of an event is that payload.
  func through<Result>(
    _ stream: ModelStream, _ payload: Int?, _ body: (ModelFormula.Names) throws -> Result
  ) rethrows -> Result {
    let former = step.meanings
    defer { step.meanings = former }
    step.meanings = stream.eventName.map { [$0: payload] } ?? [:]
    return try body(value)
  }

  // MARK: Streams

  /// The payloads of a stream in the present micro-step.
  private func payloads(of stream: ModelStream) throws -> [Int?] {
    let key = stream.text
    if let known = step.told[key] { return known }
    guard step.open.insert(key).inserted else { return [] }
    let former = step.meanings
    step.meanings = [:]
    defer {
      step.meanings = former
      step.open.remove(key)
    }
    let made = try make(stream, key)
    step.told[key] = made
    if let name = stream.eventName, !made.isEmpty { latest[name] = made.last }
    return made
  }

  private func make(_ stream: ModelStream, _ key: String) throws -> [Int?] {
    let own = step.wave?[key] ?? []
    switch stream {
    case .event(let name): return try derived[name].map(payloads) ?? own
    case .changed, .values, .happening, .every: return own
    case .merge(let sources): return try sources.flatMap(payloads)
    case .map(let source, let formula):
      return try payloads(of: source).map { payload in
        try through(source, payload) { names in try formula.value { try $0 == "p" ? payload : names($0) } }
      }
    case .filter(let source, let condition):
      return try payloads(of: source).filter { payload in try through(source, payload, condition.holds) }
    case .scan(let initial, let source, let formula):
      return try payloads(of: source).map { payload in
        let before = memory[key]?.last ?? initial
        let next = try through(source, payload) { names in
          try formula.value { try $0 == "p" ? payload : $0 == "acc" ? before : names($0) }
        }
        memory[key]?.last = .some(next)
        return next
      }
    case .take(let source, let count):
      return try payloads(of: source).filter { _ in counted(key) <= count }
    case .drop(let source, let count):
      return try payloads(of: source).filter { _ in counted(key) > count }
    case .distinct(let source):
      return try payloads(of: source).filter { payload in
        defer { memory[key]?.last = .some(payload) }
        return memory[key]?.last != .some(payload)
      }
    case .takeUntil(let source, let stop):
      let payloads = try payloads(of: source)
      if try !self.payloads(of: stop).isEmpty { memory[key]?.isSet = true }
      return memory[key]?.isSet == true ? [] : payloads
    case .sample(let source, let by):
      let payloads = try payloads(of: source)
      let count = try self.payloads(of: by).count
      if let last = payloads.last { memory[key]?.last = .some(last) }
      return memory[key]?.last.map { Array(repeating: $0, count: count) } ?? []
    case .delay, .debounce, .throttle: return own + (try later(stream, key))
    case .hold(let source, let condition):
      let payloads = try payloads(of: source)
      // What was kept gives way to what comes in the instant in which it is let go.
      return payloads.isEmpty
        ? own
        : try payloads.filter { payload in
          let isHeld = try through(source, payload, condition.holds)
          memory[key]?.kept = isHeld ? .some(payload) : nil
          return !isHeld
        }
    }
  }

  /// What comes at once of a stream that holds events back.
  private func later(_ stream: ModelStream, _ key: String) throws -> [Int?] {
    let payloads = try stream.sources.flatMap(payloads)
    switch stream {
    case .delay(_, let quarters): for payload in payloads { setTimer(quarters, stream, payload) }
    case .debounce(_, let quarters):
      for payload in payloads {
        clock.cancel(.stream(stream.text))
        setTimer(quarters, stream, payload)
      }
    case .throttle(_, let quarters):
      return payloads.filter { payload in
        if memory[key]?.isSet == true {
          memory[key]?.kept = .some(payload)
          return false
        }
        memory[key]?.isSet = true
        setTimer(quarters, stream, nil)
        return true
      }
    default: break
    }
    return []
  }

  /// Counts one more event of a stream.
  private func counted(_ key: String) -> Int {
    memory[key]?.count += 1
    return memory[key]?.count ?? 0
  }
}
