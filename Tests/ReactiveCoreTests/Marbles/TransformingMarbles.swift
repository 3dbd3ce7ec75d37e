import ReactiveCore
import Testing

@Suite("Marbles: operators that transform values")
struct TransformingMarbles {
  @Test("map(_:), map(value:): each value becomes another")
  func map() {
    expect(["a-b--|": "A-B--|", "a-#": "A-#", "a-!": "A-!", "|": "|"]) {
      $0.map { $0.uppercased() }
    } producer: {
      $0.map { $0.uppercased() }
    }
    expect(["a-b|": "1-1|"]) {
      $0.map(\.count)
    } producer: {
      $0.map(\.count)
    }
    expect(["a-b|": "x-x|", "a#": "x#"]) {
      $0.map(value: "x")
    } producer: {
      $0.map(value: "x")
    }
  }

  private struct Other: Error, CustomStringConvertible {
    let description = "other"
  }

  @Test("mapError(_:): a failure becomes another, values and other ends pass")
  func mapError() {
    let rows: KeyValuePairs = [
      "a-#": "[VALUE a]-([FAILED other]|)", "a|": "[VALUE a]([COMPLETED]|)", "!": "([INTERRUPTED]!)",
    ]
    expect(rows) {
      $0.mapError { _ in Other() }.materialize()
    } producer: {
      $0.mapError { _ in Other() }.materialize()
    }
  }

  @Test("scan(_:_:), scan(into:_:): every partial result")
  func scan() {
    expect(["a-b-c|": "a-[ab]-[abc]|", "|": "|", "a-#": "a-#", "a-!": "a-!"]) {
      $0.scan("", +)
    } producer: {
      $0.scan("", +)
    }
    expect(["a-b-c|": "a-[ab]-[abc]|"]) {
      $0.scan(into: "") { $0 += $1 }
    } producer: {
      $0.scan(into: "") { $0 += $1 }
    }
  }

  @Test("scanMap(_:_:), scanMap(into:_:): a state goes along, and something else is sent")
  func scanMap() {
    expect(["a-b-a|": "[1a]-[2b]-[3a]|", "a#": "[1a]#"]) {
      $0.scanMap(1) { ($0 + 1, "\($0)\($1)") }
    } producer: {
      $0.scanMap(1) { ($0 + 1, "\($0)\($1)") }
    }
    func next(_ count: inout Int, _ value: String) -> String {
      count += 1
      return "\(count)\(value)"
    }
    expect(["a-b-a|": "[1a]-[2b]-[3a]|"]) {
      $0.scanMap(into: 0, next)
    } producer: {
      $0.scanMap(into: 0, next)
    }
  }

  @Test("reduce(_:_:), reduce(into:_:): the last result, when the stream completes")
  func reduce() {
    expect(["a-b-c|": "-----([abc]|)", "|": "([]|)", "a-#": "--#", "a-!": "--!"]) {
      $0.reduce("", +)
    } producer: {
      $0.reduce("", +)
    }
    expect(["a-b-c|": "-----([abc]|)"]) {
      $0.reduce(into: "") { $0 += $1 }
    } producer: {
      $0.reduce(into: "") { $0 += $1 }
    }
  }

  @Test("collect(): all values at once, when the stream completes")
  func collect() {
    expect(["a-b|": "---([a b]|)", "|": "([]|)", "a-#": "--#", "a-!": "--!"]) {
      $0.collect()
    } producer: {
      $0.collect()
    }
  }

  @Test("collect(count:): so many at a time, the rest when the stream completes")
  func collectCount() {
    expect(["a-b-c|": "--[a b]--(c|)", "a-b|": "--[a b]|", "|": "([]|)", "a-#": "--#", "abc!": "-[a b]-!"]) {
      $0.collect(count: 2)
    } producer: {
      $0.collect(count: 2)
    }
  }

  @Test("collect(_:): as many as a predicate wants")
  func collectWhere() {
    // It sees what is collected, the new value included …
    expect(["a-b-x-c|": "----[a b x]--(c|)", "x-#": "x-#", "|": "([]|)"]) {
      $0.collect { $0.last == "x" }
    } producer: {
      $0.collect { $0.last == "x" }
    }
    // … or what is collected and the new value, which then begins the next.
    expect(["a-b-x-c|": "----[a b]--([x c]|)", "a-#": "--#"]) {
      $0.collect { _, value in value == "x" }
    } producer: {
      $0.collect { _, value in value == "x" }
    }
  }

  @Test("combinePrevious(), combinePrevious(_:): each value with the one before")
  func combinePrevious() {
    expect(["a-b-c|": "--[ab]-[bc]|", "a|": "-|", "a#": "-#"]) {
      $0.combinePrevious()
    } producer: {
      $0.combinePrevious()
    }
    expect(["a-b-c|": "[za]-[ab]-[bc]|", "|": "|"]) {
      $0.combinePrevious("z")
    } producer: {
      $0.combinePrevious("z")
    }
  }

