import CellModel
import Diagnostics
import FunctionLibrary
import SheetText
import TestSupport
import Testing

@testable import LiveSheets

func load(_ text: String, files: [String: String] = [:]) -> LiveSheet {
  LiveSheet(
    SheetDocument(name: "test.sheet", text),
    environment: LiveSheet.Environment(
      catalog: .standard,
      readFile: { name in
        guard let text = files[name] else { throw LiveSheet.FileRefused() }
        return Array(text.utf8)
      }))
}

extension LiveSheet {
  subscript(path: String) -> CellValue {
    switch cell(path) {
    case .success(let cell): value(of: cell)
    case .failure(let failure): .error(.name(failure.message))
    }
  }
}

/// The value of each cell after loading.
func check(_ text: String, _ expected: (String, CellValue)..., at location: SourceLocation = #_sourceLocation) {
  let sheet = load(text)
  #expect(sheet.diagnostics.filter { $0.severity == .error }.map(\.message) == [], sourceLocation: location)
  for (path, value) in expected { #expect(sheet[path] == value, "\(path)", sourceLocation: location) }
}

@Suite("Live sheets")
struct LiveSheetTests {
  @Test func cells() {
    check("A = 20\nB = 10\nC = (A + 50) + (B - 10)", ("A", 20), ("C", 70), ("c", 70))
    check("A1 = 20; B1 = 10\nC1 = (A1 + 50) + (B1 - 10)", ("C1", 70))
    check("A1:A3 = ROW() * 2\ntotal = SUM(A1:A3)", ("A3", 6), ("total", 12))
    check("total = price * quantity\nprice = 2.5\nquantity = 4", ("total", 10))
    check("r = {name: \"Ada\", age: 36}\nn = r.name\nb = empty.x\ninput empty", ("n", "Ada"), ("b", .blank))
    check("d = 2015-04-01\ne = d + 30", ("e", 42_125))
    check("f = LAMBDA(x, x * 2)\ng = f(21)", ("g", 42))
    check("f = LAMBDA(n, IF(n < 2, 1, n * f(n - 1)))\ng = f(20)", ("g", 2_432_902_008_176_640_000))
    check("f = LAMBDA(n, f(n + 1))\ng = f(1)", ("g", .error(.number)))
  }

  @Test("One cell of a column whose name has blanks stands in brackets behind a dot, and so does a field")
  func namesWithBlanks() {
    let text = """
      event tap
      table t {
        | unit price | n |
        | 3          | 1 |
        | 4          | 2 |
        on tap : update [unit price] = n * 2 where n > 1
      }
      first = t[1].[unit price] + 1
      service ask()
      action go = ask()
      field = go.value.[first name]
      """
    let sheet = load(text)
    #expect(sheet.diagnostics.isEmpty)
    #expect(
      sheet.play(
        "tap; expect t[2].[unit price] = 4; t[1].[ Unit Price ] = 9; expect SUM(t[unit price]) = 13, first = 10") == [])
    #expect(
      Possibilities(of: sheet).inputs.isEmpty
        && (try? sheet.cell("t[2].[unit price]").get().name) == "t[2].[unit price]")
    #expect(
      load("event tap\ntable t {\n| a # b |\n| 3 |\non tap : update \"a # b\" = 2\n}").play(
        "tap; expect t[1].[a '# b] = 2") == [])
    #expect(load("event tap\ntable t {\n| a |\non tap : update\n}").diagnostics.map(\.code) == ["bad-table-change"])
    #expect(
      load("event tap\ntable t {\n| unit price |\n| 3 |\non tap : update unit price = 2\n}").diagnostics.map(\.help)
        == ["write update [unit price] = …"])
  }

  @Test("One fault is told once, where it is, with what was meant")
  func oneFaultOneFinding() {
    let rows = [
      ("f = LAMBDA(x: number, x + LAMBDA(y, y * x)(2))", "a parameter of LAMBDA has no type", "write x"),
      ("x = LET(a, 1)", "LET takes at least 3 arguments, not 2", "write LET(name, name_value, calculation, …)"),
      ("event tap\nstate s = 0 {\n  on event tap : 1\n}", "event tap is not a stream of events", nil),
      ("table t {\n| id |\n| 5 |\n}\na = t[1][id]", "there is no cell named id", "the cell of that row is t[1].id"),
    ]
    for (text, message, help) in rows {
      let found = load(text).diagnostics
      #expect(found.map(\.message) == [message], "\(text)")
      #expect(found.first?.help == help, "\(text)")
    }
  }

  @Test("A LAMBDA in a column is called in the rows of its table by the name of the column")
  func lambdasInColumns() {
    check(
      """
      table t {
        | a |
        | 3 |
        | 4 |
        f = LAMBDA(x, x + a)
        g = f(2)
        h = [@f](2)
        fact = LAMBDA(n, IF(n = 0, 1, n * fact(n - 1)))
        k = fact(a)
      }
      one = SUM(t[g]) + SUM(t[h])
      two = t[2].f(5)
      three = SUM(t[k])
      """, ("one", 22), ("two", 9), ("three", 30))
  }

  @Test("A name that has a function's capital letters and other small ones is a name of its own")
  func namesBesideFunctions() {
    check(
      "ſum = LAMBDA(x, x * 100)\nﬁnd = LAMBDA(x, x * 7)\nmaß = LAMBDA(x, x + 1)\na = ſum(2)\nb = ﬁnd(2)\nc = maß(2)\nd = sum(1, 2)",
      ("a", 200), ("b", 14), ("c", 3), ("d", 3))
  }

  @Test("A name has no row and no column, and nothing beside it; a table ends where it ends")
  func namesAreNoPlaces() {
    let names = "a = 1\nb = 2\nd = 4\nA1:A3 = 1\nspan = A1:A3\n"
    for formula in ["ROW()", "COLUMN()", "CELL(\"row\")", "CELL(\"address\")", "@A1:A3", "SINGLE(A1:A3)"] {
      check(names + "x = \(formula)", ("x", .error(.value)))
    }
    let beside = [
      "ROW(b)", "COLUMN(b)", "CELL(\"col\", b)", "CELL(\"address\", b)", "OFFSET(a, 1, 0)", "OFFSET(a, 0, 0, 2)",
      "SUM(OFFSET(b, 0, 0):d)", "SUM((b):d)", "SUM(INDEX(b, 1):INDEX(d, 1))", "SUMIF(A1:A3, 1, b)",
      "AVERAGEIF(A1:A3, 1, b)", "INDIRECT(\"R[1]C\", FALSE)", "INDIRECT(\"RC\", FALSE)",
    ]
    for formula in beside { check(names + "x = \(formula)", ("x", .error(.reference))) }
    check(
      names
        + "x = OFFSET(b, 0, 0) + ROWS(b) + SUMIF(b, 2, d)\ny = SUM(ROW(span))\nz = SUM(INDIRECT(\"R1C1:R3C1\", FALSE))",
      ("x", 7), ("y", 6), ("z", 3))
    let table = "table t {\n| n | m |\n| 1 | 2 |\n| 3 | 4 |\nr = ROW()\n}\n"
    check(
      table
        + "x = OFFSET(t[n], 2, 0)\ny = OFFSET(t[n], 0, 3)\nz = SUM(OFFSET(t[n], 1, 1))\nw = SUM(ROW(t[m])) + SUM(t[r])",
      ("x", .error(.reference)), ("y", .error(.reference)), ("z", 4), ("w", 6))
  }

  @Test("A cell that is defined alone is an exception of its fill, whichever stands first")
  func exceptionsOfFills() {
    for lines in ["B1:B3 = A1 + 1\nB2 = 4", "B2 = 4\nB1:B3 = A1 + 1", "B2 = 2 * 2; B1:B3 = 1"] {
      check(lines, ("B1", 1), ("B2", 4), ("B3", 1))
    }
  }

  @Test("A literal is no formula, as in a workbook, whatever sign or unit it has")
  func literalsAreNoFormulas() {
    for literal in ["2", "-2", "2%", "\"t\"", "TRUE", "2026-01-31"] {
      check("A1 = \(literal)\nx = ISFORMULA(A1)\ny = IFNA(FORMULATEXT(A1), \"none\")", ("x", false), ("y", "none"))
    }
    check("A1 = 1 + 1\nx = ISFORMULA(A1)\ny = FORMULATEXT(A1)", ("x", true), ("y", "=1 + 1"))
    check("input a = 3\nb = a + 1\nx = ISFORMULA(a)\ny = ISFORMULA(b)", ("x", false), ("y", true))
  }

  @Test("A time that stands alone as an element or a field is a literal")
  func timesInLiterals() {
    let half = CellValue.number(14.5 / 24, .time)
    check("a = {14:30, 9:05 ; 9, 14:30:15}\nx = INDEX(a, 1, 1)\ny = INDEX(a, 1, 2) * 1440", ("x", half), ("y", 545))
    check(
      "r = {at: 14:30, list: {9:00 , 14:30}, // c\n n: 1}\nx = r.at\ny = INDEX(r.list, 2)", ("x", half), ("y", half))
    check("d = {2026-01-31 14:30}\nx = ROUND((INDEX(d, 1) - 2026-01-31) * 1440, 3)", ("x", 870))
    check(
      "input open: number in {9:00, 14:30} = 14:30\ninput until in 9:00..17:00 = 14:30", ("open", half), ("until", half)
    )
    check("A1 = 5\nx = SUM({1, 2}) + SUM(1:3) + ROWS((14:30))", ("x", 25))
  }

  @Test("The bracket of a table may go over lines, and holds blanks as its name does")
  func brackets() {
    let table = "table l {\n| A | B c |\n| 1 | 2 |\n| 3 | 4 |\n}\n"
    check(table + "x = SUM(l[\n  A\n])\ny = SUM( l[ B c ] )\nz = SUM(l[\n[A]:[B c]\n])", ("x", 4), ("y", 6), ("z", 10))
    check(table.replacing("\n", with: "\r\n") + "x = SUM(l[\r\n\tA\r\n])", ("x", 4))
  }

  @Test("What is left of a spill may be one cell")
  func spillOfOne() {
    check("A1 = SEQUENCE(1)\nx = SUM(A1#) + ROWS(A1#)", ("x", 2))
    check("A1 = FILTER({1; 2; 3}, {0; 0; 1})\nB1 = A1# * 2\nC1 = 5\nx = ISREF(C1#)", ("B1", 6), ("x", false))
  }

  @Test("One row is counted as several are")
  func oneRow() { check("table t { 1 row; n = ROW() + 1 }\nx = t[1].n", ("x", 2)) }

  @Test func sheets() {
    check(
      "sheet Inputs\nB2 = 7\nrate = B2 / 100\nsheet Summary\nA1 = Inputs!B2 * 2\nhere = A1 + 1", ("Inputs!B2", 7),
      ("rate", 0.07), ("Summary!A1", 14), ("here", 15))
  }

  @Test func tables() {
    let text = """
      table ledger {
        | A   | B   |
        | 20  | 10  |
        | 100 | -40 |
        C = (A + 50) + (B - 10)
        share = C / SUM(ledger[C])
        balance = PREVIOUS(balance, 0) + A
      }
      big = XLOOKUP(MAX(ledger[C]), ledger[C], ledger[A])
      n = ROWS(ledger)
      second = ledger[2].C
      """
    check(
      text, ("ledger[1].C", 70), ("ledger[2].C", 100), ("big", 100), ("n", 2), ("second", 100),
      ("ledger[2].balance", 120))
    let sheet = load(text)
    _ = sheet.enter("insert last ledger (7.5, 2.25)")
    #expect(sheet["n"] == 3)
    #expect(sheet["ledger[3].C"] == 49.75)
    #expect(sheet["ledger[3].balance"] == 127.5)
    _ = sheet.enter("delete ledger[1]")
    #expect(sheet["n"] == 2)
    #expect(sheet["ledger[1].balance"] == 100)
    #expect(throws: Never.self) { try sheet.set("ledger[1].A", to: 1) }
    #expect(sheet["ledger[2].balance"] == 8.5)
  }

  @Test(
    "An error says why, and where it began, also in a spill, a record and a list, and where it was written",
    arguments: [
      ("A1 = {1,2} / 0\nx = B1 + 1", "A1", "The divisor is 0."),
      ("a = {1,2} / 0\nx = INDEX(a, 2)", "a", "The divisor is 0."),
      ("a = SORT({1,\"b\"} * 2)\nx = INDEX(a, 2)", "a", "“b” is not a number."),
      ("r = {a: 1 / 0}\nx = r.a", "r", "The divisor is 0."), ("n = #N/A\nx = n + 1", "n", ""),
      ("x = SQRT(-1)", "x", "The result is not a number."), ("x = 1E300 * 1E300", "x", "The result is too large."),
      ("x = 0 ^ 0", "x", "0 to the power of 0 is not a number."), ("x = EXP(1000)", "x", "The result is too large."),
      ("x = (-2) ^ 0.5", "x", "A negative number has no such power."),
      ("x = POWER(0, -1)", "x", "0 has no negative power."), ("x = 10 ^ 400", "x", "The result is too large."),
      ("x = SUM(1E308, 1E308)", "x", "The result is too large."), ("x = MOD(5, 0)", "x", "The divisor is 0."),
      ("a = {0, 1} ^ {0, 2}\nx = INDEX(a, 1)", "a", "0 to the power of 0 is not a number."),
      ("A1:A20 = -1\nB1:B20 = SQRT(A1)\nx = B20", "B20", "The result is not a number."),
      ("x = LAMBDA(A1, A1 + 1)", "x", "LAMBDA wants names as its parameters, and A1 is a cell."),
      ("x = LET(B2, 4, B2 + 1)", "x", "LET wants a name as each first of its pairs, and B2 is a cell."),
      (
        "n = 1\nx = n.changed", "x",
        "The changes of a cell are a stream, which has no value; event e = x.changed names the latest."
      ),
    ])
  func errorsBegin(text: String, origin: String, message: String) {
    let error = load(text)["x"].error
    #expect(error?.origin == origin && error?.message == message, "\(text): \(String(describing: error))")
  }

  @Test("A path of very many parts is read part by part, and is no name")
  func longPaths() {
    let path = String(repeating: ".a", count: TestLength.count(2_000, of: 8_000))
    let sheet = load("r = {a: {a: 1}}\nx = r\(path)\ny = r.a.a")
    #expect(sheet["x"].error?.message == "Only a record has fields such as a." && sheet["y"] == 1)
  }

  @Test("A cell of a row by its number is all that is read of the table")
  func cellsOfRows() {
    check(
      "table q {\n| a |\n| 5 |\n| 6 |\ne = a - q[1].a\nf = PREVIOUS(f, q[2].a) + 1\ng = a - first\n}\nfirst = q[1].a",
      ("q[1].e", 0), ("q[2].e", 1), ("q[2].f", 8), ("q[2].g", 1))
    check(
      "table t {\n| a |\n| 5 |\nc = u[1].b\n}\ntable u {\n| b |\n| 6 |\nd = t[1].a\n}", ("t[1].c", 6), ("u[1].d", 5))
    let sheet = load("table q {\n| a |\n| 5 |\n}\nsecond = q[2].a\nrow = q[2]")
    #expect(sheet["second"].isError && sheet["row"].isError)
    _ = sheet.enter("insert before 1 q (4)")
    #expect(sheet["second"] == 5 && sheet["row"] == 5)
    _ = sheet.enter("delete q[2]")
    #expect(sheet["second"].isError && sheet["row"].isError)
  }

  @Test("A name is found behind any grid of its file, as a formula reads it")
  func namesBehindGrids() throws {
    let sheet = load("A1 = 1\nsheet Two\nB3 = 7\nx = B3 + 1\ny = Two!x\n")
    #expect(sheet["Two!x"] == 8 && sheet["y"] == 8)
    for path in ["Two!z", "Three!x"] { #expect(throws: LookupFailure.self, "\(path)") { try sheet.cell(path).get() } }
  }

  @Test("A column is found by either of its spellings")
  func columns() throws {
    let sheet = load("table t {\n| a |\n| 1 |\n| 2 |\nb = a + 1\n}\nr = {a: 1}\nx = SUM(t.b)\n")
    for name in ["a", "b"] {
      let (dotted, bracketed) = (try sheet.cell("t.\(name)").get(), try sheet.cell("t[\(name)]").get())
      #expect(dotted == bracketed && dotted.area != nil)
      #expect(sheet.value(of: dotted) == sheet.value(of: bracketed))
    }
    let refusal = #expect(throws: Refusal.self) { try sheet.set("t.a", to: 3) }
    #expect(refusal?.message == "t[a] is more than one cell; set one of them, such as t[1].a")
    for path in ["t.c", "r.a", "r.b"] { #expect(throws: LookupFailure.self, "\(path)") { try sheet.cell(path).get() } }
  }

  @Test func inputs() {
    let sheet = load(
      "input rate: number in 0..1 = 0.07\ninput size in {\"S\", \"M\", \"L\"} = \"M\"\ninput quantity = 1 where quantity >= 1\nC = rate * 2"
    )
    #expect(sheet["C"] == 0.14)
    #expect(throws: Never.self) { try sheet.set("rate", to: 0.5) }
    #expect(sheet["C"] == 1)
    for (path, value) in [("rate", 2), ("rate", "x"), ("size", "XL"), ("quantity", 0), ("C", 1), ("nothing", 1)]
      as [(String, CellValue)]
    {
      #expect(throws: Refusal.self, "\(path)") { try sheet.set(path, to: value) }
    }
    #expect(sheet["rate"] == 0.5)
    #expect(throws: Never.self) { try sheet.set("size", toTyped: "s") }
    #expect(sheet["size"] == "S")
  }

  /// What is read of whole rows must not grow with the blank range that the anchor of a circle claims.
  @Test("A circular array that reads whole rows settles at once")
  func wideCircle() {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", "option iterate = 100, 0.001\nE1 = A1:SUA90 = 5"),
      environment: LiveSheet.Environment(catalog: .standard))
    #expect(sheet["E1"].error?.code == .cycle)
  }

  @Test("A cell may ask of itself what its place tells, and not what its value does")
  func ownFacts() {
    let sheet = LiveSheet(
      SheetDocument(
        name: "x.sheet",
        """
        A1 = MID(CELL("filename", A1), 1, 5) & "x"
        A2 = CELL("address", A2)
        A3 = CELL("contents", A3)
        A4 = CELL(IF(TRUE, "row"), A4)
        A5 = CELL("type", A1) & CELL("contents", A2)
        """), environment: LiveSheet.Environment(catalog: .standard))
    #expect(sheet["A1"] == "x")
    #expect(sheet["A2"] == "$A$2")
    #expect(sheet["A3"].error?.code == .cycle)
    #expect(sheet["A4"].error?.code == .cycle)
    #expect(sheet["A5"] == "l$A$2")
  }

  @Test("Circular formulas settle where an option says so, at the prompt as well")
  func iteration() throws {
    func sheet(_ option: String) -> LiveSheet {
      LiveSheet(
        SheetDocument(name: "x.sheet", option + "A = B / 2 + 1\nB = A / 2 + 1\n"),
        environment: LiveSheet.Environment(catalog: .standard))
    }
    let settled = sheet("option iterate = 100, 0.001\n")
    #expect(settled.diagnostics.isEmpty)
    let (a, b) = (try #require(settled["A"].number), try #require(settled["B"].number))
    #expect(abs(a - 2) < 0.002 && abs(b - 2) < 0.002)
    let once = sheet("option iterate = 1\n")
    #expect(once["A"] == 1 && once["B"] == 1.5)
    let circular = sheet("")
    #expect(circular["A"].isError && circular.diagnostics.count == 1)
    circular.keepsHistory = true
    _ = circular.enter("option iterate = 100, 0")
    #expect(circular.diagnostics.isEmpty && abs((circular["A"].number ?? 0) - 2) < 1e-9)
    _ = circular.enter("C = 0")
    guard case .defined(_, let findings, _)? = circular.enter("C = C / 2 + 1").first else {
      Issue.record("C is not defined")
      return
    }
    #expect(findings.isEmpty && abs((circular["C"].number ?? 0) - 2) < 1e-9)
    #expect(circular.undo() && circular.undo() && circular.undo() && circular["A"].isError)
  }

  @Test("Circles that many formulas close by what they are told settle, and when they are told otherwise")
  func manyCirclesByOffset() throws {
    let rows = (10..<30).map {
      """
      E\($0) = OFFSET($F$\($0), 0, k) / \($0) + 1
      F\($0) = 7; G\($0) = E\($0) + 2; H\($0) = E\($0 == 29 ? 10 : $0 + 1) + 3

      """
    }
    // What tells them which cell to read is itself known only when circles have settled.
    let sheet = LiveSheet(
      SheetDocument(
        name: "x.sheet",
        "option iterate = 100, 0\ninput n = 1\nk = INT(P) - 3 + n\nP = Q / 2 + 2\nQ = P / 2 + 1\n" + rows.joined()),
      environment: LiveSheet.Environment(catalog: .standard))
    func check(_ value: (Double, [Double]) -> Double, at location: SourceLocation = #_sourceLocation) {
      let cells = (10..<30).map { sheet["E\($0)"].number ?? 0 }
      for row in 10..<30 {
        let expected = value(Double(row), cells)
        #expect(abs(cells[row - 10] - expected) < 1e-12, "E\(row)", sourceLocation: location)
      }
    }
    check { row, _ in (row + 2) / (row - 1) }
    try sheet.set("n", to: 2)
    check { row, cells in (cells[row == 29 ? 0 : Int(row) - 9] + 3) / row + 1 }
    try sheet.set("n", to: 0)
    check { row, _ in 7 / row + 1 }
    try sheet.set("n", to: 1)
    check { row, _ in (row + 2) / (row - 1) }
  }

  @Test("An option of a file holds for its circles, and not for those of a sheet that uses it or that it uses")
  func iterationOfUsedSheets() {
    let circle = "a = b / 2 + 1\nb = a / 2\nA1 = A2 / 2 + 1\nA2:A3 = A1 / 2\n"
    let files = ["settles.sheet": "option iterate = 100, 0\n" + circle, "circles.sheet": circle]
    func check(_ text: String, settles: [String], circles: [String], at location: SourceLocation = #_sourceLocation) {
      let sheet = load(text, files: files)
      for cell in settles {
        let value = sheet[cell].number ?? 0
        #expect(abs(value - 4 / 3) < 1e-9, "\(cell) \(sheet[cell])", sourceLocation: location)
      }
      for cell in circles { #expect(sheet[cell].error?.code == .cycle, "\(cell)", sourceLocation: location) }
      #expect(sheet.diagnostics.isEmpty == circles.isEmpty, sourceLocation: location)
    }
    check("use \"settles.sheet\" as w\n" + circle, settles: ["w.a", "w.A1"], circles: ["a", "A1"])
    check(
      "use \"circles.sheet\" as w\noption iterate = 100, 0\n" + circle, settles: ["a", "A1"], circles: ["w.a", "w.A1"])
    let rows = ["settles.sheet": "option iterate = 100, 0\na = b / 2 + 1\nb = a / 2\n"]
    let table = load("table t of \"settles.sheet\" { 2 rows }\nc = d\nd = c\n", files: rows)
    #expect(abs((table["t[2].a"].number ?? 0) - 4 / 3) < 1e-9 && table["c"].error?.code == .cycle)
    #expect(table.diagnostics.count == 1)
  }

  @Test("A long chain of lines is shown and explained without recursion to its end")
  func longChain() {
    let length = TestLength.count(5_000, of: 20_000)
    let lines = (2...length).map { "A\($0) = A\($0 - 1) + 1" }
    let sheet = load("A1 = 1\n" + lines.joined(separator: "\n") + "\nnever \"the end\": A\(length) = \(length)")
    #expect(sheet["A\(length)"] == .number(Double(length)))
    #expect((try? sheet.cell("A\(length)").get()).map { sheet.text(of: $0) } == "\(length)")
    #expect((try? sheet.why("A\(length)").get())?.text == "\(length)")
    #expect((sheet.checks.broken.first?.values.count ?? 0) > 2)
  }

  @Test("Elements of an array are shown in the format that all its cells have, and else as what they are")
  func formatsOfArrays() throws {
    let sheet = load(
      "A1 = 0.05 as \"0%\"\nA2 = 10\nB1:B2 = 0.5 as \"0.00\"\nmixed = A1:A2\nalike = B1:B2\nagain = alike\nC1 = A1:A2")
    func text(_ name: String) throws -> String { sheet.text(of: try sheet.cell(name).get()) }
    #expect(try text("mixed") == "{0.05; 10}")
    #expect(try text("alike") == "{0.50; 0.50}")
    #expect(try text("again") == "{0.50; 0.50}")
    #expect(try text("A1") == "5%" && text("C1") == "0.05")
  }

  @Test("What a binding sets is explained by what it is set to, both ways")
  func explainedBindings() throws {
    let sheet = load("input a = 1\ninput b = 2\na <~> b\nc = a + 1\ninput d\nd <~ c * 2\nd2_ = d\nA1 <~ b\nA1 = 0")
    let explanation = try sheet.why("d2_").get()
    let d = try #require(explanation.precedents.first)
    #expect(d.cell.name == "d" && d.binding == "c * 2" && d.precedents.map(\.cell.name) == ["c"])
    let a = try #require(d.precedents.first?.precedents.first)
    #expect(a.cell.name == "a" && a.binding == "b" && a.precedents.first?.binding == "a")
    #expect(try sheet.why("A1").get().precedents.map(\.cell.name) == ["b"])
    #expect(try sheet.why("c").get().binding == nil)
    // A row that is not there is no constant.
    let table = load("table t {\n| a |\n| 1 |\n}\nx = t[9].a + t[1].a")
    let missing = try table.why("x").get()
    #expect(missing.precedents.map(\.cell.name) == ["t[1].a"])
    #expect(missing.error?.message == "There is no row 9; there is 1.")
    #expect(table.explanation(ofExpression: "t[9].a")?.precedents.isEmpty == true)
  }

  @Test("A range that was read is named as it is written")
  func namesOfRanges() throws {
    let table = "table t {\n| a | b | c d |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n r = SUM([@a]:[@b])\n}\n"
    func name(_ formula: String) throws -> String? {
      let sheet = load("x = \(formula)\n\(table)sheet One\nA1 = 1\nsheet Two\nA1 = 5\nB9 = t[2].r")
      return try sheet.why(formula.contains(".") ? formula : "x").get().precedents.first?.cell.name
    }
    let written = ["t", "t[c d]", "t[[a]:[b]]", "t[[b]:[c d]]", "t[2]", "Two!A1:B9", "Two!A:A", "Two!A:C", "Two!2:9"]
    for range in written { #expect(try name("SUM(\(range))") == range) }
    #expect(try name("t[2].r") == "t[2].a:t[2].b")
  }

  @Test("What is wrong is told with its place")
  func diagnostics() {
    func codes(_ text: String) -> [String] {
      load(text).diagnostics.map { "\($0.code)@\($0.labels.first?.span.lower ?? -1)" }
    }
    #expect(codes("A = 1\nA = 2") == ["defined-twice@6"])
    #expect(codes("input A = 1\nB = 2\na = 3") == ["defined-twice@18"])
    #expect(codes("A = 1\ntable a {\n  | x |\n  | 1 |\n}\nB = A") == ["defined-twice@12"])
    #expect(codes("table a {\n  | x |\n  | 1 |\n}\nA = 1") == ["defined-twice@28"])
    #expect(codes("B = A + totl\nA = 1\nC = nam * \"x\"") == ["unknown-name@8", "unknown-name@23"])
    #expect((try? load("A = 1\nB = A  * 2").cell("B").get())?.formulaText == "A  * 2")
    #expect(codes("total = 1\nB = totl + 1") == ["unknown-name@14"])
    #expect(load("total = 1\nB = totl + 1").diagnostics.first?.help == "did you mean total?")
    // A name may be that of an input, but not where a table is asked for.
    #expect(load("B = zz + 1").diagnostics.first?.cure == .declareInput)
    #expect(load("B = SUM(zz[price])").diagnostics.first?.cure == nil)
    let table = load("table t from \"t.csv\" { m = revenu - cost }", files: ["t.csv": "name,revenue\r\n\"a, b\",3\r\n"])
    #expect(table.diagnostics.map(\.help) == ["did you mean revenue?", "its columns are name, revenue, m"])
    #expect(codes("A1:XFD1048576 = 1") == ["fill-too-large@0"])
    #expect(codes("f = f(1)") == ["circular-reference@0"])
    #expect(codes("A = SUMM(1)") == ["unknown-function@4"])
    #expect(
      codes("A = MAP({1,2}, sqrt)\nB = REDUCE(0, A, HSTACK)\nC = BYROW({1,2}, STDEV.P)\nD = LET(f, abs, f(1))").isEmpty)
    #expect(
      codes("A = ROUND(pi, 2)\nB = pi\nC = MAP({1}, sqr)") == ["unknown-name@10", "unknown-name@21", "unknown-name@37"])
    #expect(load("A = SUMM(1)").diagnostics.first?.help == "did you mean SUM?")
    #expect(load("A = summe(1)").diagnostics.first?.help == "that is German for SUM")
    #expect(load("tax = LAMBDA(x, x * 2)\nA = tux(1)").diagnostics.first?.help == "did you mean tax?")
    #expect(codes("A = WEBSERVICE(\"https://example.com\")") == ["absent-function@4"])
    #expect(load("A = _xlfn.STOCKHISTORY(1)")["A"].error?.message.hasPrefix("STOCKHISTORY asks") == true)
    #expect(codes("A = ROUND(1, 2, 3)") == ["wrong-argument-count@4"])
    #expect(codes("A = B\nB = A\nC = 1") == ["circular-reference@0"])
    #expect(load("A = B\nB = A\nC = 1")["C"] == 1)
    func words(_ text: String) -> [String] {
      load(text).diagnostics.map { "\($0.message) \($0.labels.count)" }
    }
    #expect(words("A1:B3 = SUM(A1:B3)") == ["A1 and 5 more cells depend on themselves 1"])
    #expect(
      words("A1:A9 = SUM(A$1:A$9) + C$1\nC1 = A9\nD1 = D1") == [
        "10 cells depend on each other: A1 → A2 → A3 → A4 → A5 → A6 → A7 → A8 → … → A1 2", "D1 depends on itself 1",
      ])
  }

  @Test("A column or a table in a named cell is all of its rows")
  func columnsInCells() {
    let table = "table t {\n  | a | b |\n  | 7 | 1 |\n  | 8 | 2 |\n}\n"
    check(
      table + "x = t[a]\ny = t[a] * 2\nz = t\n"
        + "rows = ROWS(x)\nlast = INDEX(y, 2)\nwidth = COLUMNS(z)\nfirst = t[1].a + 1",
      ("rows", 2), ("last", 16), ("width", 2), ("first", 8))
    check(
      "table t {\n  | a | b |\n  | 7 | 1 |\n  | 8 | 2 |\n  c = [@a]\n  d = SUM([@[a]:[b]])\n}",
      ("t[2].c", 8), ("t[2].d", 10))
    // What stands in no row of a table has no row of its own there.
    check(
      "n = 1\n" + table + "x = IFERROR(t[@a], \"none\")\nA2 = IFERROR(t[@b], \"none\")", ("x", "none"), ("A2", "none"))
    // A column without a table is one of the table in which the formula stands.
    let alone = load(table + "x = [@a] + 1\ny = SUM([b])\nz = LAMBDA(p, [q], p + q)(1, 2)")
    #expect(alone.diagnostics.map(\.message) == Array(repeating: "a column stands alone only in its table", count: 2))
    #expect(alone.diagnostics.map(\.help) == ["write t[a]", "write t[b]"])
    #expect(alone["x"] == .error(.value))
    #expect(alone["z"] == 3)
  }

  @Test("A column whose name has a dot is reached like any other")
  func dottedColumns() {
    let sheet = load(
      "table t from \"t.csv\" { c = form.name & \"!\" }\nnames = TEXTJOIN(\",\", TRUE, t[form.name])\none = t[2].form.name",
      files: ["t.csv": "form.name,n\nann,1\nbob,2\n"])
    #expect(sheet.diagnostics.map(\.message) == [])
    #expect(sheet["names"] == "ann,bob")
    #expect(sheet["one"] == "bob")
    #expect(sheet["t[1].c"] == "ann!")
  }

  @Test("The prompt defines, changes, evaluates and takes back")
  func prompt() {
    let sheet = load("")
    sheet.recordsChanges = true
    sheet.keepsHistory = true
    func enter(_ line: String) -> [String] {
      _ = sheet.enter(line)
      return sheet.takeChanges().map { "\($0.cell.name) \($0.oldText) → \($0.newText)" }
    }
    #expect(enter("A = 20") == ["A blank → 20"])
    _ = enter("B = 10")
    #expect(enter("C = (A + 50) + (B - 10)") == ["C blank → 70"])
    #expect(enter("A = 30") == ["A 20 → 30", "C 70 → 80"])
    #expect(sheet.undo())
    #expect(sheet["C"] == 70)
    #expect(sheet.document.text == "A = 20\nB = 10\nC = (A + 50) + (B - 10)\n")
    #expect(sheet.redo())
    #expect(sheet["C"] == 80)
    #expect(sheet.document.text == "A = 30\nB = 10\nC = (A + 50) + (B - 10)\n")
    if case .value(let value, let text)? = sheet.enter("C + 1").last {
      #expect(value == 81)
      #expect(text == "81")
    } else {
      Issue.record("no value")
    }
  }
}
