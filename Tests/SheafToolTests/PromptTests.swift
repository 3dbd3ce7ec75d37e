import Testing

@testable import SheafTool

@Suite("The prompt without a terminal")
struct PromptTests {
  private func check(
    _ input: String, _ output: String, _ status: Int32 = 0, errors: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let run = ToolRun(input: input)
    #expect(run.output == output, sourceLocation: location)
    #expect(run.status == status, "\(run.errors)", sourceLocation: location)
    if let errors {
      #expect(errors.isEmpty || run.errors.contains(errors), "\(run.errors)", sourceLocation: location)
    } else {
      #expect(run.errors == "", sourceLocation: location)
    }
  }

  @Test("Definitions show their value, changes what changed")
  func changes() {
    check(talk + "A = 30\n", "A 20\nB 10\nC 70\nA 20 → 30\nC 70 → 80\n")
    check("A = 1; B = A\nA = 2", "A 1\nB 1\nA 1 → 2\nB 1 → 2\n")
    check("A = 1\nA = 1", "A 1\nA 1\n")
    check("c = \"\u{E9}\"; n = LEN(c)\nc = \"e\u{301}\"", "c \u{E9}\nn 1\nc \u{E9} → e\u{301}\nn 1 → 2\n")
    check("A = \"1\"; B = A\nA = 1", "A 1\nB 1\nA \"1\" → 1\nB \"1\" → 1\n")
    check("input r: number in 0..1 = 0\nr = 0.5", "r 0\nr 0 → 0.5\n")
    check("", "")
  }

  @Test("Expressions show their value; _ is the last one")
  func expressions() {
    check("1 + 2\n_ * 2\n", "3\n6\n")
    check("SEQUENCE(2)\n", "{1; 2}\n")
    check("1/0\n", "#DIV/0!\n", 1, errors: "The divisor is 0.")
  }

  @Test("Lines behind a bracket that is never closed count, and the bracket is told")
  func bracketNeverClosed() {
    let run = ToolRun(input: "SUM(1,2\nA1 = 5\nB1 = A1 + 1\nB1 * 2\n")
    #expect((run.output, run.status) == ("A1 5\nB1 6\n12\n", 1))
    #expect(run.errors.contains("this ( is never closed [unclosed-parenthesis]\n --> stdin:1:8"), "\(run.errors)")
  }

  @Test("A statement goes on while a bracket is open")
  func continuation() {
    check("A = (1 +\n2)\n", "A 3\n")
    check("table t {\n| x |\n| 1 |\ny = x + 1\n}\nt[1].x = 5", "t\n  x  y\n  1  2\nt[1].x 1 → 5\nt[1].y 2 → 6\n")
    check("/// Adds tax.\n/// - net: before tax\ntax = LAMBDA(net, net * 2)\ntax(4)", "tax LAMBDA(net, …)\n8\n")
    check("A = (1 +\n", "", 1, errors: "stdin:1:")
    check("A = 1\nB\0\nC = 1\n", "A 1\n", 1, errors: "not a text file")
  }

  @Test("What an entry defines has its value also where a later part of the entry loads the text anew")
  func addressesOfAnEntry() {
    check("a = 4\na + 1; rate = 7; event go", "a 4\n5\nrate 7\ngo\n")
    check("a = 4\na; rate = 7; q = 9; rate = 8; state s = 1", "a 4\n4\nrate 8\nq 9\ns 1\n")
    check("a = 4\na; table t {\n| x |\n| 1 |\n}; b = a; state s = b", "a 4\n4\nt\n  x\n  1\nb 4\ns 4\n")
    check("a = 4\na; A1:A2 = 3; B1 = A2; event go", "a 4\n4\nB1 3\ngo\nA1 3\nA2 3\n")
    check("a = 4\na; b = 2; sheet Q; A1 = 9; event go", "a 4\n4\nb 2\nA1 9\ngo\n")
  }

