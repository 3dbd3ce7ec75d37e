/// A sheet in time as the guide tells it, one instant after the other, as slowly as it likes.
///
/// It shares nothing with the sheet that it is held against. A *wave* is what happens by itself in a micro-step: the payloads
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

  private struct StreamMemory {
    var count = 0
    var last: Int??
    var kept: Int??
    /// Whether TAKEUNTIL has ended, or the window of THROTTLE is open.
    var isSet = false
  }

  private let form: ModelForm
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
  private var memory: [String: StreamMemory] = [:]
  private var clock = ModelClock()
  private var step = MicroStep()

  init(_ form: ModelForm) throws {
    self.form = form
    for definition in form.definitions {
      switch definition {
      case .event(let name, _): latest[name] = .some(nil)
      case .derivedEvent(let name, let stream):
        latest[name] = .some(nil)
        derived[name] = stream
      case .input(let name, let value): cells[name] = .some(value)
      case .formula(let name, let formula): formulas[name] = formula
      case .state(let name, let initial, _): cells[name] = .some(initial)
      }
    }
    for definition in form.definitions {
      switch definition {
      case .derivedEvent(let name, _): note(.event(name))
      case .state(_, _, let clauses): for clause in clauses { note(clause.stream) }
      default: break
      }
    }
    for case .every(let quarters) in streams { setTimer(quarters, .every(quarters: quarters), nil) }
    let first = try changes()
    if !first.isEmpty { try instant([first]) }
  }

  /// Notes a stream behind those that it is made of.
  private func note(_ stream: ModelStream) {
    guard memory[stream.text] == nil else { return }
    memory[stream.text] = StreamMemory()
    for source in stream.sources { note(source) }
    if let name = stream.eventName, let made = derived[name] { note(made) }
    streams.append(stream)
  }

  // MARK: From outside

  /// What all names hold.
  func values() throws -> [String: Int?] {
    var values: [String: Int?] = [:]
    for definition in form.definitions { values[definition.name] = .some(try value(of: definition.name)) }
    return values
  }

  func perform(_ step: ModelForm.Step) throws {
    switch step {
    case .wait(let quarters):
      let end = clock.now + quarters
      while let timer = try clock.next(by: end) { try run(timer) }
    case .set, .fire: try together([step])
    case .together(let steps): try together(steps)
    }
  }

  private func together(_ steps: [ModelForm.Step]) throws {
    var waves: [Wave] = []
    for step in steps {
      switch step {
      case .set(let name, let value): cells[name] = .some(value)
      case .fire(let name, let payload): waves.append([name: [payload]])
      case .wait, .together: break
      }
    }
    try instant(waves.isEmpty ? [[:]] : waves)
  }

  // MARK: Time

  private func setTimer(_ quarters: Int, _ stream: ModelStream, _ payload: Int?) {
    clock.set(stream, in: quarters, payload, step: step.number)
  }

  private func run(_ timer: ModelClock.Timer) throws {
    let key = timer.stream.text
    switch timer.stream {
    case .every(let quarters):
      try instant([[key: [nil]]])
      // What the tick has set comes before the next one.
      step.number += 1
      setTimer(quarters, timer.stream, nil)
    case .throttle(_, let quarters):
      guard let kept = memory[key]?.kept else {
        memory[key]?.isSet = false
        return
      }
      memory[key]?.kept = nil
      setTimer(quarters, timer.stream, nil)
      try instant([[key: [kept]]])
    default: try instant([[key: [timer.payload]]])
    }
  }

  // MARK: An instant

  private func instant(_ first: [Wave]) throws {
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
      for (wave, told) in zip(waves, made) {
        begin(wave, told: told)
        for (key, payloads) in told where latest[key] != nil && !payloads.isEmpty { latest[key] = payloads.last }
        for case .state(let name, _, let clauses) in form.definitions { try decide(name, clauses, &new) }
      }
      step.wave = nil
      cells.merge(new) { _, new in new }
      let follows = try changes()
      if follows.isEmpty { return }
      waves = [follows]
    }
    throw ModelLimit.endlessInstant
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

  /// What the clauses of a state make of it; each sees the sheet as it was.
  private func decide(_ name: String, _ clauses: [ModelForm.Clause], _ new: inout [String: Int?]) throws {
    var running = (new[name] ?? cells[name]).flatMap { $0 }
    var asked: Set<String> = []
    for clause in clauses where asked.insert(clause.stream.text).inserted {
      for payload in step.told[clause.stream.text] ?? [] {
        let alternatives = clauses.filter { $0.stream.text == clause.stream.text }
        let taken = try through(clause.stream, payload) { names in
          func own(_ other: String) throws -> Int? { try other == name ? running : names(other) }
          guard let taken = try alternatives.first(where: { try $0.condition?.holds(own) ?? true }) else {
            return false
          }
          running = try taken.value.value(own)
          return true
        }
        if taken { new[name] = .some(running) }
      }
    }
  }

  // MARK: Values

  private func value(of name: String) throws -> Int? {
    if let meaning = step.meanings[name] { return meaning }
    if let formula = formulas[name] { return try formula.value(value) }
    if step.wave != nil, derived[name] != nil { _ = try payloads(of: .event(name)) }
    if let payload = latest[name] { return payload }
    return cells[name].flatMap { $0 }
  }

  /// Evaluates something for a payload of a stream; while it does, the name of an event is that payload.
  private func through<Result>(
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
    case .changed, .values, .every: return own
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
        clock.cancel(stream)
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
