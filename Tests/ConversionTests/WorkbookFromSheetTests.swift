import Archives
import CellModel
import Engine
import Formulas
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import Testing
import Workbooks

@testable import Conversion

@Suite("Workbook from sheet")
struct WorkbookFromSheetTests {
  private static let ledger = """
    /// What a month costs.
    rate = 7%
    input size in {"S", "M"} = "M"
    twice = LAMBDA(x, x * 2)
    total = twice(SUM(ledger[C])) * rate + Plan!B2
    pair = {1, 2}
    table ledger {
      | A   | B   |
      | 20  | 10  |
      | 100 | -40 |
      C = (A + 50) + (B - 10)
      balance = PREVIOUS(balance, 0) + A
      number = ROW()
    }
    second = ledger[2].A
    sheet Plan
    A1 = "Rate"; B1 = rate
    B2 = UNIQUE({1; 1; 2})
    C1:C3 = B1 * 2 as "0.00"
    """

  @Test(
    "An array formula that was brought to a size is written as one of that size, unless older programs lack its functions"
  )
  func fixedArrays() {
    let rows: [(formula: String, text: String, isDynamic: Bool)] = [
      ("TAKE(B1:B3, 2, 1)", "B1:B3", false), ("TAKE(B1:B3, 1, 1)", "B1:B3", false),
      ("IF(SEQUENCE(3, 2), B1:B3)", "B1:B3", false),
      ("IF(SEQUENCE(2, 1), MAX(B1:B3 * B1:B3))", "MAX(B1:B3*B1:B3)", false),
      ("TAKE(IF(SEQUENCE(3, 1), INDEX(B1:B3, 0)), 3, 1)", "INDEX(B1:B3,0)", false),
      ("TAKE(UNIQUE(B1:B3), 2, 1)", "_xlfn.TAKE(_xlfn.UNIQUE(B1:B3),2,1)", true),
      ("TAKE(B1:B3, 5, 1)", "_xlfn.TAKE(B1:B3,5,1)", true), ("TAKE(B1:B3, -2, 1)", "_xlfn.TAKE(B1:B3,-2,1)", true),
      ("TAKE(B1:B3, 2)", "_xlfn.TAKE(B1:B3,2)", true), ("B1:B3 * 2", "B1:B3*2", true),
    ]
    for (formula, text, isDynamic) in rows {
      let made = Self.convert("sheet S\nB1 = 1; B2 = 2; B3 = 3\nC1 = \(formula)").workbook.sheets[0].arrays.formulas
      #expect(made.map(\.text) == [text])
      #expect(made.map(\.isDynamic) == [isDynamic], "\(formula)")
    }
  }

