import Archives
import CellModel
import FunctionLibrary
import TestSupport
import Testing
import Workbooks

@testable import LiveWorkbooks

/// Workbooks that are wrong on purpose: each is refused in words, or read and computed within bounds.
@Suite("Bad workbooks")
struct BadWorkbookTests {
  @Test("Cells that there are not and parts that lead out are refused")
  func refusals() {
    refuse("<row r='1'><c r='1A'><v>1</v></c></row>", "There is no cell “1A”.")
    refuse("<row r='1'><c r='A'><v>1</v></c></row>", "There is no cell “A”.")
    refuse("<row r='1'><c r='A1' t='s'><v>99999999</v></c></row>", "There is no shared string 99999999.")
    let attributes = (0..<5000).map { "a\($0)='1'" }.joined(separator: " ")
    refuse("<row r='1' \(attributes)/>", "An element has more than 1024 attributes.")
    refuse("", "A document type definition is not taken.", before: "<!DOCTYPE x [<!ENTITY a 'aaaa'>]>")
    // What is only named is never looked for.
    let named = "<!DOCTYPE x SYSTEM 'file:///etc/passwd'>"
    refuse("<row><c t='str'><v>&a;</v></c></row>", "There is no entity a.", before: named)
    // Excel takes the file for damaged; LibreOffice reads what stands before it.
    refuse("<row><c t='str'><v>a&#1;b</v></c></row>", "&#1; stands for no character that XML has.")
    refuse("<row><c t='str'><v>a&#xFFFF;b</v></c></row>", "&#xFFFF; stands for no character that XML has.")
  }

  @Test("A workbook without a sheet is another thing than a file without a workbook")
  func withoutSheets() throws {
    let package = try Self.package("", hasSheet: false)
    #expect(throws: WorkbookFault.noSheet) { try WorkbookReader.workbook(package, named: "a.xlsx") }
    for (body, fault) in [("spreadsheet", WorkbookFault.noSheet), ("text", .noWorkbook)] {
      let office = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
      let text = "<o:document xmlns:o='\(office)'><o:body><o:\(body)/></o:body></o:document>"
      #expect(throws: fault) { try WorkbookReader.workbook(Array(text.utf8), named: "a.fods") }
    }
  }

  @Test("Cells beyond the last row and column are left out and counted, with what stands in them")
  func cellsBeyondEnd() throws {
    let beyond = ["XFE1", "AAAAAAA1", "A1048577", "A99999999999999999999"].map { place in
      "<c r='\(place)'><f t='array' ref='\(place)'>1+1</f><v>2</v></c>"
    }
    let row = "<row r='1'><c r='A1'><v>1</v></c><c r='XFD1'><v>3</v></c>\(beyond.joined())</row>"
    let workbook = try WorkbookReader.workbook(try Self.package(row, before: ""), named: "a.xlsx")
    #expect(workbook.sheets[0].columns.keys.sorted() == [0, Area.lastColumn])
    #expect(workbook.sheets[0].arrays.formulas.isEmpty)
    #expect(workbook.leftOut.cellsBeyondEnd == 4)
  }

  @Test("Rows may come in any order, without numbers and more than once: the last value of a cell counts")
  func rowsInAnyOrder() throws {
    let rows = """
      <row r='3'><c r='A3'><v>3</v></c></row><row r='1'><c r='B1'><v>5</v></c><c r='A1'><v>1</v></c></row>
      <row r='0'><c><v>2</v></c></row><row r='1'><c r='A1'><v>7</v></c></row><row r='-9'><c r='B2'><v>8</v></c></row>
      """
    let columns = try WorkbookReader.workbook(try Self.package(rows), named: "a.xlsx").sheets[0].columns
    #expect(columns[0]?.rows == [0, 1, 2])
    #expect(columns[0]?.values == [7, 2, 3])
    #expect(columns[1]?.values == [5, 8])
  }

