import CellModel
import Testing

@testable import Workbooks

@Suite("Parts of workbooks")
struct WorkbookPartTests {
  /// A workbook of one sheet whose rows begin at D3; days are shown as such.
  private static func workbook(named name: String, _ rows: [[CellValue]], table: WorkbookTable? = nil) -> Workbook {
    var sheet = WorkbookSheet(name: name)
    for (row, values) in rows.enumerated() {
      for (column, value) in values.enumerated() where !value.isBlank {
        let style: Int32 = if case .number(_, .date) = value { 1 } else { 0 }
        sheet.columns[3 + column, default: ConstantColumn()].append(value, row: 2 + row, style: style)
      }
    }
    sheet.tables = table.map { [$0] } ?? []
    var workbook = Workbook()
    workbook.numberFormats = ["General", "yyyy-mm-dd"]
    workbook.sheets = [sheet]
    return workbook
  }

  private static func table(_ block: String, hasHeaders: Bool, hasTotals: Bool = false, _ columns: [String])
    -> WorkbookTable
  {
    WorkbookTable(
      name: "t", block: CellBlock(block) ?? CellBlock(top: 0, left: 0, bottom: 0, right: 0), hasHeaders: hasHeaders,
      hasTotals: hasTotals, columns: columns)
  }

  private static let rows: [[CellValue]] = [["x", "y"], ["a", 1], ["b", 2]]

  @Test("A table that shows no header has the names of its columns, and loses no row to them")
  func withoutHeader() throws {
    for (block, hasTotals) in [("D4:E5", false), ("D4:E6", true)] {
      let table = Self.table(block, hasHeaders: false, hasTotals: hasTotals, ["left", "right"])
      let file = try TableFile(Self.workbook(named: "S", Self.rows + [["Sum", 3]], table: table), part: "T")
      #expect(file.columns == ["left", "right"])
      #expect(file.rows == [["a", 1], ["b", 2]])
    }
    let shown = Self.table("D3:E5", hasHeaders: true, ["x", "y"])
    let file = try TableFile(Self.workbook(named: "S", Self.rows, table: shown), part: "t")
    #expect(file.rows == [["a", 1], ["b", 2]])
  }

  @Test("A table that cannot be as its file says is refused or empty")
  func impossibleTables() throws {
    let narrow = Self.table("D4:E5", hasHeaders: false, ["left"])
    #expect(throws: CSVError.self) { try TableFile(Self.workbook(named: "S", Self.rows, table: narrow), part: "t") }
    let low = Self.table("D3:E3", hasHeaders: true, hasTotals: true, ["x", "y"])
    #expect(try TableFile(Self.workbook(named: "S", Self.rows, table: low), part: "t").rows == [])
  }

  @Test("Whole columns end with the rows that are used, and begin with them")
  func wholeColumns() throws {
    let workbook = Self.workbook(named: "A #1", Self.rows)
    for part in ["D:E", "A #1!D:E", "'A #1'!$E:d"] {
      let file = try TableFile(workbook, part: part)
      #expect(file.columns == ["x", "y"])
      #expect(file.rows == [["a", 1], ["b", 2]])
    }
    for part in ["D:", "D:E:F", "4:5", "'A'!D:E", "A:B"] {
      #expect(throws: CSVError.self, "\(part)") { try TableFile(workbook, part: part) }
    }
  }

  @Test("A name of the whole workbook counts before one of a sheet, and a table without names of columns is refused")
  func names() throws {
    var workbook = Self.workbook(named: "S", Self.rows)
    workbook.names = [
      DefinedName(name: "all", formula: "S!$D$4:$E$5", sheet: 0), DefinedName(name: "all", formula: "S!$D$3:$E$5"),
      DefinedName(name: "own", formula: "S!$D$4:$E$5", sheet: 0), DefinedName(name: "bare", formula: "S!$D$4:$E$5"),
    ]
    workbook.names[3].isTableWithoutHeader = true
    #expect(try TableFile(workbook, part: "all").columns == ["x", "y"])
    #expect(try TableFile(workbook, part: "own").columns == ["a", "1"])
    #expect(throws: CSVError.self) { try TableFile(workbook, part: "bare") }
  }

  @Test("A table of OpenDocument says whether it shows a header")
  func openDocument() throws {
    for (hasHeaders, isRefused) in [(true, false), (false, true)] {
      let table = Self.table(hasHeaders ? "D3:E5" : "D4:E5", hasHeaders: hasHeaders, ["x", "y"])
      let made = try OpenDocumentWriter.bytes(Self.workbook(named: "S", Self.rows, table: table), names: [])
      let read = try WorkbookReader.workbook(made, named: "a.ods")
      #expect(((try? TableFile(read, part: "t")) == nil) == isRefused)
    }
  }

  @Test("A day above a column names it as in a file of separated values")
  func days() throws {
    let workbook = Self.workbook(named: "S", [[.number(45322, .date), 2024], [1, 2]])
    #expect(try TableFile(workbook, part: nil).columns == ["2024-01-31", "2024"])
  }
}
