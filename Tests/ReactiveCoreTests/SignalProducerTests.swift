import ReactiveCore
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

  @Test("A million starts leave nothing behind")
  func leaks() {
    let before = Counted.living.value
    let (signal, input) = Signal<Counted, Never>.pipe()
    let producers: [SignalProducer<Counted, Never>] = [
      SignalProducer(signal).map { $0 }, SignalProducer { _, _ in }, .never,
      SignalProducer { observer, lifetime in lifetime.observeEnded { observer.sendCompleted() } },
      SignalProducer { Counted() }.map { $0 },
    ]
    for producer in producers {
      for _ in 0..<200_000 {
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
