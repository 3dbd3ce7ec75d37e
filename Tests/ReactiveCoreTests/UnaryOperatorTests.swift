import ReactiveCore
import Testing

@Suite("Operators on the values of one stream")
struct UnaryOperatorTests {
  @Test("map transforms, replaces or picks; negate turns Booleans")
  func map() {
    expect("a-b|", is: "A-B|", signal: { $0.map { $0.uppercased() } }, producer: { $0.map { $0.uppercased() } })
    expect("a-b#", is: "1-1#", signal: { $0.map(value: 1) }, producer: { $0.map(value: 1) })
    expect("a-[bc]!", is: "1-2!", signal: { $0.map(\.count) }, producer: { $0.map(\.count) })
    expect("t-f|", of: Bool.self, is: "f-t|", signal: { $0.negate() }, producer: { $0.negate() })
  }

  @Test("filter, compactMap and skipNil leave values out, never the end")
  func filter() {
    expect("1234|", of: Int.self, is: "-2-4|") {
      $0.filter { $0.isMultiple(of: 2) }
    } producer: {
      $0.filter { $0.isMultiple(of: 2) }
    }
    expect("1a2#", is: "[10]-[20]#") {
      $0.compactMap { Int($0).map { $0 * 10 } }
    } producer: {
      $0.compactMap { Int($0).map { $0 * 10 } }
    }
    expect("1a2!", is: "1-2!", signal: { $0.map { Int($0) }.skipNil() }, producer: { $0.map { Int($0) }.skipNil() })
  }

  @Test("mapError and the promotions change types only")
  func errors() {
    struct Other: Error, Equatable {}
    let failing = Signal<Int, Fault>.pipe()
    var failure: Other?
    failing.output.mapError { _ in Other() }.observeFailed { failure = $0 }
    failing.input.send(error: Fault())
    #expect(failure == Other())
    expect("1-2|") { $0.signal("1-2|", error: Never.self).promoteError(Fault.self) }
    expect("1-2!") { $0.producer("1-2!", error: Never.self).promoteError(Fault.self) }
    expect("a-|", is: "--|") {
      $0.compactMap { _ in Never?.none }.promoteValue(Int.self)
    } producer: {
      $0.compactMap { _ in Never?.none }.promoteValue(Int.self)
    }
  }

  @Test("scan and scanMap send after each value, reduce on completion only")
  func scan() {
    expect("12-3|", of: Int.self, is: "13-6|", signal: { $0.scan(0, +) }, producer: { $0.scan(0, +) })
    expect("12-3#", of: Int.self, is: "13-6#") {
      $0.scan(into: 0) { $0 += $1 }
    } producer: {
      $0.scan(into: 0) { $0 += $1 }
    }
    expect("ab-c!", is: "[0a][1b]-[2c]!") {
      $0.scanMap(0) { ($0 + 1, "\($0)\($1)") }
    } producer: {
      $0.scanMap(into: 0) { count, text in
        defer { count += 1 }
        return "\(count)\(text)"
      }
    }
    expect("12-3|", of: Int.self, is: "----(6|)", signal: { $0.reduce(0, +) }, producer: { $0.reduce(0, +) })
    expect("--|", of: Int.self, is: "--(7|)", signal: { $0.reduce(7, +) }, producer: { $0.reduce(into: 7, +=) })
    expect("12#", of: Int.self, is: "--#", signal: { $0.reduce(0, +) }, producer: { $0.reduce(0, +) })
    expect("12!", of: Int.self, is: "--!", signal: { $0.reduce(0, +) }, producer: { $0.reduce(0, +) })
  }

  @Test("collect sends the rest on completion, and an empty array only when nothing was sent")
  func collect() {
    expect("ab|", is: "--([a b]|)", signal: { $0.collect() }, producer: { $0.collect() })
    expect("|", is: "([]|)", signal: { $0.collect() }, producer: { $0.collect() })
    expect("ab#", is: "--#", signal: { $0.collect() }, producer: { $0.collect() })
    expect("ab!", is: "--!", signal: { $0.collect() }, producer: { $0.collect() })
    expect("abc|", is: "-[a b]-(c|)", signal: { $0.collect(count: 2) }, producer: { $0.collect(count: 2) })
    expect("abcd|", is: "-[a b]-[c d]|", signal: { $0.collect(count: 2) }, producer: { $0.collect(count: 2) })
    expect("|", is: "([]|)", signal: { $0.collect(count: 2) }, producer: { $0.collect(count: 2) })
    expect("13471|", of: Int.self, is: "--[1 3 4]-[7 1]|") {
      $0.collect { $0.reduce(0, +) == 8 }
    } producer: {
      $0.collect { $0.reduce(0, +) == 8 }
    }
    expect("7127|", of: Int.self, is: "[]--[7 1 2](7|)") {
      $0.collect { $1 == 7 }
    } producer: {
      $0.collect { $1 == 7 }
    }
  }

