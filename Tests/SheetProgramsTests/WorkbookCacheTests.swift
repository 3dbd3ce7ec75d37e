import CellModel
import Testing
import Workbooks

@testable import SheetPrograms

@Suite("Workbooks that were read")
struct WorkbookCacheTests {
  private func file(_ number: Int) -> [UInt8] {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>
      <table:table table:name="S"><table:table-row><table:table-cell office:value-type="float" office:value="\(number)"/>
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    return Array(text.utf8)
  }

  /// Where the sheets of a workbook lie in memory, which copies share.
  private func place(_ workbook: Workbook) -> UnsafePointer<WorkbookSheet>? {
    workbook.sheets.withUnsafeBufferPointer(\.baseAddress)
  }

  @Test("A file that stays the same is read once, and one that changes anew")
  func reading() throws {
    let cache = WorkbookCache()
    let first = try cache.workbook(file(1), named: "a.fods")
    #expect(first.sheets[0].columns[0]?.values == [1])
    #expect(place(try cache.workbook(file(1), named: "a.fods")) == place(first))
    let second = try cache.workbook(file(2), named: "a.fods")
    #expect(second.sheets[0].columns[0]?.values == [2])
    #expect(try cache.workbook(file(2), named: "b.fods").sheets[0].columns[0]?.values == [2])
    #expect(place(try cache.workbook(file(2), named: "a.fods")) == place(second))
    #expect(try cache.workbook(file(1), named: "a.fods").sheets[0].columns[0]?.values == [1])
  }

  @Test("A file that cannot be read is refused each time, and few are kept")
  func limits() throws {
    let cache = WorkbookCache()
    for _ in 0..<2 { #expect(throws: WorkbookFault.self) { try cache.workbook([1, 2, 3], named: "a.xlsx") } }
    let first = try cache.workbook(file(1), named: "1.fods")
    for number in 2...4 { _ = try cache.workbook(file(number), named: "\(number).fods") }
    #expect(place(try cache.workbook(file(1), named: "1.fods")) == place(first))
    for number in 5...8 { _ = try cache.workbook(file(number), named: "\(number).fods") }
    #expect(try cache.workbook(file(1), named: "1.fods").sheets[0].columns[0]?.values == [1])
  }
}
