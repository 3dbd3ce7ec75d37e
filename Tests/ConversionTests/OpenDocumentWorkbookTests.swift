import CellModel
import Formulas
import FunctionLibrary
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

@Suite("Workbooks as OpenDocument")
struct OpenDocumentWorkbookTests {
  /// A workbook of one sheet `A` with constants down its first columns.
  private static func workbook(_ columns: [[CellValue]], _ change: (inout WorkbookSheet) -> Void) -> Workbook {
    var sheet = WorkbookSheet(name: "A")
    for (number, values) in columns.enumerated() {
      var constants = ConstantColumn()
      for (row, value) in values.enumerated() { constants.append(value, row: row, style: 0) }
      sheet.columns[number] = constants
    }
    change(&sheet)
    var workbook = Workbook()
    workbook.sheets = [sheet]
    return workbook
  }

  private static func formula(_ row: Int32, _ column: Int32, _ kind: StoredFormula.Kind, _ stored: CellValue)
    -> StoredFormula
  { StoredFormula(row: row, column: column, style: 0, kind: kind, stored: stored) }

  /// What is written, read back and recalculated.
  private static func readBack(_ made: Workbook) throws -> LiveWorkbook {
    let bytes = try OpenDocumentWorkbook(made).bytes()
    let live = LiveWorkbook(try WorkbookReader.workbook(bytes, named: "a.ods"), catalog: .standard)
    live.recalculate()
    return live
  }

  @Test("Errors that an array formula brings to its cells stay errors in .ods, and texts that look so stay texts")
  func spilledErrors() throws {
    var made = Self.workbook([[1, .text("#N/A"), .error(CellError(.notAvailable))]]) { sheet in
      sheet.arrays.formulas = [
        ArrayFormula(text: "A1:A3/1", block: CellBlock(top: 0, left: 1, bottom: 2, right: 1), isDynamic: false)
      ]
      sheet.formulas = [Self.formula(0, 1, .array(0), 1)]
      sheet.arrays.spilled = [
        SpilledValue(row: 1, column: 1, value: .error(CellError(.value)), array: 0),
        SpilledValue(row: 2, column: 1, value: .error(CellError(.notAvailable)), array: 0),
      ]
    }
    let written = try Self.readBack(made)
    let sheet = written.contents.sheets[0]
    #expect(sheet.arrays.spilled.map(\.value) == [.error(CellError(.value)), .error(CellError(.notAvailable))])
    #expect(sheet.columns[0]?.values[1] == .text("#N/A"))
    let comparison = WrittenWorkbook(written, of: made)
    #expect(comparison.differences == [])
    #expect(comparison.compared == 6)
    made.sheets[0].columns[0]?.values[0] = 2
    #expect(WrittenWorkbook(written, of: made).differences == ["A!A1"])
  }

  @Test("A formula that makes arrays of itself in OpenFormula is an array formula for Excel")
  func arraysOfOpenFormula() {
    var made = Self.workbook([[1, 2, 3]]) { sheet in
      sheet.formulas = [
        Self.formula(8, 1, .plain("MATCH(1,(A1:A3=2)*1,0)"), 2), Self.formula(9, 1, .plain("SUM(A1:A3)"), 6),
        Self.formula(10, 1, .plain("SUMPRODUCT(IF(A1:A3>1,A1:A3))"), 5),
        Self.formula(11, 1, .plain("SUMPRODUCT(A1:A3>1,(A1:A3<3))+SUM(A1>0)"), 2),
      ]
    }
    made.calculation.followsOpenFormula = true
    let live = LiveWorkbook(made, catalog: .standard)
    live.recalculate()
    let excel = RespelledWorkbook(live, for: .excel).workbook.sheets[0]
    // Comparisons count, as they do where logicals are numbers.
    let counted = "SUMPRODUCT(--(A1:A3>1),--(A1:A3<3))+SUM(A1>0)"
    #expect(excel.formulas.map(\.kind) == [.array(0), .plain("SUM(A1:A3)"), .array(1), .plain(counted)])
    #expect(excel.formulas.map(\.stored) == [2, 6, 5, 2])
    #expect(excel.arrays.formulas.map(\.text) == ["MATCH(1,(A1:A3=2)*1,0)", "SUMPRODUCT(IF(A1:A3>1,A1:A3))"])
    #expect(excel.arrays.formulas.map(\.block) == [CellBlock("B9"), CellBlock("B11")])
    let open = RespelledWorkbook(live, for: .openDocument).workbook.sheets[0]
    #expect(open.arrays.formulas.isEmpty)
    let sheet = ConvertedSheet(live, name: "made.sheet", environment: RoundTripTests.environment)
    #expect(sheet.text.contains("SUMPRODUCT(--(A1:A3 > 1), --(A1:A3 < 3)) + SUM(A1 > 0)"))
  }

