import FunctionLibrary
import LiveSheets
import SheetText
import TestSupport
import Testing

@testable import Verification

/// Forms made at random of all that a step may depend on, explored with what is remembered and without.
@Suite("Random forms explored")
struct RandomFormTests {
  @Test(
    "What is looked up is what each step would give if it were made", arguments: 0..<TestLength.count(60, of: 4_000))
  func remembering(_ seed: Int) {
    let text = RandomForm(seed: UInt64(seed)).text
    let (plain, quick) = (explore(text, remembers: false), explore(text, remembers: true))
    #expect(quick.stateCount == plain.stateCount && quick.stepCount == plain.stepCount, "\(text)")
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps), "\(text)")
    #expect(quick.findings.map(\.diagnostic) == plain.findings.map(\.diagnostic), "\(text)")
  }

  private func explore(_ text: String, remembers: Bool) -> Exploration {
    var options = Explorer.Options()
    options.search.maxStates = 120
    options.remembers = remembers
    return Explorer(
      document: SheetDocument(name: "form.sheet", text), environment: LiveSheet.Environment(catalog: .standard),
      options: options
    ).run()
  }
}

/// A small form: two or three inputs, events, streams, states, an action and a fetch, whose conditions, domains and
/// functions read each other.
private struct RandomForm {
  private(set) var text = ""
  private var random: SeededGenerator
  /// The numbers that an expression may name.
  private var numbers = ["a", "b"]
  private var streams = ["tap", "push", "a.changed"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    addInputs()
    for number in 0..<random.number(1...3) { addStream(number) }
    for number in 0..<random.number(1...3) { addState(number) }
    if random.number(0...2) == 0 { addWork() }
    if random.number(0...2) == 0 { addRows() }
    if random.number(0...2) == 0 {
      line("input bound: number where bound < \(number) + 2")
      line("bound <~ \(number)")
      numbers.append("bound")
    }
    line("sum = \(number) + \(number)")
    line("never \"three\": MOD(sum, 7) = 3")
  }

  private mutating func line(_ line: String) { text += line + "\n" }
  private mutating func pick(_ choices: [String]) -> String { choices[random.number(0...choices.count - 1)] }
  private var number: String { mutating get { pick(numbers) } }
  private var stream: String { mutating get { pick(streams) } }

  /// A number from 0 to 3.
  private mutating func value() -> String {
    pick([
      "MOD(\(number) + 1, 4)", "MIN(\(number), 3)", "IF(\(condition()), 1, 2)", "ABS(MOD(\(number) - \(number), 3))",
      "2",
    ])
  }

  private mutating func condition() -> String {
    pick([
      "\(number) > \(number)", "\(number) <> 1", "flag", "AND(flag, \(number) < 3)", "half = 1",
      "SUM(half, \(number)) > 2",
    ])
  }

  private mutating func addInputs() {
    line("input a: number in 0..2 = 1")
    line("input flag: logical = FALSE")
    line("half = INT(a / 2) + IF(flag, 1, 0)")
    line(
      "input b: number "
        + pick([
          "in 0..2 = 0", "in 0..a = 0", "in {0, half} = 0", "= 0 where b <= a", "in 0..3 = 0 where b <> half",
          "in 0..half = 0 where OR(flag, b < 2)",
        ]))
    line("event tap")
    line("event push: number " + pick(["in 1..2", "in 1..half", "in {1, a}"]))
  }

  private mutating func addStream(_ number: Int) {
    let name = "s\(number)"
    let made = [
      "MAP(\(stream), LAMBDA(x, \(value())))", "FILTER(\(stream), \(condition()))",
      "SCAN(0, \(stream), LAMBDA(t, x, MOD(t + \(self.number), 3)))", "HOLD(\(stream), \(condition()))",
      "MERGE(\(stream), \(stream))", "TAKEUNTIL(\(stream), \(stream))", "DEBOUNCE(\(stream), 1)",
      "DELAY(\(stream), 1)", "SAMPLE(\(stream), \(stream))", "DISTINCT(\(stream))", "DROP(\(stream), 1)",
    ]
    line("event \(name) = \(pick(made))")
    streams.append(name)
  }

  private mutating func addState(_ number: Int) {
    let name = "n\(number)"
    line(
      "state \(name) = 0 { on \(stream) where \(condition()) : \(value()); on \(stream) : MOD(\(name) + \(self.number), 4) }"
    )
    numbers.append(name)
  }

  private mutating func addWork() {
    line("service ask(x): number in {1, 2}")
    line("action go when \(condition()) = ask(\(value())) + \(number) { on \(stream) : stop }")
    line("fetch got = ask(\(number)) else 0")
    line("state runs = 0 { on go.succeeded : MOD(go.value, 3); on go.failed : 1; on go.refused : 2 }")
    numbers.append("runs")
  }

  private mutating func addRows() {
    line("table rows {")
    line("  | n: number |")
    line("  | 0 |")
    line("  on \(stream) where AND(ROWS(rows) < 2, \(condition())) : insert last (\(value()))")
    line("  on \(stream) : delete where n = \(value())")
    line("}")
    line("total = SUM(rows[n])")
    numbers.append("total")
  }
}
