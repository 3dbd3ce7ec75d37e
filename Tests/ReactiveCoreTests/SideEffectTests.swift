import ReactiveCore
import Testing

@Suite("Side effects and observation")
struct SideEffectTests {
  @Test("on calls its functions in order before the observers, and disposed after them")
  func order() {
    let ends: [(name: String, send: (Signal<Int, Fault>.Observer) -> Void)] = [
      ("completed", { $0.sendCompleted() }), ("failed", { $0.send(error: Fault()) }),
      ("interrupted", { $0.sendInterrupted() }),
    ]
    for (name, send) in ends {
      let (signal, input) = Signal<Int, Fault>.pipe()
      let log = Log()
      watched(signal, log, "").observe { log.note("observer \($0)") }
      input.send(value: 1)
      send(input)
      let printed = name == "failed" ? "FAILED fault" : name.uppercased()
      let values = ["event VALUE 1", "value 1", "observer VALUE 1"]
      let end = ["event \(printed)", name, "terminated", "observer \(printed)", "disposed"]
      #expect(log.lines == values + end)
    }
  }

  @Test("on of two in a row: the one nearer to the source is called first, and disposed of last")
  func nesting() {
    let (signal, input) = Signal<Int, Fault>.pipe()
    let log = Log()
    watched(watched(signal, log, "a "), log, "b ").observeCompleted { log.note("observer") }
    input.sendCompleted()
    #expect(
      log.lines == [
        "a event COMPLETED", "a completed", "a terminated", "b event COMPLETED", "b completed", "b terminated",
        "observer", "b disposed", "a disposed",
      ])
  }

  @Test("on of a signal is disposed of, without an event, when nobody observes it any more")
  func unobserved() {
    let (signal, input) = Signal<Int, Fault>.pipe()
    let log = Log()
    let observation = watched(signal, log, "").observe { _ in }
    observation?.dispose()
    input.send(value: 1)
    #expect(log.lines == ["disposed"])
  }

  @Test("on of a producer: starting from the outside in, started from the inside out, around what is sent at once")
  func starts() {
    let log = Log()
    SignalProducer<Int, Fault> { input, lifetime in
      lifetime.observeEnded { log.note("work ends") }
      input.send(value: 1)
      input.sendCompleted()
    }
    .on(starting: { log.note("starting 1") }, started: { log.note("started 1") })
    .on(
      starting: { log.note("starting 2") }, started: { log.note("started 2") }, terminated: { log.note("terminated") },
      disposed: { log.note("disposed") }, value: { log.note("value \($0)") }
    )
    .start { log.note("observer \($0)") }
    #expect(
      log.lines == [
        "starting 2", "starting 1", "value 1", "observer VALUE 1", "terminated", "observer COMPLETED", "disposed",
        "work ends", "started 1", "started 2",
      ])
  }

  @Test("Interrupting a started producer passes through on, and through an operator that ended before")
  func interruption() {
    let log = Log()
    let endless = SignalProducer<Int, Fault> { input, lifetime in
      lifetime.observeEnded { withExtendedLifetime(input) { log.note("work ends") } }
      input.send(value: 1)
    }
    let effects = { (producer: SignalProducer<Int, Fault>) in
      producer.on(
        interrupted: { log.note("interrupted") }, terminated: { log.note("terminated") },
        disposed: { log.note("disposed") })
    }
    effects(endless).map { $0 + 1 }.start { log.note("observer \($0)") }.dispose()
    #expect(
      log.take() == [
        "observer VALUE 2", "interrupted", "terminated", "observer INTERRUPTED", "disposed", "work ends",
      ])
    effects(endless).take(first: 1).start { log.note("observer \($0)") }
    #expect(
      log.take() == [
        "observer VALUE 1", "observer COMPLETED", "interrupted", "terminated", "disposed", "work ends",
      ])
    effects(SignalProducer([1, 2, 3])).take(first: 1).start { log.note("observer \($0)") }
    #expect(
      log.take() == ["observer VALUE 1", "observer COMPLETED", "interrupted", "terminated", "disposed"])
    let row = (0..<50_000).reduce(effects(endless)) { producer, _ in producer.on(interrupted: { log.note("row") }) }
    row.start { _ in }.dispose()
    #expect(log.take().count == 50_004)
  }

  @Test("logEvents writes the wanted events with their values")
  func logging() {
    var lines: [String] = []
    let logger: EventLogger = { identifier, event, file, function, line in
      lines.append("[\(identifier)] \(event) \(file) \(function) \(line)")
    }
    let (signal, input) = Signal<Int, Fault>.pipe()
    signal.logEvents(identifier: "s", fileName: "f", functionName: "g", lineNumber: 7, logger: logger).observe { _ in }
    input.send(value: 1)
    input.send(error: Fault())
    #expect(lines == ["value 1", "failed fault", "terminated", "disposed"].map { "[s] \($0) f g 7" })
    lines = []
    SignalProducer<Void, Fault>(value: ())
      .logEvents(
        events: [.starting, .started, .value, .completed, .disposed], fileName: "f", functionName: "g", lineNumber: 7,
        logger: logger
      )
      .start()
    #expect(lines == ["starting", "value", "completed", "disposed", "started"].map { "[] \($0) f g 7" })
    #expect(LoggingEvent.Signal.allEvents.count == 6 && LoggingEvent.SignalProducer.allEvents.count == 8)
  }

  @Test("Each way to observe sees its kind of event; one that comes too late sees an interruption")
  func observing() {
    let log = Log()
    func observe(_ signal: Signal<Int, Fault>) -> [Bool] {
      [
        signal.observe { log.note("event \($0)") },
        signal.observeResult { log.note("result \($0)") },
        signal.observeFailed { log.note("failed \($0)") },
        signal.observeCompleted { log.note("completed") },
        signal.observeInterrupted { log.note("interrupted") },
      ].map { $0 == nil }
    }
    let failing = Signal<Int, Fault>.pipe()
    #expect(observe(failing.output) == [false, false, false, false, false])
    failing.input.send(value: 1)
    failing.input.send(error: Fault())
    #expect(
      log.take() == [
        "event VALUE 1", "result success(1)", "event FAILED fault", "result failure(fault)", "failed fault",
      ])
    #expect(observe(failing.output) == [true, true, true, true, true])
    #expect(log.take() == ["event INTERRUPTED", "interrupted"])
    let completing = Signal<Int, Fault>.pipe()
    #expect(observe(completing.output) == [false, false, false, false, false])
    completing.input.sendCompleted()
    #expect(log.take() == ["event COMPLETED", "completed"])
    let values = Signal<Int, Never>.pipe()
    let observation = values.output.observeValues { log.note("value \($0)") }
    values.input.send(value: 1)
    observation?.dispose()
    values.input.send(value: 2)
    #expect(log.take() == ["value 1"])
  }

  @Test("What an operator holds is released with the end of the stream, and with the observation")
  func release() {
    final class Token {}
    weak var released: Token?
    func chain(_ signal: Signal<Int, Fault>) -> Signal<Int, Fault> {
      let token = Token()
      released = token
      return signal.map { value in withExtendedLifetime(token) { value } }.filter { _ in true }.scan(0, +).on(value: {
        _ in
      })
    }
    let (signal, input) = Signal<Int, Fault>.pipe()
    let observation = chain(signal).observe { _ in }
    input.send(value: 1)
    #expect(released != nil)
    observation?.dispose()
    #expect(released == nil)
    chain(signal).observe { _ in }
    #expect(released != nil)
    input.sendCompleted()
    #expect(released == nil)
  }

  private func watched(_ signal: Signal<Int, Fault>, _ log: Log, _ prefix: String) -> Signal<Int, Fault> {
    signal.on(
      event: { log.note("\(prefix)event \($0)") }, failed: { _ in log.note("\(prefix)failed") },
      completed: { log.note("\(prefix)completed") }, interrupted: { log.note("\(prefix)interrupted") },
      terminated: { log.note("\(prefix)terminated") }, disposed: { log.note("\(prefix)disposed") },
      value: { log.note("\(prefix)value \($0)") })
  }
}

