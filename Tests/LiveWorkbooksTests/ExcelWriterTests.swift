import CellModel
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("Excel writer")
struct ExcelWriterTests {
  @Test(
    "A workbook that is written is read with the same contents",
    arguments: [
      "constructs/dynamic_arrays.xlsx", "constructs/simple_arrays.xlsx", "constructs/column_row_ranges.xlsx",
      "constructs/shared_formula_reversed.xlsx", "constructs/non_monotonic_si.xlsx", "constructs/spill_operator.xlsx",
      "constructs/56737.xlsx", "constructs/precision-as-displayed.xlsx", "constructs/iterative-converging.xlsx",
      "values/1904.xlsx", "tables-names/ForShifting.xlsx", "tables-names/tables.xlsx",
    ])
  func contents(of file: String) throws {
    let first = try ExcelReader.workbook(WorkbookCollection.bytes(file))
    let second = try ExcelReader.workbook(ExcelWriter.bytes(first))
    #expect(second.names == first.names)
    #expect(second.dateSystem == first.dateSystem)
    #expect(second.numberFormats == first.numberFormats || first.numberFormats.isEmpty)
    #expect(second.calculation.iteration == first.calculation.iteration)
    #expect(second.calculation.hasPrecisionAsDisplayed == first.calculation.hasPrecisionAsDisplayed)
    #expect(second.externalBooks.map(\.target) == first.externalBooks.map(\.target))
    for (a, b) in zip(first.sheets, second.sheets) {
      #expect(a.name == b.name)
      #expect(a.isHidden == b.isHidden)
      #expect(a.tables == b.tables)
      #expect(a.annotations.mergedCells == b.annotations.mergedCells)
      #expect(a.rows.hidden == b.rows.hidden)
      #expect(a.rows.filtered.sorted() == b.rows.filtered.sorted())
      #expect(a.columns.mapValues(\.rows) == b.columns.mapValues(\.rows))
      #expect(a.columns.mapValues(\.values) == b.columns.mapValues(\.values))
      #expect(a.arrays.spilled.map(\.value) == b.arrays.spilled.map(\.value))
      let formulas = a.formulas.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
      #expect(formulas.map(\.stored) == b.formulas.map(\.stored))
      #expect(formulas.map { Self.text($0, a) } == b.formulas.map { Self.text($0, b) })
    }
  }

  /// What a formula says, whatever its number in the file.
  private static func text(_ formula: StoredFormula, _ sheet: WorkbookSheet) -> String {
    switch formula.kind {
    case .plain(let text): text
    case .shared(let number): "\(sheet.sharedFormulas[Int(number)])"
    case .array(let number): "\(sheet.arrays.formulas[Int(number)])"
    }
  }

