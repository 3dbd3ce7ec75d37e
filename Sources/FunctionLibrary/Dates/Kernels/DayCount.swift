import CellModel
import Functions

/// Rules that count the days between two dates, and the year they are a fraction of.
struct DayCount {
  let calendar: SerialCalendar

  /// The days between two dates in years of twelve months of 30 days, by the rule of DAYS360.
  ///
  /// The European rule makes a 31st a 30th. The American one makes a start on the last day of a month a 30th; an end on
  /// a 31st becomes the 1st of the next month when the start is before the 30th, else a 30th.
  func days360(from start: Int, to end: Int, european: Bool) -> Int {
    var first = calendar.day(of: start)
    var last = calendar.day(of: end)
    if european {
      first.day = min(first.day, 30)
      last.day = min(last.day, 30)
    } else {
      if first.day == 31 || first.isLastOfFebruary { first.day = 30 }
      if last.day == 31 {
        if first.day < 30 {
          last.day = 1
          last.month += 1
        } else {
          last.day = 30
        }
      }
    }
    return Self.days30(first, last)
  }

  private static func days30(_ first: CalendarDay, _ last: CalendarDay) -> Int {
    (last.year - first.year) * 360 + (last.month - first.month) * 30 + last.day - first.day
  }

  /// The fraction of a year between two dates, the earlier first, as YEARFRAC counts it.
  ///
  /// Basis 0 is 30/360 with the American rule for February, 1 actual/actual, 2 actual/360, 3 actual/365, 4 European
  /// 30/360. The rules are those found by David A. Wheeler, "YEARFRAC Incompatibilities between Excel and OOXML".
  func yearFraction(from start: Int, to end: Int, basis: Int) -> Double {
    days(from: start, to: end, basis: basis) / yearLength(from: start, to: end, basis: basis)
  }

  /// The days from a start to an end as a basis counts them; negative when the end is earlier.
  func days(from start: Int, to end: Int, basis: Int) -> Double {
    switch basis {
    case 0: Double(american30(from: start, to: end))
    case 4: Double(days360(from: start, to: end, european: true))
    default: Double(end - start)
    }
  }

  /// The days of a year as a basis counts them; only those of actual/actual depend on the dates, the earlier first.
  func yearLength(from start: Int, to end: Int, basis: Int) -> Double {
    switch basis {
    case 1: actualYearLength(from: start, to: end)
    case 3: 365
    default: 360
    }
  }

  /// The days between two dates by the American rule of 30/360.
  ///
  /// An end on a 31st stays one after a start before the 30th, and the last of February counts as that day only beside
  /// another one. Between two days of a schedule of coupons both are the ends of their months, which is what
  /// `movingEnds` says: then the end becomes a 30th in any case.
  func american30(from start: Int, to end: Int, movingEnds: Bool = false) -> Int {
    var first = calendar.day(of: start)
    var last = calendar.day(of: end)
    if last.isLastOfFebruary, first.isLastOfFebruary || movingEnds { last.day = 30 }
    if last.day == 31, first.day >= 30 || movingEnds { last.day = 30 }
    if first.day == 31 || first.isLastOfFebruary { first.day = 30 }
    return Self.days30(first, last)
  }

  /// The length of a year for actual/actual: 365 or 366 up to a year apart, else the mean over the years touched.
  private func actualYearLength(from start: Int, to end: Int) -> Double {
    let first = calendar.day(of: start)
    let last = calendar.day(of: end)
    let isWithinYear =
      first.year == last.year
      || (first.year + 1 == last.year && (first.month, first.day) >= (last.month, last.day))
    guard isWithinYear else {
      // Years of the true calendar: 1900 has 365 days here.
      let leapYears = Self.leapYears(through: last.year) - Self.leapYears(through: first.year - 1)
      return 365 + Double(leapYears) / Double(last.year - first.year + 1)
    }
    if first.year == last.year { return CalendarDay.isLeap(first.year) ? 366 : 365 }
    let hasLeapDay =
      (CalendarDay.isLeap(first.year) && first.month <= 2)
      || (CalendarDay.isLeap(last.year) && (last.month, last.day) >= (2, 29))
    return hasLeapDay ? 366 : 365
  }

  private static func leapYears(through year: Int) -> Int { year / 4 - year / 100 + year / 400 }

  /// The difference of two dates, the earlier first, in a unit of DATEDIF; `nil` for another unit.
  ///
  /// MD counts from the start's day in the month before the end's, as Excel does, and so may be negative. YD is the whole
  /// months without years, measured from the start, and MD; so 29 February to 8 March is 8 or 7 by the year of the end.
  func difference(from start: Int, to end: Int, unit: String) -> Int? {
    let first = calendar.day(of: start)
    let last = calendar.day(of: end)
    let months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day ? 1 : 0)
    switch unit {
    case "Y": return months / 12
    case "M": return months
    case "D": return end - start
    case "YM": return months % 12
    case "MD": return daysOfMonths(first, last)
    case "YD":
      // The months passed are counted from the start, the days left over as MD has them, with the year of the end.
      let passed = calendar.serial(year: first.year, month: first.month + months % 12, day: first.day)
      return passed - start + daysOfMonths(first, last)
    default: return nil
    }
  }

  /// The days from one day of the month to another, which lies in the next month when it is smaller.
  private func daysOfMonths(_ first: CalendarDay, _ last: CalendarDay) -> Int {
    if last.day >= first.day { return last.day - first.day }
    let before = calendar.serial(year: last.year, month: last.month - 1, day: 1)
    return last.day - first.day + calendar.serial(year: last.year, month: last.month, day: 1) - before
  }
}
