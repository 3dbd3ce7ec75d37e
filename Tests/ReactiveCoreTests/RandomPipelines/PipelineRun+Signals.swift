import ReactiveCore

/// The operators of signals.
extension PipelineRun {
  typealias Stream = Signal<Int, Fault>

  func unary(_ operation: Pipeline.Unary, _ n: Int, _ inner: Stream) -> Stream {
    switch operation {
    case .map: inner.map { ($0 + n) % 10 }
    case .mapValue: inner.map(value: n)
    case .mapError: inner.mapError { $0 }
    case .filter: inner.filter { $0 % 2 == n % 2 }
    case .compactMap: inner.compactMap { $0 % 3 == 0 ? nil : $0 / 2 }
    case .skipNil: inner.map { $0 % 3 == n ? nil : $0 }.skipNil()
    case .takeFirst: inner.take(first: n)
    case .takeLast: inner.take(last: n)
    case .takeWhile: inner.take(while: { $0 < n * 3 })
    case .takeUntil: inner.take(until: { $0 < n * 3 })
    case .skipFirst: inner.skip(first: n)
    case .skipWhile: inner.skip(while: { $0 < n * 2 })
    case .scan: inner.scan(n) { ($0 + $1) % 10 }
    case .scanInto: inner.scan(into: n) { $0 = ($0 + $1) % 10 }
    case .scanMap:
      inner.scanMap(n) { state, value in
        let sum = (state + value) % 10
        return (sum, (sum * 2 + value) % 10)
      }
    case .scanMapInto:
      inner.scanMap(into: n) { state, value in
        state = (state + value) % 10
        return (state * 2 + value) % 10
      }
    case .reduce: inner.reduce(n) { ($0 + $1) % 10 }
    case .reduceInto: inner.reduce(into: n) { $0 = ($0 + $1) % 10 }
    case .collect: inner.collect().map(digit)
    case .collectPairs: inner.collect(count: 2).map(digit)
    case .collectAfter: inner.collect { $0.last! % 3 == n }.map(digit)
    case .collectBefore: inner.collect { lot, latest in latest % 3 == n && lot.count < 3 }.map(digit)
    case .skipRepeats: inner.skipRepeats()
    case .skipRepeatsBy: inner.skipRepeats { $0 % 3 == $1 % 3 }
    case .uniqueValues: inner.uniqueValues()
    case .uniqueValuesBy: inner.uniqueValues { $0 % 4 }
    case .combinePrevious: inner.combinePrevious(n).map { ($0.0 * 3 + $0.1) % 10 }
    case .combineLastTwo: inner.combinePrevious().map { ($0.0 * 3 + $0.1) % 10 }
    case .materialize: inner.materialize().promoteError(Fault.self).map(code)
    case .materializeResults: inner.materializeResults().promoteError(Fault.self).map(code)
    case .rematerialize: inner.materialize().dematerialize()
    case .rematerializeResults: inner.materializeResults().dematerializeResults()
    case .attempt: inner.attempt { $0 % 5 == n ? .failure(Fault()) : .success(()) }
    case .attemptMap: inner.attemptMap { $0 % 5 == n ? .failure(Fault()) : .success(($0 + 1) % 10) }
    case .flattenSequence: inner.map { value in (0..<n).map { (value + $0) % 10 } }.flatten()
    case .negate: inner.map { $0 % 2 == 0 }.negate().map { $0 ? 1 : 0 }
    case .logEvents: inner.logEvents(logger: { _, _, _, _, _ in })
    case .on: inner.on(value: { _ in })
    }
  }

  func timed(_ operation: Pipeline.Timed, _ interval: Int, _ inner: Stream) -> Stream {
    let seconds = Double(interval)
    return switch operation {
    case .delay: inner.delay(seconds, on: clock)
    case .observeOn: inner.observe(on: clock)
    case .debounce: inner.debounce(seconds, on: clock, discardWhenCompleted: true)
    case .debounceKeeping: inner.debounce(seconds, on: clock, discardWhenCompleted: false)
    case .throttle: inner.throttle(seconds, on: clock)
    case .throttleKeeping: inner.throttle(seconds, on: clock, discardWhenCompleted: false)
    case .collectEvery:
      inner.collect(every: .seconds(interval), on: clock, skipEmpty: true, discardWhenCompleted: true).map(digit)
    case .collectEveryKeeping:
      inner.collect(every: .seconds(interval), on: clock, skipEmpty: false, discardWhenCompleted: false).map(digit)
    case .lazyMap: inner.lazyMap(on: clock) { $0 }
    }
  }

  /// An operator of two signals, lifted: the second stream starts last, or first where the model has it so.
  func lifted(_ kind: Pipeline.Join, _ a: Producer, _ b: Producer) -> Producer {
    switch kind {
    case .takeDuring, .throttleWhile: join(kind, a, b)
    case .withLatest, .takeUntil, .skipUntil, .takeUntilReplacement:
      a.lift { first in { second in self.join(kind, first, second) } }(b)
    case .merge, .combineLatest, .and, .or, .zip, .sample, .sampleWith:
      // Of two that are lifted the second is started first.
      b.lift { second in { first in self.join(kind, first, second) } }(a)
    }
  }

  private func join(_ kind: Pipeline.Join, _ a: Stream, _ b: Stream) -> Stream {
    let other = b.flatMapError { _ in SignalProducer<Int, Never>.empty }
    let trigger = other.map { _ in () }
    return switch kind {
    case .merge: a.merge(with: b)
    case .combineLatest: a.combineLatest(with: b).map { ($0.0 * 3 + $0.1) % 10 }
    case .and: a.map { $0 % 2 == 0 }.and(b.map { $0 < 5 }).map { $0 ? 1 : 0 }
    case .or: a.map { $0 % 2 == 0 }.or(b.map { $0 < 5 }).map { $0 ? 1 : 0 }
    case .zip: a.zip(with: b).map { ($0.0 * 3 + $0.1) % 10 }
    case .sample: a.sample(on: trigger)
    case .sampleWith: a.sample(with: other).map { ($0.0 * 3 + $0.1) % 10 }
    case .withLatest: a.withLatest(from: other).map { ($0.0 * 3 + $0.1) % 10 }
    case .takeUntil: a.take(until: trigger)
    case .skipUntil: a.skip(until: trigger)
    case .takeUntilReplacement: a.take(untilReplacement: b)
    case .takeDuring, .throttleWhile: a
    }
  }
}
