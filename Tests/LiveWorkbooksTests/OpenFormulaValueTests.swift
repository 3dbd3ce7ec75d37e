import CellModel
import Testing
import Workbooks

@testable import LiveWorkbooks

/// What LibreOffice 7.4 computes otherwise than Excel, in files of OpenDocument.
@Suite("Values of OpenFormula")
struct OpenFormulaValueTests {
  @Test("Functions that LibreOffice has otherwise")
  func computing() throws {
    try Self.check([
      ("TEXT(-0.25;\"hh:mm\")", "18:00"), ("TEXT(-1.5;\"[h]:mm\")", "-36:00"),
      ("TEXT(-30701;\"yyyy-mm-dd\")", "1815-12-10"),
      ("TEXT(-1.5;\"d.m.yy\")", "28.12.99"), ("TEXT(-30701;\"dddd\")", "Sunday"),
      ("NETWORKDAYS(DATE(2024;2;1);DATE(2024;2;29);;{1;0;0;0;0;0;1})", 21),
      ("NETWORKDAYS(DATE(2024;2;1);DATE(2024;2;29);DATE(2024;2;5);{0;0;0;0;0;1;1})", 20),
      ("ORG.LIBREOFFICE.COLOR(1;2;3;4)", 67_174_915), ("2*COLOR(1;2;3)", 132_102),
      ("ISOWEEKNUM(\"1995-01-01\";1)", 1), ("ISOWEEKNUM(\"1995-01-01\";2)", 52), ("ISOWEEKNUM(\"1995-01-01\")", 52),
      ("ISOWEEKNUM(DATE(2014;12;31);1)", 53), ("ORG.LIBREOFFICE.WEEKNUM_OOO(DATE(2014;12;31);2)", 1),
      ("ROUND(ORG.OPENOFFICE.CONVERT(100;\"ATS\";\"EUR\");8)", 7.26728342), ("CONVERT(2;\"km\";\"m\")", 2000),
    ])
    let days = ["1", "0", "0", "0", "0", "0", "1"].map { Self.cell("float", "value", $0) }
    try Self.check(
      [
        ("NETWORKDAYS(DATE(2024;2;1);DATE(2024;2;29);;[.C1:.C7])", 21),
        ("LOOKUP([.A1];[.C1:.C7])", .error(.notAvailable)),
      ], days)
  }

  @Test("Of criteria of a database a row with nothing in it is none, unless all are")
  func blankCriteria() throws {
    let cells =
      [Self.text("n")] + [1, 2, 3].map { Self.cell("float", "value", "\($0)") } + [
        Self.text("n"), Self.text("&gt;1"), "", "",
      ]
    try Self.check(
      [
        ("DSUM([.C1:.C4];\"n\";[.C5:.C6])", 5), ("DSUM([.C1:.C4];\"n\";[.C5:.C8])", 5),
        ("DSUM([.C1:.C4];\"n\";[.B7:.C8])", 6),
      ], cells)
  }

  @Test("Arithmetic to 15 digits, times that are not rounded, weeks of the next year")
  func otherFunctions() throws {
    try Self.check([
      ("POWER(0;0)", 1), ("0^0", 1), ("0^-1", .error(.number)), ("[.E1]^2", 64), ("2^[.E1]", 256), ("(-8)^(1/3)", -2),
      ("MOD(1;0.1)", 0), ("MOD(6.3;2.1)", 0), ("MOD(1E15;7)", 6), ("MOD(1E20;3)", 0), ("MOD(-1E-20;3)", .error(.value)),
      ("MOD(5;-3)", -1), ("MROUND(7;-3)", 6), ("MROUND(-7.5;5)", -10), ("ATAN2(0;0)", 0), ("CODE(\"\")", 0),
      ("HOUR(\"23:59:59.9\")", 23), ("MINUTE(\"23:59:59.9\")", 59), ("HOUR(43831.999999)", 23), ("HOUR(1/24)", 1),
      ("MINUTE(45000+10/1440)", 10), ("MINUTE(59.7/86400)", 0), ("HOUR(9*TIME(1;0;0))", 9),
      ("WEEKNUM(DATE(2023;12;31))", 1), ("WEEKNUM(DATE(2023;12;31);2)", 53), ("WEEKNUM(DATE(2018;12;31);150)", 1),
      ("ADDRESS(2;3;1;1;\"D\")", "D.$C$2"), ("ADDRESS(2;3;1;0;\"D\")", "D!R2C3"), ("ADDRESS(2;3;4)", "C2"),
      ("ISNUMBER(SEARCH([.A1];\"abc\"))", .logical(false)), ("FIND(\"\";\"abc\")", .error(.value)),
      ("FIND(\"c\";\"abc\")", 3), ("SUM(INDIRECT(\"A.E:E\"))", 8), ("SUM(INDIRECT(\"A.E1:E9\"))", 8),
    ])
  }

