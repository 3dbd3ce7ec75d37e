import CellModel
import Testing

@testable import LiveSheets

/// LANGUAGE.md §4, sheets in the rows of tables.
@Suite("Sheets in the rows of tables")
struct RowsOfSheetsTests {
  @Test("A table of sheets as a whole is what is shown of it")
  func shownColumns() {
    plays(
      "table people of \"Adding.sheet\" { 2 rows; loud = upper & \"!\" }",
      "expect COLUMNS(people) = 4, COLUMNS(people[#All]) = 4, COUNTA(people[1]) = 3, people[1].add.isEnabled = FALSE; people[1].username = \"ada\"; expect people[1].add.isEnabled, INDEX(people, 1, 4) = \"ADA!\"",
      files: UsedForms.files)
  }

  @Test("A domain in the rows of a table may be made of cells of the row")
  func domainsInRows() {
    let files = ["sized.sheet": "input most = 3\ninput size: number in 1..twice = 1\ntwice = most * 2"]
    let text = "table t of \"sized.sheet\" {\n| most |\n| 2 |\n| 9 |\n}"
    plays(text, "t[2].size = 18; t[1].size = 4; expect t[2].size = 18, t[1].size = 4", files: files)
    let sheet = mocked(text, files: files)
    #expect(sheet.play("t[1].size = 5") == ["t[1].size must be in 1..4, and 5 is not"])
    #expect(sheet.play("t[1].most = 3; t[1].size = 5") == [])
    // What is set in one instant is judged on the row to which all of it settles, whichever is written first.
    #expect(sheet.play("{ t[1].size = 10; t[1].most = 5 }; { t[2].most = 20; t[2].size = 40 }") == [])
    #expect(sheet.play("{ t[1].most = 1; t[1].size = 5 }") == ["t[1].size must be in 1..2, and 5 is not"])
    #expect(sheet.play("{ t[2].size = 41; t[1].most = 100 }") == ["t[2].size must be in 1..40, and 41 is not"])
  }

  @Test("The domain of an event's payload is that of its row, too")
  func payloadsInRows() {
    let files = [
      "lot.sheet": """
      input most = 3
      input colour = "red"
      event take: number in 1..most
      event paint in {colour, "none"}
      state taken = 0 { on take : taken + take }
      state painted = "" { on paint : paint }
      """
    ]
    let text = "table t of \"lot.sheet\" {\n| most |\n| 2 |\n| 9 |\n}"
    plays(
      text, "t[2].take 9; t[1].take 2; expect t[1].taken = 2, t[2].taken = 9",
      "{ t[1].most = 5; t[1].take 5 }; { t[1].take 7; t[1].most = 7 }; expect t[1].taken = 12",
      "t[1].paint \"RED\"; expect t[1].painted = \"red\"; t[2].colour = \"blue\"; t[2].paint \"blue\"; t[2].paint \"none\"",
      files: files)
    let sheet = mocked(text, files: files)
    #expect(sheet.play("t[1].take 3") == ["t[1].take must be in 1..2, and 3 is not"])
    #expect(sheet.play("{ t[2].most = 4; t[2].take 5 }") == ["t[2].take must be in 1..4, and 5 is not"])
    #expect(sheet.play("t[1].paint \"blue\"") == ["t[1].paint must be one of \"red\", \"none\", and \"blue\" is not"])
    #expect(sheet.play("expect t[1].taken = 0, t[2].most = 9") == [])
  }

  @Test("Each row of a table of sheets is an instance of its own")
  func rows() {
    UsedForms.check(
      "table people of \"Person.sheet\" { 2 rows; on plus : insert first (\"new\", 5) }\nevent plus\nnames = TEXTJOIN(\",\", TRUE, people[name])\ntotal = SUM(people[years])",
      "expect ROWS(people) = 2, people[1].label = \"nobody 1\", total = 2; people[2].name = \"bob\"; people[2].birthday; expect people[2].label = \"bob 2\", people[1].label = \"nobody 1\", total = 3",
      "plus; expect ROWS(people) = 3, people[1].label = \"new 5\", names = \"new,nobody,nobody\"; people[1].birthday; expect people[1].years = 6, people[2].years = 1",
      "insert last people (\"x\"); expect people[3].label = \"x 1\"; delete people[1]; expect names = \"nobody,x\"",
      "insert last people (); expect people[3].label = \"nobody 1\"; delete people[1]; delete people[1]; delete people[1]; expect ROWS(people) = 0, total = 0; plus; expect people[1].label = \"new 5\", total = 5; people[1].birthday; expect total = 6"
    )
  }

