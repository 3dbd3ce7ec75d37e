import CellModel
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("OpenDocument workbooks")
struct OpenDocumentTests {
  /// Each with how many cells are compared, by the manifest of the collection; all of them agree.
  @Test(
    "What LibreOffice and Excel stored comes out again",
    arguments: [
      ("opendocument/YEARFRAC.ods", 32), ("opendocument/defined_names.fods", 24),
      ("opendocument/table-with-booleans.ods", 2), ("opendocument/issues.ods", 5),
    ])
  func agreement(file: String, usable: Int) throws {
    let workbook = try WorkbookCollection.live(file)
    let comparison = StoredValueComparison(workbook)
    for cause in comparison.firstCauses {
      Issue.record("\(workbook.name(of: cause.cell)): \(cause.computed) and not \(cause.stored)")
    }
    #expect(comparison.agreeing >= usable)
  }

  @Test("Repeated rows and dates are where they should be")
  func constants() throws {
    let repeated = try WorkbookCollection.contents("opendocument/number_rows_repeated.ods")
    #expect(!repeated.sheets.isEmpty)
    let dates = try WorkbookCollection.contents("opendocument/date.ods")
    #expect(dates.sheets[0].columns[0]?.values.first?.number != nil)
  }

  @Test("A password and counts that would fill the memory are refused")
  func refusals() {
    #expect(throws: WorkbookFault.password) { try WorkbookCollection.contents("refuse/pass_protected.ods") }
    #expect(throws: WorkbookFault.self) { try WorkbookCollection.contents("refuse/issue_594_dos.ods") }
  }
}