  @Test("Ranges that lift in OpenFormula get a plus where Excel would refuse them")
  func rangesOfOpenFormula() throws {
    var made = Self.workbook([[1, 2, 3]]) { sheet in
      sheet.arrays.formulas = [
        ArrayFormula(text: "DEC2BIN(A1:A3,4)", block: CellBlock(top: 0, left: 2, bottom: 2, right: 2), isDynamic: false)
      ]
      sheet.formulas = [
        Self.formula(0, 2, .array(0), .text("0001")),
        Self.formula(8, 1, .plain("SUMPRODUCT(ISODD(A1:A3)*1)+ISODD(A1)+DEC2BIN(A1)"), 4),
      ]
    }
    made.calculation.followsOpenFormula = true
    let live = LiveWorkbook(made, catalog: .standard)
    live.recalculate()
    let excel = RespelledWorkbook(live, for: .excel).workbook
    #expect(excel.sheets[0].arrays.formulas.map(\.text) == ["DEC2BIN(+A1:A3,4)"])
    #expect(excel.sheets[0].formulas.map(\.kind).last == .plain("SUMPRODUCT(ISODD(+A1:A3)*1)+ISODD(A1)+DEC2BIN(A1)"))
    let written = try WorkbookReader.workbook(try ExcelWriter.bytes(excel), named: "made.xlsx")
    let read = LiveWorkbook(written, catalog: .standard)
    read.recalculate()
    let values = try ["C1", "C2", "B9"].map { read.engine.value(at: try #require(read.area($0)).topLeft) }
    #expect(values == ["0001", "0010", 4])
    let open = RespelledWorkbook(live, for: .openDocument).workbook.sheets[0]
    #expect(open.arrays.formulas.map(\.text) == ["DEC2BIN(A1:A3,4)"])
  }

  @Test("What ends the lines of a text is kept")
  func lineEnds() throws {
    let texts = ["a\r\nb", "a\rb \n c", "\r", "a\nb"]
    let made = Self.workbook([texts.map(CellValue.text)]) { sheet in
      sheet.formulas = [Self.formula(0, 1, .plain("A1&CHAR(13)"), "a\r\nb\r")]
    }
    let written = try Self.readBack(made)
    #expect(written.contents.sheets[0].columns[0].map { Array($0.values) } == texts.map(CellValue.text))
    #expect(written.contents.sheets[0].formulas.map(\.stored) == ["a\r\nb\r"])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test("What stands at one place is one cell, and rows between others are counted")
  func places() throws {
    let made = Self.workbook([[1, 2, 3, 4], [], [5]]) { sheet in
      // A formula in the place of a constant, and what an array fills in the place of another.
      sheet.arrays.formulas = [
        ArrayFormula(text: "A1:A2*2", block: CellBlock(top: 0, left: 3, bottom: 1, right: 3), isDynamic: false)
      ]
      sheet.formulas = [
        Self.formula(0, 3, .array(0), 2), Self.formula(2, 0, .plain("A1+6"), 7), Self.formula(99, 4, .plain("A1"), 1),
      ]
      sheet.arrays.spilled = [
        SpilledValue(row: 1, column: 3, value: 4, array: 0), SpilledValue(row: 3, column: 0, value: 9, array: 0),
      ]
      sheet.rows = RowVisibility(hidden: [1, 7], filtered: [8])
      sheet.annotations.mergedCells = [CellBlock(top: 4, left: 2, bottom: 5, right: 3)]
      sheet.annotations.comments = [
        CellComment(row: 2, column: 0, text: "one"), CellComment(row: 6, column: 9, text: "two\nlines"),
      ]
    }
    let read = try WorkbookReader.workbook(OpenDocumentWorkbook(made).bytes(), named: "a.ods").sheets[0]
    #expect(read.columns[0]?.rows == [0, 1, 3])
    #expect(read.columns[0]?.values == [1, 2, 4])
    #expect(read.columns[2]?.values == [5])
    #expect(read.formulas.map(\.kind) == [.array(0), .plain("A1+6"), .plain("A1")])
    #expect(read.formulas.map(\.row) == [0, 2, 99])
    #expect(read.formulas.map(\.stored) == [2, 7, 1])
    #expect(read.arrays.spilled.map(\.value) == [4])
    #expect(read.rows.hidden == [1, 7, 8])
    #expect(read.rows.filtered == [8])
    #expect(read.annotations.mergedCells == made.sheets[0].annotations.mergedCells)
  }

  @Test("What a formula gives may look like an error, and is a text")
  func textsLikeErrors() throws {
    let made = Self.workbook([["#N/A", "#div/0!"]]) { sheet in
      sheet.formulas = [
        Self.formula(0, 1, .plain("UPPER(A2)"), "#DIV/0!"), Self.formula(1, 1, .plain("A1"), "#N/A"),
        Self.formula(2, 1, .plain("1/0"), .error(CellError(.divisionByZero))),
      ]
    }
    let written = try Self.readBack(made)
    #expect(written.contents.sheets[0].formulas.map(\.stored) == made.sheets[0].formulas.map(\.stored))
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test(
    "Errors that are younger than OpenDocument are listed once, and that of a circle is told as LibreOffice tells it")
  func youngErrors() throws {
    let made = Self.workbook([[.error(CellError(.field)), .error(CellError(.notAvailable)), 1]]) { sheet in
      sheet.formulas = [
        Self.formula(0, 1, .plain("B2"), .error(CellError(.cycle))),
        Self.formula(1, 1, .plain("B1"), .error(CellError(.cycle))),
        Self.formula(0, 2, .plain("_xlfn._xlws.FILTER(A3,FALSE)"), .error(CellError(.calculation))),
        Self.formula(1, 2, .plain("_xlfn._xlws.FILTER(A3,FALSE)"), .error(CellError(.calculation))),
      ]
    }
    #expect(
      OpenDocumentWorkbook(made).omissions == [
        "#CALC!, an error that OpenDocument does not have, which is #VALUE! there": 2,
        "#FIELD!, an error that OpenDocument does not have, which is #VALUE! there": 1,
      ])
    let written = try Self.readBack(made)
    // A constant that is an error is a formula there.
    let errors: [ErrorCode] = [.value, .cycle, .value, .notAvailable, .cycle, .value]
    #expect(written.contents.sheets[0].formulas.map(\.stored) == errors.map { .error(CellError($0)) })
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test("A range that @ meets in one cell is that cell, since functions that take ranges would take it whole")
  func metRanges() throws {
    let made = Self.workbook([[4, 6, 9], [2, 3, 3]]) { sheet in
      sheet.formulas = [
        Self.formula(1, 2, .plain("LCM(B2,_xlfn.SINGLE(A:A))"), 6),
        Self.formula(1, 3, .plain("SUM(_xlfn.SINGLE($A$1:$A$3),_xlfn.SINGLE(1:1))"), 6),
      ]
      sheet.arrays.formulas = [
        ArrayFormula(
          text: "POWER(_xlfn.SINGLE(A1:A3),2)", block: CellBlock(top: 2, left: 4, bottom: 2, right: 4), isDynamic: true)
      ]
      sheet.formulas.append(Self.formula(2, 4, .array(0), 81))
    }
    let written = try Self.readBack(made)
    #expect(
      written.contents.sheets[0].formulas.map(\.kind) == [.plain("LCM(B2,A2)"), .plain("SUM($A2,D1)"), .array(0)])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test("A range that @ does not meet is an error also among arguments, and one that a name stands for is met")
  func unmetRanges() throws {
    var made = Self.workbook([[4, 6, 9]]) { sheet in
      sheet.formulas = [
        Self.formula(1, 2, .plain("_xlfn.SINGLE(all)+1"), 7),
        Self.formula(8, 2, .plain("SUM(_xlfn.SINGLE(A1:A3))"), .error(CellError(.value))),
        Self.formula(2, 3, .plain("_xlfn.SINGLE(INDEX(A1:A3,2))"), 6),
      ]
    }
    made.names = [DefinedName(name: "All", formula: "A!$A$1:$A$3")]
    let written = try Self.readBack(made)
    #expect(
      written.contents.sheets[0].formulas.map(\.kind) == [
        .plain("'A'!$A2+1"), .plain("INDEX(A1:A3,2)"), .plain("SUM(#VALUE!)"),
      ])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test(
    "Numbers that are shown as days are the same ones when they are read",
    arguments: [DateSystem.from1899, .from1900, .from1904])
  func days(_ system: DateSystem) throws {
    var made = Workbook()
    made.dateSystem = system
    made.numberFormats = ["General", "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"]
    var sheet = WorkbookSheet(name: "A")
    for (column, fraction) in [0, 0.25, 0.5 + 1 / 86_400].enumerated() {
      var constants = ConstantColumn()
      for (row, serial) in (-10...100).enumerated() {
        constants.append(.number(Double(serial) + fraction), row: row, style: column == 0 ? 1 : 2)
      }
      sheet.columns[column] = constants
    }
    made.sheets = [sheet]
    let read = try WorkbookReader.workbook(OpenDocumentWorkbook(made).bytes(), named: "a.ods")
    #expect(read.dateSystem == system)
    for column in 0..<3 {
      #expect(read.sheets[0].columns[column]?.values == sheet.columns[column]?.values, "\(system), \(column)")
    }
  }

  @Test(
    "Functions have the names that LibreOffice reads, and the arguments that it wants",
    arguments: [
      ("CUMIPMT(1%,12,1000,1,2,0)", "CUMIPMT(1%;12;1000;1;2;0)"), ("F.DIST(1,2,3,TRUE)", "FDIST(1;2;3;TRUE())"),
      ("F.INV(0.5,2,3)", "FINV(0.5;2;3)"), ("FINV(0.5,2,3)", "LEGACY.FINV(0.5;2;3)"),
      ("_xlfn.FORECAST.ETS(1,A1:A3,B1:B3)", "COM.MICROSOFT.FORECAST.ETS(1;[.A1:.A3];[.B1:.B3])"),
      ("_xlfn.BYROW(A1:C3,_xleta.SUM)", "BYROW([.A1:.C3];SUM)"),
      ("EASTERSUNDAY(2020)", "ORG.OPENOFFICE.EASTERSUNDAY(2020)"), ("MONTHS(1,2)", "ORG.OPENOFFICE.MONTHS(1;2;0)"),
      ("REGEX(\"a\",\"b\")", "ORG.LIBREOFFICE.REGEX(\"a\";\"b\")"), ("BAHTTEXT(1)", "COM.MICROSOFT.BAHTTEXT(1)"),
    ])
  func functionNames(_ formula: String, _ expected: String) throws {
    let tree = FormulaParser.parse(formula, dialect: .excel).tree
    let made = Self.workbook([[1]]) { _ in }
    let written = OpenFormulaWriting(made).text(tree, at: OpenFormulaWriting.Place(sheet: 0, row: 0, column: 5))
    #expect(written == "of:=" + expected)
  }

  @Test("Rules for typing are written to .ods, for cells that are empty as well")
  func rules() throws {
    func block(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> CellBlock {
      CellBlock(top: top, left: left, bottom: bottom, right: right)
    }
    var rules = [
      CellValidation(blocks: [block(0, 0, 2, 0)], kind: "list", formula: "\"S,M,L\""),
      CellValidation(blocks: [block(0, 1, 0, 3)], kind: "whole", comparison: "between", formula: "1", second: "A9*2"),
      CellValidation(blocks: [block(1, 2, 1, 2)], kind: "list", formula: "$F$1:$F$3"),
      CellValidation(blocks: [block(2, 1, 5, 1)], kind: "date", comparison: "greaterThanOrEqual", formula: "43831"),
      CellValidation(
        blocks: [block(3, 3, 3, 4)], kind: "textLength", comparison: "notBetween", formula: "2", second: "4"),
      CellValidation(
        blocks: [block(6, 0, 1_048_575, 0), block(6, 3, 7, 3)], kind: "custom", formula: "ISNUMBER(A7)"),
    ]
    rules[0].alert?.isStop = false
    rules[0].alert?.title = "Size"
    rules[0].alert?.message = "one\ntwo"
    rules[1].alert = nil
    rules[2].allowsBlank = false
    let made = Self.workbook([["S", "M"], [], [1, 2]]) { [rules] sheet in
      sheet.annotations.validations = rules
      sheet.rows.hide([4])
    }
    #expect(OpenDocumentWorkbook(made).omissions == [:])
    let read = try WorkbookReader.workbook(OpenDocumentWorkbook(made).bytes(), named: "a.ods").sheets[0]
    #expect(read.annotations.validations == rules)
    let excel = try WorkbookReader.workbook(ExcelWriter.bytes(made), named: "a.xlsx").sheets[0]
    #expect(excel.annotations.validations == rules)
    #expect(read.rows.hidden == [4])
    #expect(read.columns.mapValues(\.values) == [0: ["S", "M"], 2: [1, 2]])
  }

  @Test("Of two rules for a cell the first is written, and a rule that OpenDocument cannot say is listed")
  func rulesThatMeet() throws {
    let made = Self.workbook([[1]]) { sheet in
      sheet.annotations.validations = [
        CellValidation(
          blocks: [CellBlock(top: 0, left: 0, bottom: 0, right: 1)], kind: "decimal", comparison: "lessThan",
          formula: "9"),
        CellValidation(
          blocks: [CellBlock(top: 0, left: 1, bottom: 0, right: 2)], kind: "decimal", comparison: "equal", formula: "5"),
        CellValidation(
          blocks: [CellBlock(top: 3, left: 1, bottom: 3, right: 2)], kind: "custom", formula: "[1]Rates!$A$1>0"),
      ]
    }
    #expect(OpenDocumentWorkbook(made).omissions == ["rule for what may be typed": 1])
    let read = try WorkbookReader.workbook(OpenDocumentWorkbook(made).bytes(), named: "a.ods").sheets[0]
    #expect(
      read.annotations.validations.map(\.blocks) == [
        [CellBlock(top: 0, left: 0, bottom: 0, right: 1)], [CellBlock(top: 0, left: 2, bottom: 0, right: 2)],
      ])
  }

  @Test("Formulas that need a name of another workbook keep their values, also by another name, and are listed")
  func lostNames() throws {
    var made = Self.workbook([[4]]) { sheet in
      sheet.formulas = [
        Self.formula(0, 1, .plain("A1*rate"), 28), Self.formula(0, 2, .plain("A1+twice"), 18),
        Self.formula(0, 3, .plain("A1+one"), 5),
      ]
    }
    made.names = [
      DefinedName(name: "twice", formula: "2*Rate"), DefinedName(name: "rate", formula: "[1]Rates!$A$1"),
      DefinedName(name: "one", formula: "1"),
    ]
    #expect(
      OpenDocumentWorkbook(made).omissions == [
        "formula that OpenDocument cannot have, which keeps its value": 2, "name that OpenDocument cannot have": 2,
      ])
    let written = try Self.readBack(made)
    #expect(written.contents.names.map(\.name) == ["one"])
    #expect(WrittenWorkbook(written, of: made).differences == [])
    #expect(written.contents.sheets[0].columns.mapValues(\.values) == [0: [4], 1: [28], 2: [18]])
  }

  /// A table of three rows in `A1:C4` beside other cells.
  private static func table(_ change: (inout WorkbookSheet) -> Void) -> Workbook {
    workbook([["K", "a", "b", "c"], ["V 1", 1, 2, 3], ["W", 10, 20, 30], [], ["W"]]) { sheet in
      sheet.tables = [
        WorkbookTable(
          name: "T", block: CellBlock(top: 0, left: 0, bottom: 3, right: 2), hasHeaders: true, hasTotals: false,
          columns: ["K", "V 1", "W"])
      ]
      change(&sheet)
    }
  }

  @Test("The own row of a table is an error outside of its rows, and that of the cell in a name")
  func ownRow() throws {
    let error = CellValue.error(CellError(.value))
    var made = Self.table { sheet in
      sheet.formulas = [
        Self.formula(0, 5, .plain("SUM(T[#This Row])"), error), Self.formula(1, 5, .plain("SUM(T[@[V 1]:[W]])"), 11),
        Self.formula(4, 5, .plain("T[[#This Row],[W]]"), error), Self.formula(2, 6, .plain("own*2"), 40),
      ]
    }
    made.names = [DefinedName(name: "own", formula: "T[[#This Row],[W]]")]
    let written = try Self.readBack(made)
    #expect(
      written.contents.sheets[0].formulas.map(\.kind) == [
        .plain("SUM(#VALUE!)"), .plain("SUM('A'!$B2:$C2)"), .plain("own*2"), .plain("#VALUE!"),
      ])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test("A table that INDIRECT names in a text is the cells that it has; where the text is computed, that is listed")
  func indirectTables() throws {
    let made = Self.table { sheet in
      sheet.formulas = [
        Self.formula(0, 5, .plain("SUM(INDIRECT(\"t[[#All],[V 1]:[W]]\"))"), 66),
        Self.formula(1, 5, .plain("SUM(INDIRECT(\"T\"))"), 66),
        Self.formula(2, 5, .plain("SUM(INDIRECT((\"T[\"&E1&\"]\")))"), 60),
        Self.formula(3, 5, .plain("SUM(INDIRECT(\"T[\"&\"V \"&1&\"]\"))"), 6),
        Self.formula(3, 6, .plain("SUM(INDIRECT(\"T[[#All],[\"&E1&\"]]\"))"), 60),
        Self.formula(4, 5, .plain("SUM(INDIRECT(\"B2:B\"&3))"), 3),
      ]
    }
    #expect(
      OpenDocumentWorkbook(made).omissions == [
        "formula with the name of a table in a text, which OpenDocument does not have": 1
      ])
    let written = try Self.readBack(made)
    #expect(
      written.contents.sheets[0].formulas.map(\.kind) == [
        .plain("SUM('A'!$B$1:$C$4)"), .plain("SUM('A'!$A$2:$C$4)"),
        .plain("SUM(INDEX('A'!$A$2:$C$4,0,MATCH(\"\"&E1,'A'!$A$1:$C$1,0)))"),
        .plain("SUM(INDEX('A'!$A$2:$C$4,0,MATCH(\"\"&\"V \"&1,'A'!$A$1:$C$1,0)))"),
        .plain("SUM(INDIRECT(\"T[[#All],[\"&E1&\"]]\"))"), .plain("SUM(INDIRECT(\"B2:B\"&3))"),
      ])
    #expect(WrittenWorkbook(written, of: made).differences == ["A!G4"])
  }

  @Test("What reads a sheet that the file does not have keeps its value where it is written")
  func missingSheets() throws {
    var made = Self.workbook([[4]]) { sheet in
      sheet.formulas = [Self.formula(0, 1, .plain("Gone!A1*2"), 14), Self.formula(0, 2, .plain("B1+A1"), 18)]
    }
    made.sheets.append(WorkbookSheet(name: "Gone"))
    made.sheets[1].kind = .missing
    let live = LiveWorkbook(made, catalog: .standard)
    live.recalculate()
    let written = RespelledWorkbook(live, for: .excel)
    #expect(
      written.omissions == ["formula that reads a sheet which the file does not have, which keeps its value": 1])
    #expect(written.workbook.sheets[0].formulas.map(\.stored) == [18])
    #expect(written.workbook.sheets[0].columns[1]?.values == [14])
  }

