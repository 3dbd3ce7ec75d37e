import TestSupport

/// A form whose rows come and go, made at random: what a row has and does, and when rows come, go and are changed.
struct RandomFormWithRows {
  private(set) var form: FormWithRows
  private var random: SeededGenerator

  /// - Parameter isLarge: Whether there are too many states to be walked slowly: several rows at load, and columns that read the
  ///   rows above and the form around them.
  init(seed: UInt64, isLarge: Bool = false) {
    random = SeededGenerator(seed: seed)
    form = FormWithRows("seed \(seed)", "", rows: [:], steps: ["grow"], in: [:], columns: [:])
    var row = makeRow()
    if isLarge { row += "\nnever \"in a row\": AND(\(pick(["a", "NOT(a)"])), n = \(random.number(1...2)))" }
    let most = isLarge ? random.number(2...5) : random.number(1...2)
    let first = isLarge ? random.number(0...3) : random.number(0...1)
    let clauses = [
      "on shrink : delete where n = 1", "on shrink where ROWS(t) > 1 : delete where NOT(a)",
      "on t.changed where ROWS(t) < \(most) : insert last ()", "on many.changed : delete where n = 2",
      "on shrink : update a = FALSE where n <> 1", "on many.changed : update a = TRUE where n = 1",
    ]
    // Rows of a table without clauses neither come nor go.
    let isFixed = isLarge && random.number(0...2) == 0
    let chosen = isFixed ? ["", ""] : [pick(clauses), pick(clauses)]
    form.text = """
      event grow
      event shrink
      table t of "row.sheet" {
        \(first) rows
        \(isFixed ? "" : "on grow where ROWS(t) < \(most) : insert \(pick(["first", "last"])) (\(pick(["", "TRUE"])))")
        \(chosen[0])
        \(chosen[1])
        \(isLarge ? columns : "")
      }
      \(isLarge ? readers : "")
      many = SUM(t[n])
      state seen = 0 { on many.changed : MIN(MAX(seen, many), 2) }
      never "second": IFERROR(t[2].n = \(random.number(0...2)), FALSE)
      never "first": IFERROR(AND(t[1].a, t[1].n = \(random.number(1...2))), FALSE)
      always "less": seen < 2
      """
    form.steps = ["grow", "shrink"]
    form.cells = ["seen"]
    form.files = ["row.sheet": row]
  }

  /// Columns that are made of other rows, or of what is not in the table.
  private var columns: String {
    mutating get {
      let all = [
        "total = PREVIOUS(total, 0) + n", "share = n * rate", "place = ROWS(t) - n", "mean = AVERAGE(t[n]) + rate",
      ]
      return (0..<random.number(0...2)).map { _ in pick(all) }.reduce(into: []) { columns, column in
        if !columns.contains(column) { columns.append(column) }
      }.joined(separator: "\n  ")
    }
  }

  /// What reads rows from outside of the table, and what they read there.
  private var readers: String {
    mutating get {
      let (event, condition) = (
        pick(["t.changed", "level.changed", "grow"]), pick(["rate = 1", "level > 1", "ROWS(t) > 1"])
      )
      return """
        input rate in {1, 2} = 1
        input level: number
        level <~ \(pick(["MAX(t[n]) + rate", "IFERROR(t[2].n, 0)", "ROWS(t)"]))
        state heard = 0 { on \(event) where \(condition) : MOD(heard + 1, 3) }
        never "third": IFERROR(t[3].n = \(pick(["level", "rate", "heard"])), FALSE)
        always "rows": \(pick(["ROWS(t) < 4", "SUM(t[n]) < 5", "IFERROR(t[4].a, TRUE)", "level < 3"]))
        """
    }
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.number(0...choices.count - 1)] }

  /// The sheet of a row; what may be done in it is noted.
  private mutating func makeRow() -> String {
    var members = ["@.a = TRUE", "@.a = FALSE", "@.tap"]
    var columns = ["a", "n"]
    var streams = ["tap", "a.changed"]
    var lines = ["input a: logical = \(pick(["TRUE", "FALSE"]))", "event tap"]
    if random.number(0...1) == 0 {
      lines.append("event push: number in 1..2")
      members += ["@.push 1", "@.push 2"]
      streams.append("push")
    }
    switch random.number(0...3) {
    case 0:
      lines.append("event late = \(pick(["DELAY", "DEBOUNCE"]))(\(pick(streams)), 1)")
      streams.append("late")
    case 1:
      lines.append("service ask(): number in {1}")
      lines.append("action go when \(pick(["a", "n < 2", "TRUE"])) = ask()")
      members.append("@.go")
      columns += ["go.isExecuting"]
      form.answers = ["1"]
      streams = ["tap", "go.succeeded", "go.failed"]
    case 2:
      lines.append("input b in {0, 1} = 0 where b <= n")
      members += ["@.b = 0", "@.b = 1"]
      columns.append("b")
      streams.append("b.changed")
    default: break
    }
    let values = ["MOD(n + 1, 3)", "IF(a, 1, 2)", "MIN(n + 1, 2)", "0"]
    let clauses = [
      "on \(pick(streams)) where \(pick(["a", "NOT(a)", "n < 2"])) : \(pick(values))",
      "on \(pick(streams)) : \(pick(values))",
    ]
    lines.append("state n = 0 { \(clauses.joined(separator: "; ")) }")
    form.members = [("t", members)]
    form.columns = [("t", columns)]
    return lines.joined(separator: "\n")
  }
}
