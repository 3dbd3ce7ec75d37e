import Archives
import CellModel
import Testing

@testable import Workbooks

@Suite("One door for workbooks")
struct WorkbookReaderTests {
  @Test(
    "Texts in encodings of the system's tables are read, and a cut one is told",
    arguments: [
      ("Shift_JIS", "東京①", [147, 140, 139, 158, 135, 64]), ("gbk", "上海€", [201, 207, 186, 163, 162, 227]),
      ("big5", "臺北", [187, 79, 165, 95]), ("euc-kr", "서울", [188, 173, 191, 239]),
      ("EUC-JP", "大阪", [194, 231, 186, 229]), ("koi8-r", "Москва", [237, 207, 211, 203, 215, 193]),
      ("cp1253", "Αθήνα", [193, 232, 222, 237, 225]),
    ] as [(String, String, [UInt8])])
  func systemEncodings(_ name: String, _ text: String, _ bytes: [UInt8]) throws {
    guard let encoding = TextEncoding(named: name) else { return }  // this system has no table of it
    let long = Array(repeatElement(bytes + [10], count: 5_000).joined())
    #expect(encoding.utf8(long[...]) == Array(String(repeating: text + "\n", count: 5_000).utf8))
    // The first half of a character of two bytes.
    if bytes.count == 2 * text.unicodeScalars.count { #expect(encoding.utf8(bytes[..<1]) == nil) }
  }

  @Test("Separated values tell their encoding, or it is told, or they are refused")
  func encodings() throws {
    let text = "name,amount\nJürgen,1.5\n"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little,
    ] {
      let sheet = try WorkbookReader.workbook(bytes, named: "people.csv").sheets[0]
      #expect(sheet.name == "people")
      #expect(sheet.columns[0]?.values == ["name", "Jürgen"])
      #expect(sheet.columns[1]?.values == ["amount", 1.5])
    }
    let cyrillic: [UInt8] = [0xE3, 0xEE, 0xF0, 0xEE, 0xE4]
    #expect(throws: WorkbookFault.separated(CSVError(.illFormed))) {
      try WorkbookReader.workbook(cyrillic, named: "a.csv")
    }
    var options = WorkbookReader.Options()
    options.encoding = .windows1251
    #expect(try WorkbookReader.workbook(cyrillic, named: "a.csv", options).sheets[0].columns[0]?.values == ["город"])
    options.encoding = .latin2
    #expect(try WorkbookReader.workbook([0xAE, 0xEF], named: "a.csv", options).sheets[0].columns[0]?.values == ["Žď"])
    options.encoding = .windows1252
    #expect(try WorkbookReader.workbook([0x80], named: "a.csv", options).sheets[0].columns[0]?.values == ["€"])
    #expect(throws: WorkbookFault.separated(CSVError(.wrongEncoding("windows-1252")))) {
      try WorkbookReader.workbook([0x81], named: "a.csv", options)
    }
  }

  @Test("Nothing that is read becomes a formula, rows may be ragged, and an empty line is a row")
  func fields() throws {
    let sheet = try WorkbookReader.workbook(Array("=1+1;0012\n\n1\n\"7\";TRUE;x\n".utf8), named: "a.csv").sheets[0]
    #expect(sheet.formulas.isEmpty)
    #expect(sheet.columns[0]?.values == ["=1+1", 1, "7"])
    #expect(sheet.columns[0]?.rows == [0, 2, 3])
    #expect(sheet.columns[2]?.values == ["x"])
    var options = WorkbookReader.Options()
    options.areTexts = true
    options.delimiter = 0x7C
    let texts = try WorkbookReader.workbook(Array("1|2;3".utf8), named: "a.csv", options).sheets[0]
    #expect(texts.columns[0]?.values == ["1"])
    #expect(texts.columns[1]?.values == ["2;3"])
  }

  @Test("A flat OpenDocument is read from its text")
  func flat() throws {
    let workbook = try WorkbookReader.workbook(Array(Self.document.utf8), named: "a.fods")
    #expect(workbook.sheets.map(\.name) == ["My sheet"])
    let sheet = workbook.sheets[0]
    #expect(sheet.columns[0]?.values == ["a  b\nc", 0.5, true])
    #expect(sheet.columns[0]?.rows == [0, 1, 4])
    #expect(sheet.columns[3]?.values == [45_292, 45_292])
    #expect(sheet.columns[4]?.values == [17.5])
    #expect(sheet.rows.hidden == [2, 3])
    #expect(sheet.rows.filtered == [2, 3])
    #expect(sheet.formulas.map(\.stored) == [.some(.error(.divisionByZero)), .some(3)])
    #expect(sheet.formulas[0].kind == .plain("1/A9"))
    #expect(workbook.names == [DefinedName(name: "rate", formula: "'My sheet'!$A$1")])
    #expect(workbook.calculation.iteration?.rounds == 7)
  }

  @Test("Repeat counts cannot fill the memory, and what lies behind the last cell is left out and counted")
  func repeats() throws {
    for (rows, columns, left) in [
      (999_999_999, 999_999_999, nil), (1_000_000, 16_000, nil), (2_000_000, 1, nil), (1, 20_000, 3_616),
      (3, 16_384, 0),
    ] {
      let text = """
        <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x">
        <table:table table:name="S"><table:table-row><table:table-cell/></table:table-row><table:table-row table:number-rows-repeated="\(rows)"><table:table-cell
        table:number-columns-repeated="\(columns)" office:value-type="string"><text:p>X</text:p></table:table-cell>
        </table:table-row></table:table></office:document>
        """
      guard let left else {
        #expect(throws: WorkbookFault.self) { try WorkbookReader.workbook(Array(text.utf8), named: "a.fods") }
        continue
      }
      let workbook = try WorkbookReader.workbook(Array(text.utf8), named: "a.fods")
      let count = workbook.sheets[0].columns.values.reduce(0) { $0 + $1.rows.count }
      #expect(workbook.leftOut.cellsBeyondEnd == left)
      #expect(count == rows * columns - left)
    }
  }

  @Test(
    "What is no workbook is told by its name",
    arguments: [
      ("<html><body><table>", "this is a page of HTML, which is not read"),
      (
        "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">",
        "this is a workbook of Excel 2003 (XML), which is not read"
      ),
      ("<a/>", "this is XML, but no OpenDocument, which is not read"), ("", "the file is empty"),
      ("a,b\n1,2\n", "this is a text, and no workbook, which is not read"),
      ("MIME-Version: 1.0\n", "this is a web archive (.mht), which is not read"),
      ("\u{19}\u{1E}abc", "the file is no ZIP archive"),
    ])
  func others(text: String, words: String) {
    #expect {
      try WorkbookReader.workbook(Array(text.utf8), named: "a.xlsx")
    } throws: {
      ($0 as? WorkbookFault)?.words == words
    }
  }

  @Test("An archive of OpenOffice.org 1 is told by its name, and its ending is that of a workbook")
  func formerOpenOffice() throws {
    var writer = ZipWriter()
    writer.add("mimetype", Array("application/vnd.sun.xml.calc".utf8))
    writer.add("content.xml", Array("<office:document-content/>".utf8))
    let archive = try writer.finished()
    #expect {
      try WorkbookReader.workbook(archive, named: "a.ods")
    } throws: {
      ($0 as? WorkbookFault)?.words == "this is a spreadsheet of OpenOffice.org 1 (.sxc), which is not read"
    }
    #expect(FileEnding.isWorkbook("a.sxc"))
  }

  private static let document = """
    <?xml version="1.0"?>
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x">
    <office:body><office:spreadsheet>
    <table:calculation-settings><table:null-date table:date-value="1899-12-30"/>
    <table:iteration table:status="enable" table:steps="7"/></table:calculation-settings>
    <table:table table:name="My sheet"><table:table-row>
    <table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p></table:table-cell>
    <table:table-cell table:formula="of:=1/[.A9]" office:value-type="float" office:value="0"><text:p>#DIV/0!</text:p>
    </table:table-cell>
    <table:table-cell table:formula="of:=1+2" office:value-type="float" office:value="3"><text:p>3</text:p>
    </table:table-cell>
    </table:table-row>
    <table:table-row><table:table-cell office:value-type="percentage" office:value="0.5"/>
    <table:table-cell table:number-columns-repeated="2"/>
    <table:table-cell office:value-type="date" office:date-value="2024-01-01"/></table:table-row>
    <table:table-row table:number-rows-repeated="2" table:visibility="filter"><table:table-cell/></table:table-row>
    <table:table-row><table:table-cell office:value-type="boolean" office:boolean-value="true"/>
    <table:table-cell table:number-columns-repeated="2"/>
    <table:table-cell office:value-type="date" office:date-value="2024-01-01"/>
    <table:table-cell office:value-type="boolean" office:boolean-value="17.5"/></table:table-row>
    <table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/>
    </table:table-row></table:table>
    <table:named-expressions><table:named-range table:name="rate" table:cell-range-address="$'My sheet'.$A$1"/>
    </table:named-expressions></office:spreadsheet></office:body></office:document>
    """
}
