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
    case neverEnds, sendsAndNeverEnds, endsLater, sendsLater, endsAtOnce, sometimesEndsAtOnce, sendsAndGoesOn

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
        case .endsAtOnce: observer.sendCompleted()
        case .sometimesEndsAtOnce:
          if number % 2 == 0 { observer.sendCompleted() }
          lifetime.observeEnded { withExtendedLifetime(observer) {} }
        case .sendsAndGoesOn: observer.sendCompleted()
        }
      }
      // What follows a value within one start.
      return self == .sendsAndGoesOn ? work.concat(value: number).concat(work) : work
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
      "the release of a lifetime's token",
      { result, _ in
        var (lifetime, token): (Lifetime, Lifetime.Token?) = Lifetime.make()
        result.take(during: lifetime).start()
        return { withExtendedLifetime(lifetime) { token = nil } }
      }
    ),
    (
      "the release of an object with a lifetime",
      { result, _ in
        var owner: MutableProperty<Int>? = MutableProperty(0)
        owner!.lifetime += result.start()
        return { owner = nil }
      }
    ),
    (
      "a composite disposable",
      { result, _ in
        let disposables = CompositeDisposable()
        disposables += result.start()
        return disposables.dispose
      }
    ),
    (
      "the release of a scoped disposable",
      { result, _ in
        var scoped: ScopedDisposable<AnyDisposable>? = ScopedDisposable(AnyDisposable(result.start()))
        return { withExtendedLifetime(scoped) { scoped = nil } }
      }
    ),
    (
      "a serial disposable that is given another",
      { result, _ in
        let serial = SerialDisposable(result.start())
        return { serial.inner = nil }
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
    #expect(works.ended.count <= works.started.count, "\(label): ended twice")
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

  /// What ends a result within the delivery of its first value.
  static let ends: [(name: String, apply: @Sendable (Producer) -> Producer)] = [
    ("take(first:)", { $0.take(first: 1) }),
    ("take(while:)", { $0.take(while: { _ in false }) }),
    ("take(until:) of a test", { $0.take(until: { _ in false }) }),
    ("attempt", { $0.attempt { _ in .failure(Fault()) } }),
    ("attemptMap", { $0.attemptMap { _ in .failure(Fault()) } }),
    ("a flattening that fails", { $0.flatMap(.latest) { _ in Producer(error: Fault()) } }),
    ("zip with one", { Producer(value: 0).zip(with: $0).map { $0.1 } }),
    ("timeout and take(first:)", { $0.take(first: 1).timeout(after: 100, raising: Fault(), on: TestScheduler()) }),
    (
      "an observer that disposes",
      { result in
        Producer { observer, lifetime in
          let serial = SerialDisposable()
          lifetime += serial
          result.startWithSignal { signal, interrupter in
            serial.inner = interrupter
            signal.observe(observer)
            signal.observe { if case .value = $0 { serial.dispose() } }
          }
        }
      }
    ),
    ("take(first:) before take(last:)", { $0.take(first: 1).take(last: 1) }),
    ("lift of take(first:)", { $0.lift { $0.take(first: 1) } }),
  ]

  @Test("2: what ends within the delivery of a value starts nothing afterwards", arguments: strategies.map(\.name))
  func endsWithinADelivery(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for inner in [Inner.sendsAndNeverEnds, .sendsLater, .sendsAndGoesOn] {
      for end in Self.ends {
        for isLifted in [false, true] {
          let (works, clock) = (Works(), TestScheduler())
          func work(_ number: Int) -> Producer { inner.producer(number, works, clock) }
          let source = Producer([1, 2, 3, 4, 5])
          let result = isLifted ? source.lift { $0.flatMap(strategy.1, work) } : source.flatMap(strategy.1, work)
          var before: [Int] = []
          end.apply(result.on(value: { _ in before = works.started })).start()
          clock.advance(by: .seconds(1))
          let label = "\(name), \(inner), \(end.name)\(isLifted ? ", lifted" : "")"
          #expect(!before.isEmpty, "\(label): nothing was sent")
          checkStopped(label, works, clock, startedBefore: before, nil)
        }
      }
    }
  }

  @Test("2: an end of the outer stream or a failure of an inner one starts nothing", arguments: strategies.map(\.name))
  func endsFromBefore(_ name: String) throws {
    let strategy = try #require(Self.strategies.first { $0.name == name })
    for inner in Inner.allCases {
      for end in [
        "outer failure", "outer interruption", "outer input released", "inner failure", "completion, then dispose",
      ] {
        let (works, clock) = (Works(), TestScheduler())
        var outer: (output: Signal<Int, Fault>, input: Signal<Int, Fault>.Observer)? = Signal.pipe()
        let failing = Signal<Int, Fault>.pipe()
        let start = outer!.output.producer.flatMap(strategy.1) { number in
          number == 0 ? failing.output.producer : inner.producer(number, works, clock)
        }.start()
        // The one that fails is the first, or the one that latest goes on with.
        let numbers = end != "inner failure" ? [1, 2, 3, 4, 5] : name == "latest" ? [1, 2, 0] : [0, 1, 2, 3, 4]
        for number in numbers { outer?.input.send(value: number) }
        let before = works.started
        switch end {
        case "outer failure": outer?.input.send(error: Fault())
        case "outer interruption": outer?.input.sendInterrupted()
        case "outer input released": outer = nil
        case "inner failure":
          // Where another has won the race nobody hears of the failure.
          if name == "race" { start.dispose() }
          failing.input.send(error: Fault())
        default:
          outer?.input.sendCompleted()
          start.dispose()
        }
        checkStopped("\(name), \(inner), \(end)", works, clock, startedBefore: before, outer?.input)
      }
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