  @Test("Rows that are written give the inputs of their sheets values, and the table may have columns of its own")
  func writtenRows() {
    let text = """
      n = 100
      step = 2
      event older: any
      table people of "Person.sheet" {
        | Age | name |
        | 7   | 007  |
        |     | "b"  |
        twice = age * step
        n = n + 1
        on older : update age = older where twice > 4
      }
      """
    UsedForms.check(
      text.replacing("n = n + 1", with: "m = n + 1"),
      "expect people[1].label = \"007 7\", ISBLANK(people[2].age), people[2].label = \"b \", SUM(people[twice]) = 14, people[1].m = 101",
      "step = 3; expect people[1].twice = 21; insert last people (\"c\", 2); expect people[3].twice = 6",
      "older 9; expect people[1].age = 9, ISBLANK(people[2].age); delete people[1]; delete people[1]; insert last people (\"d\", 4); expect people[1].twice = 8"
    )
    // What an event makes of an input is what it accepts, or nothing.
    let sheet = mocked(text.replacing("n = n + 1", with: ""), files: UsedForms.files)
    #expect(sheet.play("older -1") == [] && sheet["people[1].age"] == 7)
    let report = sheet.takeReports().first
    #expect(report?.message == "people[1].age keeps its value")
    #expect(report?.labels.first?.text == "age must satisfy age >= 0, and -1 does not")
    fails(
      "table people of \"Person.sheet\" {\n| nme | label | age |\n|  |  | -5 |\nyears = 5\n}", "",
      "finding: Person.sheet has no input named nme", "finding: Person.sheet has no input named label",
      "finding: age must satisfy age >= 0, and -5 does not", "finding: the column years is there already",
      files: UsedForms.files)
    fails(
      "table people of \"Person.sheet\" { 1 row }\nx = people[1].lable\ny = people[1].save.value", "",
      "finding: there is no column named lable", files: UsedForms.files)
  }