  @Test("A name that Excel itself gives is what it stands for")
  func namesOfExcel() throws {
    var made = Self.workbook([[4, 6, 9], [], [1]]) { sheet in
      sheet.formulas = [
        Self.formula(0, 3, .plain("SUM(Print_Area)"), 10), Self.formula(1, 3, .plain("SUM(Print_Titles)*2"), 40),
        Self.formula(2, 3, .plain("SUM(A!_xlnm.Print_Area)"), 10),
      ]
    }
    made.names = [
      DefinedName(name: "_xlnm.Print_Area", formula: "A!$A$1:$A$2", sheet: 0),
      DefinedName(name: "_xlnm.Print_Titles", formula: "A!$A$1:$A$3,A!$C$1:$C$2", sheet: 0),
    ]
    let written = try Self.readBack(made)
    #expect(
      written.contents.sheets[0].formulas.map(\.kind) == [
        .plain("SUM('A'!$A$1:$A$2)"), .plain("SUM(('A'!$A$1:$A$3,'A'!$C$1:$C$2))*2"),
        .plain("SUM('A'!$A$1:$A$2)"),
      ])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }

  @Test("A name that says it is of this workbook is that name, and a cell that says so keeps its value")
  func ownWorkbook() throws {
    var made = Self.workbook([[4]]) { sheet in
      sheet.formulas = [Self.formula(0, 1, .plain("[0]!rate*A1"), 28), Self.formula(0, 2, .plain("[0]A!A1+1"), 5)]
    }
    made.names = [DefinedName(name: "rate", formula: "7")]
    let written = try Self.readBack(made)
    #expect(written.contents.sheets[0].formulas.map(\.kind) == [.plain("rate*A1")])
    #expect(WrittenWorkbook(written, of: made).differences == [])
  }
}
