import ReactiveCore
import TestSupport
import Testing

@Suite("Signal producer")
struct SignalProducerTests {
  @Test("Every initializer sends what it says at each start")
  func initializers() {
    check(SignalProducer<Int, Fault>(value: 1), "1 |")
    check(SignalProducer<Int, Fault>(error: Fault()), "#")
    check(SignalProducer<Int, Fault>(result: .success(1)), "1 |")
    check(SignalProducer(result: Result<Int, Fault>.failure(Fault())), "#")
    check(SignalProducer<Int, Fault>([1, 2, 3]), "1 2 3 |")
    check(SignalProducer<Int, Fault>(values: 1, 2, 3, 4), "1 2 3 4 |")
    check(SignalProducer<Int, Fault> { 5 }, "5 |")
    check(SignalProducer { () -> Result<Int, Fault> in .failure(Fault()) }, "#")
    check(SignalProducer<Int, any Error> { throw Fault() }, "#")
    check(SignalProducer<Int, Fault>.empty, "|")
    check(SignalProducer<Int, Fault>.never, "")
    check(SignalProducer(Result<Int, Fault>.success(1)), "1 |")
    check(SignalProducer(SignalProducer(value: 1)), "1 |")
    check(SignalProducer(Signal<Int, Fault>.empty), "!")
  }

  @Test("The compiler finds the error of a producer of plain values")
  func inference() {
    let throwing: () throws -> String = { "" }
    let plain: () -> String = { "" }
    #expect(type(of: SignalProducer(value: 1)) == SignalProducer<Int, Never>.self)
    #expect(type(of: SignalProducer(values: 1, 2)) == SignalProducer<Int, Never>.self)
    #expect(type(of: SignalProducer([1, 2])) == SignalProducer<Int, Never>.self)
    #expect(type(of: SignalProducer(throwing)) == SignalProducer<String, any Error>.self)
    #expect(type(of: SignalProducer(plain)) == SignalProducer<String, any Error>.self)
    #expect(type(of: SignalProducer<String, Fault>(plain)) == SignalProducer<String, Fault>.self)
  }

  @Test("A function that takes values alone lets the compiler find that a producer cannot fail")
  func inferenceFromUse() {
    var seen: [Int] = []
    SignalProducer(value: 1).startWithValues { seen.append($0) }
    SignalProducer { observer, _ in observer.send(value: 2) }.startWithValues { (value: Int) in seen.append(value) }
    SignalProducer([3, 4]).map { $0 }.filter { $0 == 4 }.startWithValues { seen.append($0) }
    Signal { observer, _ in observer.sendCompleted() }.observeValues { (value: Int) in seen.append(value) }
    #expect(seen == [1, 2, 4])
  }

  @Test("A sequence is read no further than an observer wants")
  func endlessSequence() {
    var seen: [Int] = []
    SignalProducer<Int, Never>(0...).startWithSignal { signal, interruptHandle in
      signal.observe(
        .init(
          value: {
            seen.append($0)
            if $0 == 2 { interruptHandle.dispose() }
          }, interrupted: { seen.append(-1) }))
    }
    #expect(seen == [0, 1, 2, -1])
  }

  // MARK: Interruption

