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
    if bytes.isSheet, let node = isoDate() { return node }
    var end = start
    var mantissa: UInt64 = 0
    var scale = 0
    while Ascii.isDigit(bytes.byte(at: end)) {
      mantissa = DecimalDigits.appending(bytes.base[end], to: mantissa)
      end += 1
    }
    let colon = bytes.byte(at: end) == Ascii.dot ? end + 1 : end
    if end > start, bytes.byte(at: colon) == Ascii.colon, let read = shape(at: start) { return take(read, from: start) }
    if bytes.byte(at: end) == Ascii.dot, bytes.byte(at: end + 1) != Ascii.dot {
      end += 1
      while Ascii.isDigit(bytes.byte(at: end)) {
        mantissa = DecimalDigits.appending(bytes.base[end], to: mantissa)
        scale -= 1
        end += 1
      }
    }
    if bytes.byte(at: end) | 0x20 == 0x65 {
      let hasSign = bytes.byte(at: end + 1) == Ascii.plus || bytes.byte(at: end + 1) == Ascii.minus
      var digits = end + (hasSign ? 2 : 1)
      if Ascii.isDigit(bytes.byte(at: digits)) {
        var exponent = 0
        while Ascii.isDigit(bytes.byte(at: digits)) {
          exponent = min(exponent * 10 + Int(bytes.base[digits] - Ascii.zero), 100_000)
          digits += 1
        }
        scale += bytes.byte(at: end + 1) == Ascii.minus ? -exponent : exponent
        end = digits
      }
    }
    position = end
    let text = bytes.text(start, end)
    if bytes.isNamePart(at: end) || (bytes.byte(at: end) == Ascii.dot && Ascii.isDigit(bytes.byte(at: end + 1))) {
      var rest = end
      while bytes.isNamePart(at: rest) || (bytes.byte(at: rest) == Ascii.dot && bytes.isNamePart(at: rest + 1)) {
        rest += bytes.scalar(at: rest)?.length ?? 1
      }
      if !bytes.isSheet, bytes.byte(at: rest) == Ascii.exclamation, bytes.byte(at: rest + 1) != Ascii.equals {
        // LibreOffice writes the name of a sheet such as 1a without marks.
        position = rest + 1
        return reference(in: SheetPrefix(bytes.text(start, rest)), from: start)
      }
      report(.badNumber(at: SourceSpan(start, rest), number: text, rest: bytes.text(end, rest)))
      position = rest
    }
    let value = DecimalDigits.value(mantissa, scale) ?? Double(text) ?? Double(text + "0") ?? .infinity
    guard value.isFinite else {
      report(.numberTooLarge(at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    return node(.number(value, text: text), from: start)
  }

  /// Reads `2015-04-01` exactly so, or nothing.
  private mutating func isoDate() -> FormulaTree.Index? {
    let start = position
    guard start + 10 <= bytes.count, bytes.base[start + 4] == Ascii.minus, bytes.base[start + 7] == Ascii.minus else {
      return nil
    }
    var parts: (year: Int, month: Int, day: Int) = (0, 0, 0)
    for offset in [0, 1, 2, 3, 5, 6, 8, 9] {
      guard Ascii.isDigit(bytes.base[start + offset]) else { return nil }
      let digit = Int(bytes.base[start + offset] - Ascii.zero)
      switch offset {
      case ..<4: parts.year = parts.year * 10 + digit
      case ..<7: parts.month = parts.month * 10 + digit
      default: parts.day = parts.day * 10 + digit
      }
    }
    if bytes.isNamePart(at: start + 10)
      || (bytes.byte(at: start + 10) == Ascii.dot && Ascii.isDigit(bytes.byte(at: start + 11)))
    {
      return nil
    }
    position = start + 10
    guard let serial = Self.serial(parts.year, parts.month, parts.day) else {
      report(.noSuchDate(bytes.text(start, position), at: SourceSpan(start, position)))
      return node(.invalid, from: start)
    }
    return node(.date(serial, text: bytes.text(start, position)), from: start)
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
    guard let (content, end) = bytes.quoted(from: start, by: Ascii.quote) else {
      stop(.unterminatedText(at: SourceSpan(start, bytes.lineEnd(from: start))))
      position = bytes.lineEnd(from: start)
      return node(.invalid, from: start)
    }
    position = end
    return node(.text(content), from: start)
  }

  /// Reads a text in typographic quotation marks, for a better diagnostic; reports any other sign.
  mutating func curlyQuotes() -> FormulaTree.Index {
    let start = position
    guard let (scalar, length) = bytes.scalar(at: start), (0x2018...0x201F).contains(scalar.value) else {
      return missingOperand(afterOperator: false)
    }
    let limit = bytes.lineEnd(from: start)
    var end = start + length
    while end < limit {
      if bytes.base[end] == Ascii.quote {
        position = end + 1
        break
      }
      if let (other, otherLength) = bytes.scalar(at: end), (0x2018...0x201F).contains(other.value) {
        position = end + otherLength
        break
      }
      end += 1
    }
    let content = bytes.text(start + length, end)
    if end >= limit { position = limit }
    report(.curlyQuotes(at: SourceSpan(start, position)))
    return node(.text(content), from: start)
  }

  // MARK: Errors

  /// Reads an error literal; `#REF!` is what a deleted cell left behind.
  mutating func errorLiteral() -> FormulaTree.Index {
    let start = position
    guard let (code, end) = bytes.errorCode(at: start) else {
      var end = start + 1
      while Ascii.isNamePart(bytes.byte(at: end)) || bytes.byte(at: end) == Ascii.slash { end += 1 }
      if bytes.byte(at: end) == Ascii.exclamation || bytes.byte(at: end) == Ascii.question { end += 1 }
      position = end
      report(.unknownErrorLiteral(bytes.text(start, end), at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    position = end
    guard code == .reference else { return node(.error(code), from: start) }
    // Excel writes `#REF!A1` when the sheet is gone; the cell is as lost as its sheet.
    if let lost = shape(at: end) { position = lost.end }
    return node(.reference(GridReference(.deleted)), from: start)
  }

}
