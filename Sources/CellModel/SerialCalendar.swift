/// A day of the calendar: its year, its month from 1 and its day of the month.
///
/// The day before 1 January 1900 is written 0 January 1900, as Excel has it.
package struct CalendarDay: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The days of a month by the true calendar.
  package static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package var isLastOfFebruary: Bool { month == 2 && day >= Self.daysInMonth(year: year, month: 2) }
}

/// Serial numbers as days and back, in one of the date systems.
///
/// A serial number counts days; its fraction is the time of day (``TimeOfDay``). In the 1900 system 1 is 1 January 1900,
/// 60 is the 29 February 1900 that never was, and 0 is 0 January 1900, all as Excel has it; days before the 60th are one
/// less than a true count. In the system of 1899 all days are counted truly, those before its first with negative numbers
/// back to the year 1. The last day is 31 December 9999. Nothing here traps for numbers below 10^12; the functions
/// named *checking* give `nil` for what is no date, the others count on beyond the ends of the system.
@usableFromInline package struct SerialCalendar: Hashable, Sendable {
  @usableFromInline package let system: DateSystem

  package init(system: DateSystem = .from1900) { self.system = system }

  /// The first serial number.
  @inlinable package var first: Int { system == .from1899 ? -693_593 : 0 }
  /// The last serial number, 31 December 9999.
  @inlinable package var last: Int { system == .from1904 ? 2_957_003 : 2_958_465 }
  /// The serial number after the last: 1 January 10000.
  @inlinable package var end: Int { last + 1 }

  // MARK: Days of serial numbers

  /// The day of a serial number that is not below the first.
  package func day(of serial: Int) -> CalendarDay {
    switch system {
    case .from1900:
      if serial == 0 { return CalendarDay(year: 1900, month: 1, day: 0) }
      if serial == 60 { return CalendarDay(year: 1900, month: 2, day: 29) }
      return Self.civil(fromDays: serial - (serial < 60 ? 25_568 : 25_569))
    case .from1904: return Self.civil(fromDays: serial - 24_107)
    case .from1899: return Self.civil(fromDays: serial - 25_569)
    }
  }

  package func day(of serial: Double) -> CalendarDay { day(of: Int(serial.rounded(.down))) }

  /// The day of a serial number; `nil` outside of the system.
  package func day(checking serial: Int) -> CalendarDay? {
    serial >= first && serial <= last ? day(of: serial) : nil
  }

  /// The day of a serial number, of which the time of day is cut off; `nil` outside of the system.
  package func day(checking serial: Double) -> CalendarDay? {
    serial >= Double(first) && serial < Double(end) ? day(of: Int(serial.rounded(.down))) : nil
  }

  /// The day of the week, 0 for Sunday; Excel's count, which is a day off before March 1900.
  package func weekday(_ serial: Int) -> Int {
    let rest = (serial % 7 + (system == .from1904 ? 5 : 6)) % 7
    return rest < 0 ? rest + 7 : rest
  }

  /// The days of a month as serial numbers have them: February 1900 has 29 in the 1900 system.
  package func daysInMonth(year: Int, month: Int) -> Int {
    year == 1900 && month == 2 && system == .from1900 ? 29 : CalendarDay.daysInMonth(year: year, month: month)
  }

  // MARK: Serial numbers of days

  /// The serial number of a day; a month out of 1 to 12 counts on into other years, a day into other months.
  ///
  /// The arguments must be small enough to be added, which ``serial(checkingYear:month:day:)`` sees to.
  package func serial(year: Int, month: Int, day: Int) -> Int {
    let months = year * 12 + month - 1
    let years = months >= 0 ? months / 12 : (months - 11) / 12
    let first = Self.days(year: years, month: months - years * 12 + 1, day: 1)
    // In the system of 1900 the first of the month is a real day; from there the days are counted as serial numbers, through the 60th.
    switch system {
    case .from1900: return first + (first < -25_508 ? 25_568 : 25_569) + day - 1
    case .from1904: return first + 24_107 + day - 1
    case .from1899: return first + 25_569 + day - 1
    }
  }

  /// The serial number of the first day of the month that lies some months after that of a day, and how many days it has.
  package func month(_ months: Int, after day: CalendarDay) -> (first: Int, dayCount: Int) {
    let total = day.year * 12 + day.month - 1 + months
    let year = total >= 0 ? total / 12 : (total - 11) / 12
    let month = total - year * 12 + 1
    return (serial(year: year, month: month, day: 1), daysInMonth(year: year, month: month))
  }

  package func serial(_ day: CalendarDay) -> Int { serial(year: day.year, month: day.month, day: day.day) }

  /// The serial number of a day given by numbers of any size, which may count on; `nil` outside of the system.
  package func serial(checkingYear year: Int, month: Int, day: Int) -> Int? {
    guard (-20_000...20_000).contains(year), (-1_000_000...1_000_000).contains(month),
      (-100_000_000...100_000_000).contains(day)
    else { return nil }
    let serial = serial(year: year, month: month, day: day)
    return serial >= first && serial <= last ? serial : nil
  }

  /// The serial number of a day that exists; `nil` for 30 February and the like.
  package func serial(checking day: CalendarDay) -> Int? {
    guard (1...12).contains(day.month), ((system == .from1899 ? 1 : 1900)...9999).contains(day.year), day.day >= 1,
      day.day <= daysInMonth(year: day.year, month: day.month)
    else { return nil }
    return serial(checkingYear: day.year, month: day.month, day: day.day)
  }

  // MARK: The Gregorian calendar

  // Days since 1 January 1970 in the proleptic Gregorian calendar, after Howard Hinnant, "chrono-Compatible Low-Level Date
  // Algorithms": years begin in March, so that the leap day is the last, and repeat every 400 years.

  // For years that are not negative, the days are found with few divisions, after Cassio Neri and Lorenz Schneider, "Euclidean
  // affine functions and their application to calendar algorithms" (2023).

  private static func days(year: Int, month: Int, day: Int) -> Int {
    if year > 0, year < 1 << 20 {
      let isBeforeMarch = month <= 2
      let years = UInt32(truncatingIfNeeded: isBeforeMarch ? year - 1 : year)
      let months = UInt32(truncatingIfNeeded: isBeforeMarch ? month + 12 : month)
      let centuries = years / 100
      let days = 1461 * years / 4 - centuries + centuries / 4 + (979 * months - 2919) / 32
      return Int(days) + day - 719_469
    }
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(fromDays days: Int) -> CalendarDay {
    let shifted = days + 719_468
    if shifted >= 0, shifted < 1 << 29 { return civil(fromMarch: UInt32(truncatingIfNeeded: shifted)) }
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

  /// The day so many days after 1 March of the year 0.
  @inline(__always)
  private static func civil(fromMarch days: UInt32) -> CalendarDay {
    let century = (4 * days + 3) / 146_097
    let dayOfCentury = (4 * days + 3) % 146_097 / 4
    let product = 2_939_745 * UInt64(4 * dayOfCentury + 3)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let place = 2_141 * dayOfYear + 197_913
    let isNextYear = dayOfYear >= 306
    return CalendarDay(
      year: Int(100 * century) + Int(product >> 32) + (isNextYear ? 1 : 0),
      month: Int(place >> 16) - (isNextYear ? 12 : 0), day: Int((place & 0xFFFF) / 2_141) + 1)
  }
}
