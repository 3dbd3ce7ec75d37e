import Testing

@testable import SheafTool

@Suite("Cures of findings")
struct CheckFixTests {
  @Test("Safe cures make a text readable, and nothing else is guessed")
  func safe() throws {
    try check("A := 3\nB = A == 3\n", "A = 3\nB = A = 3\n")
    try check("let C = SUM(1; 2)\n", "C = SUM(1, 2)\n")
    try check("name = “Ada”\n", "name = \"Ada\"\n")
    try check("size = \"M \"\n", "size = \"M\"\n")
    try check(
      "table t {\n  | n   |\n  | 1   |\n  | 2   |\n  | \"3\" |\n}\n",
      "table t {\n  | n   |\n  | 1   |\n  | 2   |\n  | 3 |\n}\n")
    try check("A = 1 // allow volatile: no more\n", "A = 1\n")
    try check("// allow volatile: no more\nA = 1\n", "A = 1\n")
    try check("amount = 1\nb = amuont\n", "amount = 1\nb = amuont\n")
    try check("amount = 1\nb = amuont\n", "amount = 1\nb = amount\n", "--unsafe-fixes")
  }

  @Test("Where a cure could give another number or hide a definition, it is not safe")
  func doubtful() throws {
    for text in ["A = -2 ** 2\n", "A = 1 + -B1 ** 2\n", "# note; B = 4\n", "/* note */ B = 4\n", "A = “a “b” c\n"] {
      try check(text, text)
    }
    try check("A = 2 ** 3 ** 2\n", "A = 2 ^ 3 ** 2\n")
    try check("A = -(2 ** 3) * 4 ** 2 - 5 ** -1\n", "A = -(2 ^ 3) * 4 ^ 2 - 5 ^ -1\n")
    try check("A = -2 ** 2\n", "A = -2 ^ 2\n", "--unsafe-fixes")
    try check("# note; and more\nB = 4\n", "// note; and more\nB = 4\n")
    try check("/* note */\n", "// note */\n")
  }

  @Test("A text in typographic marks may quote another one")
  func quotesInQuotes() throws {
    try check("A = “he said “hi” to me”\n", "A = \"he said “hi” to me\"\n")
    try check("A = “say \"so\"” & “it’s”\n", "A = \"say \"\"so\"\"\" & \"it’s\"\n")
    try check("A = IF(B1 = “a”, ‘b’, „c“)\n", "A = IF(B1 = \"a\", \"b\", \"c\")\n")
    try check("A = “” & “a“ & “b“\n", "A = \"\" & \"a\" & \"b\"\n")
  }

  @Test("A name that is meant for an action or a parameter is cured as one, and is declared as no input")
  func meantNames() throws {
    let action = "event tap\naction saveAll = 1 { on tap : start }\n"
    try check(action + "x = savAll.isExecuting\n", action + "x = saveAll.isExecuting\n", "--unsafe-fixes")
    try check(
      action + "state s = 0 { on saveAl.succeeded : 1 }\n", action + "state s = 0 { on saveAll.succeeded : 1 }\n",
      "--unsafe-fixes")
    try check(action + "x = stored.isExecuting\n", action + "x = stored.isExecuting\n", "--unsafe-fixes")
    try check("f = LAMBDA(rate, n, rte * n)\n", "f = LAMBDA(rate, n, rate * n)\n", "--unsafe-fixes")
    try check("w = LET(total, 2, totl + 1)\n", "w = LET(total, 2, total + 1)\n", "--unsafe-fixes")
    let pay = "action pay(amount) when amuont > 0 = amount\n"
    try check(pay, pay, "--unsafe-fixes")
  }

  @Test("Semicolons between arguments go all at once, but where a comma may be what parts a number")
  func separators() throws {
    try check("B = SUM(1;2;3;4;5;6;7;8;9;10;11;12)\n", "B = SUM(1,2,3,4,5,6,7,8,9,10,11,12)\n")
    try check("D = IF(A1;{1;2};SUM(B1;\"; )\"))\n", "D = IF(A1,{1;2},SUM(B1,\"; )\"))\n")
    try check(
      "test \"a\" { expect SUM(1;MAX(2;3)) = 4; expect TRUE }\n",
      "test \"a\" { expect SUM(1,MAX(2,3)) = 4; expect TRUE }\n")
    // Here nobody knows, and 1,5 as two arguments would be another sum without a word.
    for text in ["B = SUM(1,5; 2)\n", "B = SUM({1,5; 2,5}; 2)\n", "B = SUM(A1,A2;A3)\n"] { try check(text, text) }
    try check("B = SUM(1,5; 2)\n", "B = SUM(1.5, 2)\n", "--unsafe-fixes")
    try check("B = SUM(A1,A2;A3)\n", "B = SUM(A1,A2,A3)\n", "--unsafe-fixes")
  }