@Suite("Sending from within")
struct ReentranceTests {
  @Test(
    "A value that an observer sends into an unserialized signal finds the operators' state as the one before left it")
  func unserialized() {
    let (signal, input) = Signal<Int, Never>.unserializedPipe()
    let log = Log()
    let resend = { (value: Int) in if value < 3 { input.send(value: value + 1) } }
    let observations = [
      signal.scan(0, +).observeValues { log.note("scan \($0)") },
      signal.combinePrevious(0).observeValues { log.note("pair \($0)\($1)") },
      signal.take(first: 2).materialize().observeValues { log.note("take \($0)") },
      signal.collect(count: 2).observeValues { log.note("collect \($0)") },
      signal.observeValues(resend),
    ]
    input.send(value: 1)
    #expect(observations.allSatisfy { $0 != nil })
    #expect(
      log.lines == [
        "scan 1", "pair 01", "take VALUE 1", "scan 3", "pair 12", "take VALUE 2", "take COMPLETED", "collect [1, 2]",
        "scan 6", "pair 23",
      ])
  }

  @Test("An operator's own observer may send: each operator takes the inner value after it has dealt with the outer")
  func inner() {
    expect([0, 2, 4, 6]) { $0.filter { $0.isMultiple(of: 2) } }
    expect([0, 1, 3, 6, 10, 15, 21]) { $0.scan(0, +) }
    expect([0, 1, 3, 6, 10, 15, 21]) { $0.scan(into: 0, +=) }
    expect([0, 1, 2, 3]) { $0.take(first: 4) }
    expect([0, 1, 2, 3]) { $0.take(while: { $0 < 4 }) }
    expect([0, 1, 2, 3, 4, 5, 6]) { $0.skipRepeats() }
    expect([0, 1, 2]) { $0.uniqueValues { $0 % 3 } }
    expect([1, 3, 5]) { $0.collect(count: 2).map { $0[1] } }
  }

  /// Sends 0, and from the observer of an operator's output each next number up to 6.
  private func expect(
    _ values: [Int], at location: SourceLocation = #_sourceLocation,
    _ operated: (Signal<Int, Never>) -> Signal<Int, Never>
  ) {
    typealias Stream = Signal<Int, Never>
    for (signal, input) in [Stream.pipe(), Stream.unserializedPipe(), Stream.reentrantUnserializedPipe()] {
      var seen: [Int] = []
      var next = 0
      func send() {
        next += 1
        if next <= 6 { input.send(value: next) }
      }
      operated(signal).observeValues {
        seen.append($0)
        send()
      }
      input.send(value: 0)
      for _ in 0..<6 { send() }
      #expect(seen == values, sourceLocation: location)
    }
  }

  @Test("A closure that disposes of the stream sees no further value")
  func disposal() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var observation: (any Disposable)?
    var seen: [Int] = []
    var calls = 0
    observation = signal.map { value in
      calls += 1
      if value == 2 { observation?.dispose() }
      return value
    }
    .observeValues { seen.append($0) }
    for value in 1...3 { input.send(value: value) }
    #expect(calls == 2)
    #expect(seen == [1])
    let disposable = SerialDisposable()
    seen = []
    disposable.inner = SignalProducer<Int, Never> { input, lifetime in
      for value in 1...3 where !lifetime.hasEnded { input.send(value: value) }
    }
    .filter { value in
      if value == 2 { disposable.dispose() }
      return true
    }
    .start { if let value = $0.value { seen.append(value) } }
    #expect(disposable.isDisposed)
  }
}
