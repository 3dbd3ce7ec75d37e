import CellModel
import FunctionLibrary
import Functions
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("Live workbook")
struct LiveWorkbookTests {
  @Test("A constant that is set reaches the formulas of other sheets")
  func setting() throws {
    let workbook = LiveWorkbook(Self.model, catalog: .standard)
    workbook.recalculate()
    let total = try #require(workbook.area("Summary!A1")).topLeft
    #expect(workbook.engine.value(at: total) == 107)
    workbook.engine.setConstant(0.1, at: try #require(workbook.area("Inputs!B2")).topLeft)
    workbook.recalculate()
    #expect(workbook.engine.value(at: total) == .number(110.00000000000001))
    #expect(workbook.formula(at: total) == "Inputs!B1*(1+Rate)")
    #expect(workbook.name(of: total) == "Summary!A1")
  }

  @Test("A formula that names its own cell without reading it has a value")
  func unreadCircles() throws {
    check("INDEX(2:2,1,1)", at: "B2", 2)
    check("CHOOSE(2,B2,7)", at: "B2", 7)
    check("IF(A1=2,B2,5)", at: "B2", 5)
    // Of a table only what is searched and found is read.
    check("VLOOKUP(1,A1:B9,1,FALSE)", at: "B2", 1)
    check("HLOOKUP(1,A1:B9,3,FALSE)", at: "B2", 3)
    check("VLOOKUP(2,A1:B9,2,FALSE)", at: "B2", .error(.cycle))
    check("ROWS(A1:B9)+COLUMNS(B:B)+AREAS(B1:B3)", at: "B2", 11)
    // How wide a range is is no value, also beside a reference that is made.
    check("OFFSET($A$1,COLUMNS(B$2:B2),0)", at: "B2", 2)
    check("SUM(A1:OFFSET(B2,-1,-1))", at: "B2", 1)
    check("OFFSET(B2,0,0)", at: "B2", .error(.cycle))
    check("IF(A1=1,B2,5)", at: "B2", .error(.cycle))
    check("SUM(A1:B2)", at: "B2", .error(.cycle))
    check("INDEX(2:2,1,2)", at: "B2", .error(.cycle))
  }

  @Test("Cells that would depend on each other only by what is not taken come to their values")
  func unreadCirclesOfSeveral() throws {
    var contents = Workbook.numbers
    let formulas: [(String, Int32, String)] = [
      ("IF(A1=1,D1+1,0)", 1, "first"), ("IF(A1=1,10,B1)", 3, "breaker"), ("B1+E1", 2, "last"), ("IF(A1=2,C1,1)", 4, ""),
    ]
    contents.sheets[0].formulas = StoredFormulas(
      formulas.map {
        StoredFormula(row: 0, column: $0.1, style: 0, kind: .plain($0.0), stored: nil)
      })
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    func value(_ cell: String) throws -> CellValue {
      workbook.engine.value(at: try #require(workbook.area("Sheet1!\(cell)")).topLeft)
    }
    #expect(try [value("B1"), value("C1"), value("D1"), value("E1")] == [11, 12, 10, 1])
    // The other way round all is a circle but for what is not on it.
    workbook.engine.setConstant(2, at: try #require(workbook.area("Sheet1!A1")).topLeft)
    workbook.recalculate()
    #expect(try value("B1") == 0)
    #expect(try value("D1") == 0)
    #expect(try value("C1") == .error(.cycle))
    #expect(try value("E1") == .error(.cycle))
  }

  @Test("A name that is a formula is that formula, relative to the cell that uses it")
  func names() throws {
    check("Left+1", at: "B2", 3, names: [("Left", "Sheet1!XFD1")])
    check("Twice(4)", at: "B2", 8, names: [("Twice", "LAMBDA(x,x*2)")])
    check(
      "Times(4)", at: "B2", 12,
      names: [("Times", "_xlfn.LET(_xlpm.n,Sheet1!$A$3,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*_xlpm.n))")])
    check(
      "Triangle(3)", at: "B2", 6,
      names: [("Triangle", "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<1,0,_xlpm.n+Triangle(_xlpm.n-1)))")])
    check("SUM(Moving)", at: "B2", 3, names: [("Moving", "OFFSET(Sheet1!$A$1,0,0,2)")])
    check("One", at: "B2", .error(.name), names: [("One", "Two"), ("Two", "One")])
    check(
      "CHOOSE(2,7,One)", at: "B2", .error(.name), names: [("One", "CHOOSE(1,Two,Two)"), ("Two", "CHOOSE(1,One,One)")])
    check("SUM([0]!All)", at: "B2", 6, names: [("All", "Sheet1!$A$1:$A$3")])
    check("SUM(Two)+AREAS(Two)", at: "B2", 6, names: [("Two", "Sheet1!$A$1,Sheet1!$A$3")])
    check("SUM(Here,Row)", at: "B2", 7, names: [("Here", "!$A$2"), ("Row", "Wide !$A$2:$A$3"), ("Wide", "!$A:$A")])
    check("Gone*2", at: "B2", .error(.reference), names: [("Gone", "Sheet1!#REF!")])
    check("_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a/2,_xlpm.a*_xlpm.b))(12)", at: "B2", 6)
    check("_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a/2,_xlpm.a*_xlpm.b))(12,3)", at: "B2", 36)
  }

  @Test("A function that is passed by its name is that function, also where the file has its name defined")
  func passedFunctions() throws {
    check("SUM(_xlfn.BYCOL(A1:A3,_xleta.SUM))", at: "B9", 6)
    check("SUM(_xlfn.MAP(A1:A3,_xleta.ABS))", at: "B9", 6, names: [("_xleta.ABS", "#NAME?")])
    check("INDEX(_xlfn.GROUPBY(A1:A3,A1:A3,_xleta.MAX),4,2)", at: "B9", 3)
    check("SUM(_xlfn.MAP(A1:A3,_xleta.NOSUCH))", at: "B9", .error(.name))
    // What a workbook, or a formula, calls by the name of a function is something else than the function.
    check("SUM(_xlfn.BYCOL(A1:A3,_xleta.SUM))+Sum", at: "B9", 9, names: [("Sum", "Sheet1!$A$3")])
    check("SUM(_xlfn.MAP(A1:A3,_xleta.ABS))+Abs", at: "B9", 13, names: [("Abs", "7")])
    check("_xlfn.LET(_xlpm.sum,4,INDEX(_xlfn.BYCOL(A1:A3,_xleta.SUM),1)+_xlpm.sum)", at: "B9", 10)
    check("_xlfn.LAMBDA(_xlop.max,SUM(_xlfn.BYCOL(A1:A3,_xleta.MAX)))(1)", at: "B9", 3)
    var contents = Workbook.numbers
    contents.names = [DefinedName(name: "_xleta.SUM", formula: "#NAME?")]
    #expect(LiveWorkbook(contents, catalog: .standard).brokenNames.isEmpty)
  }

  @Test("Names that double a formula at each step are put into it while it is no larger than formulas are")
  func doublingNames() throws {
    func names(_ count: Int) -> [(String, String)] {
      [("x.0", "Sheet1!$A$1")] + (1...count).map { ("x.\($0)", "x.\($0 - 1)+x.\($0 - 1)") }
    }
    check("x.7", at: "B9", 128, names: names(7))
    for count in [15, 40] { check("x.\(count)", at: "B9", .error(.name), names: names(count)) }
  }

  @Test("Texts, criteria and the clock count days as the workbook does")
  func dates() throws {
    func checkDated(_ formula: String, _ expected: CellValue) {
      check(formula, at: "B2", expected, dates: .from1904)
    }
    checkDated("DATEVALUE(\"2020-01-01\")+0", 42_369)
    checkDated("\"1/1/2020\"+0", 42_369)
    checkDated("--\"1/1/2020\"", 42_369)
    checkDated("\"1/1/2020\"*{1,2}", 42_369)
    checkDated("\"6:00\"+0", 0.25)
    checkDated("\"12/31/1903\"+0", .error(.value))
    checkDated("YEAR(\"5/6/2020\")", 2020)
    checkDated("TEXT(\"2020-01-01\",\"ddd\")", "Wed")
    checkDated("TEXT(-1,\"yyyy-mm-dd\")", "-1904-01-02")
    checkDated("TEXT(-0.0625,\"h:mm\")", "-1:30")
    checkDated("COUNTIF(A1:A3,\"<=1/3/1904\")", 2)
    checkDated("COUNTIFS(A1:A3,\">1/3/1904\")", 1)
    checkDated("SUMIF(A1:A3,\"1/4/1904\")", 3)
    // The clock of an engine stands still at the beginning of the year 2000.
    checkDated("YEAR(TODAY())", 2000)
    checkDated("YEAR(\"1/1\")", 2000)
  }

  @Test("What a shared formula carries over the edge of the sheet comes in at its other end")
  func carrying() throws {
    var contents = Workbook.numbers
    contents.sheets[0].sharedFormulas = [SharedFormula(row: 0, column: 1, text: "A1048576+XFD1")]
    contents.sheets[0].formulas = StoredFormulas(
      (0..<4).map {
        StoredFormula(row: $0, column: 1, style: 0, kind: .shared(0), stored: nil)
      })
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let values = try #require(workbook.area("B1:B4").map { workbook.engine.array(of: $0) }?.array)
    #expect(values.elements == [0, 1, 2, 3])
  }

  @Test("A name that two sheets have is shown with the sheet that the formula names")
  func localNames() throws {
    var contents = Workbook.numbers
    contents.names = [
      DefinedName(name: "Own", formula: "Sheet1!$A$1", sheet: 0),
      DefinedName(name: "Own", formula: "Sheet1!$A$2", sheet: 1),
    ]
    contents.sheets[0].formulas = [
      StoredFormula(row: 0, column: 1, style: 0, kind: .plain("Own"), stored: nil),
      StoredFormula(row: 1, column: 1, style: 0, kind: .plain("Other!Own"), stored: nil),
    ]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let cells = try ["B1", "B2"].map { try #require(workbook.area($0)).topLeft }
    #expect(cells.map { workbook.engine.value(at: $0) } == [1, 2])
    #expect(cells.map { workbook.formula(at: $0) } == ["Own", "Other!Own"])
  }

  @Test("INDIRECT finds a name for a column of a table")
  func namedColumns() throws {
    var contents = Workbook.numbers
    contents.sheets[0].tables = [
      WorkbookTable(
        name: "Data", block: CellBlock(top: 0, left: 0, bottom: 2, right: 0), hasHeaders: false, hasTotals: false,
        columns: ["n"])
    ]
    contents.names = [DefinedName(name: "Column", formula: "Data[n]")]
    let formulas = ["SUM(INDIRECT(\"Column\"))", "SUM(Column)", "ISREF(Column)"]
    contents.sheets[0].formulas = StoredFormulas(
      formulas.enumerated().map {
        StoredFormula(row: Int32($0.offset), column: 1, style: 0, kind: .plain($0.element), stored: nil)
      })
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let values = try #require(workbook.area("B1:B3").map { workbook.engine.array(of: $0) }?.array)
    #expect(values.elements == [6, 6, true])
  }

  @Test("Where precision is as displayed, numbers are what is shown, stored or not, computed or set")
  func precision() throws {
    var contents = Workbook()
    contents.calculation.hasPrecisionAsDisplayed = true
    contents.numberFormats = ["General", "0.00"]
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([1])
    sheet.columns[0]?.styles = [1]
    let formulas: [(String, CellValue?, Int32)] = [
      ("A1/3", nil, 1), ("B1*3", nil, 0), ("IF(A1>0,A1/3,\"none\")", "none", 1), ("1/3", 0.33, 0),
    ]
    for (row, (text, stored, style)) in formulas.enumerated() {
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 1, style: style, kind: .plain(text), stored: stored))
    }
    contents.sheets = [sheet]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    func values() throws -> [CellValue] {
      try #require(workbook.area("B1:B4").map { workbook.engine.array(of: $0) }?.array).elements
    }
    #expect(try values() == [0.33, 0.99, 0.33, .number(1.0 / 3)])
    workbook.set(0.777, at: try #require(workbook.area("A1")).topLeft)
    workbook.recalculate()
    #expect(try values() == [0.26, 0.78, 0.26, .number(1.0 / 3)])
    workbook.set(-1, at: try #require(workbook.area("A1")).topLeft)
    workbook.recalculate()
    #expect(try values()[2] == "none")
  }

  @Test("A formula is shown as the formula bar has it, whatever the engine computes with")
  func shownFormulas() throws {
    var contents = Workbook.numbers
    contents.calculation.hasPrecisionAsDisplayed = true
    contents.names = [
      DefinedName(name: "Here", formula: "CHOOSE(1,1,There)"), DefinedName(name: "There", formula: "CHOOSE(1,1,Here)"),
      DefinedName(name: "Rate", formula: "Sheet1!$A$1*2"),
      DefinedName(name: "All", formula: "OFFSET(Sheet1!$A$1,0,0,3)"),
    ]
    contents.sheets[0].arrays.formulas = [
      ArrayFormula(text: "A1:A2 * 10", block: CellBlock(top: 0, left: 3, bottom: 1, right: 3), isDynamic: false),
      ArrayFormula(
        text: "_xlfn._xlws.SORT( A1:A3 )", block: CellBlock(top: 2, left: 3, bottom: 4, right: 3), isDynamic: true),
    ]
    contents.sheets[0].arrays.spilled = [
      SpilledValue(row: 3, column: 3, value: 2, array: 1)
    ]
    contents.sheets[0].sharedFormulas = [SharedFormula(row: 8, column: 1, text: "SUM( $A1 , A$2 ) + Rate")]
    let formulas: [(Int32, Int32, StoredFormula.Kind)] = [
      (0, 3, .array(0)), (2, 3, .array(1)), (8, 1, .shared(0)), (9, 2, .shared(0)), (0, 1, .plain(" A1 + Rate ")),
      (1, 1, .plain("_xlfn.STDEV.S( A1:A3 )+_xlfn.SINGLE(A1:A3 )")), (2, 1, .plain("A1:A3*2+SUM(All)")),
      (3, 1, .plain("OFFSET(A1, 1, 0)")), (4, 1, .plain("SUM(_xlfn.ANCHORARRAY( D3 ))")), (5, 1, .plain("All")),
      (6, 1, .plain("_xlfn.LET(_xlpm.x, 2, _xlpm.x*Rate)")), (7, 1, .plain("AddInFunction( 'Other'!A1 )")),
      (10, 1, .plain("'Sheet1'!A1 * {1,2}")), (11, 1, .plain("sum( a1, true,#n/a )")),
      (12, 1, .plain("Here+1")), (13, 1, .plain("_xlfn.FORMULATEXT(OFFSET(A1,2,1))")),
    ]
    contents.sheets[0].formulas = StoredFormulas(
      formulas.map {
        StoredFormula(row: $0.0, column: $0.1, style: 0, kind: $0.2, stored: 1)
      })
    let shown = [
      "D1": "{=A1:A2 * 10}", "D2": "{=A1:A2 * 10}", "D3": "=SORT( A1:A3 )", "B9": "=SUM( $A1 , A$2 ) + Rate",
      "C10": "=SUM( $A2 , B$2 ) + Rate", "B1": "= A1 + Rate ", "B2": "=STDEV.S( A1:A3 )+@A1:A3",
      "B3": "=@A1:A3*2+SUM(All)",
      "B4": "=@OFFSET(A1, 1, 0)", "B5": "=SUM(D3#)", "B6": "=@All", "B7": "=LET(x, 2, x*Rate)",
      "B8": "=@AddInFunction( Other!A1 )",
      "B11": "=Sheet1!A1 * {1,2}", "B12": "=SUM( A1, TRUE,#N/A )", "B13": "=@Here+1",
      "B14": "=FORMULATEXT(OFFSET(A1,2,1))",
    ]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    for (cell, formula) in shown.sorted(by: { $0.key < $1.key }) {
      let address = try #require(workbook.area(cell)).topLeft
      #expect(workbook.shownFormula(at: address) == formula, "\(cell)")
      #expect(workbook.value(of: "FORMULATEXT(\(cell))") == .text(formula), "\(cell)")
    }
    #expect(workbook.value(of: "FORMULATEXT(D4)") == .error(.notAvailable))
    #expect(workbook.value(of: "ISFORMULA(D2)") == true)
    workbook.set(5, at: try #require(workbook.area("B1")).topLeft)
    #expect(workbook.value(of: "FORMULATEXT(B1)") == .error(.notAvailable))
    #expect(workbook.setFormula("A1+Rate", at: try #require(workbook.area("B2")).topLeft))
    #expect(workbook.value(of: "FORMULATEXT(B2)") == "=A1+(Sheet1!$A$1*2)")
  }

  @Test("A text names a cell with a point behind its sheet where the file is OpenDocument's")
  func points() throws {
    var contents = Workbook.numbers
    contents.sheets[1].name = "It's 1.5"
    for isOpenDocument in [false, true] {
      contents.calculation.hasPointsBehindSheets = isOpenDocument
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      for (formula, expected): (String, CellValue) in [
        ("INDIRECT(\"Sheet1.A2\")", 2), ("SUM(INDIRECT(\"$Sheet1.$A$1:.$A$3\"))", 6),
        ("SUM(INDIRECT(\"sheet1.A1:Sheet1.A2\"))", 3), ("ROW(INDIRECT(\"'It''s 1.5'.B7\"))", 7),
      ] {
        #expect(workbook.value(of: formula) == (isOpenDocument ? expected : .error(.reference)), "\(formula)")
      }
      for (formula, expected): (String, CellValue) in [
        ("INDIRECT(\"Sheet1!A2\")", 2), ("INDIRECT(\"None.A2\")", .error(.reference)),
        ("INDIRECT(\"Sheet1.x\")", .error(.reference)), ("INDIRECT(ADDRESS(3,1,1,1,\"Sheet1\"))", 3),
      ] {
        #expect(workbook.value(of: formula) == expected, "\(formula)")
      }
    }
  }

  @Test("A formula is written for a file with the blanks that it has")
  func writtenFormulas() {
    let writing = FormulaWriting(Workbook.numbers, catalog: .standard)
    for (formula, expected): (String, String?) in [
      ("STDEV.S( A1:A3 )+ SUM(1 , 2)", "_xlfn.STDEV.S( A1:A3 )+ SUM(1 , 2)"),
      ("@A1:A3 + D3#", "_xlfn.SINGLE(A1:A3) + _xlfn.ANCHORARRAY(D3)"),
      ("@INDEX( @A1:A3, 2 )", "_xlfn.SINGLE(INDEX( _xlfn.SINGLE(A1:A3), 2 ))"),
      ("LET(x, 2, x * 'Other'!A1)", "_xlfn.LET(_xlpm.x, 2, _xlpm.x * Other!A1)"),
      ("SORT( A1:A3 )", "_xlfn._xlws.SORT( A1:A3 )"),
      ("BYROW( A1:A3, Sum )", "_xlfn.BYROW( A1:A3, _xleta.SUM )"),
      ("MAP(A1:A3,_xlfn.SEC)+LET(abs,1,SUM(abs))", "_xlfn.MAP(A1:A3,_xleta.SEC)+_xlfn.LET(_xlpm.abs,1,SUM(_xlpm.abs))"),
      ("LAMBDA(a, [b], a )( 1 )", "_xlfn.LAMBDA(_xlpm.a, _xlop.b, _xlpm.a )( 1 )"),
      ("_xlfn.SINGLE( A1:A3 )", "_xlfn.SINGLE( A1:A3 )"), ("IF(A1 = \"a b\", true)", "IF(A1 = \"a b\", TRUE)"),
      ("SUM(A1", nil),
    ] {
      #expect(writing.text(of: formula, onSheet: 0) == expected, "\(formula)")
    }
  }

  @Test("What Google Sheets writes for functions that only it has is #NAME?, so that its value counts")
  func placeholders() {
    check("IFERROR(__xludf.DUMMYFUNCTION(\"GOOGLEFINANCE(\"\"A\"\")\"),12.5)", at: "B2", 12.5, stored: 12)
    check("1+iferror(__XLUDF.dummyfunction(\"A()\"),A2)", at: "B2", 3)
    check("__xludf.DUMMYFUNCTION(\"A()\")", at: "B2", 7, stored: 7)
  }

  @Test("What cannot be computed keeps its stored value")
  func keeping() throws {
    check("AddInFunction(A1)", at: "B1", 42, stored: 42)
    check("[1]Prices!A1", at: "B1", 43, stored: 43)
    check("SUM(A1", at: "B1", 44, stored: 44)
    check("'C:\\Prices\\[2024.xlsx]Jan'!A1*2", at: "B1", 45, stored: 45)
    check("'http://prices/[2024.xls]Jan'!A1*2", at: "B1", 46, stored: 46)
    // Functions of macros have names, too.
    for meaning in ["#NAME?", "#REF!", "Macro1!$A$1", "Sheet1!$A$1"] {
      check("Macro(A1)*2", at: "B1", 52, names: [("Macro", meaning)], stored: 52)
    }
    check("SUM([1]!Sales[Sum])", at: "B1", 50, stored: 50)
    check("[1]!'EUR,[LAST]'*2", at: "B1", 51, stored: 51)
    check("Price*2", at: "B1", 47, names: [("Price", "[1]Prices!$A$1")], stored: 47)
    check("Price*2", at: "B1", 48, names: [("Price", "'C:\\[2024.xlsx]Jan'!$A$1")], stored: 48)
    check("SUM(Price)", at: "B1", 49, names: [("Price", "OFFSET([1]Prices!$A$1,0,0,2)")], stored: 49)
  }

  @Test("Of a sheet of another workbook what is stored is read; where nothing is, formulas keep their stored values")
  func otherWorkbooks() throws {
    var contents = Workbook.numbers
    contents.savedBy = "Microsoft Excel 16.0300"
    var book = ExternalBook()
    book.sheets = [ExternalBook.Sheet(name: "Prices"), ExternalBook.Sheet(name: "Gone")]
    book.sheets[0].cells = [(row: 0, column: 0, value: 20)]
    book.names = [
      DefinedName(name: "first", formula: "Prices!$A$1"), DefinedName(name: "lost", formula: "Gone!$A$1"),
      DefinedName(name: "own", formula: "='Prices'!$A$1", sheet: 0),
    ]
    contents.externalBooks = [book]
    contents.names = [
      DefinedName(name: "Price", formula: "[1]Prices!$A$1"), DefinedName(name: "Lost", formula: "[1]Gone!$A$1"),
    ]
    let rows: [(formula: String, expected: CellValue)] = [
      ("[1]Prices!A1*2", 40), ("Price*2", 40), ("[1]!first*2", 40), ("[1]Prices!own*2", 40),
      ("[1]Gone!first*2", 40), ("[1]Prices!nobody", 7), ("[1]Gone!own", 7), ("SUM([1]Prices!A:A)", 20),
      ("[1]Prices!A2*2", 0),
      ("[1]Gone!A1*2", 7), ("Lost*2", 7), ("[1]!lost*2", 7), ("A1+SUM([1]Gone!A:A)", 7), ("IFERROR(Lost,5)", 7),
      ("SUM([1]Prices:Gone!A1)", 7), ("[1]Elsewhere!A1", 7), ("[2]Prices!A1", 7),
    ]
    contents.sheets[0].formulas = StoredFormulas(
      rows.enumerated().map {
        StoredFormula(row: Int32($0.offset), column: 4, style: 0, kind: .plain($0.element.formula), stored: 7)
      })
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    for (row, expected) in rows.enumerated() {
      let value = workbook.engine.value(at: CellAddress(grid: workbook.grids[0], row: row, column: 4))
      #expect(value == expected.expected, "=\(expected.formula)")
    }
    // None of them can be expected to agree with what is stored.
    #expect(StoredValueComparison(workbook).compared == 0)
  }

  private static let model: Workbook = {
    var workbook = Workbook()
    var inputs = WorkbookSheet(name: "Inputs")
    inputs.columns[1] = ConstantColumn([100, 0.07])
    var summary = WorkbookSheet(name: "Summary")
    summary.formulas = [
      StoredFormula(row: 0, column: 0, style: 0, kind: .plain("Inputs!B1*(1+Rate)"), stored: 107)
    ]
    workbook.sheets = [inputs, summary]
    workbook.names = [DefinedName(name: "Rate", formula: "Inputs!$B$2")]
    return workbook
  }()
}
