import CellModel

/// Dates and times as ISO 8601 writes them, which cells of type `d` hold.
enum ISODate {
  /// The serial number of `2015-04-01`, `2015-04-01T14:30:00` or `14:30:00`; `nil` for any other text.
  static func serial(_ text: String, _ system: DateSystem) -> Double? {
    var rest = Substring(text)
    if rest.hasSuffix("Z") { rest.removeLast() }
    let parts = rest.split(separator: "T", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    if parts.count == 1, first.contains(":") { return time(first) }
    guard let day = day(first, system) else { return nil }
    if parts.count == 1 { return day }
    return time(parts[1]).map { day + $0 }
  }

  private static func day(_ text: Substring, _ system: DateSystem) -> Double? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
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
