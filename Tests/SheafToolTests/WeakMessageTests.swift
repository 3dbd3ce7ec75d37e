import Testing

@testable import SheafTool

/// Statements that are nearly right get the form that they should have: the table of section 3 of the review.
@Suite("Messages for what is nearly right")
struct WeakMessageTests {
  /// What a statement is told: typed at the prompt, and standing in a file.
  private func check(
    _ typed: String, _ words: String..., before: String = "", inFile: Bool = true, atPrompt: Bool = true,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    if atPrompt {
      let run = ToolRun(input: before + typed + "\n")
      #expect(run.status == 1, sourceLocation: location)
      for word in words { #expect(run.errors.contains(word), "\(typed)\n\(run.errors)", sourceLocation: location) }
    }
    guard inFile else { return }
    let folder = try TemporaryFolder(["x.sheet": before + typed + "\n"])
    let output = ToolRun("check", folder["x.sheet"]).output
    for word in words { #expect(output.contains(word), "\(typed)\n\(output)", sourceLocation: location) }
  }

  @Test("Of many findings twenty are told, and how many more there are")
  func manyFindings() throws {
    let text = (0..<60).map { "x\($0)y = nope\n" }.joined()
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun("eval", folder["a.sheet"])
    #expect(run.errors.matches(of: #/error: /#).count == 20, "\(run.errors)")
    #expect(run.errors.hasSuffix("\n… and 40 more; sheaf check tells of all\n"), "\(run.errors)")
    #expect(ToolRun("check", folder["a.sheet"]).output.matches(of: #/error: /#).count == 60)
  }

  @Test("Comments of other languages")
  func comments() throws {
    try check("# comment", "comments begin with //")
    try check("-- comment", "comments begin with //")
    try check("/* comment */", "comments begin with //")
    try check("x = 5 # comment", "comments begin with //")
    try check("x = 5 /* comment */", "comments begin with //")
  }

  @Test("Operators of other languages")
  func operators() throws {
    let names = "a = TRUE\nb = FALSE\n"
    try check("c = a and b", "write AND(a, b)", before: names)
    try check("a or b", "write OR(a, b)", before: names, inFile: false)
    try check("c = not a", "write NOT(a)", before: names)
    try check("c = 7 mod 3", "write MOD(a, b)")
    try check("c = 7%3", "write MOD(a, b)")
    try check("c = IF a THEN 1", "write IF(condition, then, otherwise)", before: names)
    try check("c = 5!", "write FACT(5)")
  }

  @Test("Numbers as people group them, and what is left out between values")
  func numbersAndSeparators() throws {
    try check("x = 1_000", "write 1000: digits are not grouped")
    try check("x = 1 000", "write 1000: digits are not grouped")
    try check("x = 12 000 000", "write 12000: digits are not grouped")
    try check("x = 5²", "write 5^2")
    try check("x = 2 * π", "write PI()", inFile: true)
    try check("x = SUM(1 2)", "arguments are separated by commas")
    try check("input x in {\"a\" \"b\"}", "elements are separated by commas")
    try check("x = SUM(A1..A3)", "write : for a range, as in A1:A9")
    try check("x = SUM[A1]", "SUM is a function; call it with parentheses")
    try check("test \"t\" { wait 500ms }", "times such as that of wait and DELAY are seconds")
  }

  @Test("Values as people write them, and what is not an input")
  func valuesAtTheDoor() throws {
    let text = "input d: date\ninput b: logical\ninput n: number\nstate s = 0 { on d.changed : 1 }\n"
    let folder = try TemporaryFolder(["x.sheet": text, "r.csv": "n,id\n1,a\n"])
    for (value, near) in [
      ("d=31.12.2026", "2026-12-31"), ("b=yes", "TRUE"), ("b=nein", "FALSE"), ("b=1", "TRUE"), ("n=1,5", "1.5"),
    ] {
      let run = ToolRun("eval", folder["x.sheet"], "--set", value)
      #expect(run.errors.contains("did you mean \(near)?"), "\(value): \(run.errors)")
    }
    #expect(!ToolRun("eval", folder["x.sheet"], "--set", "d=31.02.2026").errors.contains("did you mean"))
    let unknown = ToolRun("eval", folder["x.sheet"], "--set", "weight=1")
    #expect(unknown.errors.contains("help: the inputs are d, b, n\n"), "\(unknown.errors)")
    let rows = ToolRun("eval", folder["x.sheet"], "--rows", folder["r.csv"], "--get", "s")
    #expect(rows.errors.contains("--keep id carries it into the results"), "\(rows.errors)")
  }

  @Test("Cells that depend on each other, and events of rows")
  func circlesAndRows() throws {
    try check("b = c", "option iterate = 100, 0.001 at the head of the file", before: "c = b\n", atPrompt: false)
    let folder = try TemporaryFolder([
      "i.sheet": "event hit\n", "x.sheet": "table list of \"i.sheet\" { 2 rows }\nstate n = 0 { on list[1].hit : 1 }\n",
    ])
    let run = ToolRun("check", folder["x.sheet"])
    #expect(run.output.contains("add up here, hits = SUM(list[hits]), and write on hits.changed"), "\(run.output)")
  }

  @Test("Names of several words, and functions of other languages")
  func namesOfWords() throws {
    try check("sheet My Sheet\nA1 = 1", "the name of a sheet with blanks stands in quotes", "write sheet 'My Sheet'")
    try check(
      "sheet 2024 Q1\nA1 = 1", "the name of a sheet that begins with a digit stands in quotes", "write sheet '2024 Q1'")
    try check(
      "x : number = 5", "this cannot be defined", "only what is set from outside has a type: input x: number = …",
      atPrompt: false)
    try check(
      "event e\ntable t {\n| a |\non e : delete a = 5\n}", "this is not a change of a table", "write delete where …")
    try check("function f(x) = x + 1", "write f = LAMBDA(x, …)", atPrompt: false)
  }

  @Test("Units and lists")
  func units() throws {
    try check("p = 5€", "show the unit by a format")
    try check("p = 10 apples", "show the unit by a format, as in 10 as \"0 \"\"apples\"\"\"")
    try check("p = 20 USD", "show the unit by a format")
    try check("l = [1,2,3]", "a list stands in braces", "write {1, 2, 3}")
    try check("r = {\"a\":1}", "write {a: …}")
  }

  @Test("What is wrong is told once, and with the form that is meant")
  func once() throws {
    try check("f(x) = x + 1", "write f = LAMBDA(x, …)", atPrompt: false)
    try check("always x: TRUE", "write always \"x\": TRUE")
    try check("x + 1 = 5", "this cannot be defined", inFile: true, atPrompt: false)
    for (text, count) in [
      ("input x = 5 where nosuch > 0", 1), ("event e = EVERY(\"a\")", 1), ("event e\nstate s = 0 { on e 1 }", 1),
      ("input m: number in 5 = 3", 1), ("input x = 1 in 0..1", 1),
    ] {
      let folder = try TemporaryFolder(["x.sheet": text + "\n"])
      let output = ToolRun("check", folder["x.sheet"], "--fail-on", "error", "-f", "short").output
      let found = output.split(separator: "\n").filter { $0.contains("error[") || $0.contains("bad-interval") }
      #expect(found.count == count, "\(text)\n\(output)")
      #expect(!output.contains("unit") && !output.contains("x_+"), "\(text)\n\(output)")
    }
  }

  @Test("Words for nothing, functions without parentheses, and arrows")
  func otherLanguages() throws {
    for word in ["null", "nil", "None", "undefined"] { try check("p = \(word)", "write ISBLANK(x) to ask for one") }
    try check(
      "p = LEN \"abc\"", "a function takes its arguments in parentheses, as in LEN(\"abc\"); texts are joined with &")
    try check("p = SQRT 2", "as in SQRT(2)")
    try check("service s(x) -> text", "there is no : before the type", "write : text")
    try check("service s() => number", "write : number")
  }

  @Test("What an action does, and when")
  func actions() throws {
    let services = "input x = 1\nservice s(a)\nservice t(a)\n"
    try check(
      "action a if x > 0 = s(1)", "the condition of an action stands behind when", "write when", before: services)
    try check("action a where x > 0 = s(1)", "write when", before: services)
    try check(
      "action a = s(1), t(2)", "let one come after the other: write LET(x, s(1), t(2))", before: services)
    try check("action a = b()", "there is no service or function named b", before: services)
    try check("action a(q) = LET(u, s(q), t(u)) { on x.changed : start(2) }", before: services, atPrompt: false)
  }

  @Test("Calls that Excel does not enter have too few arguments")
  func fewArguments() throws {
    let cells = "x = TRUE\na = {1, 2}\n"
    try check("p = IFS(x)", "IFS takes an even number of arguments, not 1", before: cells)
    try check("p = IFS(x, 1, FALSE)", "IFS takes an even number of arguments, not 3", before: cells)
    try check("p = SWITCH(1, 2)", "SWITCH takes at least 3 arguments, not 2", before: cells)
    try check("p = MAP(a)", "MAP takes at least 2 arguments, not 1", before: cells)
    let run = ToolRun(input: cells + "IF(x) & IFS(x, 1) & SWITCH(1, 1, 2) & SWITCH(1, 3, 4, 5)\n")
    #expect(run.errors == "")
  }

  @Test("Several statements on a line")
  func separators() throws {
    try check("A = 1, B = 2", "statements are separated by ; or by a line end")
  }

  @Test("Types and domains")
  func types() throws {
    try check("input x: int", "did you mean number?")
    try check("input x: string", "did you mean text?")
    try check("input x: bool", "did you mean logical?")
    try check("input x: number 0..10", "write in 0..10")
    try check("input x: number between 0 and 10", "write in 0..10")
    try check("input x: number from 1 to 5 = 2", "write in 1..5 = 2")
    try check("state s in {\"a\", \"b\"} = \"a\"", "a state declares no domain", "always")
  }

  @Test("Steps of tests")
  func steps() throws {
    try check("test \"t\" { assert A = 5 }", "write expect x = 5", before: "A = 5\n", atPrompt: false)
    try check("test \"t\" { set A 5 }", "write x = 5", before: "A = 5\n", atPrompt: false)
  }

  @Test("Keywords with a slip")
  func keywords() throws {
    try check("inptu a: number", "did you mean input?")
    try check("tabel x { }", "did you mean table?")
  }

  @Test("Clauses")
  func clauses() throws {
    for arrow in ["=>", "->", "then"] {
      try check(
        "state s = \"a\" { on go where s = \"a\" \(arrow) \"b\" }", "write on event : value", before: "event go\n")
    }
    try check("on go: v = v + 1", "a clause stands in the braces of a state", before: "event go\n")
  }

  @Test("Labels, with the whole form")
  func labels() throws {
    try check("always: A > 0", "write always \"label\": A > 0", before: "A = 1\n")
    try check("never : A > 5", "write never \"label\": A > 5", before: "A = 1\n")
    try check("always q > 3", "write always \"label\": q > 3", before: "q = 5\n")
    try check("never q > 9", "write never \"label\": q > 9", before: "q = 5\n")
    try check("test c { }", "write test \"label\" { … }")
  }

  @Test("Functions of other programs")
  func functions() throws {
    try check("p = AVG(1, 2)", "did you mean AVERAGE?")
    try check("p = GOOGLEFINANCE(\"ABC\")", "prices come through a service")
    try check("p = QUERY(A1:B2, \"select A\")", "FILTER, SORT")
    try check("p = IMPORTRANGE(\"x\", \"A1\")", "table t from \"other.csv\"")
  }

  @Test("A help that does not fit is not given")
  func wrongHelps() {
    let table = ToolRun(input: "table t {\n| a |\n| 1 | 2 |\n}\n").errors
    #expect(!table.contains("commands of the prompt begin with a colon"))
    #expect(ToolRun(input: "help me\n").errors.contains("as in :help"))
    #expect(!ToolRun(input: "insert last\n").errors.contains("as in :"))
    #expect(!ToolRun(input: "table t {\n| a |\n}\ninsert t (1)\n").errors.contains("as in :"))
    #expect(!ToolRun(input: "vat = 1\nx = let\n").errors.contains("did you mean vat"))
    #expect(!ToolRun(input: ":list\n").errors.contains(":test"))
  }

  @Test("A number with commas is told how it is written, as what it can have been meant")
  func commas() throws {
    try check("x = 1,234", "write 1234 for thousands, or 1.234 for a decimal")
    try check("x = 250,000", "write 250000")
    try check("x = 1,234.50", "write 1234.50")
    try check("x = 1.234,50", "write 1234.50")
    try check("x = 1,2,3", "write {1, 2, 3} for several values")
  }

  @Test("A name with blanks is told once, with the name that would be one")
  func namesWithBlanks() {
    let errors = ToolRun(input: "income tax = 5\n").errors
    #expect(errors.contains("help: a name has no blanks: write income_tax"))
    #expect(errors.split(separator: "\n").count { $0.hasPrefix("error:") } == 1)
    #expect(ToolRun(input: "income_tax = 5\nincome tax * 2\n").errors.contains("write income_tax"))
  }

  @Test("A row is told how its number is written where that has a name")
  func rowsByName() throws {
    let table = "table k {\n| a |\n| 1 |\n}\nnth = 1\n"
    try check("x = k[nth].a", "the row of that number is k[(nth)]", before: table)
    try check("x = MAP({1}, LAMBDA(i, k[i].a))", "the row of that number is k[(i)]", before: table)
    try check("x = k[other]", "its columns are a", before: table)
  }

  @Test("The caret is under the column that is not there")
  func columnCarets() {
    let table = "table sales {\n| rev | cost |\n| 1 | 2 |\n}\n"
    for (formula, caret) in [
      ("SUM(sales[revv])", "          ^^^^"), ("SUM(sales[@revv])", "           ^^^^"),
      ("SUM(sales[[revv]:[cost]])", "           ^^^^"), ("SUM(sales[[rev]:[cosst]])", "                 ^^^^^"),
    ] {
      let lines = ToolRun(input: table + formula + "\n").errors.split(separator: "\n").map(String.init)
      #expect(lines.contains("  | \(caret) not in this table"), "\(formula)")
    }
  }

  @Test("A word that is no command is told so, whatever stands behind it")
  func commands() {
    let wrong = ToolRun("evl", "loan.sheet")
    #expect((wrong.status, wrong.output) == (2, ""))
    #expect(wrong.errors == "error: there is no file and no command named evl\n  = help: did you mean sheaf eval?\n")
    #expect(ToolRun("nonsense", "--help").status == 2)
    #expect(ToolRun("help", "nonsense").status == 2)
    #expect(ToolRun("help", "eval").output.contains("--rows"))
    #expect(ToolRun("--help", "eval").output == ToolRun("help", "eval").output)
  }

  @Test("An ordinary name that is a grid address is noted once")
  func addresses() throws {
    let folder = try TemporaryFolder(["x.sheet": "tax1 = 5\nq1 = 6\nA1 = 7\n"])
    let run = ToolRun("eval", folder["x.sheet"])
    #expect(run.status == 0)
    #expect(run.errors.contains("note: tax1 is the cell TAX1 of the grid, not a name [address-for-name]"))
    #expect(!run.errors.contains("q1 is"))
    #expect(ToolRun(input: "d2 = 1\nd2 = 2\n").errors.split(separator: "is the cell D2").count == 2)
    #expect(ToolRun(input: "A1 = 1\n").errors == "")
  }

  @Test("A LAMBDA that bears the name of a function is warned of, when it is made")
  func hiddenFunctions() throws {
    let folder = try TemporaryFolder(["x.sheet": "n = LAMBDA(x, x + 1)\nrate = 5\n"])
    let run = ToolRun("eval", folder["x.sheet"])
    #expect(run.status == 0)
    #expect(run.errors.contains("warning: n is the name of a function"))
    #expect(!run.errors.contains("rate"))
    #expect(ToolRun(input: "n = LAMBDA(x, x + 1)\n").errors.contains("warning: n is the name of a function"))
  }

  @Test("Whole columns that are empty and bear names of cells are warned of")
  func emptyColumns() throws {
    let names = "A = 20\nB = 10\n"
    let folder = try TemporaryFolder([
      "x.sheet": names + "t = SUM(A:B)\n", "y.sheet": names + "A1 = 5\nt = SUM(A:B)\n", "z.sheet": "t = SUM(A:B)\n",
    ])
    let run = ToolRun("eval", folder["x.sheet"])
    #expect(run.errors.contains("warning: these are columns of the grid, and they are empty [empty-columns]"))
    #expect(run.errors.contains("help: name the cells one by one, as in SUM(A, B)"))
    #expect(ToolRun("eval", folder["y.sheet"]).errors == "")
    #expect(ToolRun("eval", folder["z.sheet"]).errors == "")
    #expect(ToolRun(input: names + "t = SUM(A:B)\n").errors.contains("[empty-columns]"))
  }

  @Test("A column that is named like a cell of the grid is not read by its name, and that is said")
  func addressesOfColumns() throws {
    let table =
      "table s {\n| Q1 | q2 |\n| 1 | 2 |\nhalf = Q1 + Q2 + Q3\non e : update q2 = Q1 where [@Q2] = 2\n}\nevent e\n"
    let folder = try TemporaryFolder([
      "x.sheet": table, "y.sheet": table.replacing("= Q1", with: "= $Q$1").replacing(" Q2 ", with: " [@Q2] "),
    ])
    let run = ToolRun("check", folder["x.sheet"])
    #expect(
      run.output.split(separator: "\n").count { $0.hasSuffix("not the column of this table [address-for-column]") } == 3
    )
    #expect(run.output.contains("warning: Q1 is the cell Q1 of the grid"))
    #expect(run.output.contains("help: write [@Q2] for the column, or $Q$2 for the cell"))
    #expect(!ToolRun("check", folder["y.sheet"]).output.contains("[address-for-column]"))
  }

  @Test("A column whose name has blanks is written in two pairs of brackets")
  func columnsWithBlanks() throws {
    let table = "table o {\n| Qty | Unit Price | Discount % |\n| 2 | 3 | 0 |\nTotal = Qty * Unit Price\n}\n"
    try check(table, "write [@[Unit Price]]")
    let other = table.replacing("Unit Price\n}", with: "[@[Unit Price]]\n}")
    try check("s = SUM(o[Discount %])", "write o[[Discount %]]", before: other)
    let folder = try TemporaryFolder(["x.sheet": other])
    #expect(ToolRun("check", folder["x.sheet"]).status == 0)
  }

  @Test("Near names are found in time proportional to the sheet")
  func manyUnknownNames() throws {
    let lines = (0..<3_000).map { "name\($0)x = nmae\($0)x" }.joined(separator: "\n")
    let folder = try TemporaryFolder(["x.sheet": lines])
    let run = ToolRun("check", folder["x.sheet"], "-f", "short")
    #expect(run.output.split(separator: "\n").count == 101)
    #expect(run.output.contains("2900 more findings are not shown"))
  }

  @Test("Messages stay small, whatever they are about")
  func smallMessages() throws {
    let twice = (0..<2_000).map { _ in "a = 1" }.joined(separator: "\n")
    let folder = try TemporaryFolder(["x.sheet": twice, "y.sheet": "A = INDIRECT(REPT(\"Z\", 30000))\n"])
    let run = ToolRun("check", folder["x.sheet"])
    #expect(run.output.utf8.count < 40_000)
    #expect(run.output.contains("1899 more findings are not shown"))
    let long = ToolRun("eval", folder["y.sheet"])
    #expect(long.errors.utf8.count < 1_000)
    #expect(ToolRun("eval", folder["y.sheet"], "-f", "json").output.utf8.count < 1_500)
  }
}
