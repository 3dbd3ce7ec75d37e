import Archives
import CellModel
import FunctionLibrary
import TestSupport
import Testing
import Workbooks

@testable import LiveWorkbooks

/// How a file of OpenDocument can be put together (OpenDocument 1.3 part 3), and files that are wrong on purpose.
@Suite("Structure of OpenDocument")
struct OpenDocumentStructureTests {
  // MARK: Values

  @Test("Values of every type are read, with what text a cell shows where that is its value")
  func values() throws {
    let cells: [(attributes: String, text: String, value: CellValue)] = [
      ("office:value-type='float' office:value='-1.5E3'", "-1500", -1500),
      ("office:value-type='percentage' office:value='0.19'", "19%", 0.19),
      ("office:value-type='currency' office:currency='EUR' office:value='7.5'", "7,50 €", 7.5),
      ("office:value-type='date' office:date-value='2024-02-29'", "29.02.24", 45_351),
      ("office:value-type='date' office:date-value='2024-02-29T12:00:00'", "", 45_351.5),
      ("office:value-type='date' office:date-value='1899-12-30'", "", 0),
      ("office:value-type='time' office:time-value='PT36H00M00S'", "36:00", 1.5),
      ("office:value-type='time' office:time-value='-PT6H'", "", -0.25),
      ("office:value-type='boolean' office:boolean-value='false'", "FALSE", false),
      ("office:value-type='string' office:string-value='own'", "shown", "own"),
      ("office:value-type='string'", "a<text:span>b<text:s/></text:span><text:a>c</text:a><text:tab/>d", "ab c\td"),
      ("office:value-type='string'", "one</text:p><text:p>two<text:line-break/>three", "one\ntwo\nthree"),
      ("office:value-type='string'", "", ""),
      ("office:value-type='void'", "", .blank),
      ("", "untyped", "untyped"),
      (
        "office:value-type='string' office:string-value='' calcext:value-type='error'", "#DIV/0!",
        .error(.divisionByZero)
      ),
    ]
    let row = cells.map { "<table:table-cell \($0.attributes)><text:p>\($0.text)</text:p></table:table-cell>" }
    let sheet = try Self.workbook("<table:table-row>\(row.joined())</table:table-row>").sheets[0]
    for (column, cell) in cells.enumerated() {
      #expect(sheet.columns[column]?.value(at: 0) ?? .blank == cell.value, "\(cell.attributes)")
    }
  }

  @Test("Comments, drawings and what a cell is made of besides are no part of its text")
  func besides() throws {
    let sheet = try Self.workbook(
      """
      <office:forms/><table:shapes><draw:frame><text:p>drawn</text:p></draw:frame></table:shapes>
      <table:table-row><table:table-cell office:value-type="string">
      <office:annotation><dc:creator>A</dc:creator><text:p>a comment</text:p></office:annotation>
      <draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>
      <text:p>kept</text:p></table:table-cell></table:table-row>
      """
    ).sheets[0]
    #expect(sheet.columns[0]?.values == ["kept"])
  }

  // MARK: Rows and columns

  @Test("Rows and columns count through headers, groups and repetitions")
  func groups() throws {
    let sheet = try Self.workbook(
      """
      <table:table-column-group><table:table-column/><table:table-header-columns><table:table-column table:number-columns-repeated="2"/>
      </table:table-header-columns></table:table-column-group>
      <table:table-header-rows><table:table-row>\(Self.number(1))</table:table-row></table:table-header-rows>
      <table:table-row-group table:display="false"><table:table-rows>
      <table:table-row table:number-rows-repeated="2" table:visibility="collapse">\(Self.number(2, "table:number-columns-repeated='3'"))</table:table-row>
      <table:table-row-group><table:table-row><table:table-cell table:number-columns-repeated="4"/>\(Self.number(3))</table:table-row>
      </table:table-row-group></table:table-rows></table:table-row-group>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>\(Self.number(4))</table:table-row>
      """
    ).sheets[0]
    #expect(sheet.columns[0]?.rows == [0, 1, 2, 1_048_004])
    #expect(sheet.columns[2]?.values == [2, 2])
    #expect(sheet.columns[4]?.rows == [3])
    #expect(sheet.rows.hidden == [1, 2])
  }

  @Test("Cells that are joined are one block, and what they cover keeps its value")
  func covered() throws {
    let sheet = try Self.workbook(
      """
      <table:table-row><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2" office:value-type="float" office:value="1"/>
      <table:covered-table-cell/>\(Self.number(2))</table:table-row>
      <table:table-row><table:covered-table-cell table:number-columns-repeated="2" office:value-type="float" office:value="9"/>\(Self.number(3))</table:table-row>
      """
    ).sheets[0]
    #expect(sheet.annotations.mergedCells == [CellBlock(top: 0, left: 0, bottom: 1, right: 1)])
    #expect(sheet.columns.mapValues(\.values) == [0: [1, 9], 1: [9], 2: [2, 3]])
  }

