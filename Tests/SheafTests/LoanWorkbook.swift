import CellModel
import Workbooks

/// The file of a small workbook with inputs, a table of formulas and a day.
enum LoanWorkbook {
  static func bytes(from1904: Bool = false) throws -> [UInt8] {
    var workbook = Workbook()
    workbook.savedBy = "Sheaf"
    workbook.dateSystem = from1904 ? .from1904 : .from1900
    workbook.numberFormats = ["General", "0%", "yyyy-mm-dd"]
    var inputs = WorkbookSheet(name: "Inputs")
    inputs.columns[0] = column([("Rate", 0), ("Amount", 0), ("Start", 0)])
    inputs.columns[1] = column([(0.07, 1), (1000, 0), (.number(from1904 ? 46_053 - 1_462 : 46_053), 2)])
    var summary = WorkbookSheet(name: "Summary")
    func add(_ row: Int32, _ text: String, style: Int32, _ stored: CellValue) {
      summary.formulas.append(StoredFormula(row: row, column: 2, style: style, kind: .plain(text), stored: stored))
    }
    add(0, "Inputs!B1*Inputs!B2", style: 0, 70)
    add(1, "Inputs!B3+1", style: 2, .number(from1904 ? 46_054 - 1_462 : 46_054))
    add(2, "1/0", style: 0, .error(CellError(.divisionByZero)))
    add(3, "Rate*2", style: 0, 1)
    workbook.sheets = [inputs, summary]
    workbook.names = [DefinedName(name: "Rate", formula: "Inputs!$B$1")]
    return try ExcelWriter.bytes(workbook)
  }

  private static func column(_ values: [(CellValue, Int32)]) -> ConstantColumn {
    var column = ConstantColumn()
    for (row, value) in values.enumerated() { column.append(value.0, row: row, style: value.1) }
    return column
  }
}