  @Test("An interruption begins at the origin and passes every operator")
  func interruption() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded {
        log.append("work over")
        observer.send(value: 1)
      }
    }
    let run = producer.on(interrupted: { log.append("a") }).on(interrupted: { log.append("b") }).startWithInterrupted {
      log.append("observer")
    }
    #expect(!run.isDisposed)
    run.dispose()
    run.dispose()
    #expect(log == ["a", "b", "observer", "work over"])
    #expect(run.isDisposed)
  }

  @Test("A producer that is interrupted before its work begins does no work")
  func interruptionBeforeStart() {
    var log: [String] = []
    SignalProducer<Int, Never> { _, _ in log.append("work") }.on(starting: { log.append("starting") })
      .startWithSignal { signal, interruptHandle in
        signal.observe(.init(interrupted: { log.append("interrupted") }))
        interruptHandle.dispose()
        log.append("set up")
      }
    #expect(log == ["interrupted", "set up"])
  }

  @Test("An operator that waits for a scheduler passes the interruption on there, whether or not its source has ended")
  func interruptionOnScheduler() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sources = [SignalProducer(signal), .empty, .never, SignalProducer { _, lifetime in lifetime.observeEnded {} }]
    for source in sources {
      let scheduler = TestScheduler()
      for producer in [source.observe(on: scheduler), source.observe(on: scheduler).map { $0 }.take(first: 3)] {
        var ends = 0
        producer.startWithInterrupted { ends += 1 }.dispose()
        producer.startWithSignal { signal, interruptHandle -> any Disposable in
          signal.observeInterrupted { ends += 1 }
          return interruptHandle
        }.dispose()
        #expect(ends == 0)
        scheduler.run()
        #expect(ends == 2)
      }
    }
    withExtendedLifetime(input) {}
  }

  @Test("An interruption from within a value comes after it, and the work is over after that")
  func interruptionWithinValue() {
    for isNested in [false, true] {
      var log: [String] = []
      var source = SignalProducer<Int, Never> { observer, lifetime in
        lifetime.observeEnded { log.append("over") }
        observer.send(value: 1)
        log.append(lifetime.hasEnded ? "ended" : "goes on")
        observer.send(value: 2)
      }
      if isNested { source = source.map { $0 }.on(disposed: { log.append("disposed") }) }
      source.startWithSignal { signal, interruptHandle in
        signal.observe {
          log.append($0.description)
          interruptHandle.dispose()
        }
        signal.observe { log.append($0.description) }
      }
      let expected = ["VALUE 1", "VALUE 1", "INTERRUPTED", "INTERRUPTED", "disposed", "over", "ended"]
      #expect(log == expected.filter { isNested || $0 != "disposed" })
    }
  }

  @Test("An early end interrupts what is before it, and nothing behind it is told")
  func earlyEnd() {
    var log: [String] = []
    let run = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { log.append("over") }
      for value in 1...3 { observer.send(value: value) }
      log.append("sent")
    }
    .on(interrupted: { log.append("interrupted") }, disposed: { log.append("disposed") })
    .take(first: 2)
    .on(terminated: { log.append("terminated") })
    .start { log.append($0.description) }
    let ends = ["terminated", "COMPLETED", "interrupted", "disposed", "over", "sent"]
    #expect(log == ["VALUE 1", "VALUE 2"] + ends)
    #expect(run.isDisposed)
  }

  @Test("An observer is released with the end of its run, and not before")
  func release() {
    weak var object: Counted?
    func start(_ producer: SignalProducer<Int, Never>) -> any Disposable {
      let counted = Counted()
      object = counted
      return producer.startWithValues { _ in withExtendedLifetime(counted) {} }
    }
    let (signal, input) = Signal<Int, Never>.pipe()
    for producer in [.never, SignalProducer(signal), SignalProducer(signal).map { $0 }.concat(value: 1)] {
      let run = start(producer)
      #expect(object != nil)
      run.dispose()
      #expect(object == nil)
    }
    let run = start(SignalProducer(signal).map { $0 })
    input.sendCompleted()
    #expect(object == nil)
    withExtendedLifetime(run) {}
  }

  @Test("The signal of a start is released as it is left")
  func releaseOfSignal() {
    let scheduler = TestScheduler()
    weak var signal: Signal<Int, Never>?
    var log: [String] = []
    SignalProducer<Int, Never>.interval(.seconds(1), on: scheduler).startWithSignal { started, interruptHandle in
      signal = started
      scheduler.schedule { interruptHandle.dispose() }
      started.on(disposed: { log.append("disposed") }).observeInterrupted { log.append("interrupted") }
    }
    #expect(signal == nil)
    #expect(log == [])
    scheduler.run()
    #expect(log == ["interrupted", "disposed"])
  }

  @Test("The work ends when nobody holds or observes the signal")
  func unheardSignal() {
    var ends = 0
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded {
        ends += 1
        observer.send(value: 1)
      }
    }
    producer.startWithSignal { _, _ in }
    producer.map { $0 + 1 }.startWithSignal { _, _ in }
    #expect(ends == 2)
  }

  @Test("100,000 operators are made, started, interrupted and released on a small stack")
  func deepChain() {
    var seen: [String] = []
    onSmallStack {
      let (signal, input) = Signal<Int, Never>.pipe()
      var producer = SignalProducer(signal)
      var early = SignalProducer<Int, Never>(value: 0)
      for _ in 0..<100_000 {
        producer = producer.map { $0 + 1 }
        early = early.take(first: 2)
      }
      let run = producer.start { seen.append($0.description) }
      input.send(value: 1)
      run.dispose()
      early.start { seen.append($0.description) }
    }
    #expect(seen == ["VALUE 100001", "INTERRUPTED", "VALUE 0", "COMPLETED"])
  }

  @Test("100,000 producers that go on when the one before fails, or that combine it, are made, started and released")
  func deepChainOfJunctions() {
    var seen: [String] = []
    onSmallStack {
      var rescued = SignalProducer<Int, Fault>(error: Fault())
      var merged = SignalProducer<Int, Never>(value: 1)
      for _ in 0..<100_000 {
        rescued = rescued.flatMapError { _ in SignalProducer(error: Fault()) }
        merged = merged.sample(with: SignalProducer(value: 1)).map { $0.0 + $0.1 }
      }
      rescued.start { seen.append($0.description) }
      merged.start { seen.append($0.description) }
    }
    #expect(seen.count == 3 && seen[0].hasPrefix("FAILED") && seen[1...] == ["VALUE 100001", "COMPLETED"])
  }

  @Test("100,000 producers that are lifted or replayed are released on a small stack")
  func deepChainOfLifts() {
    weak var held: AnyDisposable?
    onSmallStack {
      let origin = AnyDisposable()
      held = origin
      var lifted = SignalProducer<Int, Never> { _, _ in withExtendedLifetime(origin) {} }
      var replayed = lifted
      for _ in 0..<100_000 {
        lifted = lifted.lift { $0.map { $0 + 1 } }
        replayed = replayed.replayLazily(upTo: 1)
      }
    }
    #expect(held == nil)
  }

  @Test("Starts leave nothing behind")
  func leaks() {
    let before = Counted.living.value
    let (signal, input) = Signal<Counted, Never>.pipe()
    let producers: [SignalProducer<Counted, Never>] = [
      SignalProducer(signal).map { $0 }, SignalProducer { _, _ in }, .never,
      SignalProducer { observer, lifetime in lifetime.observeEnded { observer.sendCompleted() } },
      SignalProducer { Counted() }.map { $0 },
    ]
    for producer in producers {
      for _ in 0..<TestLength.count(20_000, of: 200_000) {
        let counted = Counted()
        producer.start { _ in withExtendedLifetime(counted) {} }.dispose()
      }
    }
    input.send(value: Counted())
    #expect(Counted.living.value == before)
  }

  private func check<F: Error>(
    _ producer: SignalProducer<Int, F>, _ expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    for _ in 1...2 {
      var seen: [String] = []
      producer.start { event in
        switch event {
        case .value(let value): seen.append("\(value)")
        case .failed: seen.append("#")
        case .completed: seen.append("|")
        case .interrupted: seen.append("!")
        }
      }
      #expect(seen.joined(separator: " ") == expected, sourceLocation: location)
    }
  }
}

/// An object whose living instances are counted.
final class Counted: Sendable {
  static let living = Atomic(0)

  init() { Self.living.modify { $0 += 1 } }
  deinit { Self.living.modify { $0 -= 1 } }
}