  // MARK: Formulas and names

  @Test("Formulas are read in every notation that a file may name, repeated ones in each cell")
  func notations() throws {
    let formulas: [(String, CellValue)] = [
      ("of:=[.A1]*2", 6), ("oooc:=SUM([.A1:.A2])", 10), ("=[.A1]+1", 4), ("of:=SUM([.A1:.A2];[.A2])", 17),
      ("of:=SUM([$A.$A$1:.$A$2])", 10), ("of:=SUM([.A1]~[.A2])", 10), ("of:={1;2|3;4}", 1), ("msoxl:=SUM(A1,A2)", 10),
    ]
    let cells = formulas.map { "<table:table-cell table:formula='\($0.0)'/>" }.joined()
    let repeated = "<table:table-cell table:number-columns-repeated='2' table:formula='of:=[.$A1]'/>"
    let workbook = LiveWorkbook(
      try Self.workbook(
        "<table:table-row>\(Self.number(3))\(cells)</table:table-row><table:table-row>\(Self.number(7))\(repeated)</table:table-row>"
      ),
      catalog: .standard)
    workbook.recalculate()
    for (column, formula) in formulas.enumerated() {
      let address = CellAddress(grid: workbook.grids[0], row: 0, column: column + 1)
      #expect(workbook.engine.value(at: address) == formula.1, "\(formula.0)")
    }
    for column in 1...2 {
      #expect(workbook.engine.value(at: CellAddress(grid: workbook.grids[0], row: 1, column: column)) == 3)
    }
  }

  @Test("An array formula fills its cells, and names of expressions and of databases stand for what they say")
  func namesAndArrays() throws {
    let matrix = "table:number-matrix-columns-spanned='1' table:number-matrix-rows-spanned='2'"
    let workbook = LiveWorkbook(
      try Self.workbook(
        """
        <table:table-row>\(Self.number(3))<table:table-cell table:formula="of:=[.A1:.A2]*twice" \(matrix) office:value-type="float" office:value="6"/>
        <table:table-cell table:formula="of:=SUM(data)"/></table:table-row>
        <table:table-row>\(Self.number(7))\(Self.number(14))</table:table-row>
        """,
        beside: """
          <table:named-expressions><table:named-expression table:name="twice" table:base-cell-address="$A.$A$1" table:expression="1+1"/></table:named-expressions>
          <table:database-ranges><table:database-range table:name="data" table:target-range-address="A.A1:A.A2"/></table:database-ranges>
          """), catalog: .standard)
    workbook.recalculate()
    for (cell, value): (String, CellValue) in [("B1", 6), ("B2", 14), ("C1", 10)] {
      #expect(workbook.engine.value(at: try #require(workbook.area(cell)).topLeft) == value, "\(cell)")
    }
  }

  @Test("What is said of cells besides does not hinder: validations, scenarios, tracked changes, filters, pivots")
  func unknownParts() throws {
    let contents = try Self.workbook(
      "<table:table-row>\(Self.number(3, "table:content-validation-name='v'"))</table:table-row>",
      before: """
        <table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell office:value-type="float" office:value="9"/></table:previous></table:cell-content-change></table:tracked-changes>
        <table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content()&gt;5"><table:help-message><text:p>h</text:p></table:help-message></table:content-validation></table:content-validations>
        """,
      beside: """
        <table:consolidation/><table:dde-links><table:dde-link><office:dde-source/><table:table><table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row></table:table></table:dde-link></table:dde-links>
        """)
    #expect(contents.sheets.map(\.name) == ["A"])
    #expect(contents.sheets[0].columns[0]?.values == [3])
  }

  // MARK: Packages

