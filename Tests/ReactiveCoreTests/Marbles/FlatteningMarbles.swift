import ReactiveCore
import Testing

/// The outer stream's values are the names of inner producers.
@Suite("Marbles: streams of streams")
struct FlatteningMarbles {
  private static let inner = ["a": "1---2|", "b": "-3---4|", "c": "5|"]

  /// Tries a strategy on a signal and on a producer of producers.
  private func expectFlat(
    _ outer: String, _ strategy: FlattenStrategy, is expected: String, spans: [String: [String]] = [:],
    inner: [String: String] = inner, at location: SourceLocation = #_sourceLocation
  ) {
    expect(expected, spans: spans, at: location) { marbles in
      marbles.signal(outer, inner.mapValues { marbles.producer($0) }).flatten(strategy)
    }
    expect(expected, spans: spans, at: location) { marbles in
      marbles.producer(outer, inner.mapValues { marbles.producer($0) }).flatten(strategy)
    }
    expect(expected, spans: spans, at: location) { marbles in
      marbles.signal(outer).flatMap(strategy) { marbles.producer(inner[$0]!) }
    }
    expect(expected, spans: spans, at: location) { marbles in
      marbles.producer(outer).flatMap(strategy) { marbles.producer(inner[$0]!) }
    }
  }

  @Test("flatten(_:), flatMap(_:_:): merge sends what comes")
  func merge() {
    expectFlat("ab----|", .merge, is: "1-3-2-4|", spans: ["1---2|": ["^----!"], "-3---4|": ["-^-----!"]])
    expectFlat("a-|", .merge, is: "1---2|")
  }

  @Test("flatten(_:), flatMap(_:_:): concat waits for the end of the one before")
  func concat() {
    expectFlat("ab-|", .concat, is: "1---2-3---4|", spans: ["-3---4|": ["-----^-----!"]])
  }

  @Test("flatten(_:), flatMap(_:_:): concurrent(limit:) lets so many run at once")
  func concurrent() {
    expectFlat("abc|", .concurrent(limit: 2), is: "1-3-254|", inner: ["a": "1---2|", "b": "-3---4|", "c": "5|"])
  }

  @Test("flatten(_:), flatMap(_:_:): latest drops the one before")
  func latest() {
    expectFlat("a--b----|", .latest, is: "1---3---4|", spans: ["1---2|": ["^--!"], "-3---4|": ["---^-----!"]])
  }

  @Test("flatten(_:), flatMap(_:_:): race stays with the first that sends")
  func race() {
    let inner = ["a": "---1-2|", "b": "-3--4|"]
    expectFlat("ab-|", .race, is: "--3--4|", spans: ["---1-2|": ["^-!"], "-3--4|": ["-^----!"]], inner: inner)
  }

  @Test("flatten(_:), flatMap(_:_:): throttle runs one to its end and drops what comes meanwhile")
  func throttle() {
    expectFlat("ab----c|", .throttle, is: "1---2-5|", spans: ["-3---4|": []])
  }

  @Test("flatten(_:), flatMap(_:_:): a failure inside or outside ends all at once")
  func failures() {
    for strategy in [FlattenStrategy.merge, .concat, .latest, .concurrent(limit: 2), .throttle] {
      expectFlat("a-|", strategy, is: "1#", inner: ["a": "1#"])
      expectFlat("a-#", strategy, is: "1-#", spans: ["1---2|": ["^-!"]])
      expectFlat("a-!", strategy, is: "1-!")
    }
  }

  @Test(
    "flatten(_:), flatMap(_:_:): an inner stream that is interrupted counts as completed, unless it is the only one")
  func interruptions() {
    for strategy in [FlattenStrategy.merge, .concat, .latest, .concurrent(limit: 2)] {
      expectFlat("a-|", strategy, is: "1-|", inner: ["a": "1!"])
    }
    for strategy in [FlattenStrategy.race, .throttle] {
      expectFlat("a-|", strategy, is: "1!", inner: ["a": "1!"])
    }
  }

  @Test("flatMapError(_:): another producer in place of the failure")
  func flatMapError() {
    expect("a1-|", spans: ["1-|": ["-^-!"]]) { marbles in
      marbles.producer("a#").flatMapError { _ in marbles.producer("1-|") }
    }
    expect("a1-|") { marbles in marbles.signal("a#").flatMapError { _ in marbles.producer("1-|") } }
    expect("a|") { marbles in marbles.producer("a|").flatMapError { _ in marbles.producer("1|") } }
    expect("a!") { marbles in marbles.producer("a!").flatMapError { _ in marbles.producer("1|") } }
    expect("a#") { marbles in marbles.producer("a#").flatMapError { _ in marbles.producer("#") } }
  }
}
