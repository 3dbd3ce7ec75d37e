import CellModel
import Engine
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import TestSupport
import Testing
import Workbooks

@testable import Conversion

/// Random sheets through every way in which a sheet leaves and comes back: the grid must have the same values after each.
/// `LONG_TESTS=1 swift test --filter RandomSheetTests` tries a thousand.
@Suite("Random sheets go out and come back")
struct RandomSheetTests {
  private static var seeds: Range<UInt64> { 0..<UInt64(TestLength.count(20, of: 1_000)) }

  @Test("As the formatter writes it", arguments: seeds)
  func formatted(_ seed: UInt64) {
    let document = SheetDocument(name: "a.sheet", RandomSheet(seed: seed).text)
    expect(Self.live(document.text), toBe: Self.live(SheetFormatter.formatted(document).text))
  }

  @Test("As a workbook of Excel, and as a sheet made of that", arguments: seeds)
  func throughExcel(_ seed: UInt64) throws {
    let sheet = Self.live(RandomSheet(seed: seed).text)
    let made = WorkbookFromSheet(sheet, name: "a").workbook
    let workbook = Self.live(try ExcelReader.workbook(ExcelWriter.bytes(made)))
    expect(sheet, toBe: workbook)
    #expect(WrittenWorkbook(workbook, of: made).differences == [])
    let back = ConvertedSheet(workbook, name: "back.sheet", environment: RoundTripTests.environment)
    #expect(back.differences == [])
    expect(sheet, toBe: Self.live(back.text))
  }

  /// What is stored: logicals are numbers to LibreOffice, so computing goes its own way.
  @Test("As a workbook of LibreOffice", arguments: seeds)
  func throughOpenDocument(_ seed: UInt64) throws {
    let sheet = Self.live(RandomSheet(seed: seed).text)
    let bytes = try OpenDocumentWorkbook(WorkbookFromSheet(sheet, name: "a").workbook).bytes()
    let read = StoredValues(try WorkbookReader.workbook(bytes, named: "a.ods"))
    expect(sheet, toBe: read)
  }

  // MARK: Ways

  private static func live(_ text: String) -> LiveSheet {
    LiveSheet(SheetDocument(name: "a.sheet", text), environment: RoundTripTests.environment)
  }

  private static func live(_ workbook: Workbook) -> LiveWorkbook {
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    return live
  }

  private func expect(_ sheet: LiveSheet, toBe other: some Gridded) {
    var filled = 0
    for row in 0..<200 {
      for column in 0..<40 {
        let (value, expected) = (other.value(row, column), sheet.value(row, column))
        if !expected.isBlank { filled += 1 }
        let place = A1Notation.letters(ofColumn: column) + String(row + 1)
        #expect(Self.areSame(value, expected), "\(place): \(expected) is \(value)")
      }
    }
    #expect(filled > 30)
  }

  /// The same to the bit; of errors, what a file can say.
  private static func areSame(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.number(let a, _), .number(let b, _)): a == b
    case (.error(let read), .error(let made)): read.code == made.code || ExcelErrors.mayBeRead(made.code, as: read.code)
    default: a == b
    }
  }
}

/// The values of a file, which nothing has computed since.
private struct StoredValues: Gridded {
  private var values: [[Int32]: CellValue] = [:]

  init(_ workbook: Workbook) {
    guard let sheet = workbook.sheets.first(where: { $0.name == "a" }) else { return }
    for (column, cells) in sheet.columns {
      for (row, value) in zip(cells.rows, cells.values) { values[[row, Int32(column)]] = value }
    }
    for place in sheet.formulas.indices {
      let (row, column) = sheet.formulas.cell(place)
      values[[row, column]] = sheet.formulas.stored(place)
    }
    for spilled in sheet.arrays.spilled { values[[spilled.row, spilled.column]] = spilled.value }
  }

  func value(_ row: Int, _ column: Int) -> CellValue { values[[Int32(row), Int32(column)]] ?? .blank }
}

/// What has a grid named `a`, which is that of the sheet.
private protocol Gridded {
  func value(_ row: Int, _ column: Int) -> CellValue
}

extension LiveSheet: Gridded {
  fileprivate func value(_ row: Int, _ column: Int) -> CellValue {
    guard let grid = grids.first(where: { $0.name == "a" }) ?? grids.first else { return .blank }
    return engine.value(at: CellAddress(grid: grid.grid, row: row, column: column))
  }
}

extension LiveWorkbook: Gridded {
  fileprivate func value(_ row: Int, _ column: Int) -> CellValue {
    guard let place = contents.sheets.firstIndex(where: { $0.name == "a" }) else { return .blank }
    return engine.value(at: CellAddress(grid: grids[place], row: row, column: column))
  }
}
