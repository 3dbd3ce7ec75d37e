import CellModel
import Testing

@Suite("Date serial")
struct DateSerialTests {
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
    #expect(DateSerial.day(of: 0) == DateSerial.Day(year: 1900, month: 1, day: 0))
    #expect(DateSerial.day(of: -1) == nil)
    #expect(DateSerial.day(of: 2_958_466) == nil)
    #expect(DateSerial.day(of: Double.infinity) == nil)
    #expect(DateSerial.day(of: Double.nan) == nil)
  }

  @Test("Months and days run over")
  func overflow() {
    #expect(DateSerial.serial(year: 2015, month: 14, day: 1) == DateSerial.serial(year: 2016, month: 2, day: 1))
    #expect(DateSerial.serial(year: 2015, month: 0, day: 1) == DateSerial.serial(year: 2014, month: 12, day: 1))
    #expect(DateSerial.serial(year: 2015, month: 3, day: 0) == DateSerial.serial(year: 2015, month: 2, day: 28))
    #expect(DateSerial.serial(year: 1900, month: 1, day: 60) == 60)
    #expect(DateSerial.serial(year: 1900, month: 1, day: 0) == 0)
    #expect(DateSerial.serial(year: 1900, month: 3, day: 0) == 60)
    #expect(DateSerial.serial(year: 1900, month: 1, day: -1) == nil)
    #expect(DateSerial.serial(year: .max, month: .max, day: .max) == nil)
    #expect(DateSerial.serial(year: .min, month: .min, day: .min) == nil)
    #expect(DateSerial.serial(checking: DateSerial.Day(year: 2015, month: 2, day: 29)) == nil)
  }

  @Test("The 1904 system counts from 1 January 1904")
  func from1904() {
    #expect(DateSerial.serial(year: 1904, month: 1, day: 1, in: .from1904) == 0)
    #expect(DateSerial.day(of: 0, in: .from1904) == DateSerial.Day(year: 1904, month: 1, day: 1))
    #expect(DateSerial.serial(year: 2015, month: 4, day: 1, in: .from1904) == 42095 - DateSerial.systemOffset)
    #expect(DateSerial.weekday(of: 0, in: .from1904) == 6)
  }

  @Test("Every day reads back, in both systems")
  func roundTrip() {
    for system in [DateSystem.from1900, .from1904] {
      for serial in stride(from: 1, through: DateSerial.last(in: system), by: 17) {
        let day = DateSerial.day(of: serial, in: system)
        #expect(day.flatMap { DateSerial.serial(checking: $0, in: system) } == serial)
      }
    }
  }

  @Test("Weekdays are Excel's, wrong before March 1900")
  func weekdays() {
    #expect(DateSerial.weekday(of: 1) == 1)
    #expect(DateSerial.weekday(of: 0) == 7)
    #expect(DateSerial.weekday(of: 61) == 5)
    #expect(DateSerial.weekday(of: 42095) == 4)
    #expect((1...7).contains(DateSerial.weekday(of: -3)))
  }

  @Test("Times round to the unit asked for and may move to the next day")
  func moments() {
    let noon = DateSerial.moment(of: 42095.5)
    #expect(noon?.hour == 12 && noon?.minute == 0 && noon?.second == 0 && noon?.serialDay == 42095)
    let late = DateSerial.moment(of: 1.999999)
    #expect(late?.hour == 0 && late?.serialDay == 2)
    let fine = DateSerial.moment(of: 1.5 + 1.25 / 86_400, secondPlaces: 2)
    #expect(fine?.second == 1 && fine?.fraction == 25)
    #expect(DateSerial.moment(of: -0.1) == nil)
    #expect(DateSerial.moment(of: .nan) == nil)
  }
}

private func check(_ year: Int, _ month: Int, _ day: Int, _ serial: Int, at location: SourceLocation = #_sourceLocation)
{
  let expected = DateSerial.Day(year: year, month: month, day: day)
  #expect(DateSerial.serial(year: year, month: month, day: day) == serial, sourceLocation: location)
  #expect(DateSerial.day(of: serial) == expected, sourceLocation: location)
}