  @Test("combinePrevious pairs from the second value on, or from the first with an initial one")
  func combinePrevious() {
    expect("ab-c|", is: "-[ab]-[bc]|", signal: { $0.combinePrevious() }, producer: { $0.combinePrevious() })
    expect("a-b#", is: "[xa]-[ab]#", signal: { $0.combinePrevious("x") }, producer: { $0.combinePrevious("x") })
    let (signal, input) = Signal<Int?, Never>.pipe()
    var pairs: [[Int?]] = []
    signal.combinePrevious(nil).observeValues { pairs.append([$0, $1]) }
    input.send(value: 1)
    input.send(value: nil)
    #expect(pairs == [[nil, 1], [1, nil]])
  }

  @Test("skip leaves out the first values; skipRepeats compares with what was sent; uniqueValues with all")
  func skip() {
    expect("abc|", is: "--c|", signal: { $0.skip(first: 2) }, producer: { $0.skip(first: 2) })
    expect("ab#", is: "ab#", signal: { $0.skip(first: 0) }, producer: { $0.skip(first: 0) })
    expect("a!", is: "-!", signal: { $0.skip(first: 2) }, producer: { $0.skip(first: 2) })
    expect("1231|", of: Int.self, is: "--31|", signal: { $0.skip { $0 < 3 } }, producer: { $0.skip { $0 < 3 } })
    expect("aabba|", is: "a-b-a|", signal: { $0.skipRepeats() }, producer: { $0.skipRepeats() })
    expect("1357|", of: Int.self, is: "1-5-|") {
      $0.skipRepeats { abs($0 - $1) < 3 }
    } producer: {
      $0.skipRepeats { abs($0 - $1) < 3 }
    }
    expect("abab#", is: "ab--#", signal: { $0.uniqueValues() }, producer: { $0.uniqueValues() })
    expect("1324|", of: Int.self, is: "1-2-|") {
      $0.uniqueValues { $0 % 2 }
    } producer: {
      $0.uniqueValues { $0 % 2 }
    }
  }

  @Test("take ends the stream and the work behind it")
  func take() {
    expect("a-b-c|", is: "a-(b|)", signal: { $0.take(first: 2) }, producer: { $0.take(first: 2) })
    expect("a#", is: "a#", signal: { $0.take(first: 2) }, producer: { $0.take(first: 2) })
    expect("a|", is: "!", signal: { $0.take(first: 0) }, producer: { $0.take(first: 0) })
    expect("abc|", is: "---(bc|)", signal: { $0.take(last: 2) }, producer: { $0.take(last: 2) })
    expect("abcde|", is: "-----(cde|)", signal: { $0.take(last: 3) }, producer: { $0.take(last: 3) })
    expect("a|", is: "-(a|)", signal: { $0.take(last: 2) }, producer: { $0.take(last: 2) })
    expect("abc|", is: "---|", signal: { $0.take(last: 0) }, producer: { $0.take(last: 0) })
    expect("abc#", is: "---#", signal: { $0.take(last: 2) }, producer: { $0.take(last: 2) })
    expect("1231|", of: Int.self, is: "12|") {
      $0.take(while: { $0 < 3 })
    } producer: {
      $0.take(while: { $0 < 3 })
    }
    expect("1231|", of: Int.self, is: "12(3|)") {
      $0.take(until: { $0 < 3 })
    } producer: {
      $0.take(until: { $0 < 3 })
    }
    expect("a-(b|)", spans: ["a-b-c|": ["^-!"]]) { $0.producer("a-b-c|").take(first: 2) }
    expect("-(b|)", spans: ["abc|": ["^!"]]) { $0.producer("abc|").take(until: { $0 == "a" }).skip(first: 1) }
  }

  @Test("materialize turns events into values, dematerialize back")
  func materialize() {
    expect("a-#", is: "[VALUE a]-([FAILED fault]|)", signal: { $0.materialize() }, producer: { $0.materialize() })
    expect("a|", is: "[VALUE a]([COMPLETED]|)", signal: { $0.materialize() }, producer: { $0.materialize() })
    expect("a!", is: "[VALUE a]([INTERRUPTED]!)", signal: { $0.materialize() }, producer: { $0.materialize() })
    for row in ["a-b|", "a-b#", "a-b!"] {
      expect(row, is: row, signal: { $0.materialize().dematerialize() }, producer: { $0.materialize().dematerialize() })
    }
    expect("a-#", is: "[success(\"a\")]-([failure(fault)]|)") {
      $0.materializeResults()
    } producer: {
      $0.materializeResults()
    }
    for row in ["a-b|", "a-b#", "a-b!"] {
      expect(row, is: row) {
        $0.materializeResults().dematerializeResults()
      } producer: {
        $0.materializeResults().dematerializeResults()
      }
    }
  }

