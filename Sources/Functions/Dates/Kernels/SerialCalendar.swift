import CellModel

/// A day of the calendar: its year, its month from 1 and its day of the month.
///
/// The day before 1 January 1900 is written 0 January 1900, as Excel has it.
struct CalendarDay: Equatable {
  var year: Int
  var month: Int
  var day: Int

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The days of a month by the true calendar.
  static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  var isLastOfFebruary: Bool { month == 2 && day >= Self.daysInMonth(year: year, month: 2) }
}

/// Serial numbers as days and back, in one of the two date systems.
///
/// In the 1900 system 60 is 29 February 1900, a day that never was; days before it are one less than a true count.
struct SerialCalendar {
  let system: DateSystem

  /// The serial number after the last: 1 January 10000.
  var end: Int { system == .from1900 ? 2_958_466 : 2_957_004 }

  /// The day of a serial number that is not negative.
  func day(of serial: Int) -> CalendarDay {
    switch system {
    case .from1900:
      if serial == 0 { return CalendarDay(year: 1900, month: 1, day: 0) }
      if serial == 60 { return CalendarDay(year: 1900, month: 2, day: 29) }
      return Self.civil(fromDays: serial - (serial < 60 ? 25_568 : 25_569))
    case .from1904: return Self.civil(fromDays: serial - 24_107)
    }
  }

  func day(of serial: Double) -> CalendarDay { day(of: Int(serial.rounded(.down))) }

  /// The serial number of a day; a month out of 1 to 12 counts on into other years, a day into other months.
  ///
  /// The arguments must be small enough to be added, which ``serial(checkedYear:month:day:)`` sees to.
  func serial(year: Int, month: Int, day: Int) -> Int {
    let months = year * 12 + month - 1
    let years = months >= 0 ? months / 12 : (months - 11) / 12
    let first = Self.days(year: years, month: months - years * 12 + 1, day: 1)
    switch system {
    case .from1900: return first + (first < -25_508 ? 25_568 : 25_569) + day - 1
    case .from1904: return first + 24_107 + day - 1
    }
  }

  func serial(_ day: CalendarDay) -> Int { serial(year: day.year, month: day.month, day: day.day) }

  /// The serial number of a day given by numbers of any size, or `#NUM!` outside of what dates can be.
  func serial(checkedYear year: Int, month: Int, day: Int) throws(CellError) -> Int {
    guard (-20_000...20_000).contains(year), (-500_000...500_000).contains(month),
      (-9_000_000...9_000_000).contains(day)
    else { throw .number("The date is out of range.") }
    return try checked(serial(year: year, month: month, day: day))
  }

  func checked(_ serial: Int) throws(CellError) -> Int {
    guard serial >= 0, serial < end else { throw .number("The date is out of range.") }
    return serial
  }

  /// The whole day of a date, or `#NUM!` for one that is none in this system.
  func whole(_ date: Double) throws(CellError) -> Int {
    guard date >= 0, date < Double(end) else { throw .number("\(NumberText.general(date)) is no date.") }
    return Int(date)
  }

  /// The days of a month as serial numbers have them: February 1900 has 29.
  func daysInMonth(year: Int, month: Int) -> Int {
    serial(year: year, month: month + 1, day: 1) - serial(year: year, month: month, day: 1)
  }

  func daysInYear(_ year: Int) -> Int {
    serial(year: year + 1, month: 1, day: 1) - serial(year: year, month: 1, day: 1)
  }

  /// The day of the week, 0 for Sunday; Excel's count, which is a day off before March 1900.
  func weekday(_ serial: Int) -> Int {
    let shifted = system == .from1900 ? serial + 6 : serial + 5
    return ((shifted % 7) + 7) % 7
  }

  /// A date moved by months; the day is cut to the length of the month it comes to.
  func adding(months: Int, to serial: Int) throws(CellError) -> Int {
    let day = day(of: serial)
    let first = try firstOfMonth(months, after: day)
    let target = self.day(of: first)
    return try checked(first + min(day.day, daysInMonth(year: target.year, month: target.month)) - 1)
  }

  /// The last day of the month that lies some months away.
  func endOfMonth(_ months: Int, after serial: Int) throws(CellError) -> Int {
    let first = try firstOfMonth(months, after: day(of: serial))
    let target = day(of: first)
    return first + daysInMonth(year: target.year, month: target.month) - 1
  }

  private func firstOfMonth(_ months: Int, after day: CalendarDay) throws(CellError) -> Int {
    guard abs(months) < 200_000 else { throw .number("The date is out of range.") }
    return try checked(serial(year: day.year, month: day.month + months, day: 1))
  }

  /// The week by ISO 8601: weeks begin on Monday, and the first has the year's first Thursday.
  func isoWeek(_ serial: Int) -> Int {
    let thursday = serial - (weekday(serial) + 6) % 7 + 3
    guard thursday >= 0 else { return 52 }
    return (thursday - self.serial(year: day(of: thursday).year, month: 1, day: 1)) / 7 + 1
  }

  // Days since 1 January 1970 in the proleptic Gregorian calendar, after Howard Hinnant, "chrono-Compatible Low-Level Date
  // Algorithms": years begin in March, so that the leap day is the last, and repeat every 400 years.

  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func civil(fromDays days: Int) -> CalendarDay {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return CalendarDay(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Parameter where Value == SerialCalendar {
  /// The calendar of the context's date system; it stands for no argument.
  static var calendar: Parameter {
    Parameter(ParameterInfo("", "", isHidden: true)) { (call) throws(CellError) in
      SerialCalendar(system: call.context.dateSystem)
    }
  }
}