  @Test("Values of all kinds, and texts with whatever a text can have")
  func values() throws {
    let values: [CellValue] = [
      0, -1.5, 1e300, 0.1, .number(.leastNonzeroMagnitude),
      "", " a b ", "line\nfeed", "tab\t", "\r", "\u{1}", "_x0041_", "a_b", "<&>\"'",
      "\u{FFFF}", "👍🏽", true, false, .error(.notAvailable), .error(.divisionByZero), .error(CellError(.spill)),
      .error(.calculation), .error(CellError(.field)), .error(CellError(.blocked)), .error(CellError(.external)),
      .error(CellError(.gettingData)),
    ]
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "A & 'B' <\"ü\">")
    for value in values { sheet.columns[2, default: ConstantColumn()].append(value, row: sheet.rowCount, style: 0) }
    for (place, value) in values.enumerated() {
      sheet.formulas.append(
        StoredFormula(row: Int32(place), column: 4, style: 0, kind: .plain("\"<&\u{1}>\"&C\(place + 1)"), stored: value)
      )
    }
    workbook.sheets = [sheet]
    let read = try ExcelReader.workbook(ExcelWriter.bytes(workbook)).sheets[0]
    #expect(read.name == sheet.name)
    #expect(read.columns[2].map { Array($0.values) } == values)
    #expect(read.formulas.map(\.stored) == values.map { $0 })
    #expect(read.formulas.first?.kind == .plain("\"<&\u{1}>\"&C1"))
  }

  @Test("What is filtered in a sheet has the name by which LibreOffice knows that a filter hides its rows")
  func filterNames() throws {
    func names(_ filter: CellBlock?, filtered: [Int], _ known: [DefinedName] = []) throws -> [DefinedName] {
      var sheet = WorkbookSheet(name: "It's")
      for row in 0..<4 { sheet.columns[1, default: ConstantColumn()].append(.number(Double(row)), row: row, style: 0) }
      sheet.rows = RowVisibility(hidden: [Int](), filtered: filtered, filter: filter)
      var workbook = Workbook()
      workbook.sheets = [WorkbookSheet(name: "A"), sheet]
      workbook.names = known
      return try ExcelReader.workbook(ExcelWriter.bytes(workbook)).names
    }
    func name(_ formula: String) -> DefinedName {
      DefinedName(name: "_xlnm._FilterDatabase", formula: formula, sheet: 1)
    }
    #expect(try names(nil, filtered: []) == [])
    #expect(try names(nil, filtered: [2]) == [name("'It''s'!$B$2:$B$3")])
    let block = CellBlock(top: 0, left: 1, bottom: 3, right: 1)
    #expect(try names(block, filtered: [2]) == [name("'It''s'!$B$1:$B$4")])
    #expect(try names(block, filtered: [2], [name("'It''s'!$B$1:$B$9")]) == [name("'It''s'!$B$1:$B$9")])
  }

  @Test("A cell is set, what depends on it follows, and every other byte stays")
  func edit() throws {
    let original = try WorkbookCollection.bytes("constructs/dynamic_arrays.xlsx")
    let workbook = LiveWorkbook(try ExcelReader.workbook(original), catalog: .standard)
    workbook.recalculate()
    let changes = WorkbookChanges(workbook)
    let cell = try #require(workbook.area("A1")).topLeft
    workbook.engine.setConstant("new & <text>", at: cell)
    workbook.engine.setConstant(7, at: CellAddress(grid: cell.grid, row: 40, column: 30))
    workbook.recalculate()
    let edited = try ExcelEdit.bytes(original, changing: changes.edits())
    let (before, after) = (try ExcelPackage(original), try ExcelPackage(edited))
    let sheet = try #require(try ExcelReader.sheetParts(of: before)[0])
    for part in ["xl/workbook.xml", "xl/styles.xml", "xl/metadata.xml", "xl/theme/theme1.xml", "[Content_Types].xml"] {
      #expect(try before.contents(of: part) == after.contents(of: part), "\(part)")
    }
    let text = String(decoding: try #require(try after.contents(of: sheet)), as: UTF8.self)
    #expect(text.contains("<is><t>new &amp; &lt;text&gt;</t></is></c>"))
    #expect(text.contains("<row r=\"41\"><c r=\"AE41\"><v>7</v></c></row></sheetData>"))

    let again = LiveWorkbook(try ExcelReader.workbook(edited), catalog: .standard)
    for formula in again.contents.sheets[0].formulas {
      let place = CellAddress(grid: cell.grid, row: Int(formula.row), column: Int(formula.column))
      #expect(formula.stored == workbook.engine.value(at: place), "\(workbook.name(of: place))")
    }
    #expect(again.contents.sheets[0].formulas.count == workbook.contents.sheets[0].formulas.count)
  }

  @Test("Rows and cells that are not there, or are empty, are made where they belong")
  func insertions() throws {
    check(
      "<x:sheetData/>", [(1, 1, 5)],
      "<x:sheetData><x:row r=\"2\"><x:c r=\"B2\"><x:v>5</x:v></x:c></x:row></x:sheetData>")
    check(
      "<x:sheetData><x:row r=\"2\" ht=\"9\"/></x:sheetData>", [(0, 0, true), (1, 1, "a")],
      "<x:sheetData><x:row r=\"1\"><x:c r=\"A1\" t=\"b\"><x:v>1</x:v></x:c></x:row><x:row r=\"2\" ht=\"9\"><x:c r=\"B2\" t=\"inlineStr\"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData>"
    )
    check(
      "<x:sheetData><x:row r=\"1\"><x:c r=\"B1\" s='3' t=\"s\"><x:v>0</x:v></x:c> <x:c r=\"D1\" t=\"e\"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c></x:row></x:sheetData>",
      [(0, 0, 1), (0, 1, 2), (0, 2, 3), (0, 3, "x"), (0, 4, 5)],
      "<x:sheetData><x:row r=\"1\"><x:c r=\"A1\"><x:v>1</x:v></x:c><x:c r=\"B1\" s=\"3\"><x:v>2</x:v></x:c> <x:c r=\"C1\"><x:v>3</x:v></x:c><x:c r=\"D1\" t=\"str\"><x:f>1/0</x:f><x:v>x</x:v></x:c><x:c r=\"E1\"><x:v>5</x:v></x:c></x:row></x:sheetData>"
    )
  }

  @Test("A cell without a format that gets a date, a time or a percentage gets its format, and keeps its look")
  func formatsOfKinds() throws {
    var styles = ExcelAddedStyles(["General", "0.00", "General"])
    let day = CellValue.number(46053, .date)
    #expect(styles.style(for: day, over: 2) == 3 && styles.style(for: day, over: 2) == 3)
    #expect(styles.style(for: day, over: 1) == nil && styles.style(for: 5, over: 0) == nil)
    #expect(styles.style(for: .number(0.07, .percent), over: 0) == 4)
    #expect(styles.style(for: .number(1.5, .time), over: 0) == 5)
    let data = """
      <x:sheetData><x:row r="1"><x:c r="A1" s="2"><x:v>1</x:v></x:c><x:c r="B1" s="1"><x:v>2</x:v></x:c>\
      <x:c r="C1"><x:f>A1</x:f><x:v>1</x:v></x:c></x:row></x:sheetData>
      """
    let changes = [(0, 0), (0, 1), (0, 2), (0, 3)].map { CellChange(row: $0.0, column: $0.1, value: day) }
    let sheet = try ExcelEdit.sheet(Array(data.utf8), changes, &styles)
    #expect(
      String(decoding: sheet, as: UTF8.self) == """
        <x:sheetData><x:row r="1"><x:c r="A1" s="3"><x:v>46053</x:v></x:c><x:c r="B1" s="1"><x:v>46053</x:v></x:c>\
        <x:c r="C1"><x:f>A1</x:f><x:v>46053</x:v></x:c><x:c r="D1" s="6"><x:v>46053</x:v></x:c></x:row></x:sheetData>
        """)
    let part = """
      <a:styleSheet><a:cellStyleXfs><a:xf numFmtId="0"/></a:cellStyleXfs><a:cellXfs count="3"><a:xf numFmtId='0' n='a"b'/>\
      <a:xf numFmtId="2"/><a:xf fontId="7" numFmtId="0"><a:alignment/></a:xf></a:cellXfs><a:dxfs/></a:styleSheet>
      """
    let added = String(decoding: try styles.part(Array(part.utf8)), as: UTF8.self)
    #expect(added.hasPrefix(String(part.prefix(60))) && added.contains("<a:cellXfs count=\"7\">"))
    #expect(
      added.hasSuffix(
        """
        <a:alignment/></a:xf><a:xf fontId="7" numFmtId="14" applyNumberFormat="1"><a:alignment/></a:xf>\
        <a:xf n="a&quot;b" numFmtId="9" applyNumberFormat="1"/><a:xf n="a&quot;b" numFmtId="46" applyNumberFormat="1"/>\
        <a:xf n="a&quot;b" numFmtId="14" applyNumberFormat="1"/></a:cellXfs><a:dxfs/></a:styleSheet>
        """), "\(added)")
  }

  private func check(
    _ data: String, _ changes: [(Int, Int, CellValue)], _ expected: String, location: SourceLocation = #_sourceLocation
  ) {
    let frame = ("<x:worksheet xmlns:x=\"\(ExcelNames.main)\">", "</x:worksheet>")
    var styles = ExcelAddedStyles([])
    let edited = try? ExcelEdit.sheet(
      Array((frame.0 + data + frame.1).utf8),
      changes.map { CellChange(row: $0.0, column: $0.1, value: $0.2) }, &styles)
    #expect(
      edited.map { String(decoding: $0, as: UTF8.self) } == frame.0 + expected + frame.1, sourceLocation: location)
  }
}

extension WorkbookSheet {
  fileprivate var rowCount: Int { columns[2]?.rows.count ?? 0 }
}
