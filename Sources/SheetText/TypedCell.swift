import CellModel

/// Literals of a table read as a spreadsheet reads typing.
///
/// Only what has one meaning everywhere is read as more than text: numbers without grouping, percentages, logicals, and
/// dates with the year first, with a time if one follows.
enum TypedCell {
  /// The value and the number format that the way of writing brings along.
  static func reading(_ text: String) -> (value: CellValue, format: String?) {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return (.blank, nil) }
      if first.isDigit || first == Ascii.dot || first == Ascii.minus || first == Ascii.plus {
        if last == Ascii.percent, let number = number(bytes.dropLast()) {
          return (.number(number / 100), bytes.contains(Ascii.dot) ? "0.00%" : "0%")
        }
        if let number = number(bytes[...]) { return (.number(number), nil) }
        if let date = date(bytes) { return date }
      } else if bytes.count == 4 || bytes.count == 5 {
        let word = String(decoding: bytes, as: UTF8.self).lowercased()
        if word == "true" { return (.logical(true), nil) }
        if word == "false" { return (.logical(false), nil) }
      }
      return (.text(String(decoding: bytes, as: UTF8.self)), nil)
    }
  }

  /// The number that digits with a sign, a point and an exponent make; `nil` for infinities and hexadecimals too.
  private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var isPlain = true
    var whole = 0
    for byte in bytes {
      if byte.isDigit {
        if isPlain { whole = whole &* 10 &+ Int(byte &- Ascii.zero) }
      } else {
        isPlain = false
        let isSign = byte == Ascii.minus || byte == Ascii.plus
        guard isSign || byte == Ascii.dot || byte | 0x20 == UInt8(ascii: "e") else { return nil }
      }
    }
    if isPlain, bytes.count <= 15 { return bytes.isEmpty ? nil : Double(whole) }
    guard let number = Double(Substring(decoding: bytes, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }

  /// The serial number of `2015-04-01` or `2015/04/01`, with a time of day if one follows.
  private static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: CellValue, format: String?)? {
    guard bytes.count >= 10, bytes[4] == bytes[7], bytes[4] == Ascii.minus || bytes[4] == Ascii.slash else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[range] {
        guard byte.isDigit else { return nil }
        number = number * 10 + Int(byte - Ascii.zero)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let dayOfMonth = number(8..<10),
      let serial = SerialCalendar().serial(checking: CalendarDay(year: year, month: month, day: dayOfMonth))
    else { return nil }
    let day = Double(serial)
    if bytes.count == 10 { return (.number(day), "yyyy-mm-dd") }
    guard bytes[10] == Ascii.space || bytes[10] == UInt8(ascii: "T") else { return nil }
    guard let time = time(Slice(base: bytes, bounds: 11..<bytes.count)) else { return nil }
    return (.number(day + time.fraction), time.hasSeconds ? "yyyy-mm-dd hh:mm:ss" : "yyyy-mm-dd hh:mm")
  }

  /// The part of a day that `9:30`, `09:30:15` or `09:30:15.5` is.
  private static func time(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (fraction: Double, hasSeconds: Bool)? {
    let parts = bytes.split(separator: Ascii.colon, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var numbers: [Double] = []
    for (index, part) in parts.enumerated() {
      let mayHavePoint = index == 2
      guard part.allSatisfy({ $0.isDigit || (mayHavePoint && $0 == Ascii.dot) }), let number = number(part) else {
        return nil
      }
      numbers.append(number)
    }
    guard parts[0].count <= 2, parts[1].count == 2, parts.count == 2 || parts[2].prefix(2).allSatisfy(\.isDigit),
      numbers[0] < 24, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
    else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    return (seconds / 86400, numbers.count == 3)
  }

  /// Whether a value may stand in a column of a type.
  static func fits(_ value: CellValue, isDate: Bool, _ type: ValueType) -> Bool {
    switch (type, value) {
    case (_, .blank), (_, .error), (.any, _), (.number, .number), (.text, .text), (.logical, .logical): true
    case (.date, .number): isDate
    case (.list, .array), (.record, .record): true
    default: false
    }
  }
}