  @Test("Names stand beside their values or where a grid shows them, tables are tables, fills are shared formulas")
  func layout() throws {
    let workbook = Self.convert(Self.ledger).workbook
    #expect(workbook.sheets.map(\.name) == ["Plan", "ledger", "costs"])
    #expect(
      workbook.names.map { "\($0.name) = \($0.formula)" } == [
        "rate = Plan!$B$1", "size = costs!$B$1", "total = costs!$B$2", "second = costs!$B$3",
        "pair = _xlfn.ANCHORARRAY(costs!$B$4)", "twice = _xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)",
      ])
    let (plan, ledger, names) = (workbook.sheets[0], workbook.sheets[1], workbook.sheets[2])
    #expect(plan.columns[1]?.values == [0.07])
    #expect(plan.sharedFormulas.map(\.text) == ["B1*2"])
    #expect(plan.arrays.formulas.map(\.text) == ["_xlfn.UNIQUE({1;1;2})"])
    #expect(plan.arrays.spilled.map(\.value) == [2])
    #expect(ledger.tables.map(\.name) == ["ledger"])
    #expect(ledger.tables.first?.columns == ["A", "B", "C", "balance", "number"])
    #expect(
      ledger.tables.first?.columnFormulas == [
        2: "(ledger[[#This Row],[A]]+50)+(ledger[[#This Row],[B]]-10)",
        3:
          "IF(ROW()=ROW(ledger[[#Headers],[balance]])+1,0,OFFSET(ledger[[#Headers],[balance]],ROW()-ROW(ledger[[#Headers],[balance]])-1,0))+ledger[[#This Row],[A]]",
        4: "(ROW()-ROW(ledger[[#Headers],[number]]))",
      ])
    #expect(names.columns[0]?.values == ["size", "total", "second", "pair"])
    #expect(names.annotations.validations.map(\.formula) == ["\"S,M\""])
  }

  @Test("What inputs accept is a rule for typing, of cells and formulas as well, and what no rule can say is listed")
  func typingRules() {
    let text = """
      sheet Plan
      A1 = "x"; A2 = A1 & "y"
      B1 = {1; 2}
      table people { | name |
        | Ada |
        | Bob | }
      limit = 5
      input a in A1:A2 = "x"
      input b: number in 0..limit * 2 = 3
      input c = 2 where c <= Plan!A9 + ROWS(UNIQUE({1; 2})) + limit
      input d in people[name] = "Bob"
      input e in B1# = 1
      input f in kinds = "u"
      kinds = {"u", "v"}
      input g in UNIQUE(people[name]) = "Ada"
      input h: number in 0..3 = 1 where h <> 2
      input i in {"a, b", "c"} = "c"
      input j: text = "free"
      """
    let made = Self.convert(text)
    let rules = made.workbook.sheets.flatMap(\.annotations.validations)
    #expect(
      rules.map { "\($0.blocks[0].text) \($0.kind) \($0.formula) \($0.second)" } == [
        "B2 list Plan!$A$1:$A$2 ", "B3 decimal 0 limit*2", "B4 custom c_<=Plan!$A$9+ROWS(_xlfn.UNIQUE({1;2}))+limit ",
        "B5 list people!$A$2:$A$3 ", "B6 list _xlfn.ANCHORARRAY(Plan!$B$1) ", "B7 list kinds ", "B9 decimal 0 3",
      ])
    #expect(
      made.omissions == [
        "domain made of cells": 1, "condition of an input beside its domain": 1,
        "domain that a workbook cannot have": 1,
      ])
  }

  @Test("A table that cells of a grid show has its place there, with its columns as they stand")
  func shownTable() throws {
    let text = """
      sheet Orders
      table Orders {
        | Item | Cost |
        | nail | 2.5 |
        | screw | 4 |
        Twice = Cost * 2 as "0.00"
      }
      B2 = Orders[[#All],[Item]]; C2 = Orders[[#All],[Twice]]; D2 = Orders[[#All],[Cost]]
      F1 = SUM(Orders[Twice])
      """
    let workbook = Self.convert(text).workbook
    #expect(workbook.sheets.map(\.name) == ["Orders"])
    let sheet = try #require(workbook.sheets.first)
    #expect(sheet.tables.map(\.block.text) == ["B2:D4"])
    #expect(sheet.tables.first?.columns == ["Item", "Twice", "Cost"])
    #expect(sheet.tables.first?.columnFormulas == [1: "Orders[[#This Row],[Cost]]*2"])
    #expect(sheet.arrays.formulas.isEmpty)
    let formats = sheet.formulas.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
      .map { workbook.numberFormat(ofStyle: $0.style) }
    #expect(formats == ["0.00", "0.00", "General"])
  }

  @Test("Documentation is a comment, a name shown by a cell is defined there, and a check is a cell of its own")
  func annotations() throws {
    let text = """
      sheet Plan
      /// What it costs.
      rate = 7%; B1 = rate
      input years: number in 1..40 = 30 where years = INT(years); B2 = years
      total = rate * years as "0.0"; B3 = total
      day = 2026-01-31; B4 = day
      always "enough": total > 1
      never "too much": B3 > 5
      """
    let workbook = Self.convert(text).workbook
    #expect(workbook.sheets.map(\.name) == ["Plan", "costs"])
    let (plan, names) = (workbook.sheets[0], workbook.sheets[1])
    #expect(plan.annotations.comments == [CellComment(row: 0, column: 1, text: "What it costs.")])
    #expect(plan.annotations.validations.map(\.kind) == ["whole"])
    #expect(plan.formulas.map(\.kind) == [.plain("rate*years")])
    #expect(plan.columns[1].map { $0.styles.map(workbook.numberFormat) } == ["0%", "General", "yyyy-mm-dd"])
    #expect(names.columns[0]?.values == ["enough", "too much"])
    #expect(names.formulas.map(\.kind) == [.plain("total>1"), .plain("NOT(Plan!B3>5)")])
    #expect(names.formulas.map(\.stored) == [true, true])
  }

  @Test(
    "Every error that stands in a cell or comes of a formula is read as what was written", arguments: ErrorCode.allCases
  )
  func errors(code: ErrorCode) throws {
    let made = Self.convert("e = \(code.text)\nf = IF(TRUE, e)\n").workbook
    let live = LiveWorkbook(try ExcelReader.workbook(ExcelWriter.bytes(made)), catalog: .standard)
    live.recalculate()
    #expect(WrittenWorkbook(live, of: made).differences == [])
    let value = try #require(live.area("e").map { live.engine.value(at: $0.topLeft) })
    // The format has one number for both, and a circle is no error in it.
    let read: ErrorCode = code == .python ? .external : code == .cycle ? .value : code
    #expect(value == .error(CellError(read)))
  }

  @Test("What is written computes the same values as the sheet")
  func values() throws {
    let live = LiveWorkbook(
      try ExcelReader.workbook(ExcelWriter.bytes(Self.convert(Self.ledger).workbook)), catalog: .standard)
    live.recalculate()
    for (name, value) in [("rate", 0.07), ("total", 24.8), ("second", 100)] {
      let area = try #require(live.area(name))
      let number = try #require(live.engine.value(at: area.topLeft).number)
      #expect(abs(number - value) < 1e-9, "\(name) is \(number)")
    }
    #expect(live.area("ledger[balance]").map { live.engine.array(of: $0) } == .array(CellArray(column: [20, 120])))
    #expect(live.area("ledger[number]").map { live.engine.array(of: $0) } == .array(CellArray(column: [1, 2])))
    #expect(StoredValueComparison(live).differences.isEmpty)
  }

  @Test("Formulas call the LAMBDAs that are names")
  func lambdas() throws {
    let made = Self.convert(
      """
      twice = LAMBDA(x, x * 2)
      three = LAMBDA(SEQUENCE(1, 3))
      sheet Plan
      A1 = twice(4)
      A2 = three()
      """)
    #expect(made.omissions == [:])
    let live = LiveWorkbook(try ExcelReader.workbook(ExcelWriter.bytes(made.workbook)), catalog: .standard)
    live.recalculate()
    let area = try #require(live.area("Plan!A1:C2"))
    #expect(live.engine.array(of: area).array?.elements == [8, .blank, .blank, 1, 2, 3])
    for cell in ["Plan!A1", "Plan!A2"] {
      #expect(live.engine.formulas.hasFormula(at: try #require(live.area(cell)).topLeft), "\(cell)")
    }
  }

  @Test("Dates and times keep their kind and their look, and fills stay fills", arguments: ["xlsx", "ods"])
  func thereAndBack(_ kind: String) throws {
    let text = """
      sheet Plan
      A1:A5 = ROW()
      B1 = 2026-01-31
      B2 = 2026-01-31 14:30
      B3 = 2026-01-31 14:30:15
      B4 = 14:30
      B5 = 14:30:15
      C1 = 19%
      C2 = DATE(2026, 1, 31) + 0.25
      C3 = SUM({0.05, 46053})

      """
    let contents = Self.convert(
      text.replacing("DATE(2026, 1, 31)", with: "2026-01-31").replacing("{0.05, 46053}", with: "{5%, 2026-01-31}")
    ).workbook
    let live = LiveWorkbook(contents, catalog: .standard)
    live.recalculate()
    let bytes = kind == "ods" ? try OpenDocumentWorkbook(contents).bytes() : try ExcelWriter.bytes(contents)
    let again = LiveWorkbook(try WorkbookReader.workbook(bytes, named: "plan." + kind), catalog: .standard)
    again.recalculate()
    let made = ConvertedSheet(again, name: "plan.sheet", environment: RoundTripTests.environment)
    #expect(made.differences == [])
    let lines = Set(made.text.split(separator: "\n").flatMap { $0.split(separator: "; ") }.map(String.init))
    for line in text.split(separator: "\n").dropFirst() {
      let expected = line.hasPrefix("C2") ? line + " as \"yyyy-mm-dd hh:mm\"" : String(line)
      #expect(lines.contains(expected), "\(expected) is not in \(made.text)")
    }
  }

  @Test(
    "A cell that is defined alone is no part of the fill around it, also where that begins with it",
    arguments: ["xlsx", "ods"])
  func exceptionsOfFills(_ kind: String) throws {
    let text = """
      sheet Plan
      A1:A4 = ROW() + 1
      A1 = 5
      B1:B3 = A1 * 2
      B1 = 3 + 4
      C1:D3 = ROW() * 10 + COLUMN()
      C1 = "x"
      D3 = C2 + 1
      """
    let contents = Self.convert(text).workbook
    #expect(contents.sheets[0].formulas.count == 11)
    #expect(try PackageCheck(ExcelWriter.bytes(contents)).faults == [])
    let bytes = kind == "ods" ? try OpenDocumentWorkbook(contents).bytes() : try ExcelWriter.bytes(contents)
    let live = LiveWorkbook(try WorkbookReader.workbook(bytes, named: "plan." + kind), catalog: .standard)
    live.recalculate()
    let values = (0..<4).map { row in
      (0..<4).map { live.engine.value(at: CellAddress(grid: live.grids[0], row: row, column: $0)) }
    }
    #expect(values == [[5, 7, "x", 14], [3, 6, 23, 24], [4, 8, 33, 24], [5, .blank, .blank, .blank]])
  }

  @Test("In OpenDocument a day before March 1900 is written as its number, for programs count such days differently")
  func earlyDays() throws {
    let contents = Self.convert("A1 = 1900-01-15\nA2 = 15\nA3 = A1 * 2\nA4 = 2026-01-31\nA5 = A1 + 1\n").workbook
    let archive = try ZipArchive(try OpenDocumentWorkbook(contents).bytes())
    let part = try #require(archive.part(named: "content.xml"))
    let text = String(decoding: try archive.contents(of: part), as: UTF8.self)
    let written = text.matches(of: /office:(?:date-)?value="([^"]*)"/).map { String($0.1) }
    // LibreOffice shows 15 as the day before, as it does of an .xlsx, and computes the same with it.
    #expect(written == ["15", "15", "30", "2026-01-31", "16"])
    let again = LiveWorkbook(
      try WorkbookReader.workbook(try OpenDocumentWorkbook(contents).bytes(), named: "a.ods"), catalog: .standard)
    again.recalculate()
    #expect(again.area("A1").map { again.engine.value(at: $0.topLeft).number } == 15)
  }

  @Test("What happens in time is there as its value, and is listed")
  func omissions() {
    let made = Self.convert("event tap\nstate n = 3 { on tap : n + 1 }\nr = {a: 1}\nb = r.a\nalways \"x\": n > 0\n")
    #expect(Set(made.omissions.keys).count == 4)
    #expect(made.omissions["record, which no cell of a workbook can hold"] == 1)
    #expect(made.omissions["formula that a workbook cannot have, which keeps its value"] == 1)
    #expect(made.workbook.sheets.first?.columns[1]?.values.contains(3) == true)
  }

  @Test("What only a text has is listed, and what is said of a column is a comment at its name")
  func remarks() {
    let text = """
      // of all
      event go
      /// The orders.
      table orders {
        | Item | Cost | // in euros
        | nail | 2.5 |
        /// Twice as much.
        Twice = Cost * 2
        /// One and a half.
        Half = Cost * 1.5
        on go : insert last ("http://x", 5)
      }
      test "more" { orders[1].Cost = 3; expect orders[1].Twice = 6 } // behind
      """
    let made = Self.convert(text)
    #expect(
      made.omissions == [
        "event": 1, "test": 1, "comment behind //": 3, "clause of a table, which changes its rows": 1,
      ])
    #expect(
      made.workbook.sheets[0].annotations.comments == [
        CellComment(row: 0, column: 0, text: "The orders."), CellComment(row: 0, column: 2, text: "Twice as much."),
        CellComment(row: 0, column: 3, text: "One and a half."),
      ])
    let back = ConvertedSheet.made(of: made.workbook)
    #expect(
      back.text.contains("  /// Twice as much.\n  Twice = Cost * 2\n  /// One and a half.\n  Half = "), "\(back.text)")
  }

  @Test("All that is said of one cell is one comment")
  func joinedComments() {
    let made = Self.convert("sheet S\n/// The table.\ntable t {\n| a |\n| 1 |\n}\n/// Its place.\nA1 = t[#All]\n")
    #expect(
      made.workbook.sheets[0].annotations.comments == [
        CellComment(row: 0, column: 0, text: "The table.\nIts place.")
      ])
  }

  @Test(
    "Formulas are spelled as files spell them",
    arguments: [
      ("XLOOKUP(1, A1:A3, B1:B3)", "_xlfn.XLOOKUP(1,A1:A3,B1:B3)", true),
      ("LAMBDA(a, [b], ISOMITTED(b))(1)", "_xlfn.LAMBDA(_xlpm.a,_xlop.b,_xlfn.ISOMITTED(_xlpm.b))(1)", true),
      (
        "LAMBDA(_xlpm.a, _xlop.b, ISOMITTED(_xlpm.b))(1)",
        "_xlfn.LAMBDA(_xlpm.a,_xlop.b,_xlfn.ISOMITTED(_xlpm.b))(1)", true
      ),
      ("LET(_xlpm.x, 1, _xlpm.x + 1)", "_xlfn.LET(_xlpm.x,1,_xlpm.x+1)", true),
      ("SUM(A1:A3)", "SUM(A1:A3)", false), ("@A1:A3 + 1", "A1:A3+1", false), ("A1:A3 + 1", "A1:A3+1", true),
      ("SORT(FILTER(A1:A3, A1:A3 > 1))", "_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A3,A1:A3>1))", true),
      ("SUM(B2#)", "SUM(_xlfn.ANCHORARRAY(B2))", false),
      (
        "LET(a, 2, f, LAMBDA(x, x * a), f(3))",
        "_xlfn.LET(_xlpm.a,2,_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*_xlpm.a),_xlpm.f(3))", true
      ),
      ("BYROW(A1:C3, SUM)", "_xlfn.BYROW(A1:C3,_xleta.SUM)", true),
      ("SUM(A1:A3 * @B1:B3)", "SUM(A1:A3*_xlfn.SINGLE(B1:B3))", true),
      ("STDEV.S(A1:A3)", "_xlfn.STDEV.S(A1:A3)", false),
      ("ROW() * 2", "ROW()*2", false), ("COLUMN(B1)", "COLUMN(B1)", false), ("ROW(A1:A3)", "ROW(A1:A3)", true),
      ("SUM(ROW(A1:A3))", "SUM(ROW(A1:A3))", true), ("SUM(@ROW(A1:A3))", "SUM(ROW(A1:A3))", false),
      ("SUMPRODUCT(ROW(A1:A3))", "SUMPRODUCT(ROW(A1:A3))", false), ("t[[#Headers],[a]]", "t[[#Headers],[a]]", false),
    ])
  func spelling(_ formula: String, _ expected: String, _ isDynamic: Bool) {
    let tree = FormulaParser.parse(formula, dialect: .sheet).tree
    let written = FormulaWriting(Workbook(), catalog: .standard).text(tree, onSheet: 0)
    #expect(written.text == expected)
    #expect(written.isDynamic == isDynamic, "\(formula)")
  }

  @Test("A name that is called as a function is the name, also in the column of a table")
  func namesOfFunctions() {
    let made = Self.convert(
      """
      rate = 7%
      table loans {
        | debt |
        | 100 |
        cost = ABS(PMT(rate, 12, debt))
      }
      total = SUM(BYROW(loans[cost], MAX))
      """)
    #expect(
      made.workbook.sheets.first?.tables.first?.columnFormulas == [1: "ABS(PMT(rate,12,loans[[#This Row],[debt]]))"])
    let sheet = made.workbook.sheets.last
    var texts = sheet?.arrays.formulas.map(\.text) ?? []
    for case .plain(let text) in (sheet?.formulas ?? []).map(\.kind) { texts.append(text) }
    #expect(texts == ["SUM(_xlfn.BYROW(loans[cost],_xleta.MAX))"])
  }

  @Test(
    "A function that is passed by a name with dots, or with the prefix of one that is no cell, is passed in a workbook")
  func passedFunctions() {
    let made = Self.convert(
      """
      A1 = 1; B1 = 3
      D1 = SUM(BYROW(A1:B1, STDEV.S))
      D2 = SUM(BYROW(A1:B1, _xlfn.MAX))
      D3 = LET(stdev, {s: 2}, SUM(stdev.s))
      """)
    #expect(
      made.workbook.sheets.first?.formulas.map(\.kind) == [
        .plain("SUM(_xlfn.BYROW(A1:B1,_xleta.STDEV.S))"), .plain("SUM(_xlfn.BYROW(A1:B1,_xleta.MAX))"),
      ])
    #expect(made.omissions == ["formula that a workbook cannot have, which keeps its value": 1])
  }

  @Test("Names that Excel takes for cells get another end, and sheets the names that it allows")
  func names() {
    for (name, expected) in [("r", "r_"), ("C", "C_"), ("R1C1", "R1C1_"), ("rc", "rc_"), ("rate", "rate")] {
      #expect(WorkbookNames.name(name) == expected)
    }
    #expect(WorkbookNames.sheetName("a/b", besides: []) == "a_b")
    #expect(WorkbookNames.sheetName("A", besides: ["a"]) == "A 2")
    #expect(WorkbookNames.sheetName(String(repeating: "x", count: 40), besides: []).count == 31)
  }

  private static func convert(_ text: String) -> WorkbookFromSheet {
    WorkbookFromSheet(
      LiveSheet(SheetDocument(name: "costs.sheet", text), environment: RoundTripTests.environment), name: "costs")
  }
}