  @Test("States, timers and open calls stay with their rows")
  func movedRows() {
    let text = "table people of \"Person.sheet\" { 2 rows }"
    UsedForms.check(
      text,
      // A late answer finds its row.
      "people[1].name = \"ann\"; people[1].save; expect called store(\"ann\"); insert first people (\"new\"); expect people[2].save.isExecuting, NOT(people[1].save.isExecuting); store replies 7; expect people[2].save.value = 7, ISBLANK(people[1].save.value), NOT(people[2].save.isExecuting)",
      "people[2].name = \"bob\"; delete people[1]; expect people[1].name = \"bob\"; avatar replies \"B\"; expect people[1].image = \"B\"",
      // A timer of a row that has moved, and one of a row that is gone.
      "people[1].name = \"ann\"; wait 0.5; insert first people (); wait 0.5; expect people[2].settled = \"ann\", people[1].settled = \"\"",
      "people[1].name = \"ann\"; delete people[1]; wait 5; expect people[1].settled = \"\", ROWS(people) = 1",
      "people[2].name = \"bob\"; wait 0.5; delete people[1]; wait 0.5; expect people[1].settled = \"bob\"",
      "people[1].birthday; people[1].birthday; people[2].birthday; delete people[1]; expect people[1].years = 2; insert first people (\"z\", 50); expect people[2].years = 2, people[1].years = 50"
    )
    let sheet = mocked(text, files: UsedForms.files)
    sheet.play("people[1].name = \"ann\"; people[1].save")
    let call = sheet.services.openCalls.last?.number ?? 0
    sheet.play("delete people[1]")
    #expect(!sheet.services.openCalls.contains { $0.number == call } && sheet.services.openCalls.count == 1)
    sheet.services.answer(call, .replies(1))
    #expect(sheet["people[1].save.value"] == .blank)
    #expect(
      sheet.play("people[9].birthday; people[9].name = 1; people[1].bithday; people[1].save 3; people[1].age = -1") == [
        "people has 1 row, so there is no row 9", "people has 1 row, so there is no row 9",
        "there is no event or action named people[1].bithday", "people[1].save takes no arguments, not 1",
        "people[1].age must satisfy age >= 0, and -1 does not",
      ])
  }

  @Test("A check of the sheet in the rows names the row that breaks it")
  func rowChecks() {
    fails(
      "table people of \"Aged.sheet\" { 2 rows }",
      "people[2].age = 101; insert last people (101); people[3].age = 102; people[3].age = 2; people[2].age = 3",
      "never \"people[2]: ancient\" is broken after this step (people[2].age 101)",
      "never \"people[3]: ancient\" is broken after this step (people[3].age 101)",
      files: ["Aged.sheet": "input age = 1\nnever \"ancient\": age > 100"])
  }

  @Test("Rows of a sheet that uses others")
  func deepRows() {
    UsedForms.check(
      "table rows of \"Outer.sheet\" { 2 rows }",
      "expect rows[1].label = \"ann 1\"; rows[2].given = \"eve\"; expect rows[2].person.name = \"eve\", rows[2].label = \"eve 1\", rows[1].label = \"ann 1\"; rows[2].person.birthday; expect rows[2].label = \"eve 2\"; rows[2].person.save; expect rows[2].person.save.isExecuting; insert first rows (\"zoe\"); expect rows[1].label = \"zoe 1\", rows[3].person.save.isExecuting; store replies 4; expect rows[3].person.save.value = 4"
    )
  }

  @Test("What a row holds when it begins is no change, neither for x.changed nor for VALUES")
  func firstValuesOfRows() {
    let files = [
      "leaf.sheet": """
      input x: number = 1
      state log = "" { on x.changed : log & "x" & x; on VALUES(x) : log & "v" & x }
      state first = x { on never : 0 }
      event never
      state ticks = 0 { on EVERY(1) : ticks + 1 }
      """,
      "row.sheet": """
      use "leaf.sheet" as leaf { x <~ id * 10 }
      input id: number = 5
      service price(id)
      fetch p = price(id) else 0
      state log = "" { on p.changed : log & p & ";" }
      state first = "" { on VALUES(p) : first & p & ";" }
      """,
    ]
    let table = """
      table t of "row.sheet" {
        | id |
        | 1  |
        on plus : insert last (plus)
      }
      event plus: number

      """
    UsedForms.check(
      table,
      "expect t[1].log = \"\", t[1].first = \"0;\", t[1].leaf.log = \"v10\"; price replies 7; expect t[1].log = \"7;\"",
      "plus 2; expect t[2].log = \"\", t[2].first = \"0;\", t[2].leaf.log = \"v20\", t[2].leaf.first = 20; t[2].id = 3; expect t[2].leaf.log = \"v20x30v30\"",
      "insert first t (); expect t[1].log = \"\", t[1].leaf.log = \"v50\", t[1].leaf.first = 50; wait 2; expect t[1].leaf.ticks = 2",
      "given price replies 9; plus 2; expect t[2].log = \"9;\", t[2].first = \"0;9;\"; { plus 1; plus 3 }; expect t[4].leaf.log = \"v30\"",
      files: files)
  }

  @Test("What states of rows begin with is settled, whichever reads another, and no change for who reads them at load")
  func firstStatesOfRows() {
    let files = [
      "leaf.sheet": "input x: number = 1\nstate s = x { on e : s + e }\nevent e: number",
      "row.sheet": """
      input k: number = 5
      state twice = first * 2 { on w.e : 0 }
      state first = w.s + 1 { on w.e : w.s }
      use "leaf.sheet" as w { x <~ k }
      """,
    ]
    UsedForms.check(
      """
      table t of "row.sheet" {
        2 rows
        on plus : insert last (plus)
      }
      event plus: number
      sum = SUM(t[twice])
      state start = sum + t[2].w.s { on never : 0 }
      event never
      state log = "" { on sum.changed : log & sum & ";"; on t[1].first.changed : log & "t" & t[1].first & ";" }
      state values = "" { on VALUES(sum) : values & sum & ";"; on VALUES(t[1].w.s) : values & "t" & t[1].w.s & ";" }
      """,
      "expect t[1].first = 6, t[2].twice = 12, start = 29, log = \"\", values = \"24;t5;\"",
      "plus 7; expect t[3].first = 8, t[3].twice = 16, log = \"40;\"; t[1].w.e 2; expect log = \"40;28;t5;\", start = 29",
      files: files)
    fails(
      "table t of \"round.sheet\" { 1 row }", "", "finding: 2 cells depend on each other: t[1].a → t[1].b → t[1].a",
      files: ["round.sheet": "state a = b { on e : 1 }\nstate b = a { on e : 1 }\nevent e"])
  }

  @Test("Who follows a cell of a row that is not there sees what a formula sees")
  func missingRows() {
    UsedForms.check(
      """
      table t of "leaf.sheet" { 0 rows; on plus : insert last (plus); on gone : delete }
      event plus: number
      event gone
      event first = MAP(VALUES(t[1].x), LAMBDA(x, IFERROR(x, "none")))
      state log = "" { on first : log & first & ";"; on t[1].x.changed : log & ISREF(t[1].x) & ";" }
      """,
      "expect log = \"none;\"; plus 4; expect first = 4; gone; expect first = \"none\"",
      "insert last t (); expect ISBLANK(first); gone; expect first = \"none\"",
      files: ["leaf.sheet": "input x: number"])
  }

  @Test("A column of its own and a clause read what the sheets in the rows use, in a used sheet as well")
  func columnsOfUsedTables() {
    let files = [
      "leaf.sheet": "input x: number = 1\naction go = ask(x)\nservice ask(x)",
      "row.sheet": "use \"leaf.sheet\" as w\ninput k: number = 2\naction go = ask(k)\nservice ask(x)",
      "middle.sheet": """
      use "leaf.sheet" as w { x <~ 9 }
      table t of "row.sheet" {
        2 rows
        sum = w.x + go.value + k
        on tap : update k = w.x + 6 where w.go.value = 3
      }
      event tap
      total = SUM(t[sum])
      """,
    ]
    for (head, path) in [("use \"middle.sheet\" as m", "m."), (files["middle.sheet"] ?? "", "")] {
      UsedForms.check(
        head,
        "\(path)t[1].go; ask replies 4; expect \(path)t[1].sum = 7, \(path)total = 10; \(path)t[2].w.go; ask replies 3; \(path)tap; expect \(path)t[2].k = 7, \(path)t[1].k = 2",
        files: files)
    }
  }

  @Test("What actions and fetches read of a row is its cell, and a field of what that holds")
  func rowsInRuns() {
    let files = ["leaf.sheet": "input x: any\ninput y = 1\nuse \"deep.sheet\" as w", "deep.sheet": "input z = 5"]
    for table in ["table t of \"leaf.sheet\" { 2 rows }", "table t {\n| x | y | w |\n| | 1 | |\n| | 1 | |\n}"] {
      UsedForms.check(
        table + """

          service ask(a)
          fetch seen = LET(u, ask(1), u + t[2].x) else 0
          action own(k) = k + ask(2) + t[2].x * 10
          action pass = ask(t[2].x)
          action field = LET(u, ask(3), u & t[1].x.name)
          """,
        "t[2].x = 4; ask replies 1; expect seen = 5; own 2; ask replies 3; expect own.value = 45; pass; expect called ask(4)",
        "ask replies 1; t[2].y = 7; t[1].y = 8; expect ask.calls = 1; t[2].x = 6; expect ask.calls = 2; ask replies 2; expect seen = 8",
        "t[1].x = {name: \"ada\"}; field; ask replies \"to \"; expect field.value = \"to ada\"", files: files)
    }
    UsedForms.check(
      "table t of \"leaf.sheet\" { 2 rows }\nservice ask(a)\naction deep = ask(0) + t[1].w.z",
      "deep; ask replies 1; expect deep.value = 6", files: files)
  }
}
