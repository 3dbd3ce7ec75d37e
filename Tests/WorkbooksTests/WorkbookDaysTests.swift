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
}
