import Testing

/// A form with tables of sheets, whose rows come and go, and what may be done to it.
struct FormWithRows: CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var files: [String: String]
  /// What may be done to the form itself, as lines of a test.
  var steps: [String]
  /// What may be done in a row of each table, which is written `@`.
  var members: [(table: String, members: [String])]
  /// What services answer.
  var answers: [String] = []
  /// The cells of the form, and the columns of each table, that tell its states apart.
  var cells: [String] = []
  var columns: [(table: String, columns: [String])]

  init(
    _ name: String, _ text: String, rows: [String: String], steps: [String], in members: [String: [String]],
    cells: [String] = [], columns: [String: [String]], answers: [String] = []
  ) {
    testDescription = name
    self.text = text
    files = rows
    self.steps = steps
    self.members = members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.columns = columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.cells = cells
    self.answers = answers
  }

  private static let lamp = [
    "lamp.sheet": "input lamp: logical = FALSE\nevent flip\nstate n = 0 { on flip where lamp : 1 - n }"
  ]
  private static let lampSteps = ["@.lamp = TRUE", "@.lamp = FALSE", "@.flip"]

  static let all: [FormWithRows] = [
    FormWithRows(
      "none at load",
      """
      event grow
      table t of "lamp.sheet" { on grow where ROWS(t) < 2 : insert last () }
      never "second": IFERROR(AND(t[2].n = 1, t[1].n = 0), FALSE)
      """,
      rows: lamp, steps: ["grow"], in: ["t": lampSteps], columns: ["t": ["lamp", "n"]]),
    FormWithRows(
      "coming first and going",
      """
      event grow
      event shrink
      table t of "switch.sheet" {
        1 row
        on grow where ROWS(t) < 3 : insert first ()
        on shrink : delete where lamp
      }
      never "third": IFERROR(AND(t[3].lamp, NOT(t[2].lamp)), FALSE)
      always "few": ROWS(t) < 4
      """,
      rows: ["switch.sheet": "input lamp: logical = FALSE"], steps: ["grow", "shrink"],
      in: ["t": ["@.lamp = TRUE", "@.lamp = FALSE"]], columns: ["t": ["lamp"]]),
    FormWithRows(
      "two tables, one fed by the other",
      """
      event grow
      table a of "lamp.sheet" {
        on grow where ROWS(a) < 1 : insert last ()
        on lit.changed where AND(lit = 0, ROWS(a) > 0) : delete where n = 1
      }
      lit = SUM(a[n])
      table b of "key.sheet" { on lit.changed where ROWS(b) < 2 : insert first (lit + 1) }
      never "both": IFERROR(b[1].key + b[2].key = 4, FALSE)
      never "gone": AND(ROWS(a) = 0, ROWS(b) > 1)
      """,
      rows: lamp.merging(["key.sheet": "input key in {1, 2}"]) { $1 },
      steps: ["grow"], in: ["a": lampSteps, "b": ["@.key = 1", "@.key = 2"]],
      columns: ["a": ["lamp", "n"], "b": ["key"]]),
    FormWithRows(
      "payloads",
      """
      event grow
      table t of "out.sheet" { on grow where ROWS(t) < 2 : insert first () }
      never "four": IFERROR(t[1].last + t[2].last = 4, FALSE)
      """,
      rows: ["out.sheet": "event out: number in {1, 3}\nlast = out"], steps: ["grow"],
      in: ["t": ["@.out 1", "@.out 3"]], columns: ["t": ["last"]]),
    FormWithRows(
      "in a used sheet, and used sheets in rows",
      "use \"list.sheet\" as list\nnever \"on\": IFERROR(AND(list.t[2].inner.lamp, list.t[1].mark = 1), FALSE)",
      rows: [
        "list.sheet": """
        input open: logical = TRUE
        event grow
        table t of "row.sheet" { on grow where AND(open, ROWS(t) < 2) : insert last () }
        """,
        "row.sheet": "use \"switch.sheet\" as inner\ninput mark in {1}",
        "switch.sheet": "input lamp: logical = FALSE",
      ],
      steps: ["list.grow", "list.open = TRUE", "list.open = FALSE"],
      in: ["list.t": ["@.inner.lamp = TRUE", "@.inner.lamp = FALSE", "@.mark = 1"]], cells: ["list.open"],
      columns: ["list.t": ["inner.lamp", "mark"]]),
    FormWithRows(
      "actions and their answers",
      """
      event grow
      event shrink
      table t of "ask.sheet" {
        on grow where ROWS(t) < 2 : insert first ()
        on shrink where ROWS(t) = 2 : delete where NOT(go.isExecuting)
      }
      never "both run": IFERROR(AND(t[1].go.isExecuting, t[2].go.isExecuting), FALSE)
      never "five below": IFERROR(t[2].got = 5, FALSE)
      """,
      rows: [
        "ask.sheet": """
        service ask(): number in {5}
        action go when got = 0 = ask()
        state got = 0 { on go.succeeded : go.value; on go.failed : 1; on go.stopped : 2 }
        """
      ],
      steps: ["grow", "shrink"], in: ["t": ["@.go", "stop @.go"]], columns: ["t": ["got", "go.isExecuting"]],
      answers: ["5"]),
    FormWithRows(
      "waiting",
      """
      event grow
      event shrink
      table t of "late.sheet" {
        on grow where ROWS(t) < 2 : insert first ()
        on shrink : delete where n > 1
      }
      never "both": IFERROR(AND(t[1].n = 2, t[2].n = 1), FALSE)
      """,
      rows: [
        "late.sheet": """
        event tap
        event late = DEBOUNCE(tap, 1)
        state n = 0 { on late : MIN(n + 1, 2) }
        """
      ],
      steps: ["grow", "shrink"], in: ["t": ["@.tap"]], columns: ["t": ["n"]]),
    FormWithRows(
      "all rows at once",
      """
      event grow
      event all: number in {0, 1}
      table t of "fetch.sheet" {
        on grow where ROWS(t) < 2 : insert first (0)
        on all : update key = all where TRUE
      }
      never "crossed": IFERROR(AND(t[1].face = 7, t[1].key = 0, t[2].key = 1), FALSE)
      """,
      rows: [
        "fetch.sheet": """
        input key: number in {0, 1} = 0
        service find(k): number in {7}
        fetch face = find(key) else 0
        """
      ],
      steps: ["grow", "all 0", "all 1"], in: ["t": ["@.key = 0", "@.key = 1"]], columns: ["t": ["key", "face"]],
      answers: ["7"]),
    FormWithRows(
      "growing by what is done in rows",
      """
      table t of "lamp.sheet" { 1 row; on sum.changed where ROWS(t) < 2 : insert last () }
      sum = SUM(t[n])
      never "two": sum = 2
      """,
      rows: lamp, steps: [], in: ["t": lampSteps], columns: ["t": ["lamp", "n"]]),
  ]
}
