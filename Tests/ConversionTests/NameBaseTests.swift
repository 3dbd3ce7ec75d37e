import CellModel
import FunctionLibrary
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

/// `.ods` whose names reach back from the cell that uses them.
@Suite("Names of OpenDocument with relative addresses")
struct NameBaseTests {
  struct Row: Sendable {
    var formula: String
    var written: String
    var base: [Int]

    init(_ formula: String, _ written: String, _ base: [Int] = [0, 0]) {
      (self.formula, self.written, self.base) = (formula, written, base)
    }
  }

  @Test(
    "They are written for a cell from which no address goes around an end of the grid",
    arguments: [
      Row("S!A1", "'S'!A1"), Row("S!C4*2", "'S'!C4*2"), Row("S!XFD1", "'S'!A1", [0, 1]),
      Row("S!XFC1:XFD1", "'S'!A1:B1", [0, 2]), Row("S!A1048573:A1048576", "'S'!A1:A4", [4, 0]),
      Row("SUM(S!XFD1048576,S!B2,S!$D$5)", "SUM('S'!A1,'S'!C3,'S'!$D$5)", [1, 1]),
      Row("SUM(S!A$1:A1048576)", "SUM('S'!A$1:A1)", [1, 0]), Row("S!XFD1:B1", "'S'!A1:C1", [0, 1]),
      Row("SUM(S!A1:A1048575)", "SUM('S'!A1:A1048575)"), Row("S!$XFD1", "'S'!$XFD1"),
    ])
  func bases(_ row: Row) throws {
    var made = Workbook()
    made.sheets = [WorkbookSheet(name: "S")]
    made.names = [DefinedName(name: "back", formula: row.formula)]
    let bytes = try OpenDocumentWorkbook(made).bytes()
    let read = try #require(try WorkbookReader.workbook(bytes, named: "a.ods").names.first)
    #expect(read.formula == row.written)
    #expect([read.row, read.column] == row.base)
  }
}
