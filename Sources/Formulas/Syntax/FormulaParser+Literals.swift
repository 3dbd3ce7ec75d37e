import CellModel
import Diagnostics

extension FormulaParser {
  // MARK: Numbers and dates

  /// Reads a number, a date of the sheet dialect, or whole rows such as `1:3`.
  ///
  /// Up to 19 digits and powers of ten up to 22 are exact in doubles (Clinger 1990), which covers nearly all numbers
  /// that people write; the rest goes through the standard library.
  mutating func number() -> FormulaTree.Index {
    let start = position
    if isSheet, let node = isoDate() { return node }
    var end = start
    var mantissa: UInt64 = 0
    var scale = 0
    while Ascii.isDigit(byte(at: end)) {
      mantissa = Self.appending(base[end], to: mantissa)
      end += 1
    }
    let colon = byte(at: end) == Ascii.dot ? end + 1 : end
    if end > start, byte(at: colon) == Ascii.colon, let read = shape(at: start) { return take(read, from: start) }
    if byte(at: end) == Ascii.dot, byte(at: end + 1) != Ascii.dot {
      end += 1
      while Ascii.isDigit(byte(at: end)) {
        mantissa = Self.appending(base[end], to: mantissa)
        scale -= 1
        end += 1
      }
    }
    if byte(at: end) | 0x20 == 0x65 {
      let hasSign = byte(at: end + 1) == Ascii.plus || byte(at: end + 1) == Ascii.minus
      var digits = end + (hasSign ? 2 : 1)
      if Ascii.isDigit(byte(at: digits)) {
        var exponent = 0
        while Ascii.isDigit(byte(at: digits)) {
          exponent = min(exponent * 10 + Int(base[digits] - Ascii.zero), 100_000)
          digits += 1
        }
        scale += byte(at: end + 1) == Ascii.minus ? -exponent : exponent
        end = digits
      }
    }
    position = end
    let text = text(start, end)
    if isNamePart(at: end) || (byte(at: end) == Ascii.dot && Ascii.isDigit(byte(at: end + 1))) {
      var rest = end
      while isNamePart(at: rest) || (byte(at: rest) == Ascii.dot && isNamePart(at: rest + 1)) {
        rest += scalar(at: rest)?.length ?? 1
      }
      if !isSheet, byte(at: rest) == Ascii.exclamation, byte(at: rest + 1) != Ascii.equals {
        // LibreOffice writes the name of a sheet such as 1a without marks.
        position = rest + 1
        return reference(in: SheetPrefix(self.text(start, rest)), from: start)
      }
      report(.badNumber(at: SourceSpan(start, rest), number: text, rest: self.text(end, rest)))
      position = rest
    }
    let value = Self.value(mantissa, scale) ?? Double(text) ?? Double(text + "0") ?? .infinity
    guard value.isFinite else {
      report(.numberTooLarge(at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    return node(.number(value, text: text), from: start)
  }

  /// The mantissa with one more digit, or `UInt64.max` once it is no longer exact.
  @inline(__always)
  private static func appending(_ digit: UInt8, to mantissa: UInt64) -> UInt64 {
    mantissa > 900_719_925_474_098 ? .max : mantissa * 10 + UInt64(digit - Ascii.zero)
  }

  /// The number that digits with one dot at most say; `nil` for what else stands there, and for more digits than are exact.
  package static func plainNumber(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Double? {
    guard start < end, Ascii.isDigit(base[start]) else { return nil }
    var mantissa: UInt64 = 0
    var scale: Int?
    for index in start..<end {
      if base[index] == Ascii.dot, scale == nil {
        scale = 0
      } else if Ascii.isDigit(base[index]) {
        mantissa = appending(base[index], to: mantissa)
        scale? -= 1
      } else {
        return nil
      }
    }
    return value(mantissa, scale ?? 0)
  }

  private static func value(_ mantissa: UInt64, _ scale: Int) -> Double? {
    guard mantissa != .max, (-22...22).contains(scale) else { return nil }
    var power = 1.0
    for _ in 0..<abs(scale) { power *= 10 }
    return scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }

  /// Reads `2015-04-01` exactly so, or nothing.
  private mutating func isoDate() -> FormulaTree.Index? {
    let start = position
    guard start + 10 <= count, base[start + 4] == Ascii.minus, base[start + 7] == Ascii.minus else { return nil }
    var parts: (year: Int, month: Int, day: Int) = (0, 0, 0)
    for offset in [0, 1, 2, 3, 5, 6, 8, 9] {
      guard Ascii.isDigit(base[start + offset]) else { return nil }
      let digit = Int(base[start + offset] - Ascii.zero)
      switch offset {
      case ..<4: parts.year = parts.year * 10 + digit
      case ..<7: parts.month = parts.month * 10 + digit
      default: parts.day = parts.day * 10 + digit
      }
    }
    if isNamePart(at: start + 10) || (byte(at: start + 10) == Ascii.dot && Ascii.isDigit(byte(at: start + 11))) {
      return nil
    }
    position = start + 10
    guard let serial = Self.serial(parts.year, parts.month, parts.day) else {
      report(.noSuchDate(text(start, position), at: SourceSpan(start, position)))
      return node(.invalid, from: start)
    }
    return node(.date(serial, text: text(start, position)), from: start)
  }

  /// The serial number of a day in the 1900 system, in which 29 February 1900 takes a number but is no day.
  private static func serial(_ year: Int, _ month: Int, _ day: Int) -> Double? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1900, (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400 - (1899 / 4 - 1899 / 100 + 1899 / 400)
    let days = (year - 1900) * 365 + leaps + lengths[..<(month - 1)].reduce(0, +) + day
    return Double(days > 59 ? days + 1 : days)
  }

  // MARK: Text

  /// Reads a text in quotation marks, in which a doubled mark is one.
  mutating func quotedText() -> FormulaTree.Index {
    let start = position
    guard let (content, end) = quoted(from: start, by: Ascii.quote) else {
      stop(.unterminatedText(at: SourceSpan(start, lineEnd(from: start))))
      position = lineEnd(from: start)
      return node(.invalid, from: start)
    }
    position = end
    return node(.text(content), from: start)
  }

  /// What stands between two marks, doubled ones made single, and the offset behind the second.
  func quoted(from start: Int, by mark: UInt8) -> (content: String, end: Int)? {
    var end = start + 1
    var hasDoubled = false
    while true {
      guard end < count else { return nil }
      let byte = base[end]
      if byte == mark {
        guard self.byte(at: end + 1) == mark else { break }
        hasDoubled = true
        end += 1
      } else if byte == Ascii.lineFeed, options.endsAtLine {
        return nil
      }
      end += 1
    }
    guard hasDoubled else { return (text(start + 1, end), end + 1) }
    var content: [UInt8] = []
    content.reserveCapacity(end - start)
    var offset = start + 1
    while offset < end {
      content.append(base[offset])
      offset += base[offset] == mark ? 2 : 1
    }
    return (String(decoding: content, as: UTF8.self), end + 1)
  }

  func lineEnd(from start: Int) -> Int {
    guard options.endsAtLine else { return count }
    var end = start
    while end < count, base[end] != Ascii.lineFeed, base[end] != Ascii.carriageReturn { end += 1 }
    return end
  }

  /// Reads a text in typographic quotation marks, for a better diagnostic; reports any other sign.
  mutating func curlyQuotes() -> FormulaTree.Index {
    let start = position
    guard let (scalar, length) = scalar(at: start), (0x2018...0x201F).contains(scalar.value) else {
      return missingOperand(afterOperator: false)
    }
    let limit = lineEnd(from: start)
    var end = start + length
    while end < limit {
      if base[end] == Ascii.quote {
        position = end + 1
        break
      }
      if let (other, otherLength) = self.scalar(at: end), (0x2018...0x201F).contains(other.value) {
        position = end + otherLength
        break
      }
      end += 1
    }
    let content = text(start + length, end)
    if end >= limit { position = limit }
    report(.curlyQuotes(at: SourceSpan(start, position)))
    return node(.text(content), from: start)
  }

  // MARK: Errors

  /// Reads an error literal; `#REF!` is what a deleted cell left behind.
  mutating func errorLiteral() -> FormulaTree.Index {
    let start = position
    guard let (code, end) = errorCode(at: start) else {
      var end = start + 1
      while Ascii.isNamePart(byte(at: end)) || byte(at: end) == Ascii.slash { end += 1 }
      if byte(at: end) == Ascii.exclamation || byte(at: end) == Ascii.question { end += 1 }
      position = end
      report(.unknownErrorLiteral(text(start, end), at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    position = end
    guard code == .reference else { return node(.error(code), from: start) }
    // Excel writes `#REF!A1` when the sheet is gone; the cell is as lost as its sheet.
    if let lost = shape(at: end) { position = lost.end }
    return node(.reference(GridReference(.deleted)), from: start)
  }

  func errorCode(at start: Int) -> (ErrorCode, end: Int)? {
    for code in ErrorCode.allCases {
      var offset = start
      var matches = true
      for wanted in code.text.utf8 {
        if Ascii.lowercased(byte(at: offset)) != Ascii.lowercased(wanted) {
          matches = false
          break
        }
        offset += 1
      }
      if matches, Ascii.isNamePart(base[offset - 1]) ? !isNamePart(at: offset) : true { return (code, offset) }
    }
    return nil
  }
}
