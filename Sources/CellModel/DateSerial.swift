/// The calendar of serial numbers: days as numbers, and numbers as days and times of day.
///
/// A serial number counts days; its fraction is the time of day. In the 1900 system 1 is 1 January 1900, 60 is the
/// 29 February 1900 that never was, and 0 is shown as 0 January 1900, all as Excel has it. The last day is 31 December
/// 9999. Nothing here traps: what has no answer is `nil`.
public enum DateSerial {
  /// A day of the Gregorian calendar as Excel numbers it; `day` may be 0 for serial number 0.
  public struct Day: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// A time of day with the day it falls on, which rounding may have moved.
  public struct Moment: Hashable, Sendable {
    /// The whole days of the serial number.
    public var serialDay: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// The fraction of the second, in units of the last decimal place asked for.
    public var fraction: Int
  }

  /// The last serial number of the 1900 system, 31 December 9999.
  public static let last1900 = 2_958_465
  /// The last serial number of the 1904 system.
  public static let last1904 = 2_957_003
  /// The days between the beginnings of the two systems.
  public static let systemOffset = 1462

  public static func last(in system: DateSystem) -> Int { system == .from1900 ? last1900 : last1904 }

  /// Days since 1 March 0000 in the proleptic Gregorian calendar (after H. Hinnant, *chrono-compatible low-level date algorithms*).
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }

  private static func day(ofNumber number: Int) -> Day {
    let era = (number >= 0 ? number : number - 146_096) / 146_097
    let dayOfEra = number - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return Day(year: year, month: month, day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day number of 31 December 1899, which the calendar proper puts at serial number 0.
  private static let epoch1900 = dayNumber(year: 1899, month: 12, day: 31)
  private static let epoch1904 = dayNumber(year: 1904, month: 1, day: 1)

  /// The serial number of a day; months and days outside their range run on into the neighbouring years and months.
  ///
  /// - Returns: `nil` for what lies before the first or after the last day of the system.
  public static func serial(year: Int, month: Int, day: Int, in system: DateSystem = .from1900) -> Int? {
    guard (-10_000...20_000).contains(year), abs(month) < 1_000_000, abs(day) < 100_000_000 else { return nil }
    let months = year * 12 + (month - 1)
    let normalYear = months >= 0 ? months / 12 : (months - 11) / 12
    let first = dayNumber(year: normalYear, month: months - normalYear * 12 + 1, day: 1)
    if system == .from1904 {
      let serial = first + day - 1 - epoch1904
      return (0...last1904).contains(serial) ? serial : nil
    }
    // The first of the month is a real day; from there the days are counted as serial numbers, through the 60th.
    let real = first - epoch1900
    let serial = (real >= 60 ? real + 1 : real) + day - 1
    return (0...last1900).contains(serial) ? serial : nil
  }

  /// The serial number of a day that exists; `nil` for 30 February and the like.
  public static func serial(checking day: Day, in system: DateSystem = .from1900) -> Int? {
    guard (1...12).contains(day.month), (1900...9999).contains(day.year), day.day >= 1,
      day.day <= daysInMonth(day.month, of: day.year, in: system)
    else { return nil }
    return serial(year: day.year, month: day.month, day: day.day, in: system)
  }

  /// The day of a serial number without its fraction; `nil` outside the system's range.
  public static func day(of serial: Int, in system: DateSystem = .from1900) -> Day? {
    guard serial >= 0, serial <= last(in: system) else { return nil }
    if system == .from1904 { return day(ofNumber: epoch1904 + serial) }
    switch serial {
    case 0: return Day(year: 1900, month: 1, day: 0)
    case 60: return Day(year: 1900, month: 2, day: 29)
    default: return day(ofNumber: epoch1900 + (serial > 60 ? serial - 1 : serial))
    }
  }

  /// The day of a serial number; the time of day is cut off.
  public static func day(of serial: Double, in system: DateSystem = .from1900) -> Day? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    return day(of: Int(serial), in: system)
  }

  /// The day of the week, 1 for Sunday to 7 for Saturday.
  public static func weekday(of serial: Int, in system: DateSystem = .from1900) -> Int {
    let shift = system == .from1900 ? 6 : 5
    let rest = (serial % 7 + shift) % 7
    return (rest < 0 ? rest + 7 : rest) + 1
  }

  public static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The days of a month from 1 to 12; February 1900 has 29 in the 1900 system.
  public static func daysInMonth(_ month: Int, of year: Int, in system: DateSystem = .from1900) -> Int {
    switch month {
    case 2: isLeapYear(year) || (year == 1900 && system == .from1900) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The time of day of a serial number, rounded to a count of decimal places of the second, at most 3.
  ///
  /// - Returns: `nil` for a negative number and for what lies after the last day that a number can name.
  public static func moment(of serial: Double, secondPlaces: Int = 0) -> Moment? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    let unitsPerSecond = [1, 10, 100, 1000][min(max(secondPlaces, 0), 3)]
    var day = serial.rounded(.down)
    var units = ((serial - day) * 86_400 * Double(unitsPerSecond)).rounded()
    if units >= 86_400 * Double(unitsPerSecond) {
      units = 0
      day += 1
    }
    let total = Int(units)
    let seconds = total / unitsPerSecond
    return Moment(
      serialDay: Int(day), hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
      fraction: total % unitsPerSecond)
  }

  /// The fraction of a day that a time of day is.
  public static func fraction(hour: Int, minute: Int, second: Double) -> Double {
    (Double(hour) * 3600 + Double(minute) * 60 + second) / 86_400
  }
}
