import CellModel

/// A date as a sheet writes it, `2015-04-01` and exactly so.
package struct WrittenDate {
  /// How many bytes it takes.
  package static let length = 10

  private let day: CalendarDay

  /// Reads what has the form of a date at an offset; `nil` for anything else. What follows it is for the caller.
  @inline(__always)
  package init?(_ base: UnsafePointer<UInt8>, at start: Int, to count: Int) {
    guard start + Self.length <= count, base[start + 4] == Ascii.minus, base[start + 7] == Ascii.minus,
      let century = Self.pair(base, start), let rest = Self.pair(base, start + 2),
      let month = Self.pair(base, start + 5), let day = Self.pair(base, start + 8)
    else { return nil }
    self.day = CalendarDay(year: century * 100 + rest, month: month, day: day)
  }

  /// The number of two digits.
  @inline(__always)
  private static func pair(_ base: UnsafePointer<UInt8>, _ offset: Int) -> Int? {
    guard Ascii.isDigit(base[offset]), Ascii.isDigit(base[offset + 1]) else { return nil }
    return Int(base[offset] - Ascii.zero) * 10 + Int(base[offset + 1] - Ascii.zero)
  }

  /// The serial number of the day in the 1900 system; `nil` where there is no such day, as 29 February 1900, which has a
  /// number all the same.
  package var serial: Double? {
    guard day.day <= CalendarDay.daysInMonth(year: day.year, month: day.month) else { return nil }
    return SerialCalendar().serial(checking: day).map(Double.init)
  }
}