  @Test("A sheet that the file does not have is told, and what reads it keeps its stored value")
  func missingSheets() throws {
    let formulas = ["6*7", "Gone!A1+1", "SUM(S:Gone!D1)", "Lost!B2", "B1*2"]
    let cells = formulas.enumerated().map { place, formula in
      "<c r='\(A1Notation.text(row: 0, column: place))'><f>\(formula)</f><v>\(place + 8)</v></c>"
    }
    let bytes = try Self.package(
      "<row r='1'>\(cells.joined())</row>", others: [("Gone", "worksheets/sheet2.xml"), ("Lost", nil)])
    let contents = try WorkbookReader.workbook(bytes, named: "a.xlsx")
    #expect(contents.sheets.map(\.name) == ["S", "Gone", "Lost"])
    #expect(contents.sheets.map(\.kind) == [.cells, .missing, .missing])
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let places = (0..<formulas.count).map { CellAddress(grid: workbook.grids[0], row: 0, column: $0) }
    #expect(places.map { workbook.engine.value(at: $0) } == [42, 9, 10, 11, 18])
    #expect(
      places.map { workbook.kept[$0] } == [
        nil, .missingSheet("Gone"), .missingSheet("Gone"), .missingSheet("Lost"), nil,
      ])
    let none = try Self.package("", target: "worksheets/sheet9.xml")
    #expect(throws: WorkbookFault.missingPart("xl/worksheets/sheet9.xml")) {
      try WorkbookReader.workbook(none, named: "a.xlsx")
    }
  }

  @Test(
    "A part is found whether its name or the relation to it has the escapes of addresses",
    arguments: [
      ("my sheet.xml", "my%20sheet.xml"), ("my%20sheet.xml", "my sheet.xml"), ("b\u{E4}h.xml", "b%C3%A4h.xml"),
      ("b%c3%a4h.xml", "b%C3%A4h.xml"), ("100%.xml", "100%.xml"), ("100%.xml", "100%25.xml"),
    ])
  func escapedNames(part: String, target: String) throws {
    let bytes = try Self.package(
      "", target: target,
      beside: [("xl/" + part, "<worksheet><sheetData><row><c r='A1'><v>7</v></c></row></sheetData></worksheet>")])
    let contents = try WorkbookReader.workbook(bytes, named: "a.xlsx")
    #expect(contents.sheets[0].columns[0]?.values == [7])
  }

  @Test("A cell whose number is none is #NUM!, and the rest of the file is read")
  func noNumbers() throws {
    for text in ["INF", "NaN", "1e999", "0x10"] {
      try compute("<c r='A1'><v>\(text)</v></c>")
      let rows = "<row r='1'><c r='A1'><v>\(text)</v></c></row>"
      let contents = try WorkbookReader.workbook(try Self.package(rows), named: "a.xlsx")
      #expect(contents.sheets[0].columns[0]?.values == [.error(.number)])
    }
  }

  @Test("A part beside the cells that is empty or damaged keeps nothing from being read")
  func partsBeside() throws {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let beside = [
      ("docProps/app.xml", "<Properties><Application>Microsoft Excel</Application><x>&nbsp;"),
      ("xl/worksheets/_rels/sheet1.xml.rels", ""),
    ]
    let rows = "<row r='1'><c r='A1'><f>6*7</f><v>42</v></c></row>"
    let contents = try WorkbookReader.workbook(try Self.package(rows, beside: beside), named: "a.xlsx")
    #expect(contents.savedBy == "Microsoft Excel")
    #expect(contents.sheets[0].formulas.count == 1)
    let comments = [
      (
        "xl/worksheets/_rels/sheet1.xml.rels",
        "<r><Relationship Id='r1' Type='\(relations)/comments' Target='../comments1.xml'/></r>"
      ), ("xl/comments1.xml", "<comments><commentList>"),
    ]
    let second = try WorkbookReader.workbook(try Self.package(rows, beside: comments), named: "a.xlsx")
    #expect(second.sheets[0].formulas.count == 1)
  }

  @Test("Of another workbook whose part is damaged nothing is read, and formulas that read it keep their values")
  func otherWorkbook() throws {
    let bytes = try Self.package(
      "<row r='1'><c r='A1'><f>[1]Prices!A1*2</f><v>40</v></c><c r='B1'><f>6*7</f><v>0</v></c></row>",
      calculation: "<externalReferences><externalReference id='e1'/></externalReferences>",
      relation: "<Relationship Id='e1' Type='x/externalLink' Target='externalLinks/externalLink1.xml'/>",
      beside: [
        (
          "xl/externalLinks/externalLink1.xml",
          "<externalLink><externalBook><sheetNames><sheetName val='Sales & Prices'/></sheetNames></externalBook></externalLink>"
        )
      ])
    let contents = try WorkbookReader.workbook(bytes, named: "a.xlsx")
    #expect(contents.leftOut.parts == [.otherWorkbook: 1])
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let values = (0..<2).map { workbook.engine.value(at: CellAddress(grid: workbook.grids[0], row: 0, column: $0)) }
    #expect(values == [40, 42])
  }

  @Test("A formula that asks for too much has an error, and the rest of the sheet its values")
  func formulas() throws {
    for formula in [
      String(repeating: "(", count: 50_000) + "1" + String(repeating: ")", count: 50_000),
      "1" + String(repeating: "+1", count: 50_000),
      String(repeating: "ABS(", count: 20_000) + "1" + String(repeating: ")", count: 20_000),
      String(repeating: "-", count: 100_000) + "1",
      "_xlfn.SEQUENCE(1048576,16384)", "REPT(\"a\",32767)&amp;REPT(\"a\",32767)", "a0", "circle", "#REF!#REF!",
      "A1:B2:C3!D4",
    ] {
      try compute("<c r='A1'><f>\(formula)</f><v>1</v></c>")
    }
    try compute("<c r='A1'><f t='array' ref='A1:XFD1048576'>1</f><v>1</v></c>")
    try compute("<c r='A1' cm='1'><f t='array' ref='A1:XFD1048576'>1</f><v>1</v></c>")
    try compute("<c r='A1'><f t='shared' si='0' ref='A1:XFD1048576'>1</f><v>1</v></c>")
    try compute("<c r='A1'><f t='shared' si='99999999999'/><v>1</v></c>")
    try compute("<c r='A1'><f t='dataTable' ref='A1:XFD1048576'/><v>1</v></c>")
    try compute("<c r='A1' s='999999999'><f>A1</f><v>1</v></c>")
  }

  @Test("A circle that never settles ends with as many rounds as Excel allows")
  func iteration() throws {
    let bytes = try Self.package(
      "<row r='1'><c r='A1'><f>A1+1</f><v>0</v></c></row>",
      calculation: "<calcPr iterate='1' iterateCount='2000000000' iterateDelta='0'/>")
    let workbook = LiveWorkbook(try WorkbookReader.workbook(bytes, named: "a.xlsx"), catalog: .standard)
    workbook.recalculate()
    #expect(workbook.engine.value(at: try #require(workbook.area("A1")).topLeft) == 32_767)
  }

  @Test("A workbook that is cut off or has bits turned is read or refused")
  func damage() throws {
    let whole = try WorkbookCollection.bytes("constructs/column_row_ranges.xlsx")
    for count in stride(from: 0, to: whole.count, by: 211) { read(Array(whole.prefix(count))) }
    var random = SeededGenerator(seed: 14)
    for _ in 0..<TestLength.count(100, of: 3000) {
      var bytes = whole
      for _ in 0...random.number(0...3) {
        bytes[random.number(0...bytes.count - 1)] ^= 1 << UInt8(random.number(0...7))
      }
      read(bytes)
    }
  }

  // MARK: Making them

  private func refuse(
    _ rows: String, _ words: String, before: String = "", location: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: location) {
      try WorkbookReader.workbook(try Self.package(rows, before: before), named: "a.xlsx")
    } throws: {
      ($0 as? WorkbookFault)?.words == "xl/worksheets/sheet1.xml cannot be read: \(words)"
    }
  }

  /// Computes a cell beside another, which has its value whatever becomes of the first.
  private func compute(_ cell: String, location: SourceLocation = #_sourceLocation) throws {
    let rows = "<row r='1'>\(cell)</row><row r='7'><c r='C7'><f>6*7</f><v>0</v></c></row>"
    let contents = try WorkbookReader.workbook(try Self.package(rows), named: "a.xlsx")
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    _ = StoredValueComparison(workbook)
    let value = workbook.area("C7").map { workbook.engine.value(at: $0.topLeft) }
    #expect(value == 42, "\(cell.prefix(80))", sourceLocation: location)
  }

  private func read(_ bytes: [UInt8]) {
    guard let contents = try? WorkbookReader.workbook(bytes, named: "a.xlsx") else { return }
    LiveWorkbook(contents, catalog: .standard).recalculate()
  }

  private static func package(
    _ rows: String, before: String = "", calculation: String = "", target: String = "worksheets/sheet1.xml",
    others: [(name: String, target: String?)] = [], hasSheet: Bool = true,
    relation: String = "", beside: [(String, String)] = []
  ) throws -> [UInt8] {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let names = (0..<60).map { "<definedName name='a\($0)'>a\($0 + 1)+a\($0 + 1)</definedName>" }.joined()
    let sheets = (hasSheet ? [(name: "S", target: target)] : []) + others
    let elements = sheets.enumerated().map { "<sheet name='\($1.name)' sheetId='\($0 + 1)' id='r\($0 + 1)'/>" }.joined()
    let targets = sheets.enumerated().compactMap { number, sheet in
      sheet.target.map { "<Relationship Id='r\(number + 1)' Type='\(relations)/worksheet' Target='\($0)'/>" }
    }
    var writer = ZipWriter()
    for (part, text) in [
      ("_rels/.rels", "<r><Relationship Id='r1' Type='\(relations)/officeDocument' Target='xl/workbook.xml'/></r>"),
      (
        "xl/workbook.xml",
        """
        <workbook><sheets>\(elements)</sheets><definedNames>\(names)<definedName name='a60'>1</definedName>
        <definedName name='circle'>round</definedName><definedName name='round'>circle</definedName></definedNames>\(calculation)</workbook>
        """
      ),
      ("xl/_rels/workbook.xml.rels", "<r>\(targets.joined())\(relation)</r>"),
      ("xl/worksheets/sheet1.xml", "\(before)<worksheet><sheetData>\(rows)</sheetData></worksheet>"),
    ] + beside {
      writer.add(part, Array(text.utf8))
    }
    return try writer.finished()
  }
}
