import CellModel

/// Dates and times as ISO 8601 writes them, which cells of type `d` hold.
enum ISODate {
  /// The serial number of `2015-04-01`, `2015-04-01T14:30:00` or `14:30:00`; `nil` for any other text.
  ///
  /// A blank may stand for the `T`, and what a clock is away from that of Greenwich is passed over: a cell has the time
  /// that it shows.
  static func serial(_ text: String, _ system: DateSystem) -> Double? {
    var rest = Substring(text)
    if rest.hasSuffix("Z") { rest.removeLast() }
    var parts = rest.split(separator: rest.contains("T") ? "T" : " ", omittingEmptySubsequences: false)
    if parts.count == 2 { parts[1] = withoutZone(parts[1]) }
    guard let first = parts.first, parts.count <= 2 else { return nil }
    if parts.count == 1, first.contains(":") { return time(first) }
    guard let day = day(first, system) else { return nil }
    if parts.count == 1 { return day }
    return time(parts[1]).map { day + $0 }
  }

  /// A time such as `14:30:00` without the `+02:00` behind it.
  private static func withoutZone(_ time: Substring) -> Substring {
    guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return time }
    let zone = time[sign...].dropFirst()
    return zone.utf8.count == 5 && zone.contains(":") ? time[..<sign] : time
  }

  private static func day(_ text: Substring, _ system: DateSystem) -> Double? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
    // A time alone is one of the day that has no date.
    if system == .from1900, year == 1899, month == 12, day == 30 || day == 31 { return 0 }
    return SerialCalendar(system: system).serial(checking: CalendarDay(year: year, month: month, day: day))
      .map { Double($0) }
  }

  /// The part of a day that a time is.
  static func time(_ text: Substring) -> Double? {
    var text = text
    let exact = text.withUTF8 { bytes -> Double? in
      guard let start = bytes.baseAddress, let found = TimeNotation.time(start, from: 0, to: bytes.count),
        found.kind == .time, found.end == bytes.count
      else { return nil }
      return found.number
    }
    if let exact { return exact }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = Double(parts[0]), let minutes = Double(parts[1]) else {
      return nil
    }
    guard let seconds = parts.count == 3 ? Double(parts[2]) : 0, hours >= 0, minutes >= 0, seconds >= 0 else {
      return nil
    }
    return (hours * 3600 + minutes * 60 + seconds) / 86_400
  }
}
