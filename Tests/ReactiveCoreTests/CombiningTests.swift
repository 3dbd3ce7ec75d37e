import Dispatch
import ReactiveCore
import Testing

@Suite("Operators of several streams")
struct CombiningTests {
  @Test("combineLatest pairs the latest values, and completes when both have")
  func combineLatest() {
    let rows = [
      (["a-b---c|", "--1-2|"], "--[b1]-[b2]-[c2]|"),
      (["a--#", "-1---2"], "-[a1]-#"),
      (["a-!", "1---2"], "[a1]-!"),
      (["|", "1--|"], "---|"),
    ]
    for (inputs, output) in rows {
      expect(inputs, is: output) {
        $0[0].combineLatest(with: $0[1])
      } producer: {
        $0[0].combineLatest(with: $0[1])
      }
      expect(inputs, is: output.spaced) {
        Signal<String, Fault>.combineLatest($0)
      } producer: {
        SignalProducer<String, Fault>.combineLatest($0)
      }
    }
  }

  @Test("Streams of more than ten types are combined and zipped")
  func manyTypes() {
    let (a, first) = Signal<Int, Never>.pipe()
    let (b, second) = Signal<String, Never>.pipe()
    var texts: [String] = []
    Signal<Int, Never>.combineLatest(a, b, a, b, a, b, a, b, a, b, a, b).observe(
      .init(value: { texts.append("\($0)") }))
    Signal<Int, Never>.zip(a, b, a).observe(.init(value: { texts.append("\($0)") }))
    let (p, q) = (a.producer, b.producer)
    SignalProducer<Int, Never>.combineLatest(p, q, p, q, p, q, p, q, p, q, p, q).start(
      .init(value: { texts.append("\($0)") }))
    first.send(value: 1)
    second.send(value: "x")
    let twelve = #"(1, "x", 1, "x", 1, "x", 1, "x", 1, "x", 1, "x")"#
    // The signals of a row are observed in order: the last `b` makes the tuple whole.
    #expect(texts == [twelve, #"(1, "x", 1)"#, twelve])
  }

