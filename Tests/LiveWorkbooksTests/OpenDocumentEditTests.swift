import Archives
import CellModel
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("OpenDocument files with cells set")
struct OpenDocumentEditTests {
  @Test("What one element tells of several cells and rows is parted where a cell is set")
  func parting() {
    check(
      "<table:table-row><table:table-cell table:number-columns-repeated=\"4\" office:value-type=\"float\" office:value=\"1\"><text:p>1</text:p></table:table-cell></table:table-row>",
      [(0, 1, 5)],
      "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"1\"><text:p>1</text:p></table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"5\"><text:p>5</text:p></table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"1\" table:number-columns-repeated=\"2\"><text:p>1</text:p></table:table-cell></table:table-row>"
    )
    check(
      "<table:table-row table:style-name=\"ro1\" table:number-rows-repeated=\"9\"><table:table-cell/></table:table-row>",
      [(2, 0, 5), (3, 0, 6)],
      "<table:table-row table:style-name=\"ro1\" table:number-rows-repeated=\"2\"><table:table-cell/></table:table-row>"
        + "<table:table-row table:style-name=\"ro1\"><table:table-cell office:value-type=\"float\" office:value=\"5\"><text:p>5</text:p></table:table-cell></table:table-row>"
        + "<table:table-row table:style-name=\"ro1\"><table:table-cell office:value-type=\"float\" office:value=\"6\"><text:p>6</text:p></table:table-cell></table:table-row>"
        + "<table:table-row table:style-name=\"ro1\" table:number-rows-repeated=\"5\"><table:table-cell/></table:table-row>"
    )
  }

  @Test("Cells and rows that are not there are made where they belong")
  func insertions() {
    let five = "<table:table-cell office:value-type=\"float\" office:value=\"5\"><text:p>5</text:p></table:table-cell>"
    check(
      "<table:table-column/>", [(0, 0, 5)], "<table:table-column/><table:table-row>\(five)</table:table-row>")
    check(
      "<table:table-row/><table:shapes/>", [(0, 3, 5), (4, 0, 5), (9, 9, .blank)],
      "<table:table-row><table:table-cell table:number-columns-repeated=\"3\"/>\(five)</table:table-row>"
        + "<table:table-row table:number-rows-repeated=\"3\"><table:table-cell/></table:table-row>"
        + "<table:table-row>\(five)</table:table-row><table:shapes/>")
    check(
      "<table:table-row-group><table:table-row><table:table-cell/></table:table-row></table:table-row-group>",
      [(1, 0, 5)],
      "<table:table-row-group><table:table-row><table:table-cell/></table:table-row></table:table-row-group><table:table-row>\(five)</table:table-row>"
    )
  }

  @Test("New rows stand behind the rows that no cell is set in")
  func rowsBehind() {
    let row = "<table:table-row><table:table-cell/></table:table-row>"
    check(
      row + "<table:named-expressions/>", [(1, 0, true)],
      row
        + "<table:table-row><table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>TRUE</text:p></table:table-cell></table:table-row><table:named-expressions/>"
    )
  }

