import ReactiveCore
import Testing

/// Streams and properties whose values may be `nil`: nothing takes such a value for none.
@Suite("Values that are optionals")
struct OptionalValuesTests {
  /// What each operator makes of some values, one a second.
  private func streams<Value: Hashable>(of values: [Value], _ text: @escaping (Value) -> String) -> [String: [String]] {
    typealias Producer = SignalProducer<Value, Never>
    let clock = TestScheduler()
    func pair(_ pair: (Value, Value)) -> String { text(pair.0) + text(pair.1) }
    func array(_ values: [Value]) -> String { values.map(text).joined(separator: " ") }
    let marks = { SignalProducer<Int, Never>.interval(.milliseconds(1_500), on: clock).take(first: 5) }
    let operators: [String: (Producer) -> SignalProducer<String, Never>] = [
      "skipRepeats": { $0.skipRepeats().map(text) },
      "skipRepeats by": { $0.skipRepeats { $0 == $1 }.map(text) },
      "uniqueValues": { $0.uniqueValues().map(text) },
      "combinePrevious": { $0.combinePrevious().map(pair) },
      "combinePrevious from": { $0.combinePrevious(values[2]).map(pair) },
      "scan": { $0.scan(values[0]) { $1 }.map(text) },
      "scanMap": { $0.scanMap(values[0]) { ($1, $0) }.map(text) },
      "reduce": { $0.reduce(values[1]) { $1 }.map(text) },
      "collect": { $0.collect().map(array) },
      "collect count": { $0.collect(count: 2).map(array) },
      "collect until": { $0.collect { $0.count == 3 }.map(array) },
      "collect before": { $0.collect { _, latest in latest == values[0] }.map(array) },
      "collect every": { $0.collect(every: .seconds(2), on: clock).map(array) },
      "take last": { $0.take(last: 2).map(text) },
      "take first": { $0.take(first: 3).map(text) },
      "take until": { $0.take(until: { $0 != values[3] }).map(text) },
      "skip while": { $0.skip(while: { $0 == values[0] }).map(text) },
      "filter": { $0.filter { $0 == values[0] }.map(text) },
      "compactMap": { $0.compactMap { Optional.some($0) }.map(text) },
      "map value": { $0.map(value: values[0]).map(text) },
      "flatten": { $0.map { [$0, $0] }.flatten().map(text) },
      "flatMap latest": { $0.flatMap(.latest) { Producer(value: $0).delay(0.5, on: clock) }.map(text) },
      "flatMap concat": { $0.flatMap(.concat) { Producer([$0, $0]) }.map(text) },
      "merge": { $0.merge(with: $0).map(text) },
      "combineLatest": { $0.combineLatest(with: $0).map(pair) },
      "combineLatest all": { Producer.combineLatest([$0, $0.delay(1, on: clock)]).map(array) },
      "zip": { $0.zip(with: $0.delay(2, on: clock)).map(pair) },
      "zip all": { Producer.zip([$0, $0, $0]).map(array) },
      "sample on": { $0.sample(on: marks().map { _ in () }).map(text) },
      "sample with": { $0.sample(with: marks()).map { text($0.0) } },
      "withLatest": { source in marks().withLatest(from: source).map { text($0.1) } },
      "withLatest of a property": { $0.withLatest(from: Property(value: values[0])).map(pair) },
      "take until replacement": {
        $0.take(untilReplacement: Producer(value: values[0]).delay(3.5, on: clock)).map(text)
      },
      "skip until": { $0.skip(until: marks().map { _ in () }).map(text) },
      "delay": { $0.delay(0.1, on: clock).map(text) },
      "observe on": { $0.observe(on: clock).map(text) },
      "throttle": { $0.throttle(1.7, on: clock, discardWhenCompleted: false).map(text) },
      "throttle while": { source in
        let held = Property(initial: false, then: marks().map { $0 % 2 == 0 })
        return source.throttle(while: held, on: clock).on(terminated: { withExtendedLifetime(held) {} }).map(text)
      },
      "debounce": { $0.debounce(0.4, on: clock).map(text) },
      "debounce keeping": { $0.debounce(3, on: clock, discardWhenCompleted: false).map(text) },
      "lazyMap": { $0.lazyMap(on: clock) { $0 }.map(text) },
      "materialize": { $0.materialize().dematerialize().map(text) },
      "materializeResults": { $0.materializeResults().dematerializeResults().map(text) },
      "replayLazily": { source in
        let replayed = source.replayLazily(upTo: 2)
        replayed.start()
        return replayed.start(on: clock).delay(3, on: clock).then(replayed).map(text)
      },
      "prefix and concat": { $0.prefix(value: values[0]).concat(value: values[0]).map(text) },
      "property": { Property(initial: values[0], then: $0).producer.map(text) },
      "attempt": { $0.promoteError(Fault.self).attempt { _ in .success(()) }.flatMapError { _ in .empty }.map(text) },
      "on": { $0.on(value: { _ in }).logEvents(logger: { _, _, _, _, _ in }).map(text) },
    ]
    return operators.mapValues { apply in
      var log: [String] = []
      let source = Producer.interval(values, interval: .seconds(1), on: clock)
      let start = apply(source).start { event in
        if case .value(let value) = event { log.append(value) } else { log.append("\(event)") }
      }
      clock.advance(by: .seconds(20))
      start.dispose()
      clock.advance()
      return log
    }
  }

