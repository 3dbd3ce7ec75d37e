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
}
