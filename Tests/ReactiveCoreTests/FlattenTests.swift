import ReactiveCore
import Testing

@Suite("Flattening")
struct FlattenTests {
  /// Tries a strategy on rows: the outer row's letters stand for the inner rows, which run from then on.
  func check(
    _ strategy: FlattenStrategy, _ outer: String, _ inners: [String: String], is expected: String,
    spans: [String: [String]] = [:], disposedAt tick: Int? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    expect(expected, spans: spans, at: location) { marbles in
      if let tick { marbles.dispose(at: tick) }
      return marbles.producer(outer).flatMap(strategy) { marbles.producer(inners[$0]!) }
    }
    guard tick == nil else { return }
    expect(expected, spans: spans, at: location) { marbles in
      marbles.signal(outer).map { marbles.producer(inners[$0]!) }.flatten(strategy)
    }
  }

  @Test("merge runs all at once and completes when all have; an inner interruption counts as completion")
  func merge() {
    let inners = ["a": "1--2--|", "b": "3--4|", "i": "5!", "f": "-#"]
    check(.merge, "a-b|", inners, is: "1-32-4|")
    check(.merge, "a-i------|", inners, is: "1-52-----|")
    check(.merge, "a-f-b", inners, is: "1--(2#)", spans: ["1--2--|": ["^--!"], "3--4|": []])
    check(.merge, "a-!", inners, is: "1-!", spans: ["1--2--|": ["^-!"]])
    check(.merge, "a-#", inners, is: "1-#", spans: ["1--2--|": ["^-!"]])
    check(.merge, "a-b", inners, is: "1-3(2!)", spans: ["1--2--|": ["^--!"], "3--4|": ["--^!"]], disposedAt: 3)
  }

  @Test("concat runs one after the other in order")
  func concat() {
    let inners = ["a": "1--2|", "b": "3-4|", "i": "5!", "f": "-#"]
    check(.concat, "ab|", inners, is: "1--23-4|", spans: ["1--2|": ["^---!"], "3-4|": ["----^--!"]])
    check(.concat, "iab|", inners, is: "51--23-4|")
    check(.concat, "afb|", inners, is: "1--2-#", spans: ["3-4|": []])
    check(.concat, "ab!", inners, is: "1-!", spans: ["1--2|": ["^-!"], "3-4|": []])
  }

  @Test("concurrent(limit:) runs so many at once and keeps the others waiting")
  func concurrent() {
    let inners = ["a": "1---|", "b": "2-|", "c": "3-|", "d": "4|"]
    check(
      .concurrent(limit: 2), "(abcd|)", inners, is: "(12)-3-4|",
      spans: ["1---|": ["^---!"], "2-|": ["^-!"], "3-|": ["--^-!"], "4|": ["----^!"]])
  }

  @Test("latest stops the inner stream before; its interruption counts as completion")
  func latest() {
    let inners = ["a": "1-2-3-4|", "b": "5-6|", "i": "7!", "f": "#"]
    check(.latest, "a--b|", inners, is: "1-25-6|", spans: ["1-2-3-4|": ["^--!"], "5-6|": ["---^--!"]])
    check(.latest, "b----|", inners, is: "5-6--|")
    check(.latest, "a-i---|", inners, is: "1-7---|")
    check(.latest, "a-f--", inners, is: "1-#")
    check(.latest, "a-!", inners, is: "1-!", spans: ["1-2-3-4|": ["^-!"]])
    check(.latest, "a----", inners, is: "1-2!", spans: ["1-2-3-4|": ["^--!"]], disposedAt: 3)
  }

  @Test("race hears the first to send; the others are stopped and later ones ignored")
  func race() {
    let inners = ["a": "--1--2|", "b": "3--4|", "c": "5|", "i": "-!", "n": "---"]
    check(
      .race, "nab--c|", inners, is: "--3--4|",
      spans: ["---": ["^-!"], "--1--2|": ["-^!"], "3--4|": ["--^---!"], "5|": []])
    check(.race, "nb|", inners, is: "-3--4|")
    check(.race, "c-----|", inners, is: "5-----|")
    check(.race, "ni", inners, is: "--!")
    check(.race, "|", inners, is: "|")
  }