  @Test("A value is told as the cell's style shows it, and as it was typed or told where that shows nothing")
  func values() {
    func row(_ before: String, _ value: CellValue, _ after: String, at location: SourceLocation = #_sourceLocation) {
      check(
        "<table:table-row>\(before)</table:table-row>", [(0, 0, value)],
        "<table:table-row><table:table-cell\(after)</table:table-cell></table:table-row>", at: location)
    }
    row(
      "<table:table-cell table:style-name=\"day\" office:value-type=\"date\" office:date-value=\"2024-01-05\"><text:p>05.01.24</text:p></table:table-cell>",
      .number(45_351),
      " table:style-name=\"day\" office:value-type=\"date\" office:date-value=\"2024-02-29\"><text:p>29.02.2024</text:p>"
    )
    row(
      "<table:table-cell table:style-name=\"day\"/>", .number(45_351.5),
      " table:style-name=\"day\" office:value-type=\"date\" office:date-value=\"2024-02-29T12:00:00\"><text:p>29.02.2024</text:p>"
    )
    row(
      "<table:table-cell/>", .number(0.07, .percent),
      " office:value-type=\"percentage\" office:value=\"0.07\"><text:p>7.00%</text:p>")
    row(
      "<table:table-cell office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"1\"/>", .number(2.5),
      " office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"2.5\"><text:p>2.5</text:p>")
    row(
      "<table:table-cell office:value-type=\"time\" office:time-value=\"PT01H00M00S\"/>", .number(0.75),
      " office:value-type=\"time\" office:time-value=\"PT18H00M00S\"><text:p>18:00:00</text:p>")
    row(
      "<table:table-cell/>", .number((36 * 3600 + 30 * 60 + 15) / 86_400, .time),
      " office:value-type=\"time\" office:time-value=\"PT36H30M15S\"><text:p>36:30:15</text:p>")
    row(
      "<table:table-cell/>", .logical(true),
      " office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>TRUE</text:p>")
    row(
      "<table:table-cell/>", .text("a <b>  c\nd"),
      " office:value-type=\"string\"><text:p>a &lt;b&gt; <text:s text:c=\"1\"/>c</text:p><text:p>d</text:p>")
    row(
      "<table:table-cell office:value-type=\"float\" office:value=\"1\"><text:p>1</text:p></table:table-cell>", .blank,
      ">")
    row(
      "<table:table-cell/>", .error(.notAvailable),
      " table:formula=\"of:=#N/A\" office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\" xmlns:of=\"urn:oasis:names:tc:opendocument:xmlns:of:1.2\" xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\"><text:p>#N/A</text:p>"
    )
    row(
      "<table:table-cell table:formula=\"of:=[.B1]\" office:value-type=\"float\" office:value=\"1\"><text:p>1</text:p></table:table-cell>",
      .text("a"),
      " table:formula=\"of:=[.B1]\" office:value-type=\"string\" office:string-value=\"a\"><text:p>a</text:p>")
  }

  @Test("What hangs on a cell stays: a note, a drawing, a merged block, a rule")
  func kept() {
    check(
      "<table:table-row><table:table-cell table:content-validation-name=\"v\" table:number-columns-spanned=\"2\" office:value-type=\"float\" office:value=\"1\"> <office:annotation><text:p>note</text:p></office:annotation><text:p>1</text:p><draw:frame/></table:table-cell><table:covered-table-cell table:number-columns-repeated=\"2\"/></table:table-row>",
      [(0, 0, 5), (0, 2, 6)],
      "<table:table-row><table:table-cell table:content-validation-name=\"v\" table:number-columns-spanned=\"2\" office:value-type=\"float\" office:value=\"5\"> <office:annotation><text:p>note</text:p></office:annotation><text:p>5</text:p><draw:frame/></table:table-cell><table:covered-table-cell/><table:covered-table-cell office:value-type=\"float\" office:value=\"6\"><text:p>6</text:p></table:covered-table-cell></table:table-row>"
    )
    check(
      "<table:table-row><table:table-cell><office:annotation/></table:table-cell></table:table-row>", [(0, 0, 5)],
      "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"5\"><office:annotation/><text:p>5</text:p></table:table-cell></table:table-row>"
    )
  }

