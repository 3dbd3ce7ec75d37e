import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import Testing
import Workbooks

@testable import Conversion

extension ConvertedSheet {
  /// The sheet that a workbook becomes, which has its form already.
  static func made(of workbook: Workbook, at location: SourceLocation = #_sourceLocation) -> ConvertedSheet {
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    let made = ConvertedSheet(live, name: "x.sheet", environment: RoundTripTests.environment)
    let edits = SheetFormatter.edits(for: SheetDocument(name: "x.sheet", made.text))
    #expect(edits.isEmpty, sourceLocation: location)
    return made
  }
}

extension ConstantColumn {
  /// A column of values from the first row on.
  init(_ values: [CellValue], styles: [Int32] = []) {
    self.init()
    for (row, value) in values.enumerated() {
      append(value, row: row, style: row < styles.count ? styles[row] : 0)
    }
  }
}

extension Workbook {
  /// A table with a formula in its second column, totals below, and formulas that read it by name and by address.
  static var orders: Workbook {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0.00"]
    var sheet = WorkbookSheet(name: "Orders")
    sheet.columns[1] = ConstantColumn(["Item", "nail|s", "12", "Total"])
    sheet.columns[2] = ConstantColumn(["Sum"])
    sheet.columns[3] = ConstantColumn(["Unit cost", 2.5, 4])
    for row in 1...2 {
      sheet.formulas.append(
        StoredFormula(
          row: Int32(row), column: 2, style: 1, kind: .plain("Orders[[#This Row],[Unit cost]]*D\(row + 1)"), stored: nil
        ))
    }
    sheet.formulas += [
      StoredFormula(row: 3, column: 2, style: 0, kind: .plain("SUBTOTAL(109,Orders[Sum])"), stored: nil),
      StoredFormula(row: 0, column: 6, style: 0, kind: .plain("SUM(D2:D3)+Orders[[#Totals],[Sum]]+C2"), stored: nil),
    ]
    var table = WorkbookTable(
      name: "Orders", block: CellBlock(top: 0, left: 1, bottom: 3, right: 3), hasHeaders: true, hasTotals: true,
      columns: ["Item", "Sum", "Unit cost"])
    table.columnFormulas[1] = "Orders[[#This Row],[Unit cost]]*D2"
    sheet.tables = [table]
    workbook.sheets = [sheet]
    return workbook
  }
}