  @Test("throttle hears one up to its completion, and ignores those that come meanwhile")
  func throttle() {
    let inners = ["a": "1--2|", "b": "3--4|", "i": "-!"]
    check(.throttle, "ab----b|", inners, is: "1--2--3--4|", spans: ["3--4|": ["------^---!"]])
    check(.throttle, "i---b", inners, is: "-!")
    check(.throttle, "ab#", inners, is: "1-#", spans: ["1--2|": ["^-!"]])
  }

  @Test("Errors widen from Never; signals, producers and other streams are inner streams")
  func types() {
    let (inner, input) = Signal<Int, Never>.pipe()
    let failing = SignalProducer<Int, Fault>(error: Fault())
    var seen: [String] = []
    Signal<Int, Never>.merge(inner).flatMap(.merge) { _ in failing }.observe { seen.append("\($0)") }
    Signal<Int, Never>.merge(inner).map { _ in failing }.flatten(.concat).observe { seen.append("\($0)") }
    inner.promoteError(Fault.self).take(first: 1).flatMap(.latest) { _ in inner }.observe { seen.append("\($0)") }
    inner.flatMap(.race) { SignalProducer(value: $0) }.observe { seen.append("\($0)") }
    inner.producer.flatMap(.throttle) { .init(value: $0 + 1) }.start { seen.append("\($0)") }
    input.send(value: 1)
    #expect(seen == ["FAILED fault", "FAILED fault", "VALUE 1", "VALUE 2"])
    seen = []
    input.send(value: 5)
    #expect(seen.sorted() == ["VALUE 5", "VALUE 6"])
  }

  @Test("100,000 inner producers that end at once do not nest", arguments: [1, 7, UInt.max])
  func manyInner(limit: UInt) {
    let count = 100_000
    var sum = 0
    var completions = 0
    let inners = SignalProducer<Int, Never>(0..<count)
    inners.flatMap(.concurrent(limit: limit)) { SignalProducer<Int, Never>(value: $0) }
      .start(.init(value: { sum += $0 }, completed: { completions += 1 }))
    // Behind one that waits, all start when it ends.
    let (first, input) = Signal<Int, Never>.pipe()
    SignalProducer<SignalProducer<Int, Never>, Never>([first.producer])
      .concat(inners.map { SignalProducer(value: $0) })
      .flatten(.concurrent(limit: limit))
      .start(.init(value: { sum += $0 }, completed: { completions += 1 }))
    input.sendCompleted()
    #expect(sum == count * (count - 1))
    #expect(completions == 2)
  }

  @Test("A chain of 10,000 flatMaps neither overflows when it sends nor when it goes")
  func deepChain() {
    var producer = SignalProducer<Int, Never>(value: 0)
    for _ in 0..<10_000 { producer = producer.flatMap(.concat) { SignalProducer(value: $0 + 1) } }
    var values: [Int] = []
    producer.start(.init(value: { values.append($0) }, completed: { values.append(-1) }))
    #expect(values == [10_000, -1])
  }

  @Test("An inner stream that has ended is let go of")
  func release() {
    final class Token {}
    let (outer, input) = Signal<SignalProducer<Token, Never>, Never>.pipe()
    weak var last: Token?
    let observation = outer.flatten(.merge).observe { _ in }
    for _ in 0..<100 {
      let token = Token()
      last = token
      input.send(value: SignalProducer(value: token))
    }
    #expect(last == nil)
    observation?.dispose()
  }

  @Test("Inner work whose function drops its observer goes on until the result is disposed of")
  func droppedInnerObserver() {
    for strategy in [FlattenStrategy.merge, .concat, .latest, .race, .throttle, .concurrent(limit: 2)] {
      var endedInner = 0
      let inner = SignalProducer<Int, Never> { _, lifetime in lifetime.observeEnded { endedInner += 1 } }
      let (outer, input) = Signal<SignalProducer<Int, Never>, Never>.pipe()
      let observation = SignalProducer(outer).flatten(strategy).start()
      input.send(value: inner)
      #expect(endedInner == 0)
      input.sendCompleted()
      #expect(endedInner == 0)
      observation.dispose()
      #expect(endedInner == 1)
    }
  }
}
