import ReactiveCore
import Testing

@Suite("Operators with a second stream")
struct TriggerTests {
  /// Tries an operator of a row of values and a row of marks, which cannot fail, on signals and on producers.
  func check<Output>(
    _ values: String, _ marks: String, is expected: String, at location: SourceLocation = #_sourceLocation,
    signal: (Signal<String, Fault>, Signal<String, Never>) -> Signal<Output, Fault>,
    producer: (SignalProducer<String, Fault>, SignalProducer<String, Never>) -> SignalProducer<Output, Fault>
  ) {
    expect(expected, at: location) { signal($0.signal(values), $0.signal(marks, error: Never.self)) }
    expect(expected, at: location) { producer($0.producer(values), $0.producer(marks, error: Never.self)) }
  }

  @Test("sample pairs the latest value with each mark, and completes when both have")
  func sample() {
    let rows = [
      ("a-b---c|", "-1-23-4--|", "-[a1]-([b2])[b3]-[c4]--|"), ("-a|", "1-23|", "--[a2][a3]|"),
      ("a-#", "-1-2", "-[a1]#"), ("a-!", "-1-2", "-[a1]!"), ("a--", "-1!", "-[a1]!"),
    ]
    for (values, marks, expected) in rows {
      check(values, marks, is: expected) {
        $0.sample(with: $1)
      } producer: {
        $0.sample(with: $1)
      }
    }
    check("a-b-", "-1-2|", is: "-a-b") {
      $0.sample(on: $1.map { _ in })
    } producer: {
      $0.sample(on: $1.map { _ in })
    }
  }

  @Test("withLatest pairs each value with the latest of the other, whose end means nothing")
  func withLatest() {
    for (values, marks, expected) in [
      ("ab-c-d|", "-1-2|", "-[b1]-[c2]-[d2]|"), ("-a#", "1!", "-[a1]#"), ("-a!", "1|", "-[a1]!"),
    ] {
      // At one tick the row of values comes first, but the other producer is started first.
      expect(expected.replacing("-[b1]-[c2]", with: "---[c1]")) {
        $0.signal(values).withLatest(from: $0.signal(marks, error: Never.self))
      }
      expect(expected) { $0.producer(values).withLatest(from: $0.producer(marks, error: Never.self)) }
    }
    let (signal, input) = Signal<Int, Never>.pipe()
    var seen: [String] = []
    signal.withLatest(from: SignalProducer<String, Never>(value: "x")).observeValues { seen.append("\($0.0)\($0.1)") }
    input.send(value: 1)
    #expect(seen == ["1x"])
  }

  @Test("skip(until:) opens at the first mark or its completion")
  func skipUntil() {
    for (values, marks, expected) in [
      ("a-b-c|", "-1", "--b-c|"), ("a-b-c|", "-|", "--b-c|"), ("a-b-c|", "-!", "-----|"), ("a-#", "---1", "--#"),
    ] {
      check(values, marks, is: expected) {
        $0.skip(until: $1.map { _ in })
      } producer: {
        $0.skip(until: $1.map { _ in })
      }
    }
  }

  @Test("take(until:) completes at the first mark or its completion")
  func takeUntil() {
    for (values, marks, expected) in [
      ("a-b-c|", "---1", "a-b|"), ("a-b-c|", "---|", "a-b|"), ("a-b-c|", "---!", "a-b-c|"), ("a-#", "---1", "a-#"),
      ("a-!", "---1", "a-!"),
    ] {
      check(values, marks, is: expected) {
        $0.take(until: $1.map { _ in })
      } producer: {
        $0.take(until: $1.map { _ in })
      }
    }
    expect("a-|", spans: ["a-b-c": ["^-!"], "--1-2": ["^-!"]]) {
      $0.producer("a-b-c").take(until: $0.producer("--1-2", error: Never.self).map { _ in })
    }
    // The trigger is started first: nothing of the other is.
    expect("|", spans: ["a-b": []]) { $0.producer("a-b").take(until: SignalProducer(value: ())) }
  }

  @Test("take(during:) completes when the lifetime ends, at once when it has ended")
  func takeDuring() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (lifetime, token) = Lifetime.make()
    var seen: [String] = []
    signal.take(during: lifetime).observe { seen.append("\($0)") }
    input.send(value: 1)
    token.dispose()
    input.send(value: 2)
    signal.producer.take(during: lifetime).start { seen.append("\($0)") }
    #expect(seen == ["VALUE 1", "COMPLETED", "COMPLETED"])
  }

  @Test("take(untilReplacement:) passes on to the other at its first event, an end too")
  func takeUntilReplacement() {
    for (inputs, expected) in [
      (["a-b-c-d", "---1-2|"], "a-b1-2|"), (["ab|", "---1|"], "ab-1|"), (["a-#", "---1"], "a-#"),
      (["a-b-c", "---|"], "a-b|"), (["a-b-c", "---!"], "a-b!"),
    ] {
      expect(inputs, is: expected) {
        $0[0].take(untilReplacement: $0[1])
      } producer: {
        $0[0].take(untilReplacement: $0[1])
      }
    }
    expect("a-1-|", spans: ["a-b-c": ["^-!"]]) { $0.producer("a-b-c").take(untilReplacement: $0.producer("--1-|")) }
  }

  @Test("flatMapError goes on with another stream, and stops it with the result")
  func flatMapError() {
    expect("ab-1-|", spans: ["-1-|": ["--^--!"]]) { marbles in
      marbles.signal("ab#").flatMapError { _ in marbles.producer("-1-|") }
    }
    expect("ab-1-|", spans: ["-1-|": ["--^--!"]]) { marbles in
      marbles.producer("ab#").flatMapError { _ in marbles.producer("-1-|") }
    }
    expect("a-1!", spans: ["-1-2": ["-^-!"]]) { marbles in
      marbles.dispose(at: 3)
      return marbles.producer("a#").flatMapError { _ in marbles.producer("-1-2") }
    }
  }
}
