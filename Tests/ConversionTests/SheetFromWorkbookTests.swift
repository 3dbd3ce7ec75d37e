import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

@Suite("Sheet from workbook")
struct SheetFromWorkbookTests {
  @Test("Names, fills, dates and texts read as a person would have written them")
  func text() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0%", "m/d/yyyy", "#,##0.00"]
    var inputs = WorkbookSheet(name: "Inputs")
    inputs.columns[0] = Self.column(["Rate", "Start", "Say \"hi\" to\nthere"])
    inputs.columns[1] = Self.column([0.07, 46_053, true], styles: [1, 2, 0])
    var plan = WorkbookSheet(name: "My plan")
    plan.columns[0] = Self.column([1, 2, 3])
    plan.sharedFormulas = [SharedFormula(row: 0, column: 1, text: "A1*Rate+Inputs!$B$2")]
    plan.formulas = (0..<3).map {
      StoredFormula(row: $0, column: 1, style: 3, kind: .shared(0), stored: nil)
    }
    plan.formulas.append(StoredFormula(row: 4, column: 1, style: 0, kind: .plain("SUM(Data)-Rate*2"), stored: nil))
    workbook.sheets = [inputs, plan]
    workbook.names = [
      DefinedName(name: "Rate", formula: "Inputs!$B$1"), DefinedName(name: "Data", formula: "'My plan'!$A$1:$A$3"),
    ]
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    let made = ConvertedSheet(live, name: "x.sheet", environment: RoundTripTests.environment)
    #expect(
      made.text == """
        sheet Inputs
        A1 = "Rate"; Rate = 7%; B1 = Rate
        A2 = "Start"; B2 = 2026-01-31
        A3 = "Say ""hi"" to" & CHAR(10) & "there"; B3 = TRUE

        sheet 'My plan'
        Data = $A$1:$A$3
        A1 = 1
        B1:B3 = A1 * Rate + Inputs!$B$2 as "#,##0.00"
        A2 = 2
        A3 = 3
        B5 = SUM(Data) - Rate * 2

        """)
    #expect(made.differences == [])
    #expect(made.compared == 13)
  }

  @Test("What a sheet cannot have keeps its value and is listed once")
  func omissions() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.hiddenRows = [3, 4]
    for (row, text) in ["[1]Prices!A1", "[1]Prices!A2", "AddIn(1)"].enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(text), stored: 5))
    }
    workbook.sheets = [sheet]
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    let made = ConvertedSheet(live, name: "x.sheet", environment: RoundTripTests.environment)
    #expect(made.text == "sheet Sheet1\nA1 = 5\nA2 = 5\nA3 = 5\n")
    #expect(made.omissions["hidden row"] == 2)
    #expect(made.omissions.values.reduce(0, +) == 5)
  }

  private static func column(_ values: [CellValue], styles: [Int32] = []) -> ConstantColumn {
    var column = ConstantColumn()
    for (row, value) in values.enumerated() {
      column.append(value, row: row, style: row < styles.count ? styles[row] : 0)
    }
    return column
  }
}
