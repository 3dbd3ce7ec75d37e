import CellModel
import Engine
import Formulas
import Foundation
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import Testing
import Workbooks

@testable import Conversion

/// Workbooks of others, which lie with the tests of live workbooks, as sheets and back.
@Suite("Round trips of workbooks")
struct RoundTripTests {
  @Test("A formula that asks for a pivot table, or how a text is pronounced, keeps its value and is listed")
  func besideCells() throws {
    let pivots = try Self.workbook("functions/pivots-libreoffice.xlsx")
    let sheet = ConvertedSheet(pivots, name: "made.sheet", environment: Self.environment)
    #expect(sheet.differences == [])
    #expect(sheet.omissions.filter { $0.key.contains("reads a pivot table") }.map(\.value) == [24])
    let written = RespelledWorkbook(pivots)
    #expect(written.omissions.map(\.value) == [24])
    let asked = try #require(written.workbook.sheets.first { $0.name == "Asked" })
    #expect(asked.formulas.isEmpty)
    #expect(asked.columns[0]?.values.first == 470)

    let texts = try Self.workbook("values/51519.xlsx")
    func asks(_ workbook: LiveWorkbook, _ formula: String) -> Bool {
      workbook.asksBesideCells(FormulaParser.parse(formula, dialect: .excel).tree)
    }
    #expect(asks(texts, "1+PHONETIC(A1)") && !asks(texts, "GETPIVOTDATA(\"a\",A1)"))
    #expect(asks(pivots, "GETPIVOTDATA(\"a\",A1)") && !asks(pivots, "PHONETIC(A1)"))
  }

  @Test(
    "A workbook as a sheet, and that as a workbook, have the same values at the same addresses",
    arguments: [
      "constructs/dynamic_arrays.xlsx", "constructs/simple_arrays.xlsx", "constructs/column_row_ranges.xlsx",
      "constructs/shared_formula_reversed.xlsx", "constructs/non_monotonic_si.xlsx", "constructs/spill_operator.xlsx",
      "constructs/NewlineInFormulas.xlsx", "constructs/range_operator.xlsx",
      "constructs/sheet-names-and-operators.xlsx",
      "constructs/tile-range-test.xlsx", "constructs/rangesinsteadofcells.xlsx", "tables-names/ForShifting.xlsx",
    ])
  func values(of file: String) throws {
    let workbook = try Self.workbook(file)
    let made = ConvertedSheet(workbook, name: "made.sheet", environment: Self.environment)
    #expect(made.differences == [])
    #expect(made.compared > 0)

    let sheet = LiveSheet(SheetDocument(name: "made.sheet", made.text), environment: Self.environment)
    let bytes = try ExcelWriter.bytes(WorkbookFromSheet(sheet, name: "made").workbook)
    let again = LiveWorkbook(try ExcelReader.workbook(bytes), catalog: .standard)
    again.recalculate()
    for (place, contents) in workbook.contents.sheets.enumerated() where contents.kind == .cells {
      let other = try #require(again.contents.sheets.firstIndex { $0.name == contents.name })
      func check(_ row: Int32, _ column: Int32) {
        let (a, b) = (workbook.grids[place], again.grids[other])
        let first = CellAddress(grid: a, row: Int(row), column: Int(column))
        guard !workbook.unsteady.contains(first) else { return }
        let value = again.engine.value(at: CellAddress(grid: b, row: Int(row), column: Int(column)))
        #expect(
          ConvertedSheet.areSame(value, workbook.engine.value(at: first)), "\(workbook.name(of: first)) is \(value)")
      }
      for formula in contents.formulas { check(formula.row, formula.column) }
      for spilled in contents.spilled { check(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { check(row, Int32(column)) } }
    }
  }

  private static func workbook(_ file: String) throws -> LiveWorkbook {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "LiveWorkbooksTests/Workbooks/\(file)")
    let workbook = LiveWorkbook(try ExcelReader.workbook(Array(try Data(contentsOf: path))), catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  static var environment: LiveSheet.Environment {
    LiveSheet.Environment(catalog: LiveWorkbook(Workbook(), catalog: .standard).engine.catalog)
  }
}
