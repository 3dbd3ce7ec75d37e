import Testing

@testable import ReactiveCore

/// Each strategy, stopped in each way while inner works wait, run or never end: nothing is started afterwards, and nothing
/// goes on.
@Suite("Stopping streams of streams")
struct FlattenStopTests {
  typealias Producer = SignalProducer<Int, Fault>

  /// What happens to the inner works.
  final class Works {
    var started: [Int] = []
    var ended: [Int] = []
    /// Called when a work is stopped, as its first hook.
    var whenEnded: ((Int) -> Void)?

    var atWork: [Int] { started.filter { !ended.contains($0) } }
  }

  /// What an inner work does, once it has been started.
  enum Inner: CaseIterable {
    case neverEnds, sendsAndNeverEnds, endsLater, sendsLater

    func producer(_ number: Int, _ works: Works, _ clock: TestScheduler) -> Producer {
      let work = Producer { observer, lifetime in
        works.started.append(number)
        lifetime.observeEnded {
          works.ended.append(number)
          works.whenEnded?(number)
        }
        switch self {
        case .neverEnds: lifetime.observeEnded { withExtendedLifetime(observer) {} }
        case .sendsAndNeverEnds:
          observer.send(value: number)
          lifetime.observeEnded { withExtendedLifetime(observer) {} }
        case .endsLater: lifetime += clock.schedule(after: .seconds(10)) { observer.sendCompleted() }
        case .sendsLater: lifetime += clock.schedule(after: .seconds(1)) { observer.send(value: number) }
        }
      }
      return work
    }
  }

  /// A flattening that has been started, and what stops it.
  typealias Stop = @Sendable (_ result: Producer, _ clock: TestScheduler) -> () -> Void

  /// The ways to stop a stream from behind it; each starts it and returns what stops it.
  static let stops: [(name: String, begin: Stop)] = [
    ("dispose", { result, _ in result.start().dispose }),
    (
      "dispose in startWithSignal",
      { result, _ in
        var handle: (any Disposable)?
        result.startWithSignal { signal, interrupter in
          signal.observe { _ in }
          handle = interrupter
        }
        return { handle?.dispose() }
      }
    ),
    (
      "dispose of the observation, when nobody holds the signal",
      { result, _ in
        var observation: (any Disposable)?
        result.startWithSignal { signal, _ in observation = signal.observe { _ in } }
        return { observation?.dispose() }
      }
    ),
    (
      "take(until:)",
      { result, _ in
        let trigger = Signal<(), Never>.pipe()
        result.take(until: trigger.output).start()
        return { trigger.input.send(value: ()) }
      }
    ),
    (
      "take(during:)",
      { result, _ in
        let (lifetime, token) = Lifetime.make()
        result.take(during: lifetime).start()
        return token.dispose
      }
    ),
    (
      "take(untilReplacement:)",
      { result, _ in
        let replacement = Signal<Int, Never>.pipe()
        result.flatMapError { _ in SignalProducer<Int, Never>.empty }.take(untilReplacement: replacement.output).start()
        return { replacement.input.send(value: 0) }
      }
    ),
    (
      "timeout",
      { result, clock in
        result.timeout(after: 5, raising: Fault(), on: clock).start()
        return { clock.advance(by: .seconds(5)) }
      }
    ),
    (
      "a failure beside it",
      { result, _ in
        let other = Signal<Int, Fault>.pipe()
        result.merge(with: other.output.producer).start()
        return { other.input.send(error: Fault()) }
      }
    ),
    (
      "an outer latest that switches",
      { result, _ in
        let outer = Signal<Producer, Never>.pipe()
        outer.output.flatten(.latest).observe { _ in }
        outer.input.send(value: result)
        return { outer.input.send(value: .never) }
      }
    ),
    (
      "an outer race that another wins",
      { result, _ in
        let other = Signal<Int, Fault>.pipe()
        let outer = SignalProducer<Producer, Never>([result.filter { _ in false }, other.output.producer])
        outer.flatten(.race).start()
        return { other.input.send(value: 0) }
      }
    ),
    (
      "an action's start",
      { result, _ in
        let action = Action<(), Int, Fault> { result }
        let start = action.apply(()).start()
        return { withExtendedLifetime(action) { start.dispose() } }
      }
    ),
    (
      "a binding",
      { result, _ in
        let target = MutableProperty(0)
        let binding = target <~ result.flatMapError { _ in .empty }
        return { withExtendedLifetime(target) { binding?.dispose() } }
      }
    ),
    (
      "the target of a binding",
      { result, _ in
        var target: MutableProperty<Int>? = MutableProperty(0)
        target! <~ result.flatMapError { _ in .empty }
        return { target = nil }
      }
    ),
    (
      "a property made of it",
      { result, _ in
        var property: Property<Int>? = Property(initial: 0, then: result.flatMapError { _ in .empty })
        return { withExtendedLifetime(property) { property = nil } }
      }
    ),
    (
      "lift",
      { result, _ in result.lift { $0 }.start().dispose }
    ),
    (
      "an operator on a scheduler",
      { result, clock in result.delay(1, on: clock).start().dispose }
    ),
    (
      "a replay that nobody holds",
      { result, _ in
        var replayed: Producer? = result.replayLazily(upTo: 1)
        let start = replayed!.start()
        return {
          start.dispose()
          replayed = nil
        }
      }
    ),
  ]

