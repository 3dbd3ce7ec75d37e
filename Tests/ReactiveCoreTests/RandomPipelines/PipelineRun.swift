import Foundation
import ReactiveCore

/// A random stream as this module makes it, and what happened in it.
final class PipelineRun {
  typealias Producer = SignalProducer<Int, Fault>

  let clock = TestScheduler()
  /// Whether operators are those of signals, lifted.
  private let isLifted: Bool
  private let origin = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var events: [String] = []
  private(set) var starts: [String] = []
  private(set) var ends: [String] = []
  private var kept: [() -> Void] = []

  init(isLifted: Bool) { self.isLifted = isLifted }

  private var tick: Int { Int(clock.currentDate.timeIntervalSince(origin).rounded()) }

  func start(_ pipeline: Pipeline) -> any Disposable {
    make(pipeline).start { [unowned self] event in
      let heard: Pipeline.Event =
        switch event {
        case .value(let value): .value(value)
        case .failed: .failed
        case .completed: .completed
        case .interrupted: .interrupted
        }
      events.append("\(tick) \(heard)")
    }
  }

  func advance(to tick: Int) { clock.advance(to: origin + Double(tick)) }

  private func source(_ number: Int, _ events: [(tick: Int, event: Pipeline.Event)]) -> Producer {
    Producer { [unowned self] observer, lifetime in
      starts.append("\(tick) \(number)")
      lifetime.observeEnded { [unowned self] in ends.append("\(tick) \(number)") }
      func send(_ event: Pipeline.Event) {
        switch event {
        case .value(let value): observer.send(value: value)
        case .failed: observer.send(error: Fault())
        case .completed: observer.sendCompleted()
        case .interrupted: observer.sendInterrupted()
        }
      }
      for (tick, event) in events {
        if tick == 0 { send(event) } else { lifetime += clock.schedule(after: .seconds(tick)) { send(event) } }
      }
      // A stream without an end is not interrupted for want of somebody who could send.
      lifetime.observeEnded { withExtendedLifetime(observer) {} }
    }
  }

  private func live(_ initial: Int, _ changes: [(tick: Int, value: Int)], _ end: Int?) -> Producer {
    var property: MutableProperty<Int>? = MutableProperty(initial)
    let producer = property!.producer.promoteError(Fault.self)
    for (tick, value) in changes { clock.schedule(after: .seconds(tick)) { property!.value = value } }
    if let end { clock.schedule(after: .seconds(end)) { property = nil } }
    // One that is not released stays as long as the run.
    kept.append { withExtendedLifetime(property) {} }
    return producer
  }

  private func clocked(_ kind: Pipeline.Clocked, _ interval: Int, _ count: Int) -> Producer {
    let values =
      switch kind {
      case .timer:
        SignalProducer<Int, Never>.deferred { [clock] in
          let start = clock.currentDate
          return SignalProducer.timer(interval: .seconds(interval), on: clock)
            .map { (Int($0.timeIntervalSince(start).rounded()) / interval - 1) % 10 }
        }.take(first: count)
      case .interval: SignalProducer.interval(.seconds(interval), on: clock).take(first: count)
      case .intervalOfSequence: SignalProducer.interval(0..<count, interval: .seconds(interval), on: clock)
      }
    return values.promoteError(Fault.self)
  }

  private func make(_ pipeline: Pipeline) -> Producer {
    switch pipeline {
    case .source(let number, let events): source(number, events)
    case .live(let initial, let changes, let end): live(initial, changes, end)
    case .clocked(let kind, let interval, let count): clocked(kind, interval, count)
    case .unary(let operation, let n, let inner):
      isLifted ? make(inner).lift { self.unary(operation, n, $0) } : unary(operation, n, make(inner))
    case .timed(let operation, let interval, let inner):
      isLifted ? make(inner).lift { self.timed(operation, interval, $0) } : timed(operation, interval, make(inner))
    case .around(let kind, let number, let inner): around(kind, number, make(inner))
    case .join(let kind, let a, let b):
      isLifted ? lifted(kind, make(a), make(b)) : join(kind, make(a), make(b))
    case .group(let kind, let a, let b, let c): group(kind, make(a), make(b), make(c))
    case .flatten(let strategy, let outer, let inners): flatten(strategy, make(outer), inners.map(make))
    case .succession(let kind, let pause, let a, let b): succession(kind, pause, make(a), make(b))
    }
  }

  private func around(_ kind: Pipeline.Around, _ number: Int, _ inner: Producer) -> Producer {
    switch kind {
    case .lift: inner.lift { $0.map { $0 } }
    case .timeout: inner.timeout(after: Double(number), raising: Fault(), on: clock)
    case .startOn: inner.start(on: clock)
    case .prefixValue: inner.prefix(value: number % 10)
    case .concatValue: inner.concat(value: number % 10)
    case .concatError: inner.concat(error: Fault())
    case .replay: .deferred { inner.replayLazily(upTo: number % 3) }
    case .replayAgain:
      Producer { observer, lifetime in
        let replayed = inner.replayLazily(upTo: number % 3)
        lifetime += replayed.start()
        lifetime += replayed.start(observer)
      }
    case .property:
      .deferred { Property(initial: number % 10, then: safe(inner)).producer.promoteError(Fault.self) }
    }
  }

  private func group(_ kind: Pipeline.Group, _ a: Producer, _ b: Producer, _ c: Producer) -> Producer {
    func pair(_ x: Int, _ y: Int) -> Int { (x * 3 + y) % 10 }
    return switch kind {
    case .merge: Producer.merge(a, b, c)
    case .mergeAll: Producer.merge([a, b, c])
    case .combineLatest: Producer.combineLatest(a, b, c).map { pair(pair($0.0, $0.1), $0.2) }
    case .combineLatestAll: Producer.combineLatest([a, b, c]).map { pair(pair($0[0], $0[1]), $0[2]) }
    case .zip: Producer.zip(a, b, c).map { pair(pair($0.0, $0.1), $0.2) }
    case .zipAll: Producer.zip([a, b, c]).map { pair(pair($0[0], $0[1]), $0[2]) }
    }
  }

  private func flatten(_ strategy: Pipeline.Strategy, _ outer: Producer, _ inners: [Producer]) -> Producer {
    let strategy: FlattenStrategy =
      switch strategy {
      case .merge: .merge
      case .concat: .concat
      case .concurrent2: .concurrent(limit: 2)
      case .latest: .latest
      case .race: .race
      case .throttle: .throttle
      }
    return isLifted
      ? outer.lift { $0.flatMap(strategy) { inners[$0 % inners.count] } }
      : outer.flatMap(strategy) { inners[$0 % inners.count] }
  }

  private func succession(_ kind: Pipeline.Succession, _ pause: Int, _ a: Producer, _ b: Producer) -> Producer {
    switch kind {
    case .concat: a.concat(b)
    case .prefix: a.prefix(b)
    case .then: a.then(b)
    case .flatMapError: isLifted ? a.lift { $0.flatMapError { _ in b } } : a.flatMapError { _ in b }
    case .repeatTwice: a.repeat(2)
    case .retryTwice: a.retry(upTo: 1)
    case .retryLater: a.retry(upTo: 1, interval: Double(pause), on: clock)
    }
  }
}

extension SignalProducer {
  /// A producer that is made at each start.
  static func deferred(_ make: @escaping () -> SignalProducer) -> SignalProducer {
    SignalProducer { observer, lifetime in lifetime += make().start(observer) }
  }
}

func safe(_ producer: SignalProducer<Int, Fault>) -> SignalProducer<Int, Never> {
  producer.flatMapError { _ in .empty }
}