  @Test("A cure gives the value that was meant, and a warning is not cured by an error")
  func values() throws {
    try check("B = 'it''s'\n", "B = \"it's\"\n")
    try check("A = 1\nA\nA // again\n", "A = 1\nA\nA // again\n", "--unsafe-fixes")
    try check(
      "input name = \"x \" where LEN(name) = 2\nsize = \"M \"\n",
      "input name = \"x \" where LEN(name) = 2\nsize = \"M\"\n")
    for text in ["1e3", "14:30", "1,234"] {
      let table = "table t {\n  | n |\n  | 1 |\n  | 2 |\n  | \"\(text)\" |\n}\n"
      try check(table, table, "--unsafe-fixes")
    }
    let dates = "table t {\n  | d |\n  | 2026-01-01 |\n  | 2026-01-02 |\n  | \"2026-01-03\" |\n}\n"
    try check(dates, dates.replacing("\"", with: ""))
  }

  @Test("A near name takes the place of the wrong one alone, as it is spelled where it is defined")
  func nearNames() throws {
    let grids = "sheet Inputs\nB2 = 1\nsheet Result\nA1 = Inputs!B2 + Inputs!B2\n"
    try check(grids.replacing("= Inputs!", with: "= Imputs!"), grids, "--unsafe-fixes")
    try check(grids.replacing("= Inputs!", with: "= 'Imputs'!"), grids, "--unsafe-fixes")
    let table = "table ledger {\n  | price | size |\n  | 1     | 2    |\n}\n"
    let sums = table + "a = SUM(ledger[price]) + ROWS(ledger[[#All],[size]])\n"
    try check(sums.replacing("SUM(ledger", with: "SUM(leger"), sums, "--unsafe-fixes")
    try check(sums.replacing("ROWS(ledger", with: "ROWS(ledgre"), sums, "--unsafe-fixes")
    let call = "service userInfo(x)\naction go(x) = userInfo(x)\n"
    try check(call.replacing("= userInfo", with: "= usrInfo"), call, "--unsafe-fixes")
  }

  private func check(
    _ text: String, _ cured: String, _ option: String = "--fix", at location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun("check", folder["a.sheet"], option)
    #expect(try folder.text("a.sheet") == cured, "\(run.output)\(run.errors)", sourceLocation: location)
  }

  @Test("An edit that leaves a finding as it was is not made, and others are")
  func incurable() throws {
    try check(
      "test \"a\" {\n  expect 1 == 1\n  login replies TRUE\n}\n",
      "test \"a\" {\n  expect 1 = 1\n  login replies TRUE\n}\n",
      "--unsafe-fixes")
    try check("b = n * 2\n", "input n\nb = n * 2\n", "--unsafe-fixes")
    try check("A = 1,5 + 2,5\n", "A = 1,5 + 2,5\n", "--unsafe-fixes")
    // Also where it has changed the line that the finding shows.
    try check("a = {n: 'Ada\"}\nb = 1\n", "a = {n: 'Ada\"}\nb = 1\n", "--unsafe-fixes")
    try check("a = 'Ada\n", "a = \"Ada\"\n", "--unsafe-fixes")
    try check("a = (1 + (2\n", "a = (1 + (2))\n", "--unsafe-fixes")
    try check("let let a = 4\n", "a = 4\n")
    // What several lines lack is declared once.
    try check("b = n * 2\n\nc = n * 3\n", "input n\nb = n * 2\n\nc = n * 3\n", "--unsafe-fixes")
  }

  @Test("A preview shows the lines and writes nothing")
  func preview() throws {
    let text = "A := 3\nB = A\n"
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun("check", folder["a.sheet"], "--fix", "--diff")
    #expect(run.status == 1)
    #expect(run.output.contains("@@ -1 +1 @@\n-A := 3\n+A = 3\n"))
    #expect(run.errors.contains("1 finding to be cured"))
    #expect(try folder.text("a.sheet") == text)
    let told = ToolRun("check", folder["a.sheet"])
    #expect(told.output.hasSuffix("1 finding, 1 of which --fix cures\n"))
    #expect(ToolRun("check", folder["a.sheet"], "-f", "json").output.contains("\"fixable\": true"))
    // What is not read defines its name all the same, so that nobody reports that as unknown.
    let other = ToolRun(["check", "-"], input: "let C = 4\nD = C\n")
    #expect(other.output.hasSuffix("1 finding, 1 of which --fix cures\n"))
    #expect(ToolRun("check", folder["a.sheet"], "-f", "sarif").output.contains("a definition has no ="))
    #expect(ToolRun("check", folder["a.sheet"], "--fix").status == 0)
    #expect(ToolRun("check", folder["a.sheet"], "--diff").status == 0)
    #expect(ToolRun(["check", "-", "--fix"], input: text).status == 2)
  }