  @Test("A producer, a signal and another producer are combined by one call")
  func convertibles() {
    let (signal, input) = Signal<String, Never>.pipe()
    let producer = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: 7)
      observer.sendCompleted()
    }
    var seen: [String] = []
    SignalProducer<Int, Never>.combineLatest(producer, signal, producer.map { $0 + 1 }).start(
      .init(value: { seen.append("\($0.0)\($0.1)\($0.2)") }))
    SignalProducer<String, Never>.zip(signal, producer).start(.init(value: { seen.append("\($0.0)\($0.1)") }))
    SignalProducer<String, Never>.merge(producer.map(String.init), signal).start(.init(value: { seen.append($0) }))
    input.send(value: "x")
    #expect(seen == ["7", "7x8", "x7", "x"])
  }

  @Test("zip pairs by position, and completes when a completed source has no value left")
  func zip() {
    let rows = [
      (["ab-c---|", "-1-2-3"], "-[a1]-[b2]-[c3]-|"),
      (["ab|", "--1--2"], "--[a1]--([b2]|)"),
      (["ab|", "--1|"], "--[a1]|"),
      (["a-#", "--1"], "--#"),
      (["a-!", "---1"], "--!"),
    ]
    for (inputs, output) in rows {
      expect(inputs, is: output) {
        $0[0].zip(with: $0[1])
      } producer: {
        $0[0].zip(with: $0[1])
      }
      expect(inputs, is: output.spaced) {
        Signal<String, Fault>.zip($0)
      } producer: {
        SignalProducer<String, Fault>.zip($0)
      }
    }
  }

  @Test("merge sends the values of all and completes when all have ended; an interruption counts as completion")
  func merge() {
    let rows = [
      (["a-b|", "-1---2|"], "a1b--2|"),
      (["a-!", "-1--|"], "a1--|"),
      (["a-#", "-1--|"], "a1#"),
    ]
    for (inputs, output) in rows {
      expect(inputs, is: output) {
        Signal<String, Fault>.merge($0)
      } producer: {
        SignalProducer<String, Fault>.merge($0)
      }
      expect(inputs, is: output) {
        $0[0].merge(with: $0[1])
      } producer: {
        $0[0].merge(with: $0[1])
      }
    }
  }

  @Test("Nothing combined completes at once, after the value given for it")
  func empty() {
    expect("|") { _ in SignalProducer<Int, Fault>.merge([SignalProducer<Int, Fault>]()) }
    expect("|") { _ in SignalProducer<Int, Fault>.combineLatest([SignalProducer<Int, Fault>]()) }
    expect("([9]|)") { _ in SignalProducer<Int, Fault>.zip([SignalProducer<Int, Fault>](), emptySentinel: [9]) }
    expect("(t|)") { _ in SignalProducer<Bool, Fault>.all([SignalProducer<Bool, Fault>]()) }
    expect("(f|)") { _ in SignalProducer<Bool, Fault>.any([SignalProducer<Bool, Fault>]()) }
  }

  @Test("and, or, all and any follow the latest values")
  func logic() {
    let inputs = ["t--f-t", "-f-t|"]
    func check(_ expected: String, _ combine: ([Signal<Bool, Fault>]) -> Signal<Bool, Fault>) {
      expect(expected) { marbles in combine(inputs.map { marbles.signal($0, of: Bool.self) }) }
    }
    check("-f-(ff)-t") { $0[0].and($0[1]) }
    check("-f-(ff)-t") { .all($0) }
    check("-t-(ft)-t") { $0[0].or($0[1]) }
    check("-t-(ft)-t") { .any($0) }
  }

  @Test("The work of all sources stops when the result ends early")
  func disposal() {
    let spans = ["a-#": ["^-!"], "1-2-3-4": ["^-!"]]
    expect("a1-#".replacing("a1", with: "(a1)"), spans: spans) {
      SignalProducer<String, Fault>.merge($0.producer("a-#"), $0.producer("1-2-3-4"))
    }
    expect("([a1])-#", spans: spans) {
      SignalProducer<String, Fault>.combineLatest($0.producer("a-#"), $0.producer("1-2-3-4"))
    }
    expect("([a1])-#", spans: spans) { SignalProducer<String, Fault>.zip($0.producer("a-#"), $0.producer("1-2-3-4")) }
    // A source that could only start after the end is not started.
    expect("#", spans: ["1-2": []]) { SignalProducer<String, Fault>.merge($0.producer("#"), $0.producer("1-2")) }
  }

  @Test("Sources on several threads: events leave one at a time, in the order in which they were decided")
  func threads() {
    let count = 20_000
    let pipes = (0..<2).map { _ in Signal<Int, Never>.pipe() }
    var pairs: [[Int]] = []
    var merged: [Int] = []
    Signal<Int, Never>.combineLatest(pipes.map(\.output)).observeValues { pairs.append($0) }
    Signal<Int, Never>.merge(pipes.map(\.output)).observeValues { merged.append($0) }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for value in 1...count { pipes[thread].input.send(value: value) }
    }
    #expect(merged.count == 2 * count)
    #expect(pairs.last == [count, count])
    // Neither half ever goes back, and one goes on with each event.
    #expect(Swift.zip(pairs, pairs.dropFirst()).allSatisfy { $1[0] + $1[1] == $0[0] + $0[1] + 1 && $1[0] >= $0[0] })
  }

  @Test("What an observer sends into a source waits for the delivery under way, and keeps its order")
  func reentrance() {
    let (a, first) = Signal<Int, Never>.pipe()
    let (b, second) = Signal<Int, Never>.pipe()
    var seen: [[Int]] = []
    let combined = Signal<Int, Never>.combineLatest([a, b])
    combined.observe(
      .init(value: {
        seen.append($0)
        if $0[1] < 3 { second.send(value: $0[1] + 1) }
      }))
    combined.observe(.init(value: { seen.append($0.map { -$0 }) }))
    first.send(value: 1)
    second.send(value: 1)
    #expect(seen == [[1, 1], [-1, -1], [1, 2], [-1, -2], [1, 3], [-1, -3]])
  }
}

extension String {
  /// A row of pairs as a row of arrays: `[a1]` as `[a 1]`.
  fileprivate var spaced: String { replacing(/\[(.)(.)\]/) { "[\($0.output.1) \($0.output.2)]" } }
}
