import CellModel
import Testing

@testable import Workbooks

@Suite("Reading workbooks")
struct ExcelReaderTests {
  @Test("Unusual packages read")
  func packages() throws {
    try check("packages/nonstandard-xml-ns-prefix.xlsx", sheets: 1, cells: 1)
    try check("packages/no-styles-or-sharedStrings-parts.xlsx", sheets: 1, cells: 1)
    try check("packages/TestWihoutRAttribute.xlsx", sheets: 1, cells: 1)
    try check("packages/59746_NoRowNums.xlsx", sheets: 1, cells: 361)
    try check("packages/reordered_sheets.xlsx", sheets: 4, cells: 0)
    try check("packages/SampleSS.strict.xlsx", sheets: 3, cells: 1)
    // The second sheet is a module of macros, which leads to no part.
    try check("packages/60825.xlsx", sheets: 2, cells: 0)
  }

  @Test("Texts are read as Excel shows them")
  func texts() throws {
    let escaped = try ExcelReader.workbook(WorkbookCollection.bytes("values/has_x000D_.xlsx"))
    #expect(
      escaped.sheets[0].columns.values.flatMap(\.values).contains { $0.text?.unicodeScalars.contains("\r") == true })
    let inline = try ExcelReader.workbook(WorkbookCollection.bytes("values/inlineStr_cdata.xlsx"))
    #expect(inline.sheets[0].columns.values.flatMap(\.values).allSatisfy { $0.text != nil })
  }

  @Test("A formula without a stored value has none")
  func missingValue() throws {
    let workbook = try ExcelReader.workbook(WorkbookCollection.bytes("values/missing-v-node-xlsx.xlsx"))
    #expect(workbook.sheets.flatMap(\.formulas).map { $0.stored == nil } == [true])
  }

  @Test("ISO dates are serial numbers of the workbook's date system")
  func dates() {
    #expect(ISODate.serial("2015-04-01", .from1900) == 42_095)
    #expect(ISODate.serial("2015-04-01", .from1904) == 40_633)
    #expect(ISODate.serial("2015-04-01T12:00:00Z", .from1900) == 42_095.5)
    #expect(ISODate.serial("06:00:00", .from1900) == 0.25)
    #expect(ISODate.serial("2015-04-01T12:00:00-05:00", .from1900) == 42_095.5)
    #expect(ISODate.serial("2015-04-01 12:00:00", .from1900) == 42_095.5)
    #expect(ISODate.serial("1899-12-30T06:00:00", .from1900) == 0.25)
    #expect(ISODate.serial("2015-02-30", .from1900) == nil)
    #expect(ISODate.serial("soon", .from1900) == nil)
  }

  @Test("Escapes of characters that XML does not have are undone")
  func escapes() {
    #expect(ExcelText.unescaped("a_x000D_b") == "a\rb")
    #expect(ExcelText.unescaped("_x005F_x000D_") == "_x000D_")
    #expect(ExcelText.unescaped("a_x00zz_b_") == "a_x00zz_b_")
    #expect(ExcelText.unescaped("_xD83D__xDE00_") == "😀")
  }

  @Test(
    "What is no workbook is refused with the reason",
    arguments: [
      ("refuse/Simple.xlsb", WorkbookFault.binary), ("refuse/date.xls", .old), ("refuse/encryptAES.xlsx", .password),
      ("refuse/invalid.xlsx", .noWorkbook), ("refuse/missing-bits.xlsx", .noWorkbook),
      (
        "refuse/poc-xmlbomb.xlsx",
        .part("xl/sharedStrings.xml", reason: "A document type definition is not taken.")
      ), ("refuse/duplicate-filename.xlsx", .archive(.sameName("xl/worksheets/sheet1.xml"))),
    ])
  func refusals(file: String, fault: WorkbookFault) throws {
    let bytes = try WorkbookCollection.bytes(file)
    #expect(throws: fault) { try ExcelReader.workbook(bytes) }
    #expect(!fault.words.isEmpty)
  }

  @Test("A file that is cut off is refused, and never traps")
  func truncation() throws {
    let bytes = try WorkbookCollection.bytes("constructs/sheet-names-and-operators.xlsx")
    for length in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: WorkbookFault.self) { try ExcelReader.workbook(Array(bytes[..<length])) }
    }
  }

  private func check(
    _ file: String, sheets: Int, cells: Int, location: SourceLocation = #_sourceLocation
  ) throws {
    let workbook = try ExcelReader.workbook(WorkbookCollection.bytes(file))
    #expect(workbook.sheets.count == sheets, sourceLocation: location)
    let count = workbook.sheets.reduce(0) { $0 + $1.columns.values.reduce(0) { $0 + $1.rows.count } }
    #expect(count >= cells, sourceLocation: location)
  }
}