  @Test("materialize(), dematerialize(): events as values and back")
  func materialize() {
    let rows: KeyValuePairs = [
      "a-|": "[VALUE a]-([COMPLETED]|)", "a-#": "[VALUE a]-([FAILED fault]|)", "-!": "-([INTERRUPTED]!)",
    ]
    expect(rows) {
      $0.materialize()
    } producer: {
      $0.materialize()
    }
    for row in ["a-b|", "a-#", "a-!", "a-b"] {
      expect(row, is: row) {
        $0.materialize().dematerialize()
      } producer: {
        $0.materialize().dematerialize()
      }
    }
  }

  @Test("materializeResults(), dematerializeResults(): values and the failure as results and back")
  func materializeResults() {
    func text(_ result: Result<String, Fault>) -> String { (try? result.get()) ?? "fault" }
    expect(["a-|": "a-|", "a-#": "a-([fault]|)", "a!": "a!"]) {
      $0.materializeResults().map(text)
    } producer: {
      $0.materializeResults().map(text)
    }
    for row in ["a-b|", "a-#", "a-!"] {
      expect(row, is: row) {
        $0.materializeResults().dematerializeResults()
      } producer: {
        $0.materializeResults().dematerializeResults()
      }
    }
  }

  @Test("attempt(_:), attemptMap(_:): a value that is refused fails the stream")
  func attempt() {
    func check(_ value: String) -> Result<Void, Fault> { value == "x" ? .failure(Fault()) : .success(()) }
    func upper(_ value: String) -> Result<String, Fault> { check(value).map { value.uppercased() } }
    expect(["a-b|": "a-b|", "a-x-b|": "a-#", "a#": "a#", "a!": "a!"]) {
      $0.attempt(check)
    } producer: {
      $0.attempt(check)
    }
    expect(["a-b|": "A-B|", "a-x-b|": "A-#", "a!": "A!"]) {
      $0.attemptMap(upper)
    } producer: {
      $0.attemptMap(upper)
    }
  }

  @Test("promoteError(_:), promoteValue(_:): a stream without errors or values poses as one with them")
  func promote() {
    expect("a-b|") { $0.signal("a-b|", error: Never.self).promoteError(Fault.self) }
    expect("a-b!") { $0.producer("a-b!", error: Never.self).promoteError(Fault.self) }
    for row in ["--|", "--#", "--!"] {
      expect(row) {
        $0.signal(row, of: Nothing.self).map { _ -> Never in preconditionFailure() }.promoteValue(String.self)
      }
      expect(row) {
        $0.producer(row, of: Nothing.self).map { _ -> Never in preconditionFailure() }.promoteValue(String.self)
      }
    }
  }

  /// The value of rows without values.
  private struct Nothing: MarbleValue {
    init?(_ text: String) { return nil }
  }

  @Test("flatten(): the elements of each value, one by one")
  func flattenSequences() {
    expect(["a-b|": "(aA)-(bB)|", "a-#": "(aA)-#", "!": "!"]) {
      $0.map { [$0, $0.uppercased()] }.flatten()
    } producer: {
      $0.map { [$0, $0.uppercased()] }.flatten()
    }
  }

  @Test("negate(): true for false")
  func negate() {
    expect("t-f|", of: Bool.self, is: "f-t|") {
      $0.negate()
    } producer: {
      $0.negate()
    }
  }

  @Test("on(event:failed:completed:interrupted:terminated:disposed:value:): effects come before the event passes on")
  func on() {
    let ends = ["a|": "|", "a#": "#", "a!": "!"]
    for (row, end) in ends {
      let log = Log()
      expect(row, is: row) { signal in
        signal.on(
          event: { log.note("event \($0)") }, failed: { _ in log.note("#") }, completed: log.noting("|"),
          interrupted: log.noting("!"), terminated: log.noting("terminated"), value: { log.note("value \($0)") }
        )
        .on(value: { log.note("next \($0)") })
      } producer: { producer in
        producer
      }
      let event = ["|": "COMPLETED", "#": "FAILED fault", "!": "INTERRUPTED"][end]!
      #expect(log.lines == ["event VALUE a", "value a", "next a", "event \(event)", end, "terminated"], "\(row)")
    }
  }

  @Test("on(starting:started:event:failed:completed:interrupted:terminated:disposed:value:): and at the start")
  func onStart() {
    let log = Log()
    expect("a|") { marbles in
      marbles.producer("a|").on(
        starting: log.noting("starting"), started: log.noting("started"), completed: log.noting("|"),
        terminated: log.noting("terminated"), disposed: log.noting("disposed"), value: { log.note($0) })
    }
    #expect(log.lines == ["starting", "a", "started", "|", "terminated", "disposed"])
  }

  @Test("logEvents(identifier:events:fileName:functionName:lineNumber:logger:): tells of each event and lets it pass")
  func logEvents() {
    let log = Log()
    let logger: EventLogger = { identifier, event, _, _, _ in log.note("\(identifier): \(event)") }
    expect("a-|") { $0.signal("a-|").logEvents(identifier: "row", events: [.value, .completed], logger: logger) }
    #expect(log.lines == ["row: value a", "row: completed"])
  }
}