  @Test("attempt fails with the first error and stops the work")
  func attempt() {
    func check(_ value: String) -> Result<Void, Fault> { value == "x" ? .failure(Fault()) : .success(()) }
    func checked(_ value: String) throws -> String { try check(value).map { value + value }.get() }
    expect("a-x-b|", is: "a-#", signal: { $0.attempt(check) }, producer: { $0.attempt(check) })
    expect("ab|", is: "ab|", signal: { $0.attempt(check) }, producer: { $0.attempt(check) })
    expect("a-x-b|", is: "[aa]-#") {
      $0.attemptMap { value in check(value).map { value + value } }
    } producer: {
      $0.attemptMap { value in check(value).map { value + value } }
    }
    expect("[aa]-#") { $0.signal("a-x|", error: Never.self).attemptMap(checked) }
    expect("a-#", spans: ["a-x-b|": ["^-!"]]) { marbles in
      marbles.producer("a-x-b|", error: Never.self).attempt { _ = try checked($0) }
    }
    expect("[aa]-#") { $0.signal("a-x|").mapError { $0 as any Error }.attemptMap(checked) }
    expect("a-#") { marbles in
      marbles.producer("a-x|").mapError { $0 as any Error }.attempt { _ = try checked($0) }
    }
  }

  @Test("flatten sends the elements of sequences, and of one without end only as long as it is heard")
  func flatten() {
    expect("ab-c|", is: "(aa)(bb)-(cc)|") {
      $0.map { [$0, $0] }.flatten()
    } producer: {
      $0.map { [$0, $0] }.flatten()
    }
    expect("1--|", of: Int.self, is: "(123|)") {
      $0.map { sequence(first: $0) { $0 + 1 } }.flatten().take(first: 3)
    } producer: {
      $0.map { sequence(first: $0) { $0 + 1 } }.flatten().take(first: 3)
    }
  }

  @Test("In a chain deeper than calls nest the values of one event keep their order, and the end comes last")
  func depth() {
    let (signal, input) = Signal<Int, Never>.pipe()
    func deep(_ signal: Signal<Int, Never>) -> Signal<Int, Never> {
      (0..<1_000).reduce(signal) { last, _ in last.map { $0 + 1 } }
    }
    var seen: [String] = []
    deep(deep(signal).take(first: 2).map { [$0, $0 + 1, $0 + 2] }.flatten().take(last: 4))
      .materialize().observeValues { seen.append("\($0)") }
    input.send(value: 0)
    input.send(value: 10)
    #expect(seen == ["VALUE 2002", "VALUE 2010", "VALUE 2011", "VALUE 2012", "COMPLETED"])
  }

  @Test("100,000 operators of many kinds in a row deliver, end and are released")
  func length() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    let kinds: [(Signal<Int, Never>) -> Signal<Int, Never>] = [
      { $0.scan(0, +) }, { $0.take(first: 9) }, { $0.skipRepeats() }, { $0.combinePrevious(0).map { $1 } },
      { $0.collect(count: 1).flatten() }, { $0.on(disposed: {}, value: { _ in }) },
      { $0.materialize().dematerialize() },
      { $0.take(while: { $0 < 9 }) }, { $0.take(last: 1).map(value: 1) },
    ]
    var last = signal
    for index in 0..<100_000 { last = kinds[index % kinds.count](last) }
    last.observe { log.note("\($0)") }
    input.send(value: 1)
    #expect(log.take() == [])
    input.sendCompleted()
    #expect(log.take() == ["VALUE 1", "COMPLETED"])

    let (origin, originInput) = Signal<Int, Never>.pipe()
    let producerKinds: [(SignalProducer<Int, Never>) -> SignalProducer<Int, Never>] = [
      { $0.scan(0, +) }, { $0.take(first: 9) }, { $0.skipRepeats() }, { $0.combinePrevious(0).map { $1 } },
      { $0.collect(count: 1).flatten() }, { $0.on(disposed: {}, value: { _ in }) },
      { $0.materialize().dematerialize() },
      { $0.take(while: { $0 < 9 }) }, { $0.take(last: 1).map(value: 1) },
    ]
    var lastProducer = origin.producer
    for index in 0..<100_000 { lastProducer = producerKinds[index % kinds.count](lastProducer) }
    lastProducer.start { log.note("\($0)") }
    originInput.send(value: 1)
    originInput.sendCompleted()
    #expect(log.take() == ["VALUE 1", "COMPLETED"])
    lastProducer.start { log.note("\($0)") }.dispose()
    #expect(log.take() == ["INTERRUPTED"])
  }
}