  @Test("Formats of TEXT have letters that Excel has otherwise, and a mode is the smallest")
  func texts() throws {
    try Self.check([
      ("TEXT(45000;\"d.m.y\")", "15.3.y"), ("TEXT(45000;\"d-mmm-yyy\")", "15-Mar-23y"),
      ("TEXT(45000;\"yy-mm\")", "23-03"),
      ("TEXT(45000;\"NNN\")", "Wednesday"), ("TEXT(45000;\"NNNND. MMM\")", "Wednesday, 15. Mar"),
      ("TEXT(45000;\"Q/yyyy\")", "Q1/2023"), ("TEXT(2;\"0.00\")", "2.00"), ("MODE(3;1;1;3)", 1), ("MODE({5;4;4})", 4),
      ("COM.MICROSOFT.MODE.SNGL(3;1;1;3)", 3),
    ])
  }

  @Test("A file that was one of Excel has its notation in texts of addresses")
  func notation() throws {
    for (number, isExcel) in [(0, false), (2, true), (4, false), (7, false)] {
      let settings =
        "<office:settings><config:config-item-set xmlns:config=\"c\"><config:config-item config:name=\"SyntaxStringRef\">\(number)</config:config-item></config:config-item-set></office:settings>"
      let workbook = try Self.workbook(
        ["ADDRESS(2;3;1;1;\"A\")", "SUM(INDIRECT(\"A!E1\"))"], [], settings: "", before: settings)
      let values = try ["D1", "D2"].map { workbook.engine.value(at: try #require(workbook.area($0)).topLeft) }
      #expect(values == [isExcel ? "A!$C$2" : "A.$C$2", 8], "\(number)")
    }
  }

  @Test("ROW and COLUMN give all numbers of a range wherever they stand")
  func places() throws {
    try Self.check([
      ("SUM(ROW([.B2:.B4]))", 9), ("SUM(COLUMN([.B2:.D4])*2)", 18), ("SUM(IF(ROW([.B2:.B4])>2;1;0))", 2),
      ("ROW([.B2:.B4])+1", 3), ("ROW([.B2:.B4])", 2),
    ])
  }

  @Test("Formulas read as they are written, whatever computes them")
  func writing() throws {
    let workbook = try Self.workbook(["MOD(5;3)^[.E1]+[.E1]^2"], [], settings: "")
    let address = try #require(workbook.area("D1")).topLeft
    #expect(workbook.shownFormula(at: address) == "=MOD(5,3)^E1+E1^2")
    let tree = try #require(workbook.engine.formulas.tree(at: address))
    #expect(AuthoredFormula(tree).tree.text(.excel) == "MOD(5,3)^E1+E1^2")
  }

  @Test("Criteria see what cells show, and a number only numbers")
  func criteria() throws {
    let cells = [
      Self.cell("float", "value", "5"), Self.text("5"), Self.text("apple"), Self.cell("float", "value", "10"),
      Self.text("a5"),
      Self.cell("float", "value", "3.5"),
    ]
    let wildcards = "table:use-wildcards=\"true\" table:use-regular-expressions=\"false\""
    let range = "[.C$1:.C$6]"
    try Self.check(
      [
        ("COUNTIF(\(range);5)", 1), ("COUNTIF(\(range);\"5\")", 2), ("COUNTIF(\(range);\"=5\")", 2),
        ("COUNTIF(\(range);\"5.0\")", 1), ("COUNTIF(\(range);\"<>5\")", 4), ("COUNTIF(\(range);\">4\")", 2),
        ("COUNTIF(\(range);\"*\")", 6), ("COUNTIF(\(range);\"*5\")", 4), ("COUNTIF(\(range);\"1*\")", 1),
        ("COUNTIF(\(range);\"a*\")", 2), ("COUNTIF(\(range);\"<>a*\")", 4), ("SUMIF(\(range);\"*5\")", 8.5),
        ("COUNTIF(\(range);NA())", .error(.notAvailable)), ("COUNTIFS(\(range);\"*5\";\(range);\">4\")", 1),
        ("MATCH(\"1*\";\(range);0)", 4), ("MATCH(\"a*\";\(range);0)", 3), ("MATCH(10;\(range);0)", 4),
      ], cells, settings: wildcards)
    try Self.check(
      [
        ("COUNTIF(\(range);\".*\")", 6), ("COUNTIF(\(range);\"[0-9]+\")", 3), ("MATCH(\".0\";\(range);0)", 4),
      ], cells, settings: "")
    try Self.check(
      [("COUNTIF(\(range);\"5\")", 3), ("COUNTIF(\(range);\"p\")", 1)], cells,
      settings: wildcards + " table:search-criteria-must-apply-to-whole-cell=\"false\"")
  }

  @Test("Long columns find by an index what short ones find by looking at each cell")
  func indexedCriteria() throws {
    let cells = (0..<200).map { $0 % 4 == 0 ? Self.text("\($0 % 8)") : Self.cell("float", "value", "\($0 % 8)") }
    let range = "[.C$1:.C$200]"
    let one: [(formula: String, value: CellValue)] = [
      ("COUNTIF(\(range);4)", 0), ("COUNTIF(\(range);\"4\")", 25), ("COUNTIF(\(range);\"=3\")", 25),
      ("COUNTIF(\(range);3)", 25),
      ("COUNTIF(\(range);\"0.0\")", 0), ("SUMIF(\(range);\"<>4\")", 600),
    ]
    try Self.check(one + one + one.dropLast(), cells)
  }

  @Test("Errors are found by what their cells show")
  func shownErrors() throws {
    try Self.check([
      ("1/0", .error(.divisionByZero)), ("NA()", .error(.notAvailable)), ("COUNTIF([.D$1:.D$2];\"#N/A\")", 1),
      ("MATCH(\"#N/A\";[.D$1:.D$2];0)", 2), ("COUNTIF([.D$1:.D$2];\"<>#N/A\")", 1),
    ])
  }

  @Test("A label keeps what was stored, with a reason that names it")
  func labels() throws {
    let workbook = try Self.workbook(
      ["'My profit'+1", "SUM('a'!!'b')", "'A'.E1+1", "\"it's\"&'Ann''s'", "1+"], [Self.text("My profit")], settings: "")
    let kept = try (1...5).map { workbook.kept[try #require(workbook.area("D\($0)")).topLeft] }
    #expect(kept == [.label("My profit"), .label("a"), nil, .label("Ann's"), .unreadable("1+")])
  }

  @Test("Only decimal numbers are numbers in a file")
  func numbers() throws {
    let written = ["0x10", "inf", "nan", "1e2", "+7", "-.5"]
    let workbook = try Self.workbook([], written.map { Self.cell("float", "value", $0) }, settings: "")
    let values = workbook.contents.sheets[0].columns[2]?.values
    #expect(values.map(Array.init) == [100, 7, -0.5])
  }

  // MARK: Files

  private static func cell(_ type: String, _ attribute: String, _ value: String) -> String {
    "<table:table-cell office:value-type=\"\(type)\" office:\(attribute)=\"\(value)\"/>"
  }
  private static func text(_ text: String) -> String {
    "<table:table-cell office:value-type=\"string\"><text:p>\(text)</text:p></table:table-cell>"
  }
  private static func formula(_ text: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    return "<table:table-cell table:formula=\"of:=\(escaped)\"/>"
  }

  /// Formulas below each other in column D, cells in column C and an 8 in E1.
  private static func workbook(
    _ formulas: [String], _ cells: [String], settings: String, before: String = ""
  ) throws -> LiveWorkbook {
    let blank = "<table:table-cell/>"
    let rows = (0..<max(formulas.count, cells.count)).map { row in
      let cell = row < cells.count && !cells[row].isEmpty ? cells[row] : blank
      let own = row < formulas.count ? formula(formulas[row]) : blank
      let eight = row == 0 ? self.cell("float", "value", "8") : ""
      return "<table:table-row>\(blank)\(blank)\(cell)\(own)\(eight)</table:table-row>"
    }
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      \(before)<office:body><office:spreadsheet><table:calculation-settings table:case-sensitive="false" \(settings)/>
      <table:table table:name="A">\(rows.joined())</table:table></office:spreadsheet></office:body></office:document>
      """
    let workbook = LiveWorkbook(try WorkbookReader.workbook(Array(text.utf8), named: "made.fods"), catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  private static func check(
    _ rows: [(formula: String, value: CellValue)], _ cells: [String] = [], settings: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let workbook = try workbook(rows.map(\.formula), cells, settings: settings)
    for (row, (formula, value)) in rows.enumerated() {
      let address = try #require(workbook.area("D\(row + 1)")).topLeft
      #expect(workbook.engine.value(at: address) == value, "\(formula)", sourceLocation: location)
    }
  }
}
