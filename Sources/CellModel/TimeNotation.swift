/// Dates and times as ISO 8601 writes them: `2026-01-31`, `2026-01-31T12:30:00`, `14:30:00`.
///
/// What is written here is read here as the same number of the same kind, to the last bit where that is possible: seconds
/// get as many decimal places as it takes. Only what arithmetic leaves beside a whole millisecond, a part of a nanosecond in
/// a time and the last bit of a day with a time, is no part of the value: 14:30 and an hour are written `15:30:00`. A time
/// may be longer than a day if its seconds are written.
package enum TimeNotation {
  // MARK: Writing

  /// A number of a kind that has a notation of its own; `nil` for a plain one, a percentage and what lies outside of the
  /// calendar.
  package static func text(_ number: Double, _ kind: NumberKind, in system: DateSystem = .from1900) -> String? {
    switch kind.shown(number) {
    case .plain, .percent: return nil
    case .date: return day(Int(number), in: system)
    case .time: return timeOfDay(number, noise: 0.5e-9 / 86_400) { $0 - number }
    case .dateTime:
      let whole = number.rounded(.down)
      guard let day = day(Int(whole), in: system) else { return nil }
      return timeOfDay(number - whole, noise: number.ulp) { whole + $0 - number }.map { "\(day)T\($0)" }
    }
  }

  private static func day(_ serial: Int, in system: DateSystem) -> String? {
    // 0 January 1900 and the 29 February 1900 that never was are no days.
    guard let day = SerialCalendar(system: system).day(checking: serial),
      (1...CalendarDay.daysInMonth(year: day.year, month: day.month)).contains(day.day)
    else { return nil }
    return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }

  /// The shortest text of a part of a day that is read as the number, or up to milliseconds as one no farther off than
  /// noise; `nil` when there is none.
  ///
  /// - Parameter distance: How far what is read is from the number.
  private static func timeOfDay(_ part: Double, noise: Double, distance: (Double) -> Double) -> String? {
    // Seconds in two parts, because their product with 86,400 has more digits than a number.
    let seconds = part * 86_400
    let rest = (-seconds).addingProduct(part, 86_400)
    var power = 1.0
    for places in 0...17 {
      defer { power *= 10 }
      let whole = seconds.rounded(.down)
      let fraction = (((seconds - whole) + rest) * power).rounded()
      var total = Int(whole)
      var units = Int(fraction)
      if units >= Int(power) { (total, units) = (total + 1, 0) }
      if units < 0 { (total, units) = (total - 1, units + Int(power)) }
      guard total >= 0, let read = fractionOfDay(seconds: total, units: units, places: places),
        abs(distance(read)) <= (places <= 3 ? noise : 0)
      else { continue }
      let text = "\(padded(total / 3600, 2)):\(padded(total / 60 % 60, 2)):\(padded(total % 60, 2))"
      return places == 0 ? text : "\(text).\(padded(units, places))"
    }
    return nil
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: Reading

  /// A notation that was found at a place of a text, and where it ends.
  package struct Found {
    package var number: Double
    package var kind: NumberKind
    package var end: Int
  }

  /// The time, or the day with a time, that begins at a place; `nil` when there is none.
  ///
  /// - Parameter end: Where the text ends.
  package static func time(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Found? {
    if let time = timeOfDay(bytes, from: start, to: end, mayBeLong: true) { return time }
    guard let day = day(bytes, from: start, to: end), start + 11 < end,
      bytes[start + 10] == Ascii.space || bytes[start + 10] | 0x20 == UInt8(ascii: "t"),
      var found = timeOfDay(bytes, from: start + 11, to: end, mayBeLong: false)
    else { return nil }
    if found.end < end, bytes[found.end] | 0x20 == UInt8(ascii: "z") { found.end += 1 }
    return Found(number: Double(day) + found.number, kind: .dateTime, end: found.end)
  }

  /// The serial number of a day in ten characters, `2015-04-01` or `2015/04/01`.
  package static func day(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    guard end - start >= 10, bytes[start + 4] == bytes[start + 7],
      bytes[start + 4] == Ascii.minus || bytes[start + 4] == Ascii.slash
    else { return nil }
    var digits = 0
    for offset in 0..<10 where offset != 4 && offset != 7 {
      let digit = bytes[start + offset] &- Ascii.zero
      guard digit < 10 else { return nil }
      digits = digits * 10 + Int(digit)
    }
    let day = CalendarDay(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    return SerialCalendar().serial(checking: day)
  }

  /// `9:30`, `09:30:15` or `09:30:15.5`; hours beyond a day only with seconds.
  private static func timeOfDay(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, mayBeLong: Bool
  ) -> Found? {
    var position = start
    func digits(atMost most: Int) -> (value: Int, count: Int) {
      let first = position
      var value = 0
      while position < end, position - first < most, Ascii.isDigit(bytes[position]) {
        value = value * 10 + Int(bytes[position] - Ascii.zero)
        position += 1
      }
      return (value, position - first)
    }
    func takes(_ byte: UInt8) -> Bool {
      guard position + 1 < end, bytes[position] == byte, Ascii.isDigit(bytes[position + 1]) else { return false }
      position += 1
      return true
    }
    let hour = digits(atMost: 4)
    guard hour.count > 0, takes(Ascii.colon) else { return nil }
    let minute = digits(atMost: 2)
    var seconds = (hour.value * 60 + minute.value) * 60
    var units = (value: 0, count: 0)
    var hasSeconds = false
    if takes(Ascii.colon) {
      let second = digits(atMost: 2)
      guard second.count == 2, second.value < 60, minute.count == 2 else { return nil }
      seconds += second.value
      hasSeconds = true
      if takes(Ascii.dot) { units = digits(atMost: 17) }
    }
    guard minute.value < 60, hour.value < 24 || (hasSeconds && mayBeLong),
      let number = fractionOfDay(seconds: seconds, units: units.value, places: units.count)
    else { return nil }
    return Found(number: number, kind: .time, end: position)
  }

  /// The part of a day that some seconds with decimal places are, rounded once; `nil` when there are too many digits.
  private static func fractionOfDay(seconds: Int, units: Int, places: Int) -> Double? {
    var power = 1
    for _ in 0..<places { power *= 10 }
    let (scaled, isTooLarge) = seconds.multipliedReportingOverflow(by: power)
    let (total, overflows) = scaled.addingReportingOverflow(units)
    guard !isTooLarge, !overflows else { return nil }
    let divisor = 86_400 * Double(power)
    let high = Double(total)
    let quotient = high / divisor
    guard total > 1 << 53 else { return quotient }
    // What rounding took from the dividend and from the quotient, divided, makes up for it.
    guard let low = Int(exactly: high).map({ Double(total - $0) }) else { return nil }
    return quotient + ((high).addingProduct(-quotient, divisor) + low) / divisor
  }
}
