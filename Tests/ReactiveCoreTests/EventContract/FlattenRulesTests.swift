import ReactiveCore
import Testing

/// What the rows of `FlatteningMarbles` show for each strategy, rule by rule.
@Suite("Event contract: streams of streams")
struct FlattenRulesTests {
  @Test("F1: the values of each inner stream keep their order")
  func order() {
    expect("1-3-2-4-|") { marbles in
      marbles.signal("ab|").flatMap(.merge) { marbles.producer($0 == "a" ? "1---2---|" : "-3---4-|") }
    }
  }

  @Test("F2: the result completes when the outer stream and all inner streams have ended")
  func completion() {
    for strategy in [FlattenStrategy.merge, .concat, .latest, .concurrent(limit: 3), .race, .throttle] {
      expect("1---|") { marbles in marbles.signal("a|").flatMap(strategy) { _ in marbles.producer("1---|") } }
      expect("1---|") { marbles in marbles.signal("a---|").flatMap(strategy) { _ in marbles.producer("1|") } }
    }
  }

  @Test("F3: a failure ends the result at once, and the inner work is stopped")
  func failure() {
    expect("12--#", spans: ["1----3": ["^---!"], "2--#": ["-^--!"]]) { marbles in
      marbles.signal("ab").flatMap(.merge) { marbles.producer($0 == "a" ? "1----3" : "2--#") }
    }
    expect("1-!", spans: ["1----3": ["^-!"]]) { marbles in
      marbles.signal("a-!").flatMap(.merge) { _ in marbles.producer("1----3") }
    }
  }

  @Test("F4: the strategies differ in when an inner stream is started and stopped")
  func strategies() {
    let spans: [(FlattenStrategy, [String])] = [
      (.merge, ["^---!", "-^---!"]), (.concat, ["^---!", "----^---!"]), (.latest, ["^!", "-^---!"]),
      (.concurrent(limit: 1), ["^---!", "----^---!"]), (.race, ["^---!"]), (.throttle, ["^---!"]),
    ]
    for (strategy, expected) in spans {
      let marbles = Marbles()
      let flat = marbles.signal("ab|").flatMap(strategy) { _ in marbles.producer("1---|") }
      _ = marbles.result(of: flat, until: MarbleRow(""))
      #expect(marbles.spans(of: "1---|").prefix(expected.count) == expected[...], "\(expected)")
    }
  }

  @Test("F5: any number of inner streams that end at once is flattened on a small stack")
  func noNesting() {
    for strategy in [FlattenStrategy.merge, .concat, .latest, .concurrent(limit: 2), .throttle] {
      var count = 0
      SignalProducer(0..<50_000).flatMap(strategy) { SignalProducer<Int, Never>(value: $0) }
        .startWithValues { _ in count += 1 }
      #expect(count == 50_000)
    }
  }
}