  static let strategies: [(name: String, FlattenStrategy, limit: Int)] = [
    ("merge", .merge, .max), ("concat", .concat, 1), ("concurrent 2", .concurrent(limit: 2), 2),
    ("concurrent 3", .concurrent(limit: 3), 3), ("latest", .latest, 1), ("race", .race, .max),
    ("throttle", .throttle, 1),
  ]

  /// Checks what is left after a result was stopped, and that time and further outer values change nothing.
  private func checkStopped(
    _ label: String, _ works: Works, _ clock: TestScheduler, startedBefore: [Int], _ outer: Signal<Int, Fault>.Observer?
  ) {
    #expect(works.started == startedBefore, "\(label): started after the stop")
    #expect(works.atWork == [], "\(label): left at work")
    #expect(Set(works.ended).count == works.ended.count, "\(label): ended twice")
    outer?.send(value: 99)
    clock.advance(by: .seconds(100))
    outer?.sendCompleted()
    clock.advance(by: .seconds(100))
    #expect(works.started == startedBefore, "\(label): started later")
  }

  @Test("2: once the result has been stopped nothing is started", arguments: strategies.map(\.name))
  func nothingIsStartedAfterwards(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for inner in Inner.allCases {
      for stop in Self.stops {
        for isPipe in [false, true] {
          let (works, clock) = (Works(), TestScheduler())
          let outer = Signal<Int, Fault>.pipe()
          let source = isPipe ? outer.output.producer : Producer([1, 2, 3, 4, 5])
          let end = stop.begin(source.flatMap(strategy.1) { inner.producer($0, works, clock) }, clock)
          if isPipe { for number in 1...5 { outer.input.send(value: number) } }
          let label = "\(name), \(inner), \(stop.name)\(isPipe ? ", of a signal" : "")"
          #expect(!works.started.isEmpty, "\(label): nothing was started")
          #expect(works.atWork.count <= strategy.limit, "\(label): too many at work")
          let before = works.started
          end()
          checkStopped(label, works, clock, startedBefore: before, isPipe ? outer.input : nil)
        }
      }
    }
  }

  @Test("2: a hook of a stopped work that sends to the outer stream starts nothing", arguments: strategies.map(\.name))
  func hooksStartNothing(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for stop in Self.stops {
      let (works, clock) = (Works(), TestScheduler())
      let outer = Signal<Int, Fault>.pipe()
      let end = stop.begin(
        outer.output.producer.flatMap(strategy.1) { Inner.neverEnds.producer($0, works, clock) }, clock)
      for number in 1...3 { outer.input.send(value: number) }
      let before = works.started
      works.whenEnded = { outer.input.send(value: 10 + $0) }
      end()
      checkStopped("\(name), \(stop.name)", works, clock, startedBefore: before, outer.input)
    }
  }

  @Test("2: a flattened signal starts nothing once nobody hears it", arguments: strategies.map(\.name))
  func signals(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for inner in Inner.allCases {
      let (works, clock) = (Works(), TestScheduler())
      let outer = Signal<Int, Fault>.pipe()
      let observation = outer.output.flatMap(strategy.1) { inner.producer($0, works, clock) }.observe { _ in }
      for number in 1...5 { outer.input.send(value: number) }
      let before = works.started
      observation?.dispose()
      checkStopped("\(name), \(inner)", works, clock, startedBefore: before, outer.input)
    }
  }

  @Test("2: take(first:) stops a result within a delivery", arguments: strategies.map(\.name))
  func takeFirst(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for inner in [Inner.sendsAndNeverEnds, .sendsLater] {
      let (works, clock) = (Works(), TestScheduler())
      Producer([1, 2, 3, 4, 5]).flatMap(strategy.1) { inner.producer($0, works, clock) }.take(first: 1).start()
      clock.advance(by: .seconds(1))
      let before = works.started
      #expect(!before.isEmpty && before.count <= max(strategy.limit, 5))
      checkStopped("\(name), \(inner)", works, clock, startedBefore: before, nil)
    }
  }

  @Test("2: what waits is let go with the result")
  func waitingProducersAreReleased() {
    weak var witness: AnyDisposable?
    let outer = Signal<Producer, Never>.pipe()
    let observation = outer.output.flatten(.concat).observe { _ in }
    func send() {
      let held = AnyDisposable()
      witness = held
      outer.input.send(value: .never)
      outer.input.send(value: Producer { _, _ in withExtendedLifetime(held) {} })
    }
    send()
    #expect(witness != nil)
    observation?.dispose()
    #expect(witness == nil)
  }
}
