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

  @Test("A number that is no day of a sheet's calendar is the same plain number there")
  func beforeTheCalendar() {
    let system = DateSystem.from1899
    for number in [-18_109, -1.5, 0, 0.5, 1, 1.75] {
      #expect(system.valueInSheet(number, .date) == .number(number, .plain), "\(number)")
      #expect(system.valueInSheet(number, .date).kind == .plain)
    }
    #expect(system.valueInSheet(2, .date) == .number(1, .date))
    #expect(system.valueInSheet(60.5, .date) == .number(59.5, .dateTime))
    #expect(system.valueInSheet(61, .date) == .number(61, .date))
    #expect(DateSystem.from1900.valueInSheet(0, .date) == .number(0, .date))
    #expect(DateSystem.from1904.valueInSheet(0, .date) == .number(1_462, .date))
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
