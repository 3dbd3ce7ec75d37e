import CellModel
import Testing

@testable import Workbooks

@Suite("Days of workbooks")
struct WorkbookDaysTests {
  @Test("A day is the same one in a workbook and in a sheet", arguments: [DateSystem.from1899, .from1900, .from1904])
  func days(of system: DateSystem) {
    let own = SerialCalendar(system: system)
    let sheet = SerialCalendar(system: .from1900)
    // The first days of 1900, of which a sheet has one too many, and later ones.
    for serial in Array(2...70) + [36_526, 46_000] {
      let number = system.numberInSheet(Double(serial))
      #expect(sheet.day(of: Int(number)) == own.day(of: serial), "\(serial)")
      #expect(system.number(fromSheet: number) == Double(serial))
    }
    #expect(DateSystem.from1899.numberInSheet(-18_109) < 1)
  }

  @Test("A workbook of OpenDocument shows the same days where they count as Excel has them, and its other numbers stay")
  func asInExcel() {
    var column = ConstantColumn()
    for (row, style) in [Int32(0), 1, 1, 1, 1].enumerated() {
      column.append(.number([16, 16, 60.25, 61, 1][row]), row: row, style: style)
    }
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = column
    sheet.formulas = [StoredFormula(row: 9, column: 0, style: 1, kind: .plain("DATE(1900,1,1)"), stored: 2)]
    var workbook = Workbook()
    workbook.numberFormats = ["General", "yyyy-mm-dd"]
    workbook.sheets = [sheet]
    #expect(workbook.countedAsInExcel.sheets[0].columns[0]?.values == [16, 16, 60.25, 61, 1])
    workbook.dateSystem = .from1899
    let made = workbook.countedAsInExcel
    #expect(made.dateSystem == .from1900)
    #expect(made.sheets[0].columns[0]?.values == [16, 15, 59.25, 61, 1])
    #expect(made.sheets[0].formulas.first?.stored == 1)
  }
}
