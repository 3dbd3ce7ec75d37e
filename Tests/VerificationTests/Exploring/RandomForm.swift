import TestSupport

/// A small form: two or three inputs, events, streams, states, an action and a fetch, whose conditions, domains and
/// functions read each other.
struct RandomForm {
  private(set) var text = ""
  private var random: SeededGenerator
  /// What tells how the form is.
  private(set) var cells = ["sum", "half", "a", "b", "flag"]
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
    if random.number(0...2) == 0 { addTwins() }
    cells += numbers
    line("sum = \(number) + \(number)")
    line("never \"three\": MOD(sum, 7) = 3")
  }

  private mutating func line(_ line: String) { text += line + "\n" }
  private mutating func pick(_ choices: [String]) -> String { choices[random.number(0...choices.count - 1)] }
  /// One of the numbers; some are found only while a formula runs.
  private var number: String {
    mutating get {
      let name = pick(numbers)
      return pick([name, name, name, name, name, "OFFSET(\(name), 0, 0)", "INDIRECT(\"\(name)\")"])
    }
  }
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
      "DELAY(\(stream), 1)", "DELAY(\(stream), \(pick(["0", "half"])))",
      "SAMPLE(\(stream), \(stream))", "DISTINCT(\(stream))", "DROP(\(stream), 1)",
      "THROTTLE(\(stream), 2)", "TAKE(\(stream), 2)",
      "MAP(PAIRWISE(\(stream)), LAMBDA(p, MOD(SUM(p) + \(self.number), 3)))", "VALUES(\(pick(numbers)))", "EVERY(2)",
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

  private mutating func addTwins() {
    line("input twin: number = 0 where twin <= \(number) + 1")
    line("twin <~> \(pick(["b", "a"]))")
    line("A1 = SEQUENCE(1 + MOD(\(number), 2)) * twin")
    line("spilled = SUM(A1#)")
    numbers += ["twin", "spilled"]
  }

  private mutating func addWork() {
    line("service ask(x): number in {1, 2}")
    let call = pick([
      "ask(\(value()))", "RETRY(ask(\(value())), 1, 1)", "TIMEOUT(ask(\(number)), 2)",
      "DELAY(ask(1), \(pick(["0", "1", "a"])))",
    ])
    line(
      "action go when \(condition()) = LET(r, \(call), r + \(number)) { on \(stream) where \(condition()) : start; on \(stream) : stop }"
    )
    cells += ["go.isEnabled", "go.isExecuting", "got"]
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
    line("  m = " + pick(["n * 2", "OFFSET([@n], 0, 0) + half", "INDIRECT(\"half\") + n"]))
    line("}")
    line("total = " + pick(["SUM(rows[n])", "SUM(rows[m])"]))
    numbers.append("total")
  }
}
