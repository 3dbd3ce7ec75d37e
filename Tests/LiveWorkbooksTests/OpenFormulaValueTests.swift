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
  private static func workbook(_ formulas: [String], _ cells: [String], settings: String) throws -> LiveWorkbook {
    let blank = "<table:table-cell/>"
    let rows = (0..<max(formulas.count, cells.count)).map { row in
      let cell = row < cells.count && !cells[row].isEmpty ? cells[row] : blank
      let own = row < formulas.count ? formula(formulas[row]) : blank
      let eight = row == 0 ? self.cell("float", "value", "8") : ""
      return "<table:table-row>\(blank)\(blank)\(cell)\(own)\(eight)</table:table-row>"
    }
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:calculation-settings table:case-sensitive="false" \(settings)/>
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
