/// Text read as a spreadsheet reads typing.
///
/// There are two readings. ``number(_:year:)`` is what coercion and VALUE accept: every form that Excel knows in its US
/// English locale, with Excel's fifteen digits. ``value(typed:)`` is what a table row and a CSV cell mean: only forms that
/// nobody can mistake, with all digits, so that what was written as a number comes back as the same number.
package enum TypedText {
  /// The number a text stands for where a number is wanted, as VALUE reads it; `nil` when it is none.
  ///
  /// Signs, `$`, `€`, `%`, thousands, parentheses, exponents, fractions, dates and times are understood. A day without a year,
  /// such as `4/1`, is one only when the year is given. Fifteen digits count and zeros follow, as in Excel, which does not
  /// round here. Spaces around a number or a time do not matter; a date in numbers with spaces around it is none, and
  /// one with the name of a month may have them behind it. A day before the first of the date system is none either.
  package static func number(_ text: String, year: Int? = nil, in system: DateSystem = .from1900) -> Double? {
    var text = text
    return text.withUTF8 { number($0, year: year, in: system) }
  }

  /// The number, in one year for all, of a text that is a day without its year; `nil` for any other text.
  package static func dayInAnyYear(_ text: String) -> Double? {
    // A day has its number in it, which most texts have not.
    guard text.utf8.contains(where: { Ascii.zero <= $0 && $0 <= Ascii.nine }) else { return nil }
    return numberOrDay(text).day
  }

  /// What a text reads as: a number, or a day without its year in the one year for all, or neither, as most texts do.
  package static func numberOrDay(_ text: String) -> (number: Double?, day: Double?) {
    // The year is one with a 29 February. What is nothing with a year at hand is nothing without.
    guard let read = number(text, year: 2000) else { return (nil, nil) }
    let number = number(text)
    return (number, number == nil ? read : nil)
  }

  static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, year: Int? = nil, in system: DateSystem = .from1900
  ) -> Double? {
    let (start, end) = trimmed(bytes)
    guard start < end, canBeginNumber(bytes[start]) else { return nil }
    if let plain = DecimalScanner.number(bytes, from: start, to: end, .fifteen) { return typeable(plain) }
    guard end - start <= 64 else { return nil }
    if start == 0, end == bytes.count, let day = TypedDate.plainDay(bytes, in: system) { return day }
    if let decorated = DecoratedNumber.read(bytes, from: start, to: end) { return typeable(decorated) }
    guard let date = TypedDate.read(bytes, from: start, to: end, year: year) else { return nil }
    guard date.allows(blanksBefore: start > 0, behind: end < bytes.count) else { return nil }
    guard date.hasDate else { return date.serial }
    switch system {
    case .from1900: return date.serial
    case .from1904: return date.serial < DateSystem.daysBetween ? nil : date.serial - DateSystem.daysBetween
    // There is no 29 February 1900, and the days before it have a number more.
    case .from1899: return date.serial >= 61 ? date.serial : date.serial >= 60 ? nil : date.serial + 1
    }
  }

  /// A number that can be typed into a cell; a larger one can only be computed.
  private static func typeable(_ number: Double) -> Double? {
    abs(number) <= 9.99999999999999e307 ? number : nil
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
      Ascii.leftParenthesis, DecoratedNumber.beginOfEuro:
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
  /// The first byte of the euro's sign in UTF-8.
  static let beginOfEuro: UInt8 = 0xE2

  /// The place of the last byte of a currency's sign; `nil` when it is another sign.
  private static func currencyEnd(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, to end: Int) -> Int? {
    if bytes[start] == Ascii.dollar { return start }
    return start + 2 < end && bytes[start + 1] == 0x82 && bytes[start + 2] == 0xAC ? start + 2 : nil
  }

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
      case Ascii.dollar, beginOfEuro:
        guard !hasCurrency, let last = currencyEnd(bytes, at: position, to: end) else { return nil }
        hasCurrency = true
        position = last
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
      // A euro's sign may stand behind its amount, a dollar's may not.
      case beginOfEuro:
        guard !hasCurrency, let last = currencyEnd(bytes, at: position, to: end) else { return nil }
        hasCurrency = true
        position = last
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
    guard let scan = DecimalScanner.scan(bytes, from: start, to: end, .fifteen) else { return nil }
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
      guard let scan = DecimalScanner.scan(joined, from: 0, to: joined.count, .fifteen),
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
    // Five digits at most, and no more than 2^15 - 1.
    func whole() -> Double? {
      let first = position
      var value = 0.0
      while position < end, position - first <= 5, Ascii.isDigit(bytes[position]) {
        value = value * 10 + Double(bytes[position] - Ascii.zero)
        position += 1
      }
      return (1...5).contains(position - first) && value <= 32_767 ? value : nil
    }
    guard let top = whole(), position < end, bytes[position] == Ascii.slash else { return nil }
    position += 1
    guard let bottom = whole(), bottom > 0 else { return nil }
    return (top / bottom, position)
  }
}