  @Test("A baseline hides what was there, wherever its line has gone")
  func baseline() throws {
    let folder = try TemporaryFolder(["a.sheet": "a = 1 / 0\nb = 2 / 0\n"])
    let (sheet, known) = (folder["a.sheet"], folder["known.tsv"])
    let listed = ToolRun("check", sheet, "--write-baseline", known)
    #expect(listed.status == 0 && listed.errors.contains("2 findings listed"))
    #expect(ToolRun("check", sheet, "--baseline", known).status == 0)
    try OutputFile.write(Array("// more\nb = 2 / 0\na = 1 / 0\n".utf8), to: sheet)
    #expect(ToolRun("check", sheet, "--baseline", known).status == 0)
    try OutputFile.write(Array("c = 3 / 0\na = 1 / 0\n".utf8), to: sheet)
    let run = ToolRun("check", sheet, "--baseline", known, "-f", "short")
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 1 && run.output.contains("a.sheet:1:1"))
    #expect(run.errors.contains("1 finding of the baseline are gone"))
    #expect(ToolRun("check", sheet, "--baseline", sheet).status == 2)
  }

  @Test("Rules are told by default but for notes, and a comment with a reason allows what they find")
  func rules() throws {
    let folder = try TemporaryFolder(["a.sheet": "days = TODAY() * 1.5\n", "b.sheet": "input a = 1\n", "c.sheet": ""])
    let run = ToolRun("check", folder["a.sheet"], "-f", "short")
    #expect(run.status == 1 && run.output.contains("[volatile]") && !run.output.contains("[magic-number]"))
    #expect(ToolRun("check", folder["b.sheet"]).status == 0)
    #expect(ToolRun("check", folder["b.sheet"], "--fail-on", "warning").status == 1)
    #expect(ToolRun("check", folder["a.sheet"], "--select", "all").output.contains("[magic-number]"))
    #expect(ToolRun("check", folder["b.sheet"]).output.contains("[unused-input]"))
    // A sheet beside it reads the input.
    try OutputFile.write(Array("use \"b.sheet\" as other\nx = other.a + 1\n".utf8), to: folder["c.sheet"])
    #expect(!ToolRun("check", folder["b.sheet"]).output.contains("[unused-input]"))
  }

  @Test("Files are compared with a record of them, wherever the check is called")
  func recordedFiles() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "table t from \"a.csv\" {}\nb = SUM(t[x])\n", "a.csv": "x\n1\n", "b.csv": "x\n1\n",
    ])
    let (sheet, record) = (folder["a.sheet"], folder["data.tsv"])
    let written = ToolRun("check", folder.path, "--write-data", record)
    #expect(written.status == 0 && written.errors.contains("1 file recorded in "))
    #expect(try folder.text("data.tsv").contains("\na.sheet\ta.csv\t"))
    #expect(ToolRun("check", folder.path, "--data", record).status == 0)
    try OutputFile.write(Array("x\n2\n".utf8), to: folder["a.csv"])
    let changed = ToolRun("check", sheet, "--data", record, "-f", "short")
    #expect(
      changed.status == 1
        && changed.output.contains(":1:14: error[external-data-changed]: a.csv is not as it was recorded"))
    #expect(ToolRun("check", sheet).status == 0)
    try OutputFile.write(Array("table t from \"b.csv\" {}\nb = SUM(t[x])\n".utf8), to: sheet)
    let stale = ToolRun("check", sheet, "--data", record, "--fail-on", "warning", "-f", "short")
    #expect(
      stale.status == 1 && stale.output.contains("data.tsv:2:1: warning[stale-snapshot]: a.sheet does not read a.csv"))
    try OutputFile.write(Array("c = 1\n".utf8), to: folder["c.sheet"])
    #expect(ToolRun("check", folder["c.sheet"], "--data", record, "-f", "short").output.isEmpty)
    let renamed = try folder.text("data.tsv").replacing("a.sheet\t", with: "gone.sheet\t")
    try OutputFile.write(Array(renamed.utf8), to: record)
    let gone = ToolRun("check", folder["c.sheet"], "--data", record, "-f", "short")
    #expect(gone.status == 0 && gone.output.contains("warning[unreferenced-snapshot]: there is no sheet gone.sheet"))
    #expect(ToolRun("check", folder["c.sheet"], "--data", folder["c.sheet"]).status == 2)
    try OutputFile.write(Array("# sheaf data 1\nx\n".utf8), to: record)
    #expect(ToolRun("check", folder["c.sheet"], "--data", record).errors.contains("data.tsv:2: the line is no record"))
  }

  @Test("A CSV file that is checked is looked at for formulas")
  func formulasInFiles() throws {
    let folder = try TemporaryFolder(["a.csv": "x,note\n1,\"=HYPERLINK(\"\"http://x.org\"\")\"\n2,=1+1\n3,+49 30 1\n"])
    let run = ToolRun("check", folder["a.csv"], "-f", "short")
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 1, "\(run.output)")
    #expect(
      run.output.contains("a.csv:2:3: warning[csv-injection]: a program that opens this file computes a field of it"))
  }
}
