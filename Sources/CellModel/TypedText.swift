/// Text read as a spreadsheet reads typing.
///
/// There are two readings. ``number(_:year:)`` is what coercion and VALUE accept: every form that Excel knows in its US
/// English locale. ``value(typed:)`` is what a table row and a CSV cell mean: only forms that nobody can mistake.
package enum TypedText {
  /// The number a text stands for where a number is wanted, as VALUE reads it; `nil` when it is none.
  ///
  /// Signs, `$`, `%`, thousands, parentheses, exponents, fractions, dates and times are understood. A day without a year,
  /// such as `4/1`, is one only when the year is given. All digits count, while Excel keeps 15.
  package static func number(_ text: String, year: Int? = nil) -> Double? {
    var text = text
    return text.withUTF8 { number($0, year: year) }
  }

  static func number(_ bytes: UnsafeBufferPointer<UInt8>, year: Int? = nil) -> Double? {
    let (start, end) = trimmed(bytes)
    guard start < end, canBeginNumber(bytes[start]) else { return nil }
    if let plain = DecimalScanner.number(bytes, from: start, to: end) { return plain }
    guard end - start <= 64 else { return nil }
    if let decorated = DecoratedNumber.read(bytes, from: start, to: end) { return decorated }
    return TypedDate.read(bytes, from: start, to: end, year: year)?.serial
  }

  /// The range of what is left without spaces at both ends.
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> (start: Int, end: Int) {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] == Ascii.space { start += 1 }
    while end > start, bytes[end - 1] == Ascii.space { end -= 1 }
    return (start, end)
  }

  /// Whether a number or a date may begin with a byte: a digit, a sign, a bracket, or the letter of a month or a day.
  private static func canBeginNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case Ascii.zero...Ascii.nine, Ascii.plus, Ascii.minus, Ascii.dot, Ascii.dollar, Ascii.percent,
      Ascii.leftParenthesis:
      return true
    default:
      // The first letters of months and days of the week: A D F J M N O S T W.
      switch byte | 0x20 {
      case 0x61, 0x64, 0x66, 0x6A, 0x6D, 0x6E, 0x6F, 0x73, 0x74, 0x77: return byte >= 0x41
      default: return false
      }
    }
  }
}

/// A number with its decoration: currency, thousands, percent, parentheses, a fraction.
enum DecoratedNumber {
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Double? {
    var position = start
    var isNegative = false
    var hasSign = false
    var hasCurrency = false
    var isPercent = false
    var isBracketed = false
    prefix: while position < end {
      switch bytes[position] {
      case Ascii.plus, Ascii.minus:
        guard !hasSign, !isBracketed else { return nil }
        hasSign = true
        isNegative = bytes[position] == Ascii.minus
      case Ascii.dollar:
        guard !hasCurrency else { return nil }
        hasCurrency = true
      case Ascii.percent:
        guard !isPercent else { return nil }
        isPercent = true
      case Ascii.leftParenthesis:
        guard !isBracketed, !hasSign else { return nil }
        isBracketed = true
      case Ascii.space: break
      default: break prefix
      }
      position += 1
    }
    guard let (value, next) = magnitude(bytes, from: position, to: end) else { return nil }
    position = next
    var isClosed = false
    while position < end {
      switch bytes[position] {
      case Ascii.percent:
        guard !isPercent else { return nil }
        isPercent = true
      case Ascii.dollar:
        guard !hasCurrency else { return nil }
        hasCurrency = true
      case Ascii.rightParenthesis:
        guard isBracketed, !isClosed else { return nil }
        isClosed = true
      case Ascii.space: break
      default: return nil
      }
      position += 1
    }
    guard isBracketed == isClosed, !(hasCurrency && isPercent) else { return nil }
    let scaled = isPercent ? value / 100 : value
    return (isNegative || isBracketed) && scaled != 0 ? -scaled : scaled
  }

