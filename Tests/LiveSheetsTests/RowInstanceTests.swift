import CellModel
import Testing

@testable import LiveSheets

/// Sheets in rows whose tables and cells of a grid differ from row to row.
@Suite("Rows with tables of their own")
struct RowInstanceTests {
  private static let files = [
    "Plan.sheet": """
    input rate: number in 0..1 = 0.1
    input start = rate * 1000
    table plan { 3 rows; cash = PREVIOUS(cash, start) * (1 + rate) }
    final = plan[3].cash
    A1 = start
    A2:A3 = A1 / 2
    always "it grows": final >= start
    """,
    "Person.sheet": """
    input name: text
    input draft = ""
    event clear
    service save(text)
    action add when draft <> "" = save(draft)
    table notes {
      | text: text | n |
      length = LEN(text) + LEN(name)
      on add.succeeded : insert last (add.value, ROWS(notes) + 1)
      on clear : delete where TRUE
    }
    state last = "" { on add.succeeded : add.value }
    count = ROWS(notes)
    """,
    "Group.sheet": """
    table people of "Person.sheet" {
      | name |
      | Ada  |
      | Bob  |
    }
    total = SUM(people[count])
    """,
  ]

  @Test("A model with tables is computed in each row, by what the row gives its inputs")
  func scenarios() {
    plays(
      """
      table s of "Plan.sheet" {
        | rate | start |
        | 0    | 100   |
        | 0.5  | 80    |
        gain = final - start
      }
      best = MAX(s[final])
      middle = s[2].plan[2].cash
      all = SUM(s[1].plan[cash]) + s[2].A2 + SUM(s[2]!A1:A3)
      """,
      """
      expect s[1].final = 100, s[2].final = 270, best = 270, middle = 180, s[2].gain = 190, all = 300 + 40 + 140
      s[1].rate = 1
      expect s[1].final = 800, best = 800, s[1].gain = 700, s[2].final = 270
      { s[1].start = 10; s[2].start = 10 }
      expect INDEX(s[final], 1) = 80, s[2].final = 33.75, s[1].A3 = 2.5
      """, files: Self.files)
    plays(
      "table s of \"Plan.sheet\" { 2 rows }",
      "expect s[1].start = 100, s[2].final = 133.1; s[2].start = 200; expect s[2].final = 266.2",
      files: Self.files)
  }

  @Test("Events in a row change its own tables, and no other's")
  func events() {
    plays(
      """
      table people of "Person.sheet" {
        | name |
        | Ada  |
        | Bob  |
      }
      total = SUM(people[count])
      first = IF(total > 0, people[2].notes[1].text, "-")
      """,
      """
      people[2].draft = "hello"
      people[2].add
      expect people[2].add.isExecuting, NOT(people[1].add.isExecuting), called save("hello")
      save replies "hello!"
      expect first = "hello!", people[2].count = 1, people[1].count = 0, people[2].notes[1].length = 9
      expect people[2].last = "hello!", people[1].last = "", SUM(people[2].notes[n]) = 1
      insert last people[1].notes ("x", 7)
      people[1].name = "A"
      expect total = 2, people[1].notes[1].length = 2
      people[2].clear
      expect total = 1, people[2].count = 0
      """, files: Self.files)
  }

  @Test("Rows of rows")
  func nested() {
    plays(
      "table groups of \"Group.sheet\" { 2 rows }\nx = groups[2].people[1].notes[1].text\ny = SUM(groups[total])",
      """
      groups[2].people[1].draft = "hey"
      groups[2].people[1].add
      save replies "hey"
      expect x = "hey", y = 1, groups[1].total = 0, SUM(groups[2].people[count]) = 1
      """, files: Self.files)
  }

  @Test("What a row says is what its sheet accepts, and such rows stay")
  func refusals() {
    fails(
      "table s of \"Plan.sheet\" {\n| rate | stat |\n| 2 | |\n}", "",
      "finding: Plan.sheet has no input named stat",
      "finding: rate must be in 0..1, and 2 is not", files: Self.files)
    let stay = "the rows of s have tables or cells of their own that differ, so they stay as the text has them"
    fails("table s of \"Plan.sheet\" { 1 row }", "insert last s (0.2)", stay, files: Self.files)
    fails("table s of \"Plan.sheet\" { 1 row }", "delete s[1]", stay, files: Self.files)
    fails(
      "table s of \"Plan.sheet\" { 1 row }", "s[1].rate = -1", "s[1].rate must be in 0..1, and -1 is not",
      files: Self.files)
    fails(
      "table s of \"Plan.sheet\" { 1 row }\nx = s[1].finl", "", "finding: there is no column named finl",
      files: Self.files)
  }

  @Test("A check of a sheet in a row is told with its row")
  func checks() {
    let sheet = mocked(
      "table s of \"Plan.sheet\" {\n| rate | start |\n| 0.1 | 1 |\n| 0.2 | -1 |\n}", files: Self.files)
    #expect(sheet.checks.broken.map(\.title) == ["always \"s[2].it grows\""])
  }

  @Test("An error in a row is explained once by the cell that has it")
  func explainedErrors() throws {
    let files = ["One.sheet": "input n = 1\ntable t { 1 row; c = n }\nhalf = 1 / n\n"]
    let sheet = mocked("table s of \"One.sheet\" {\n| n |\n| 2 |\n| 0 |\n}\nx = SUM(s[half])", files: files)
    let column = try #require(try sheet.why("x").get().precedents.first)
    #expect(column.cell.name == "s[half]" && column.precedents.map(\.cell.name) == ["s[2].half"])
    #expect(column.precedents[0].formula == "1 / n" && column.precedents[0].precedents.map(\.cell.name) == ["s[2].n"])
  }

  @Test("Each cell is listed and told once, and what is set stands in the row of the text")
  func listing() {
    let sheet = mocked(
      "table s of \"Plan.sheet\" {\n  | rate | start |\n  | 0.1  | 9 |\n}\ntop = s[1].final\n", files: Self.files)
    #expect(sheet.contents.map(\.name) == ["s", "s[1]!A1", "s[1]!A2:A3", "s[1].plan", "top"])
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    _ = sheet.enter("s[1].rate = 0.5")
    let told = sheet.takeChanges().map(\.cell.name)
    #expect(Set(told).count == told.count && told.contains("s[1].rate") && told.contains("s[1].plan[3].cash"))
    #expect(
      sheet.document.text == "table s of \"Plan.sheet\" {\n  | rate | start |\n  | 0.5  | 9 |\n}\ntop = s[1].final\n")
    #expect(UnwrittenValue.all(in: sheet).map(\.description) == [])
    #expect(sheet.undo() && sheet["s[1].rate"] == .number(0.1))
    #expect(
      sheet.document.text == "table s of \"Plan.sheet\" {\n  | rate | start |\n  | 0.1  | 9 |\n}\ntop = s[1].final\n")
  }
}
