import CellModel
import Testing

private let calendar = SerialCalendar()

@Suite("Serial calendar")
struct SerialCalendarTests {
  @Test("Days have Excel's numbers")
  func days() {
    check(1900, 1, 1, 1)
    check(1900, 2, 28, 59)
    check(1900, 2, 29, 60)
    check(1900, 3, 1, 61)
    check(2000, 1, 1, 36526)
    check(2000, 2, 29, 36585)
    check(2015, 4, 1, 42095)
    check(9999, 12, 31, 2_958_465)
    #expect(calendar.day(checking: 0) == CalendarDay(year: 1900, month: 1, day: 0))
    #expect(calendar.day(checking: -1) == nil)
    #expect(calendar.day(checking: 2_958_466) == nil)
    #expect(calendar.day(checking: Double.infinity) == nil)
    #expect(calendar.day(checking: Double.nan) == nil)
  }

  @Test("Months and days run over")
  func overflow() {
    #expect(
      calendar.serial(checkingYear: 2015, month: 14, day: 1) == calendar.serial(checkingYear: 2016, month: 2, day: 1))
    #expect(
      calendar.serial(checkingYear: 2015, month: 0, day: 1) == calendar.serial(checkingYear: 2014, month: 12, day: 1))
    #expect(
      calendar.serial(checkingYear: 2015, month: 3, day: 0) == calendar.serial(checkingYear: 2015, month: 2, day: 28))
    #expect(calendar.serial(checkingYear: 1900, month: 1, day: 60) == 60)
    #expect(calendar.serial(checkingYear: 1900, month: 1, day: 0) == 0)
    #expect(calendar.serial(checkingYear: 1900, month: 3, day: 0) == 60)
    #expect(calendar.serial(checkingYear: 1900, month: 1, day: -1) == nil)
    #expect(calendar.serial(checkingYear: .max, month: .max, day: .max) == nil)
    #expect(calendar.serial(checkingYear: .min, month: .min, day: .min) == nil)
    #expect(calendar.serial(checking: CalendarDay(year: 2015, month: 2, day: 29)) == nil)
  }

  @Test("The 1904 system counts from 1 January 1904")
  func from1904() {
    #expect(SerialCalendar(system: .from1904).serial(checkingYear: 1904, month: 1, day: 1) == 0)
    #expect(SerialCalendar(system: .from1904).day(checking: 0) == CalendarDay(year: 1904, month: 1, day: 1))
    #expect(
      SerialCalendar(system: .from1904).serial(checkingYear: 2015, month: 4, day: 1) == 42095
        - 1462)
    #expect(SerialCalendar(system: .from1904).weekday(0) == 5)
  }

  @Test("Every day reads back, in both systems")
  func roundTrip() {
    for calendar in [SerialCalendar(), SerialCalendar(system: .from1904)] {
      for serial in stride(from: 1, through: calendar.last, by: 17) {
        let day = calendar.day(checking: serial)
        #expect(day.flatMap { calendar.serial(checking: $0) } == serial)
      }
    }
  }

  @Test("Weekdays are Excel's, wrong before March 1900")
  func weekdays() {
    #expect(calendar.weekday(1) == 0)
    #expect(calendar.weekday(0) == 6)
    #expect(calendar.weekday(61) == 4)
    #expect(calendar.weekday(42095) == 3)
    #expect((0...6).contains(calendar.weekday(-3)))
  }

  @Test("Times round to the unit asked for and may move to the next day")
  func moments() {
    let noon = TimeOfDay(of: 42095.5)
    #expect(noon?.hour == 12 && noon?.minute == 0 && noon?.second == 0 && noon?.serialDay == 42095)
    let late = TimeOfDay(of: 1.999999)
    #expect(late?.hour == 0 && late?.serialDay == 2)
    let fine = TimeOfDay(of: 1.5 + 1.25 / 86_400, secondPlaces: 2)
    #expect(fine?.second == 1 && fine?.fraction == 25)
    #expect(TimeOfDay(of: -0.1) == nil)
    #expect(TimeOfDay(of: .nan) == nil)
  }
}

private func check(_ year: Int, _ month: Int, _ day: Int, _ serial: Int, at location: SourceLocation = #_sourceLocation)
{
  let expected = CalendarDay(year: year, month: month, day: day)
  #expect(calendar.serial(checkingYear: year, month: month, day: day) == serial, sourceLocation: location)
  #expect(calendar.day(checking: serial) == expected, sourceLocation: location)
}