  /// A number with thousands separators, or a whole number and a fraction.
  private static func magnitude(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> (Double, Int)? {
    guard let scan = DecimalScanner.scan(bytes, from: start, to: end) else { return nil }
    guard scan.end < end, !scan.hasPoint, !scan.hasExponent else {
      return DecimalScanner.double(scan, bytes, from: start).map { ($0, scan.end) }
    }
    switch bytes[scan.end] {
    case Ascii.comma: return grouped(bytes, from: start, to: end)
    case Ascii.space:
      guard let whole = DecimalScanner.double(scan, bytes, from: start) else { return nil }
      return fraction(bytes, from: scan.end + 1, to: end).map { (whole + $0.value, $0.end) } ?? (whole, scan.end)
    default: return DecimalScanner.double(scan, bytes, from: start).map { ($0, scan.end) }
    }
  }

  private static func grouped(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> (Double, Int)? {
    var digits: [UInt8] = []
    var position = start
    var inGroup = 0
    var groups = 0
    while position < end {
      let byte = bytes[position]
      if Ascii.isDigit(byte) {
        digits.append(byte)
        inGroup += 1
      } else if byte == Ascii.comma {
        guard groups == 0 ? inGroup > 0 : inGroup == 3 else { return nil }
        groups += 1
        inGroup = 0
      } else {
        break
      }
      position += 1
    }
    guard groups > 0, inGroup == 3 else { return nil }
    let wholeEnd = position
    digits += bytes[wholeEnd..<end]
    return digits.withUnsafeBufferPointer { joined in
      guard let scan = DecimalScanner.scan(joined, from: 0, to: joined.count),
        let value = DecimalScanner.double(scan, joined, from: 0)
      else { return nil }
      let wholeDigits = digits.count - (end - wholeEnd)
      return (value, wholeEnd + scan.end - wholeDigits)
    }
  }

  private static func fraction(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> (value: Double, end: Int)? {
    var position = start
    func whole() -> Double? {
      let first = position
      var value = 0.0
      while position < end, position - first < 9, Ascii.isDigit(bytes[position]) {
        value = value * 10 + Double(bytes[position] - Ascii.zero)
        position += 1
      }
      return position > first ? value : nil
    }
    guard let top = whole(), position < end, bytes[position] == Ascii.slash else { return nil }
    position += 1
    guard let bottom = whole(), bottom > 0, bottom <= 32_767 else { return nil }
    return (top / bottom, position)
  }
}

// MARK: - What a table row and a CSV cell mean

/// A value that was typed, and the format that shows it as it was typed.
@usableFromInline package struct TypedValue: Sendable, Hashable {
  @usableFromInline package var value: CellValue
  /// The number format of a date or a percentage; `nil` for what needs none.
  @usableFromInline package var format: String?

  @inlinable package init(_ value: CellValue, format: String? = nil) {
    self.value = value
    self.format = format
  }
}

extension TypedText {
  /// The value of a table row's cell or a CSV field: a number, a date with the year first, a logical, a percentage, a text.
  ///
  /// What people read in two ways, as `1,234` and `3/4/15`, stays text; only spaces make a blank.
  package static func value(typed text: String) -> TypedValue {
    var text = text
    return text.withUTF8 { value(typedBytes: $0) }
  }

  /// The value of some bytes of UTF-8; see ``value(typed:)``.
  package static func value(typedBytes bytes: UnsafeBufferPointer<UInt8>) -> TypedValue {
    let (start, end) = trimmed(bytes)
    guard start < end else { return TypedValue(.blank) }
    switch bytes[start] {
    case Ascii.zero...Ascii.nine, Ascii.plus, Ascii.minus, Ascii.dot:
      if let number = DecimalScanner.number(bytes, from: start, to: end) { return TypedValue(.number(number)) }
      if let special = percentage(bytes, start, end) ?? date(bytes, start, end) { return special }
    case 0x54, 0x74, 0x46, 0x66:
      if let logical = logical(bytes, start, end) { return TypedValue(.logical(logical)) }
    default: break
    }
    return TypedValue(.text(String(decoding: bytes, as: UTF8.self)))
  }

  private static func percentage(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> TypedValue? {
    guard bytes[end - 1] == Ascii.percent, let number = DecimalScanner.number(bytes, from: start, to: end - 1) else {
      return nil
    }
    let hasPlaces = bytes[start..<end].contains(Ascii.dot)
    return TypedValue(.number(number / 100), format: hasPlaces ? "0.00%" : "0%")
  }

  private static func logical(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool? {
    func reads(_ word: StaticString) -> Bool {
      guard end - start == word.utf8CodeUnitCount else { return false }
      for offset in 0..<(end - start) where bytes[start + offset] | 0x20 != word.utf8Start[offset] { return false }
      return true
    }
    return reads("true") ? true : (reads("false") ? false : nil)
  }

  private static func date(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> TypedValue? {
    if end - start == 10, let serial = isoDate(bytes, start) {
      return TypedValue(.number(Double(serial)), format: "yyyy-mm-dd")
    }
    guard end - start >= 8, end - start <= 40, bytes[start + 4] == Ascii.minus || bytes[start + 4] == Ascii.slash,
      let date = TypedDate.read(bytes, from: start, to: end, year: nil), date.isYearFirst
    else { return nil }
    return TypedValue(.number(date.serial), format: date.format)
  }
}

extension TypedText {
  /// The serial number of the commonest form, `2015-04-01`, read without tokens.
  private static func isoDate(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard bytes[start + 4] == Ascii.minus, bytes[start + 7] == Ascii.minus else { return nil }
    var digits = 0
    for offset in 0..<10 where offset != 4 && offset != 7 {
      let digit = bytes[start + offset] &- Ascii.zero
      guard digit < 10 else { return nil }
      digits = digits * 10 + Int(digit)
    }
    return SerialCalendar().serial(
      checking: CalendarDay(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100))
  }
}

extension TypedDate {
  /// The format that shows a date with the year first as it was typed.
  fileprivate var format: String {
    let isSlash = separator == Ascii.slash
    let day = isPadded ? (isSlash ? "yyyy/mm/dd" : "yyyy-mm-dd") : (isSlash ? "yyyy/m/d" : "yyyy-m-d")
    return hasTime ? day + (hasSeconds ? " hh:mm:ss" : " hh:mm") : day
  }
}