  /// What derived properties and their observers are told of some values.
  private func properties<Value: Hashable>(of values: [Value], _ text: @escaping (Value) -> String) -> [String:
    [String]]
  {
    func pair(_ pair: (Value, Value)) -> String { text(pair.0) + text(pair.1) }
    let derived: [String: (MutableProperty<Value>) -> Property<String>] = [
      "map": { $0.map(text) },
      "skipRepeats": { $0.skipRepeats().map(text) },
      "uniqueValues": { $0.uniqueValues().map(text) },
      "combinePrevious": { $0.combinePrevious(values[1]).map(pair) },
      "filter": { $0.filter(initial: values[1]) { $0 == values[0] }.map(text) },
      "combineLatest": { $0.combineLatest(with: $0.map { $0 }).map(pair) },
      "combineLatest all": { Property.combineLatest([$0, $0])!.map { pair(($0[0], $0[1])) } },
      "zip": { $0.zip(with: $0).map(pair) },
      "flatten": { $0.map { Property(value: $0) }.flatten(.latest).map(text) },
      "capturing": { Property(capturing: $0).map(text) },
      "follows": { Property(initial: values[1], then: $0.producer).map(text) },
    ]
    return derived.mapValues { derive in
      let source = MutableProperty(values[0])
      let target = derive(source)
      var log: [String] = []
      target.producer.startWithValues { log.append($0) }
      target.signal.observeValues { log.append("s" + $0) }
      var rest = 2
      source.signal.observeValues { _ in
        // Sets within a delivery, which are delivered after it: what waits is kept.
        guard rest > 0 else { return }
        rest -= 1
        source.value = values[1]
        source.value = values[0]
      }
      for value in values { source.value = value }
      let former = source.swap(values[1])
      return log + [target.value, text(former), text(source.value)]
    }
  }

  @Test("An operator does with nil what it does with any value")
  func operators() {
    let values: [Int?] = [nil, 1, nil, nil, 2, 2, nil]
    let optional = streams(of: values) { $0.map(String.init) ?? "-" }
    let plain = streams(of: values.map { $0 ?? -1 }) { $0 == -1 ? "-" : String($0) }
    for (name, log) in plain {
      #expect(optional[name] == log, "\(name)")
      #expect(log.contains { $0.contains("-") }, "\(name) has sent no nil")
    }
  }

  @Test("A derived property does with nil what it does with any value")
  func derivedProperties() {
    let values: [Int?] = [nil, 1, nil, nil, 2, 2, nil]
    let optional = properties(of: values) { $0.map(String.init) ?? "-" }
    let plain = properties(of: values.map { $0 ?? -1 }) { $0 == -1 ? "-" : String($0) }
    for (name, log) in plain { #expect(optional[name] == log, "\(name)") }
  }

  @Test("What blocks tells nil from nothing")
  func blocking() {
    typealias Producer = SignalProducer<Int?, Never>
    #expect(Producer(value: nil).single()?.value == .some(nil))
    #expect(Producer([nil, 1]).first()?.value == .some(nil) && Producer([1, nil]).last()?.value == .some(nil))
    #expect(Producer.empty.first() == nil && Producer([nil, nil]).single() == nil)
  }
}
