import CellModel
import Hosting

/// Values as the machine formats write them.
extension JSONValue {
  /// A cell's value; with a date format a number is written as ISO text.
  ///
  /// What nests deeper than 200 levels is cut off, because readers of JSON refuse it too.
  init(_ value: CellValue, format: String? = nil, depth: Int = 0) {
    guard depth < 200 else {
      self = "…"
      return
    }
    switch value {
    case .blank: self = .null
    case .number(let number):
      if let date = DateText.iso(number, format: format) { self = .text(date) } else { self = .number(number) }
    case .text(let text): self = .text(text)
    case .logical(let logical): self = .logical(logical)
    case .error(let error): self = JSONValue(error)
    case .array(let array):
      self = .list(
        (0..<array.rows).map { row in
          .list(array.row(row).map { JSONValue($0, format: format, depth: depth + 1) })
        })
    case .record(let record):
      var fields: [String: JSONValue] = [:]
      for (name, field) in zip(record.names, record.values) { fields[name] = JSONValue(field, depth: depth + 1) }
      self = .object(fields)
    case .lambda(let lambda): self = .text(lambda.source)
    }
  }

  init(_ error: CellError) {
    self = [
      "error": [
        "code": .text(error.code.text), "message": .text(error.message), "origin": .text(error.origin),
      ]
    ]
  }
}

/// Dates as ISO 8601 texts.
enum DateText {
  /// Whether a number format shows a date.
  static func isDateFormat(_ format: String) -> Bool {
    var isQuoted = false
    var isBracketed = false
    var isEscaped = false
    for byte in format.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == Ascii.quote {
        isQuoted.toggle()
      } else if !isQuoted {
        switch byte {
        case Ascii.backslash, Ascii.underscore, Ascii.star: isEscaped = true
        case Ascii.leftBracket: isBracketed = true
        case Ascii.rightBracket: isBracketed = false
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "d"), UInt8(ascii: "D"):
          if !isBracketed { return true }
        default: break
        }
      }
    }
    return false
  }

  /// The date of a serial number whose cell has a date format; `nil` for any other number.
  static func iso(_ number: Double, format: String?) -> String? {
    guard let format, isDateFormat(format) else { return nil }
    return iso(number)
  }

  /// `2015-04-01`, or `2015-04-01T12:30:00` when the number has a time of day.
  static func iso(_ number: Double) -> String? {
    guard let time = TimeOfDay(of: number, secondPlaces: 3) else { return nil }
    guard let day = SerialCalendar().day(checking: time.serialDay) else { return nil }
    let date = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    guard number != number.rounded() else { return date }
    var text = "T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    if time.fraction > 0 { text += ".\(padded(time.fraction, 3))" }
    return date + text
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The serial number of `2015-04-01`, optionally with `T12:30`, `T12:30:15.5` and a closing `Z`.
  static func serial(iso text: String) -> Double? {
    var text = Substring(text)
    if text.hasSuffix("Z") || text.hasSuffix("z") { text = text.dropLast() }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "Tt ".contains($0) }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, date[0].utf8.count == 4, date[1].utf8.count == 2, date[2].utf8.count == 2,
      let year = digits(date[0]), let month = digits(date[1]), let day = digits(date[2]), year >= 1900,
      (1...12).contains(month), (1...SerialCalendar().daysInMonth(year: year, month: month)).contains(day),
      let serial = SerialCalendar().serial(checkingYear: year, month: month, day: day)
    else { return nil }
    guard parts.count == 2 else { return Double(serial) }
    let time = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 2 || time.count == 3, let hour = digits(time[0]), let minute = digits(time[1]), hour < 24,
      minute < 60
    else { return nil }
    var second = 0.0
    if time.count == 3 {
      guard time[2].first?.isNumber == true, let read = Double(time[2]), (0..<60).contains(read) else { return nil }
      second = read
    }
    return Double(serial) + TimeOfDay.dayFraction(hour: hour, minute: minute, second: second)
  }

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }
}
