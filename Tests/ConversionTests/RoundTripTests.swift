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
    let written = RespelledWorkbook(pivots, for: .excel)
    #expect(written.omissions.filter { $0.key.contains("reads a pivot table") }.map(\.value) == [24])
    #expect(written.omissions["pivot table, whose cells keep their values"] == 2)
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
      for spilled in contents.arrays.spilled { check(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { check(row, Int32(column)) } }
    }
  }

  @Test("Days and times of an array constant, which a workbook has only in what its cells show, come back")
  func daysInArrays() throws {
    for constant in [
      "{1, 2026-01-31}", "{2026-01-31, 1}", "{2026-01-31; 2026-02-01}", "{\"due\", 2026-01-31; 12:30, 0.5}",
      "{1, 46053}",
    ] {
      let sheet = LiveSheet(SheetDocument(name: "made.sheet", "A1 = \(constant)\n"), environment: Self.environment)
      let bytes = try ExcelWriter.bytes(WorkbookFromSheet(sheet, name: "made").workbook)
      let workbook = LiveWorkbook(try ExcelReader.workbook(bytes), catalog: .standard)
      workbook.recalculate()
      let made = ConvertedSheet(workbook, name: "made.sheet", environment: Self.environment)
      #expect(made.differences == [])
      #expect(made.text.contains("A1 = \(constant)\n"), "\(made.text)")
    }
  }

  @Test("Names of a sheet and on the sheet of whoever uses them are spelled as Excel has them")
  func namesOfOpenDocument() throws {
    var (first, second) = (WorkbookSheet(name: "One"), WorkbookSheet(name: "Two"))
    second.columns[0] = ConstantColumn()
    second.columns[0]?.append(7, row: 0, style: 0)
    first.formulas = [
      StoredFormula(row: 0, column: 1, style: 0, kind: .plain("Two.num2 * 2"), stored: nil),
      StoredFormula(row: 1, column: 1, style: 0, kind: .plain("Two.rate + own"), stored: nil),
    ]
    second.formulas = [StoredFormula(row: 0, column: 1, style: 0, kind: .plain("own"), stored: nil)]
    var workbook = Workbook()
    workbook.sheets = [first, second]
    workbook.names = [
      DefinedName(name: "_num2", formula: "Two!$A$1", sheet: 1),
      DefinedName(name: "rate", formula: "Two!$A$1", sheet: 1), DefinedName(name: "own", formula: "$A$1"),
      DefinedName(name: "gone", formula: "#REF!"),
    ]
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    let made = RespelledWorkbook(live, for: .excel).workbook
    #expect(made.sheets[0].formulas.map(\.kind) == [.plain("Two!_num2 * 2"), .plain("Two!rate + own")])
    #expect(made.names.map(\.formula) == ["Two!$A$1", "Two!$A$1", "!$A$1", "#REF!"])
    let written = LiveWorkbook(try ExcelReader.workbook(ExcelWriter.bytes(made)), catalog: .standard)
    written.recalculate()
    #expect(WrittenWorkbook(written, of: made).differences == [])
    #expect(made.sheets.flatMap { $0.formulas.map(\.stored) } == [14, 7, 7])
  }

  @Test("In .xlsx a sheet has a name that Excel takes, also in formulas; of names defined twice the last counts")
  func namesForExcel() throws {
    let long = "Utilities (rates, credit cards and more)"
    var source = WorkbookSheet(name: long)
    source.columns[0] = ConstantColumn()
    source.columns[0]?.append(7, row: 0, style: 0)
    var plan = WorkbookSheet(name: "a/b")
    plan.formulas = [
      StoredFormula(row: 0, column: 0, style: 0, kind: .plain("'\(long)'!A1*2+rate"), stored: nil),
      StoredFormula(row: 1, column: 0, style: 0, kind: .plain("SUM('\(long):a/b'!C1)+'a/b'!A1"), stored: nil),
    ]
    var workbook = Workbook()
    workbook.sheets = [source, plan, WorkbookSheet(name: "a_b")]
    workbook.names = [
      DefinedName(name: "rate", formula: "1"), DefinedName(name: "Rate", formula: "'\(long)'!$A$1"),
      DefinedName(name: "rate", formula: "3", sheet: 2),
    ]
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    let made = RespelledWorkbook(live, for: .excel)
    let short = String(long.prefix(31))
    #expect(made.workbook.sheets.map(\.name) == [short, "a_b 2", "a_b"])
    #expect(
      made.workbook.sheets[1].formulas.map(\.kind) == [
        .plain("'\(short)'!A1*2+rate"), .plain("SUM('\(short):a_b 2'!C1)+'a_b 2'!A1"),
      ])
    #expect(made.workbook.names.map(\.formula) == ["'\(short)'!$A$1", "3"])
    #expect(made.omissions.count == 2)
    let bytes = try ExcelWriter.bytes(made.workbook)
    #expect(try PackageCheck(bytes).faults == [])
    let written = LiveWorkbook(try ExcelReader.workbook(bytes), catalog: .standard)
    written.recalculate()
    #expect(WrittenWorkbook(written, of: made.workbook).differences == [])
    #expect(written.contents.sheets[1].formulas.map(\.stored) == [21, 21])
    #expect(RespelledWorkbook(live, for: .openDocument).workbook.sheets.map(\.name) == [long, "a/b", "a_b"])
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