  @Test("What other workbooks gave, and what stands in drawings and tracked changes, are no sheets")
  func tables() throws {
    let other = "<table:tracked-changes><table:table><table:table-row/></table:table></table:tracked-changes>"
    let cached = "<table:table table:name=\"'file:///a.ods'#S\"><table:table-row/></table:table>"
    let original = Self.document(other + cached + "<table:table table:name=\"S\"/>")
    let edited = try OpenDocumentEdit.bytes(
      flat: Array(original.utf8), changing: [0: [CellChange(row: 0, column: 0, value: true)]], .from1899)
    #expect(
      String(decoding: edited, as: UTF8.self)
        == Self.document(
          other + cached
            + "<table:table table:name=\"S\"><table:table-row><table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>TRUE</text:p></table:table-cell></table:table-row></table:table>"
        ))
  }

  @Test(
    "A cell is set, what depends on it follows, and every other part of the archive stays",
    arguments: ["opendocument/YEARFRAC.ods", "opendocument/issues.ods", "opendocument/defined_names.fods"])
  func documents(_ name: String) throws {
    let original = try WorkbookCollection.bytes(name)
    let workbook = try WorkbookCollection.live(name)
    let changes = WorkbookChanges(workbook)
    let constant = try #require(
      workbook.definedCells.first {
        if case .number = workbook.engine.value(at: $0) { !workbook.engine.formulas.hasFormula(at: $0) } else { false }
      })
    workbook.set(7, at: constant)
    workbook.set(.text("a < b"), at: CellAddress(grid: constant.grid, row: 2000, column: 60))
    workbook.recalculate()
    let edited = try changes.applied(to: original)
    let again = LiveWorkbook(try WorkbookReader.workbook(edited, named: name), catalog: .standard)
    #expect(Set(again.definedCells).isSuperset(of: workbook.definedCells))
    for (position, sheet) in again.contents.sheets.enumerated() {
      for formula in sheet.formulas {
        let place = CellAddress(grid: workbook.grids[position], row: Int(formula.row), column: Int(formula.column))
        guard
          changes.edits()[position]?.contains(where: { $0.row == formula.row && $0.column == formula.column }) == true
        else { continue }
        #expect(formula.stored == workbook.engine.value(at: place), "\(workbook.name(of: place))")
      }
    }
    guard let (before, after) = try? (ZipArchive(original), ZipArchive(edited)) else { return }
    #expect(before.parts.map(\.name) == after.parts.map(\.name))
    for (one, other) in zip(before.parts, after.parts) where one.name != "content.xml" {
      #expect(try before.contents(of: one) == after.contents(of: other), "\(one.name)")
    }
  }

  @Test("A signed document is not changed, and one that is not UTF-8 says what it is afterwards")
  func refusals() throws {
    var archive = ZipWriter()
    archive.store("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
    archive.add("content.xml", Array(Self.document("<table:table/>").utf8))
    archive.add("META-INF/documentsignatures.xml", Array("<a/>".utf8))
    let signed = try archive.finished()
    let change = [0: [CellChange(row: 0, column: 0, value: 1)]]
    #expect(throws: WorkbookFault.signed) { try WorkbookEdit.bytes(signed, changing: change, dates: .from1899) }
    #expect(try WorkbookEdit.bytes(signed, changing: [0: []], dates: .from1899) == signed)
    let latin =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
      + Self.document("<table:table table:name=\"\u{E9}\"><table:table-row/></table:table>")
    let bytes = latin.unicodeScalars.map { UInt8($0.value) }
    let edited = try WorkbookEdit.bytes(bytes, changing: change, dates: .from1899)
    let again = try WorkbookReader.workbook(edited, named: "a.fods")
    #expect(again.sheets.map(\.name) == ["\u{E9}"])
    #expect(again.sheets[0].columns[0]?.values == [1])
  }

  private static func document(_ tables: String) -> String {
    "<office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
      + " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
      + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\">"
      + "<office:automatic-styles><number:date-style style:name=\"n\"><number:day number:style=\"long\"/><number:text>.</number:text><number:month number:style=\"long\"/><number:text>.</number:text><number:year number:style=\"long\"/></number:date-style>"
      + "<style:style style:name=\"day\" style:family=\"table-cell\" style:data-style-name=\"n\"/></office:automatic-styles>"
      + "<office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document>"
  }

  private func check(
    _ rows: String, _ changes: [(Int, Int, CellValue)], _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    func table(_ rows: String) -> String { Self.document("<table:table table:name=\"S\">\(rows)</table:table>") }
    let edited = try? OpenDocumentEdit.bytes(
      flat: Array(table(rows).utf8),
      changing: [0: changes.map { CellChange(row: $0.0, column: $0.1, value: $0.2) }], .from1899)
    #expect(edited.map { String(decoding: $0, as: UTF8.self) } == table(expected), sourceLocation: location)
  }
}