  @Test("A cell of a grid that is gone is told once")
  func goneCells() {
    check(
      "B3 = 64; x = B3\n:undo\n:redo\n:delete B3",
      "B3 64\nx 64\nB3 is gone\nx is gone\nB3 64\nx 64\nB3 is gone\nx 64 → blank\n")
  }

  @Test("A chart is drawn once, whatever else stands on its line")
  func charts() {
    let run = ToolRun(input: "table t {\n| x |\n| 1 |\n}\nchart \"one\" = t[x]; A = 1; B = A\n")
    #expect(run.output.split(separator: "\n").count { $0 == "one" } == 1, "\(run.output)")
  }

  @Test("What a row is asked to do may be written as a call, alone and with others in one instant")
  func callsInRows() throws {
    let folder = try TemporaryFolder([
      "r.sheet": "service ask(x)\naction go(z) = ask(z)\nevent tap: number\nstate n = 0 { on tap : n + tap }\n",
      "top.sheet": "table p of \"r.sheet\" { 2 rows }\n",
    ])
    let input =
      "p[1].tap(4)\n{ p[2].tap(3); p[2].go(\"a\") }\np[2].go.isExecuting\nask.calls\n(LAMBDA(x, x + 1))(3)\np[1].n(3)\n"
    let run = ToolRun(folder["top.sheet"], input: input)
    #expect(run.output.contains("p[1].n 0 → 4\n") && run.output.contains("p[2].n 0 → 3\n"), "\(run.output)")
    #expect(run.output.hasSuffix("TRUE\n1\n4\n#VALUE!\n"), "\(run.output)")
  }

  @Test("What is wrong is placed, and the rest goes on")
  func errors() {
    check("A = 1\nB = 2 +\nC = A\n", "A 1\nC 1\n", 1, errors: "stdin:2:")
    check("A = 1\n:nothing\nC = A\n", "A 1\nC 1\n", 1, errors: "there is no command named :nothing")
    check(":wy A\n", "", 1, errors: "did you mean :why?")
    check(":exit\n", "", 1, errors: "did you mean :quit?")
    check(":what-if A\n", "", 1, errors: "sheaf what-if FILE is a command of the shell")
    check("A = 1\nA as \"0.00\"\n", "A 1\n", 1, errors: "help: a format belongs to a definition: name = … as \"0.00\"")
    check("input r: number in 0..1 = 0\nr = 7", "r 0\n", 1, errors: "stdin:2:1")
    check("input r: number in 0..1 = 0; r = 7", "r 0\n", 1, errors: "stdin:1:30")
    check("A = (1\nq[1].x = 9\n  q[2].x = 9\n", "", 1, errors: "stdin:3:3")
  }