  @Test("An archive is OpenDocument with a type, without one, and with parts in any order")
  func packages() throws {
    let content = Self.document("<table:table-row>\(Self.number(3))</table:table-row>")
    let type = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    for parts in [
      [type, ("content.xml", content)], [("content.xml", content)],
      [("meta.xml", "<x/>"), ("content.xml", content), type],
      [type, ("styles.xml", ""), ("content.xml", content)],
    ] {
      let bytes = try Self.archive(parts)
      let contents = try? WorkbookReader.workbook(bytes, named: "a.ods")
      #expect(contents?.sheets.first?.columns[0]?.values == [3], "\(parts.map(\.0))")
    }
    #expect(throws: WorkbookFault.missingPart("content.xml")) {
      try WorkbookReader.workbook(try Self.archive([type]), named: "a.ods")
    }
  }

  @Test("An encrypted package is refused by name, also one that is encrypted as a whole")
  func passwords() throws {
    let manifest = """
      <manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="content.xml">
      <manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>
      """
    let type = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    for part in ["content.xml", "encrypted-package"] {
      let bytes = try Self.archive([type, ("META-INF/manifest.xml", manifest), (part, "\u{1}\u{2}")])
      #expect(throws: WorkbookFault.password) { try WorkbookReader.workbook(bytes, named: "a.ods") }
    }
  }

  // MARK: Attacks

  @Test("Counts of blanks, cells, joined cells and arrays cannot fill the memory")
  func counts() throws {
    let blanks = String(repeating: "<text:s text:c='999999999'/>", count: 5_000)
    try Self.read(
      "<table:table-row><table:table-cell office:value-type='string'><text:p>\(blanks)</text:p></table:table-cell></table:table-row>"
    )
    let cell = "<table:table-cell office:value-type='string'><text:p>\(blanks.prefix(280))</text:p></table:table-cell>"
    try Self.read("<table:table-row>\(String(repeating: cell, count: 2_000))</table:table-row>")
    for attributes in [
      "table:number-columns-repeated='1000000000' office:value-type='float' office:value='1'",
      "table:number-columns-spanned='1000000000' table:number-rows-spanned='1000000000' office:value-type='float' office:value='1'",
      "table:number-matrix-columns-spanned='1000000000' table:number-matrix-rows-spanned='1000000000' table:formula='of:=1'",
      "table:number-columns-repeated='99999999999999999999999' table:formula='of:=1'",
      "table:number-columns-repeated='-7'",
    ] {
      try Self.read("<table:table-row><table:table-cell \(attributes)/></table:table-row>")
      try Self.read(
        "<table:table-row table:number-rows-repeated='1000000000'><table:table-cell \(attributes)/></table:table-row>")
    }
    let names = (0..<60).map {
      "<table:named-expression table:name='a\($0)' table:expression='a\($0 + 1)+a\($0 + 1)'/>"
    }
    try Self.read(
      "<table:table-row><table:table-cell table:formula='of:=a0'/></table:table-row>",
      beside: "<table:named-expressions>\(names.joined())</table:named-expressions>")
    try Self.read(
      String(repeating: "<table:table-row-group>", count: 100_000)
        + "<table:table-row>\(Self.number(1))</table:table-row>")
  }

  @Test("A file that is cut off or has bits turned is read or refused")
  func damage() throws {
    let flat = Array(
      Self.document(
        "<table:table-row>\(Self.number(3))<table:table-cell table:formula='of:=[.A1]+SUM([.A1:.A9])'/></table:table-row>"
      ).utf8)
    for whole in [try WorkbookCollection.bytes("opendocument/date.ods"), flat] {
      for count in stride(from: 0, to: whole.count, by: max(whole.count / 60, 7)) {
        Self.read(Array(whole.prefix(count)))
      }
      var random = SeededGenerator(seed: 15)
      for _ in 0..<TestLength.count(60, of: 3000) {
        var bytes = whole
        for _ in 0...random.number(0...3) {
          bytes[random.number(0...bytes.count - 1)] ^= 1 << UInt8(random.number(0...7))
        }
        Self.read(bytes)
      }
    }
  }

  // MARK: Making them

  private static func number(_ number: Int, _ attributes: String = "") -> String {
    "<table:table-cell \(attributes) office:value-type='float' office:value='\(number)'/>"
  }

  private static func document(_ rows: String, before: String = "", beside: String = "") -> String {
    """
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:dc="dc" xmlns:calcext="c" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
    <office:meta><meta:generator xmlns:meta="m">LibreOffice/7.4</meta:generator></office:meta><office:body><office:spreadsheet>\(before)
    <table:table table:name="A">\(rows)</table:table>\(beside)</office:spreadsheet></office:body></office:document>
    """
  }

  private static func workbook(_ rows: String, before: String = "", beside: String = "") throws -> Workbook {
    try WorkbookReader.workbook(Array(document(rows, before: before, beside: beside).utf8), named: "a.fods")
  }

  /// Reads and computes what a person would hardly have made, or refuses it.
  private static func read(_ rows: String, beside: String = "") throws {
    read(Array(document(rows, beside: beside).utf8))
  }

  private static func read(_ bytes: [UInt8]) {
    guard let contents = try? WorkbookReader.workbook(bytes, named: "a.fods") else { return }
    LiveWorkbook(contents, catalog: .standard).recalculate()
  }

  private static func archive(_ parts: [(String, String)]) throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, text) in parts { writer.store(name, Array(text.utf8)) }
    return try writer.finished()
  }
}
