import CellModel
import Functions

/// Dates as arguments and results of functions, where what is no date is an error value.
extension SerialCalendar {
  /// The serial number of a day given by numbers of any size, or `#NUM!` outside of what dates can be.
  func serial(checkedYear year: Int, month: Int, day: Int) throws(CellError) -> Int {
    guard let serial = serial(checkingYear: year, month: month, day: day) else {
      throw .number("The date is out of range.")
    }
    return serial
  }

  func checked(_ serial: Int) throws(CellError) -> Int {
    guard serial >= first, serial < end else { throw .number("The date is out of range.") }
    return serial
  }

  /// The whole day of a date, or `#NUM!` for one that is none in this system.
  func whole(_ date: Double) throws(CellError) -> Int {
    guard date >= Double(first), date < Double(end) else {
      throw .number("\(NumberText.general(date)) is no date.")
    }
    return Int(date.rounded(.down))
  }

  /// The day that a clock shows at a time, which is within half a second of midnight the next one.
  func clockDay(_ date: Double) throws(CellError) -> Int {
    try whole((date * 86_400).rounded() / 86_400)
  }

  /// A date moved by months; the day is cut to the length of the month it comes to.
  func adding(months: Int, to serial: Int) throws(CellError) -> Int {
    let day = day(of: serial)
    let month = try month(checked: months, after: day)
    return try checked(month.first + min(day.day, month.dayCount) - 1)
  }

  /// The last day of the month that lies some months away.
  func endOfMonth(_ months: Int, after serial: Int) throws(CellError) -> Int {
    let month = try month(checked: months, after: day(of: serial))
    return month.first + month.dayCount - 1
  }

  private func month(checked months: Int, after day: CalendarDay) throws(CellError) -> (first: Int, dayCount: Int) {
    guard abs(months) < 200_000 else { throw .number("The date is out of range.") }
    let month = month(months, after: day)
    _ = try checked(month.first)
    return month
  }

  /// The week by ISO 8601: weeks begin on Monday, and the first has the year's first Thursday.
  func isoWeek(_ serial: Int) -> Int {
    let thursday = serial - (weekday(serial) + 6) % 7 + 3
    guard thursday >= first else { return 52 }
    return (thursday - self.serial(year: day(of: thursday).year, month: 1, day: 1)) / 7 + 1
  }
}

extension Parameter where Value == SerialCalendar {
  /// The calendar of the context's date system; it stands for no argument.
  static var calendar: Parameter { hidden(dateSystem: { SerialCalendar(system: $0) }) }
}