// MARK: - What a table row and a CSV cell mean

extension TypedText {
  /// The value of a table row's cell or a CSV field: a number, a date with the year first, a time, a logical, a percentage,
  /// a text.
  ///
  /// What people read in two ways, as `1,234` and `3/4/15`, stays text, and so do digits that a number would lose: those of
  /// `00123` and of whole numbers beyond 2^53. Only spaces make a blank.
  package static func value(typed text: String) -> CellValue {
    var text = text
    return text.withUTF8 { value(typedBytes: $0) }
  }

  /// The value of some bytes of UTF-8; see ``value(typed:)``.
  package static func value(typedBytes bytes: UnsafeBufferPointer<UInt8>) -> CellValue {
    let (start, end) = trimmed(bytes)
    guard start < end else { return .blank }
    switch bytes[start] {
    case Ascii.zero...Ascii.nine, Ascii.plus, Ascii.minus, Ascii.dot:
      if let number = DecimalScanner.number(bytes, from: start, to: end) {
        guard !losesDigits(bytes, start, end, number) else { break }
        return .number(number)
      }
      if let special = percentage(bytes, start, end) ?? date(bytes, start, end) { return special }
    case 0x54, 0x74, 0x46, 0x66:
      if let logical = logical(bytes, start, end) { return .logical(logical) }
    default: break
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// The number that a typed text is when nothing but digits, a sign, a point and an exponent are in it; all digits count.
  package static func plainNumber(typed text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in
      let (start, end) = trimmed(bytes)
      return DecimalScanner.number(bytes, from: start, to: end)
    }
  }

  /// The number that a typed text is with a point for its comma, such as `1.5` for `1,5`, `1234.5` for `1.234,5` and
  /// `7.5%` for `7,5%`; `nil` where the comma can group digits, as in `1,234`.
  package static func withPoint(typed text: String) -> String? {
    let parts = text.trimmed.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = parts[0].last, last.isASCII, last.isNumber,
      parts[1].first.map({ $0.isASCII && $0.isNumber }) ?? false
    else { return nil }
    let groups = parts[0].drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
    let isGrouped = groups.count > 1
    if isGrouped {
      guard groups[0].count <= 3, groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    } else if parts[1].prefix(while: \.isNumber).count == 3, (1...3).contains(groups[0].count), groups[0] != "0" {
      return nil
    }
    let number = "\(parts[0].filter { $0 != "." }).\(parts[1])"
    return value(typed: number).number == nil ? nil : number
  }

  /// Whether a typed text is made of digits that a number would not keep, and so stays text.
  package static func losesDigits(typed text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let (start, end) = trimmed(bytes)
      return DecimalScanner.number(bytes, from: start, to: end).map { losesDigits(bytes, start, end, $0) } ?? false
    }
  }

  private static func losesDigits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ number: Double
  ) -> Bool {
    let first = bytes[start] == Ascii.minus || bytes[start] == Ascii.plus ? start + 1 : start
    let startsWithZero = end - first > 1 && bytes[first] == Ascii.zero && Ascii.isDigit(bytes[first + 1])
    guard startsWithZero || abs(number) >= 0x1p53 else { return false }
    let digits = bytes[first..<end]
    guard digits.allSatisfy(Ascii.isDigit) else { return false }
    // 2^53 itself is kept, and is what the number after it would become.
    return startsWithZero || abs(number) > 0x1p53 || !digits.elementsEqual("9007199254740992".utf8)
  }

  private static func percentage(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> CellValue? {
    guard bytes[end - 1] == Ascii.percent, let number = DecimalScanner.number(bytes, from: start, to: end - 1) else {
      return nil
    }
    return .number(number / 100, .percent)
  }

  private static func logical(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool? {
    func reads(_ word: StaticString) -> Bool {
      guard end - start == word.utf8CodeUnitCount else { return false }
      for offset in 0..<(end - start) where bytes[start + offset] | 0x20 != word.utf8Start[offset] { return false }
      return true
    }
    return reads("true") ? true : (reads("false") ? false : nil)
  }

  private static func date(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> CellValue? {
    guard let base = bytes.baseAddress, end - start <= 40 else { return nil }
    if end - start == 10, let serial = TimeNotation.day(base, from: start, to: end) {
      return .number(Double(serial), .date)
    }
    if let time = TimeNotation.time(base, from: start, to: end), time.end == end {
      return .number(time.number, time.kind)
    }
    guard end - start >= 8, bytes[start + 4] == Ascii.minus || bytes[start + 4] == Ascii.slash,
      let date = TypedDate.read(bytes, from: start, to: end, year: nil), date.isYearFirst, !date.isLoose
    else { return nil }
    return .number(date.serial, date.hasTime ? .dateTime : .date)
  }
}