  @Test("Comments that are typed are written with the definition that they stand above or behind")
  func comments() throws {
    let folder = try TemporaryFolder(["t.sheet": "A = 1  // old\n"])
    let typed = """
      // of the table

      // in rows
      table t { // head
        | x |
        | 1 |
      } // behind
      b = 2; c = b // two
      /// said
      // not said
      d = 3
      A = 5 // new
      // of nothing
      1 + 1
      // at last
      :save

      """
    #expect(ToolRun(folder["t.sheet"], input: typed).status == 0)
    #expect(
      try folder.text("t.sheet") == """
        A = 5  // new
        // of the table

        // in rows
        table t { // head
          | x |
          | 1 |
        } // behind
        b = 2
        c = b // two
        /// said
        // not said
        d = 3

        """)
  }

  @Test("An entry of several lines is called back as one line without its comments")
  func remembered() {
    #expect(PromptInput.inOneLine("A = 5 // five") == "A = 5 // five")
    #expect(PromptInput.inOneLine("/// said\n// above\nA = (5 +  // five\n  6)  // six") == "A = (5 + 6)")
    #expect(PromptInput.inOneLine("u = \"http://x\" &\n\n(2)") == "u = \"http://x\" & (2)")
  }

  @Test("Who leaves out the colon of a command is told of it")
  func missingColon() {
    for word in ["help", "quit", "save", "Undo"] {
      check(word, "", 1, errors: "commands of the prompt begin with a colon, as in :\(word.lowercased())")
    }
    check("exit", "", 1, errors: "as in :quit")
    for word in ["insert", "Delete", "expect", "stop", "clear"] {
      check(word, "", 1, errors: "\(word.lowercased()) begins a step; :help \(word.lowercased()) shows one")
    }
    check("insert rows 3", "", 1, errors: "as in :insert")
    check("why C", "", 1, errors: "as in :why")
    check("help = 5\nhelp * 2", "help 5\n10\n")
    check("hlep", "", 1, errors: "there is no cell named hlep")
  }

  @Test("A cell of a grid that is named is no name that looks like one")
  func cellsOfNamedGrids() {
    check("sheet Two\nA1 = 5\nTwo!B2 = 7\ntwo!b3 = 8\n", "A1 5\nB2 7\nB3 8\n")
    check("a1 = 5\n", "A1 5\n", errors: "a1 is the cell A1 of the grid, not a name")
  }

  @Test("What was wrong before is no fault of a later entry")
  func earlierErrors() {
    check("E = SUMM(1)\ntable t {\n| x |\n| 1 |\n}\n", "E #NAME?\nt\n  x\n  1\n", 1, errors: "did you mean SUM?")
    check("A = 1\nC = A\n:set C 4\n", "A 1\nC 1\n", 1, errors: "C is a formula")
  }

  @Test("Entries can be taken back and made again")
  func undo() {
    check("A = 1\nB = A\nA = 2\n:undo\n:redo", "A 1\nB 1\nA 1 → 2\nB 1 → 2\nA 2 → 1\nB 2 → 1\nA 1 → 2\nB 1 → 2\n")
    check(":undo", "", 1, errors: "nothing to take back")
    check("input r = 0.07\n:set r 9%\n:undo", "r 0.07\nr 0.07 → 9%\nr 9% → 0.07\n")
  }

  @Test("The commands look at cells")
  func looking() {
    check(talk + ":deps C\n:uses A\n", "A 20\nB 10\nC 70\nA 20\nB 10\nC 70\n")
    check(talk + ":cells\n", "A 20\nB 10\nC 70\nA 20\nB 10\nC 70\n")
    check(
      "A = 1\n:help why\n:quit\nB = 2\n",
      "A 1\n:why CELL or EXPRESSION  explains a value: its formula, each step, what it was made of\n")
  }

  @Test("A file is loaded, changed and saved with exactly the text of its author")
  func files() throws {
    let folder = try TemporaryFolder(["x.sheet": "// mine\r\nA  =  20   // a\r\nC = A + 1\r\n"])
    let run = ToolRun(
      folder["x.sheet"], input: "A = 30\n:diff\n:save\n:save \(folder["y.sheet"])\n:load \(folder["z.sheet"])\n")
    #expect(run.output == "A 20 → 30\nC 21 → 31\n- A  =  20   // a\n+ A  =  30   // a\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("there is no file named \(folder["z.sheet"])"))
    let other = ToolRun([], input: "A = 1\n:load model.xlsx\n:load a.csv\nA\n")
    #expect(other.output == "A 1\n1\n" && other.errors.contains("model.xlsx is no sheet"), "\(other.errors)")
    #expect(other.errors.contains("  = help: sheaf a.csv opens it; use \"a.csv\" as data reads it\n"))
    #expect(try folder.text("x.sheet") == "// mine\r\nA  =  30   // a\r\nC = A + 1\r\n")
    #expect(try folder.text("y.sheet") == folder.text("x.sheet"))
    #expect(ToolRun(folder["nothing.sheet"]).status == 2)
  }

  @Test("A table is saved as a file that a sheet reads again")
  func savingTables() throws {
    let folder = try TemporaryFolder([
      "x.sheet": """
      table t {
        | day        | text    | n    |
        | 2015-04-01 | "1, 5"  | 0.1  |
        |            | "a""b"  | TRUE |
        double = n * 2
      }
      table u from "u.csv" { more = k + 1 }

      """,
      "u.csv": "k\n1\n",
    ])
    let run = ToolRun(
      folder["x.sheet"],
      input:
        ":save t \(folder["t.csv"])\nu[1].k = 5\n:save U \"\(folder["u.csv"])\"\n:save t\n:save v \(folder["v.csv"])\n")
    #expect(try folder.text("t.csv") == "day,text,n,double\r\n2015-04-01,\"1, 5\",0.1,0.2\r\n,\"a\"\"b\",TRUE,2\r\n")
    // What follows from the file's columns is not a part of it.
    #expect(try folder.text("u.csv") == "k\r\n5\r\n")
    #expect(run.errors.contains("t is a table, which is written to a file of its own\n  = help: :save t t.csv\n"))
    #expect(run.errors.contains("there is no cell named v\n"))
    #expect(FileSystem.kind(folder["v.csv"]) == nil)
    #expect(ToolRun("eval", folder["x.sheet"], "--get", "u").output == "u\n  k  more\n  5     6\n")
  }

  @Test("The name of a table shows it")
  func tables() {
    let input = "table t {\n| x |\n| 1 |\n| 2 |\n}\n"
    check(input + "t\nSUM(t[x])", "t\n  x\n  1\n  2\nt\n  x\n  1\n  2\n3\n")
  }

  @Test("Tests run on the sheet as it is")
  func testing() {
    let run = ToolRun(input: "A = 1\ntest \"one\" { expect A = 1 }\n:test\nA = 2\n:test\n")
    #expect(run.output.contains("1 test passed\n"))
    #expect(run.output.contains("0 passed, 1 test failed"))
    #expect(run.status == 1)
  }

  @Test("A check that breaks says so")
  func checks() {
    check("A = 1\nalways \"small\": A < 10\nA = 12\n", "A 1\nA 1 → 12\n", 1, errors: "always \"small\" is broken")
  }

  @Test("A check that was told as broken is told once, and again when it is repaired")
  func repairedCheck() {
    let run = ToolRun(input: "A = 1\nalways \"small\": A < 10\nA = 12\nA = 13\nA = 2\nA = 3\n")
    #expect(run.output == "A 1\nA 1 → 12\nA 12 → 13\nA 13 → 2\nA 2 → 3\n")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "error: always \"small\" is broken [broken-check]")
    #expect(lines.count { $0.contains("is broken") } == 1)
    #expect(lines.last == "always \"small\" is no longer broken")
  }

  @Test("A file that another program has written is saved over only when that is said")
  func changedFile() throws {
    let folder = try TemporaryFolder(["x.sheet": "A = 1\n"])
    // The other program is a table that is saved as CSV in the sheet's place.
    let path = folder["x.sheet"]
    let run = ToolRun(path, input: "A = 2\ntable t {\n| B |\n| 7 |\n}\n:save t \(folder["t.csv"])\n:save\n:diff\n")
    #expect(run.status == 0)
    #expect(try folder.text("x.sheet") == "A = 2\ntable t {\n| B |\n| 7 |\n}\n")
    let file = SheetFile(path: path, bytes: Array("A = 1\n".utf8))
    #expect(try FileVersion(ofFileAt: path).isForeign(to: file.version))
    #expect(try !FileVersion(ofFileAt: path).isForeign(to: SheetFile(path: path, bytes: FileSystem.read(path)).version))
  }

  @Test("What no text can say is named when one saves")
  func unwritten() throws {
    let folder = try TemporaryFolder(["x.sheet": "event tap\nstate n = 0 { on tap : n + 1 }\n"])
    let run = ToolRun(folder["x.sheet"], input: "tap\n:save\n")
    #expect(run.errors == "not in the text: n is 1, and 0 when it is loaded\n")
  }

  @Test("A setting without a value is an error")
  func settingNothing() {
    check("A = 1\n:set A\nA\n", "A 1\n1\n", 1, errors: ":set A has no value")
  }

  @Test("A sheet that is loaded with a broken check says so, and so does :test")
  func brokenAtLoad() throws {
    let folder = try TemporaryFolder(["x.sheet": "A = 12\nalways \"small\": A < 10\n"])
    let run = ToolRun(folder["x.sheet"], input: "A = 5\n")
    #expect(run.errors.contains("always \"small\" is broken"))
    #expect(run.errors.hasSuffix("always \"small\" is no longer broken\n"))
    #expect(ToolRun(folder["x.sheet"], input: ":test\n").status == 1)
  }

  @Test("One message for a cell that depends on itself, the right one")
  func circles() {
    let run = ToolRun(input: "C = C / 2 + 1\n")
    #expect(run.output == "C #CYCLE!\n")
    #expect(run.errors.hasPrefix("error: C depends on itself [circular-reference]\n"))
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error:") } == 1)
  }

  @Test("An expression is warned of empty columns, too")
  func emptyColumns() {
    check("A = 1\nB = 2\nSUM(A:B)\n", "A 1\nB 2\n0\n", errors: "these are columns of the grid, and they are empty")
  }

  @Test("Earlier values that are not there yet are no cells of no name")
  func noResults() {
    check("_\n", "", 1, errors: "there is no value that _ could be yet")
    check("3\n_1\n", "3\n", 1, errors: "there is no value that _1 could be yet")
    check("ans\n", "", 1, errors: "the last value is called _")
    check("3\n4\n_ + _1\n", "3\n4\n7\n")
  }

  @Test("What is wrong with an expression is said of the part that is")
  func explainedExpressions() {
    check("A = 1\n:why 1 + Z\n", "A 1\n", 1, errors: "there is no cell named Z")
    check(":why SUMM(1)\n", "", 1, errors: "did you mean SUM?")
    check(":table t\n", "", 1, errors: "there is no table named t")
  }

  @Test("A table that is deleted goes, as a cell does; what needed it is told, and one undo brings all back")
  func deletedTables() {
    let table = "table t {\n| a |\n| 1 |\n| 2 |\n}\nx = SUM(t[a])\n"
    let shown = "t\n  a\n  1\n  2\n"
    let run = ToolRun(input: table + ":delete t\n:undo\n:redo\n")
    #expect(
      run.output == shown + "x 3\nt is gone\nx 3 → #NAME?\n" + shown + "x #NAME? → 3\nt is gone\nx 3 → #NAME?\n")
    #expect(run.errors.hasPrefix("error: there is no cell named t [unknown-name]\n"))
    check(
      "A = 1\nB = A\n:delete A\nA\n", "A 1\nB 1\nA is gone\nB 1 → #NAME?\n", 1, errors: "not defined in this sheet\n")
  }

  @Test("Fills and arrays of a used sheet that gets another name are the same ones")
  func renamedGrids() throws {
    let folder = try TemporaryFolder([
      "lib.sheet": "A1 = 1\nA2:A3 = A1 * 2\nB1 = SEQUENCE(2)\nsheet Two\nC1:C2 = 5 + 1\n",
      "x.sheet": "use \"lib.sheet\" as l\ny = l.A2\n",
    ])
    let run = ToolRun(folder["x.sheet"], input: ":rename l k\n:undo\n:redo\nk.A1 + k.A3\n")
    #expect(run.output == "5\n")
  }

  @Test("Cells of a grid make room, close up, move and are copied")
  func cellsThatMove() {
    check(
      "A1 = 1; A2 = 2\nx = SUM(A1:A2)\n:insert rows 2:3\nA2 = 5\nx\n:diff\n",
      "A1 1\nA2 2\nx 3\nA2 blank → 5\nx 3 → 8\n8\n+ A1 = 1\n+ A4 = 2\n+ x = SUM(A1:A4)\n+ A2 = 5\n")
    check(
      "sheet \"My sheet\"\nA1 = 1\n:move 'My sheet'!A1 to B2\n:copy B2 to C2:D3\nSUM(B2:D3)\n:delete B2:C2 left\nSUM(B2:D3)\n",
      "A1 1\nC2 1\nD2 1\nC3 1\nD3 1\n5\nB2 is gone\n3\n")
    check(
      "A1 = 1; B1 = A1\nA2 = 2\nx = SUM(A:A) + A1\n:move rows 1 to 9\n:copy columns A:B to D\n:diff\n",
      "A1 1\nB1 1\nA2 2\nx 4\nD9 1\nE9 1\nD2 2\n+ A9 = 1\n+ B9 = A9\n+ A2 = 2\n+ x = SUM(A:A) + A9\n+ D9 = 1\n+ E9 = D9\n+ D2 = 2\n"
    )
    check(":insert rows x\n", "", 1, errors: "= help: :insert rows 3:5, or columns B:C, or B2:C9 down\n")
    check("A1 = 1\n:delete rows Tow!3\n", "A1 1\n", 1, errors: "error: there is no sheet named Tow\n")
  }

  @Test("A cell of a column whose name has blanks is set, watched and explained by its name in brackets")
  func namesWithBlanks() {
    check(
      "table t {\n| unit price |\n| 3 |\n}\nx = t[1].[unit price] * 2\n:set t[1].[unit price] 5\nt[1].[Unit Price] = 6\n:why x\n",
      "t\n  unit price\n           3\nx 6\nt[1].[unit price] 3 → 5\nx 6 → 10\nt[1].[unit price] 5 → 6\nx 10 → 12\nx = 12\n  = t[1].[unit price] * 2\n  t[1].[unit price] = 6   constant\n"
    )
  }

  @Test("A row with nothing in it is told by the number of rows, and one that is new as new")
  func newRows() {
    check(
      "table t {\n| a |\n| 1 |\n}\ninsert last t ()\ninsert first t (3)\ndelete t[1]\n:undo\n",
      "t\n  a\n  1\nt 1 row → 2\nt[1].a 3\nt 3 rows → 2\nt[1].a 3\n")
  }

  @Test("Many changes are told with named cells first and columns in one line")
  func ripples() {
    let table = "k = 1\ntable t {\n| a |\n" + (1...12).map { "| \($0) |\n" }.joined() + "b = a * k\n}\ns = SUM(t[b])\n"
    let run = ToolRun(input: table + "k = 2\n:changes\n")
    let lines = run.output.split(separator: "\n").map(String.init)
    let start = lines.firstIndex(of: "k 1 → 2") ?? 0
    #expect(Array(lines[start...].prefix(3)) == ["k 1 → 2", "s 78 → 156", "t.b 12 cells, 1 → 2 …"])
    #expect(lines.contains("t[12].b 12 → 24"))
  }

  @Test("Every line shows what it changed")
  func everyLine() throws {
    let folder = try TemporaryFolder(["x.sheet": "event tap\ntable t {\n| a |\n| 1 |\n| 2 |\n}\n"])
    let run = ToolRun(folder["x.sheet"], input: "delete t[1]\n:undo\n:redo\ntap\n:load \(folder["x.sheet"])\n")
    #expect(run.output.contains("t 2 rows → 1\n"))
    #expect(run.errors == "nothing changed\nloaded \(folder["x.sheet"]): 0 cells, 1 table\n")
  }

  @Test("Definitions are renamed and deleted, several entries taken back, and cells looked for by their names")
  func commands() {
    check("A = 1\nB = A\n:rename A total\n:diff\n", "A 1\nB 1\ntotal 1\nA is gone\n+ total = 1\n+ B = total\n")
    check(
      "never \"big\": A > 5\nA = 1\ntest \"big\" { A = 2 }\n:delete test \"big\"\n:delete never \"big\"\n:delete input A\n:delete A\n",
      "A 1\nA is gone\n", 1, errors: "there is no definition named input A\n")
    let ledger = "event tap\ntable ledger {\n| a |\n| 1 |\non tap : update a = 4\n}\ns = SUM(ledger[a])\n"
    for names in ["ledger[a] amount", "ledger[A] ledger.amount"] {
      check(
        ledger + "tap\n:rename \(names)\nledger[1].amount\n:diff\n:undo\n",
        """
        tap
        ledger
          a
          1
        s 1
        ledger[1].a 1 → 4
        s 1 → 4
        4
        + event tap
        + table ledger {
        + | amount |
        + | 1 |
        + on tap : update amount = 4
        + }
        + s = SUM(ledger[amount])

        """)
    }
    check("A = 1\nB = 2\n:delete B\n:cells\n", "A 1\nB 2\nB is gone\nA 1\n")
    // What comes back has its place among the others.
    let back = ToolRun(input: "A = 1\nB1 = 2\nC = 3\n:delete B1\n:undo\n:undo\n:redo\n:cells\n")
    #expect(back.output.hasSuffix("\nA 1\nB1 2\nC 3\n"), "\(back.output)")
    check("A = 1\nA = 2\nA = 3\n:undo 2\n:redo 2\n", "A 1\nA 1 → 2\nA 2 → 3\nA 3 → 1\nA 1 → 3\n")
    check("A = 1\n:undo x\n", "A 1\n", 1, errors: ":undo takes how many entries")
    check(
      "plan = 1\nplain = 2\nB = 3\n:cells pla\n:cells *n\n:cells b*",
      "plan 1\nplain 2\nB 3\nplan 1\nplain 2\nplan 1\nplain 2\nB 3\n")
    check(":cells zz", "", 1, errors: "no cell has a name that fits zz")
    check("A = 1\nA = 2\n:history\n", "A 1\nA 1 → 2\n2  A = 1\n1  A = 2\n")
    check("1 + 1\n2 + 3\n_1 * 10 + _\n", "2\n5\n25\n")
    let stats = ToolRun(input: "A = 2\nB = A + 1\n:stats\n").output
    #expect(stats.contains("evaluated  ") && stats.contains("memory     cells 9 KB"), "\(stats)")
    let why = ToolRun(input: "A = 2\n:why A * 3\n").output
    #expect(why.contains("A * 3 = 6") && why.contains("A = 2"))
  }

  @Test("What :set is given reads as what --set is given")
  func settingsAlike() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "input r: record\ninput l: list\ninput a: any\ninput d: date\ninput s in {\"M\"}\ninput t: text\n"
    ])
    for (cell, text) in [
      ("r", "{a: 1, b: \"x\"}"), ("l", "{1,2}"), ("a", "{1,2}"), ("a", "\"5\""), ("a", "=1+1"), ("a", "1,234"),
      ("a", "9%"), ("a", "2015/04/01"), ("a", "14:30"), ("a", "#N/A"), ("a", "12345678901234567890"), ("d", "42000"),
      ("s", "m"), ("t", "007"), ("t", "\"q\""), ("a", "one two"),
    ] {
      let given = ToolRun("eval", folder["x.sheet"], "--set", "\(cell)=\(text)", "--get", cell, "-f", "json").output
      for setting in ["\(cell) \(text)", "\(cell)=\(text)", "\(cell) = \(text)"] {
        let path = folder["y.sheet"]
        let run = ToolRun(folder["x.sheet"], input: ":set \(setting)\n:save! \(path)\n")
        #expect(run.status == 0 && run.errors == "", "\(setting): \(run.errors)")
        let typed = ToolRun("eval", path, "--get", cell, "-f", "json").output
        #expect(typed == given.replacing("x.sheet", with: "y.sheet"), "\(setting)")
      }
    }
    check("input r: record\n:set r 5\n", "r\n", 1, errors: "r takes a record, and 5 is a number")
  }

  @Test("A LAMBDA that was made anew is no change while it means the same")
  func sameLambdas() {
    check(
      "g = LAMBDA(n, n + 1)\nevent e\nr = {f: LAMBDA(n, n + RAND())}\nq = 1\nevent f\n",
      "g LAMBDA(n, …)\ne\nr {f: LAMBDA(n, …)}\nq 1\nf\n")
    check(
      "k = 1\ng = LAMBDA(n, n + k)\nh = LAMBDA(n, g(n))\nk = 2\nevent e\ng = LAMBDA(n, n)\n",
      "k 1\ng LAMBDA(n, …)\nh LAMBDA(n, …)\nk 1 → 2\n"
        + "g LAMBDA(n, …) → LAMBDA(n, …)\nh LAMBDA(n, …) → LAMBDA(n, …)\ne\n"
        + "g LAMBDA(n, n + k) → LAMBDA(n, n)\nh LAMBDA(n, …) → LAMBDA(n, …)\n")
    // What it was made with is part of it.
    check(
      "k = 1\ng = LET(a, k, LAMBDA(n, n + a))\nk = 2\nevent e\n",
      "k 1\ng LAMBDA(n, …)\nk 1 → 2\ng LAMBDA(n, …) → LAMBDA(n, …)\ne\n")
  }

  @Test("A fill shows its cells, and what of them has changed")
  func fills() {
    let fill = "A1 = 5\nA2:A4 = A1 + 1\n"
    let shown = "A1 5\nA2 6\nA3 7\nA4 8\n"
    check(fill + "A3 = 100\n:undo\n", shown + "A3 7 → 100\nA4 8 → 101\nA3 100 → 7\nA4 101 → 8\n")
    check(fill + "A3 = 7\n", shown + "A3 7\n")
    check(fill + "A2:A4 = A1 + 2\n:undo 2\n", shown + "A2 6 → 7\nA3 7 → 9\nA4 8 → 11\nA2:A4 is gone\n")
    check(
      fill + "B1 = SEQUENCE(2) * A4\nA2:A4 = A1\n",
      shown + "B1:B2\n   B\n   8\n  16\nB1 8 → 5\nA2 6 → 5\nA3 7 → 5\nA4 8 → 5\nB2 16 → 10\n")
    // The first sheet line gives its grid a name; it is there as before.
    check("A1:A2 = ROW()\nsheet Two\nA1 = 5\n", "A1 1\nA2 2\nTwo!A1 5\n")
    // Many are told in one line.
    check(
      "C1:C200 = ROW()\nC1:C200 = ROW() * 2\n:delete C1:C200\n",
      "C1:C200 200 cells, 1 …\nC1:C200 200 cells, 1 → 2 …\nC1:C200 is gone\n")
  }

  @Test("A line that closes a circle, or fills cells by a name that is unknown, is kept as in a file")
  func linesAsInFiles() {
    for (line, shown) in [
      ("H2:H4 = SUM(B3:I2)", "H2 #CYCLE!\nH3 #CYCLE!\nH4 #CYCLE!\n"),
      ("table u {\n2 rows\na = SUM(u[a])\n}", "u\n  a\n  #CYCLE!\n  #CYCLE!\n"),
    ] {
      check(line, shown, 1, errors: "[circular-reference]\n --> stdin:")
    }
    let run = ToolRun(input: "A = nosuch\nH2:H3 = nosuch\nH3 = IFF(2)\nH2:H3 = 1 +\n:cells\n")
    #expect(run.output.hasSuffix("H3 #NAME?\nA #NAME?\nH2:H3\n  H\n  #NAME?\n  #NAME?\nH3 #NAME?\n"), "\(run.output)")
    #expect(run.errors.contains(" --> stdin:2:9") && run.errors.contains(" --> stdin:3:6"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error:") } == 4)
    // What cannot be read, or makes something happen, is typed again.
    check("state s = nosuch\ns = 1\n", "s 1\n", 1, errors: "there is no cell named nosuch")
  }

  @Test("A file is read again, and what was done since can be taken back")
  func reloading() throws {
    let folder = try TemporaryFolder(["x.sheet": "A = 1\n"])
    let run = ToolRun(folder["x.sheet"], input: "A = 2\n:reload\n:undo\n:diff\n")
    #expect(run.output == "A 1 → 2\nA 2 → 1\nA 1 → 2\n- A = 1\n+ A = 2\n")
  }
}
