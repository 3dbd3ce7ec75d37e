import Dispatch
import ReactiveCore
import Testing

@Suite("Marbles")
struct MarblesTests {
  @Test("A row is read and printed again in its plainest form")
  func rows() {
    let rows = [
      "a-b--|": "a-b--|", "a-b---": "a-b", "(a)(bc|)": "a(bc|)", "[a]-[10]": "a-[10]", "a b !": "ab!", "--#": "--#",
      "[]": "[]", "[a b][[c]]": "[a b][[c]]", "": "", "---": "", "ab^c": "c", "ab...": "ab",
    ]
    for (text, printed) in rows { #expect(MarbleRow(text).description == printed, "\(text)") }
  }

  @Test("A value is printed without ornaments")
  func values() {
    let rows: [(Any, String)] = [
      ("a", "a"), (12, "12"), (true, "t"), (["a", "b"], "a b"), (("a", 1), "a1"), (Optional("a") as Any, "a"),
      (Optional<Int>.none as Any, "nil"), ([(1, "b"), (2, "c")], "1b 2c"),
    ]
    for (value, text) in rows { #expect(marble(of: value) == text) }
  }

  @Test("An operator is tried on a signal and on a producer")
  func operators() {
    expect("a-b-c|", is: "A-B-C|") {
      $0.map { $0.uppercased() }
    } producer: {
      $0.map { $0.uppercased() }
    }
    expect("1-(23)#", of: Int.self, is: "[10]-([20][30])#") {
      $0.map { $0 * 10 }
    } producer: {
      $0.map { $0 * 10 }
    }
  }

  @Test("A signal sends whether or not it is observed, a producer from its start")
  func hotAndCold() {
    expect("c|") { $0.signal("ab^c|") }
    expect("--1-2|", spans: ["1-2|": ["--^--!"]]) { marbles in
      let inner = marbles.producer("1-2|", of: Int.self)
      return Signal<Int, Fault> { observer, lifetime in
        marbles.scheduler.schedule(after: .seconds(2)) { lifetime += inner.start(observer) }
      }
    }
  }

  @Test("The observer goes when the row says so, and the work of a producer ends")
  func disposal() {
    expect("a-b!", spans: ["a-b-c|": ["^--!"]]) { marbles in
      marbles.dispose(at: 3)
      return marbles.producer("a-b-c|")
    }
    expect("a-b") { marbles in
      marbles.dispose(at: 3)
      return marbles.signal("a-b-c|")
    }
  }

  @Test("An unlike row is a failure that shows both")
  func failures() {
    #expect(mismatches("a-c|") { $0.signal("a-b|") } == ["expected  a-c|\n  signal  a-b|"])
    #expect(
      mismatches("a", ["a": ["^!"]]) { $0.producer("a") } == [
        "expected  work of a [\"^!\"]\n     got  work of a [\"^\"]"
      ])
  }

  @Test("An event too many is seen, unless the row is left open")
  func openRows() {
    #expect(mismatches("a-") { $0.signal("a-b") } == ["expected  a\n  signal  a-b"])
    expect("a-...") { $0.signal("a-b") }
  }
}
