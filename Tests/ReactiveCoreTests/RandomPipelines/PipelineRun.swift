import Foundation
import ReactiveCore

/// A random stream as this module makes it, and what happened in it.
final class PipelineRun {
  typealias Producer = SignalProducer<Int, Fault>

  let clock = TestScheduler()
  private let origin = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var events: [String] = []
  private(set) var starts: [String] = []
  private(set) var ends: [String] = []

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

  private func make(_ pipeline: Pipeline) -> Producer {
    switch pipeline {
    case .source(let number, let events): source(number, events)
    case .unary(let operation, let n, let inner): unary(operation, n, make(inner))
    case .timed(let operation, let interval, let inner): timed(operation, interval, make(inner))
    case .timeout(let interval, let inner): make(inner).timeout(after: Double(interval), raising: Fault(), on: clock)
    case .lift(let inner): make(inner).lift { $0.map { $0 } }
    case .join(let kind, let a, let b): join(kind, make(a), make(b))
    case .flatten(let strategy, let outer, let inners):
      flatten(strategy, make(outer), inners.map(make))
    case .succession(let kind, let a, let b): succession(kind, make(a), make(b))
    }
  }

  private func unary(_ operation: Pipeline.Unary, _ n: Int, _ inner: Producer) -> Producer {
    switch operation {
    case .map: inner.map { ($0 + n) % 10 }
    case .filter: inner.filter { $0 % 2 == n % 2 }
    case .compactMap: inner.compactMap { $0 % 3 == 0 ? nil : $0 / 2 }
    case .takeFirst: inner.take(first: n)
    case .takeLast: inner.take(last: n)
    case .takeWhile: inner.take(while: { $0 < n * 3 })
    case .takeUntil: inner.take(until: { $0 < n * 3 })
    case .skipFirst: inner.skip(first: n)
    case .skipWhile: inner.skip(while: { $0 < n * 2 })
    case .scan: inner.scan(n) { ($0 + $1) % 10 }
    case .reduce: inner.reduce(n) { ($0 + $1) % 10 }
    case .collect: inner.collect().map { $0.reduce(0, +) % 10 }
    case .collectPairs: inner.collect(count: 2).map { $0.reduce(0, +) % 10 }
    case .skipRepeats: inner.skipRepeats()
    case .uniqueValues: inner.uniqueValues()
    case .combinePrevious: inner.combinePrevious(n).map { ($0.0 * 3 + $0.1) % 10 }
    case .materialize:
      inner.materialize().promoteError(Fault.self).map { event in
        switch event {
        case .value(let value): value % 10
        case .failed: 11
        case .completed: 12
        case .interrupted: 13
        }
      }
    case .attempt: inner.attempt { $0 % 5 == n ? .failure(Fault()) : .success(()) }
    case .flattenSequence: inner.map { value in (0..<n).map { (value + $0) % 10 } }.flatten()
    case .rematerialize: inner.materialize().dematerialize()
    case .on: inner.on(value: { _ in })
    }
  }

  private func timed(_ operation: Pipeline.Timed, _ interval: Int, _ inner: Producer) -> Producer {
    let seconds = Double(interval)
    return switch operation {
    case .delay: inner.delay(seconds, on: clock)
    case .observeOn: inner.observe(on: clock)
    case .debounce: inner.debounce(seconds, on: clock, discardWhenCompleted: true)
    case .debounceKeeping: inner.debounce(seconds, on: clock, discardWhenCompleted: false)
    case .throttle: inner.throttle(seconds, on: clock)
    case .throttleKeeping: inner.throttle(seconds, on: clock, discardWhenCompleted: false)
    case .collectEvery:
      inner.collect(every: .seconds(interval), on: clock, skipEmpty: true, discardWhenCompleted: true)
        .map { $0.reduce(0, +) % 10 }
    case .lazyMap: inner.lazyMap(on: clock) { $0 }
    }
  }

  private func join(_ kind: Pipeline.Join, _ a: Producer, _ b: Producer) -> Producer {
    let safe = b.flatMapError { _ in SignalProducer<Int, Never>.empty }
    return switch kind {
    case .merge: a.merge(with: b)
    case .combineLatest: a.combineLatest(with: b).map { ($0.0 * 3 + $0.1) % 10 }
    case .zip: a.zip(with: b).map { ($0.0 * 3 + $0.1) % 10 }
    case .sample: a.sample(on: safe.map { _ in () })
    case .withLatest: a.withLatest(from: safe).map { ($0.0 * 3 + $0.1) % 10 }
    case .takeUntil: a.take(until: safe.map { _ in () })
    case .skipUntil: a.skip(until: safe.map { _ in () })
    case .takeUntilReplacement: a.take(untilReplacement: b)
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
    return outer.flatMap(strategy) { inners[$0 % inners.count] }
  }

  private func succession(_ kind: Pipeline.Succession, _ a: Producer, _ b: Producer) -> Producer {
    switch kind {
    case .concat: a.concat(b)
    case .then: a.then(b)
    case .flatMapError: a.flatMapError { _ in b }
    case .repeatTwice: a.repeat(2)
    case .retryTwice: a.retry(upTo: 1)
    }
  }
}
