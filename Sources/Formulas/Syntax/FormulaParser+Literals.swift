import CellModel
import Diagnostics

extension FormulaParser {
  // MARK: Numbers and dates

  /// Reads a number, a date of the sheet dialect, or whole rows such as `1:3`.
  mutating func number() -> FormulaTree.Index {
    let start = position
    if bytes.isSheet, let node = isoDate() { return node }
    var digits = DecimalDigits(from: start)
    digits.readInteger(of: bytes)
    if let rows = wholeRows(from: start, to: digits.end) { return rows }
    digits.readFraction(of: bytes)
    digits.readExponent(of: bytes)
    let end = digits.end
    position = end
    let text = bytes.text(start, end)
    if goesOn(at: end), let reference = passRest(ofNumber: text, from: start) { return reference }
    let value = digits.value ?? Double(text) ?? Double(text + "0") ?? .infinity
    guard value.isFinite else {
      report(.numberTooLarge(at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    return node(.number(value, text: text), from: start)
  }

  /// Reads whole rows of which the first number has been read, if a colon follows.
  private mutating func wholeRows(from start: Int, to end: Int) -> FormulaTree.Index? {
    let colon = bytes.byte(at: end) == Ascii.dot ? end + 1 : end
    guard end > start, bytes.byte(at: colon) == Ascii.colon, let read = shape(at: start) else { return nil }
    return take(read, from: start)
  }

  /// Whether something follows a number directly that makes another word of it.
  @inline(__always)
  private func goesOn(at end: Int) -> Bool {
    switch bytes.byte(at: end) {
    case Ascii.exclamation, Ascii.colon: true
    case Ascii.dot: Ascii.isDigit(bytes.byte(at: end + 1))
    default: bytes.isNamePart(at: end)
    }
  }

  /// Passes what goes on behind a number as a name does, which is reported.
  ///
  /// - Returns: What stands on a sheet whose name begins with a digit; Excel reads `2010!A1` as it is typed, and
  ///   LibreOffice writes `1a!A1`.
  private mutating func passRest(ofNumber text: String, from start: Int) -> FormulaTree.Index? {
    let end = position
    var rest = end
    while bytes.isNamePart(at: rest) || (bytes.byte(at: rest) == Ascii.dot && bytes.isNamePart(at: rest + 1)) {
      rest += bytes.scalar(at: rest)?.length ?? 1
    }
    if bytes.marksSheet(at: rest, colonIsRange: colonIsRange) {
      position = rest + 1
      return reference(in: SheetPrefix(bytes.text(start, rest)), from: start)
    }
    if colonIsRange, bytes.byte(at: rest) == Ascii.colon, let last = bytes.endOfRun(at: rest + 1) {
      position = last.end
      return reference(in: SheetPrefix(bytes.text(start, rest), through: last.name), from: start)
    }
    guard rest > end else { return nil }
    report(.badNumber(at: SourceSpan(start, rest), number: text, rest: bytes.text(end, rest)))
    position = rest
    return nil
  }

  /// Reads a ``WrittenDate``, or nothing.
  private mutating func isoDate() -> FormulaTree.Index? {
    let start = position
    let end = start + WrittenDate.length
    guard let date = WrittenDate(bytes.base, at: start, to: bytes.count), !bytes.isNamePart(at: end),
      !(bytes.byte(at: end) == Ascii.dot && Ascii.isDigit(bytes.byte(at: end + 1)))
    else { return nil }
    position = end
    guard let serial = date.serial else {
      report(.noSuchDate(bytes.text(start, end), at: SourceSpan(start, end)))
      return node(.invalid, from: start)
    }
    return node(.date(serial, text: bytes.text(start, end)), from: start)
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
    let end =
      closingMark(of: scalar.value, from: start + length, to: limit) ?? anyMark(from: start + length, to: limit)
      ?? (lower: limit, upper: limit)
    position = end.upper
    report(.curlyQuotes(at: SourceSpan(start, position)))
    return node(.text(bytes.text(start + length, end.lower)), from: start)
  }

  /// The mark that closes a text in typographic quotation marks, in which others may be quoted.
  private func closingMark(of mark: UInt32, from start: Int, to limit: Int) -> (lower: Int, upper: Int)? {
    // Other marks close texts in one language and open them in another.
    guard mark == 0x2018 || mark == 0x201C else { return nil }
    var depth = 1
    var offset = start
    while offset < limit {
      let length = bytes.scalar(at: offset).map { scalar, length in
        if scalar.value == mark { depth += 1 }
        if scalar.value == mark + 1 { depth -= 1 }
        return length
      }
      let next = offset + (length ?? 1)
      if depth == 0 { return (offset, next) }
      offset = next
    }
    return nil
  }

  /// The first quotation mark, of whatever form.
  private func anyMark(from start: Int, to limit: Int) -> (lower: Int, upper: Int)? {
    for offset in start..<limit {
      if bytes.base[offset] == Ascii.quote { return (offset, offset + 1) }
      if let (other, length) = bytes.scalar(at: offset), (0x2018...0x201F).contains(other.value) {
        return (offset, offset + length)
      }
    }
    return nil
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
    if code == .reference { passWhatWasOnLostSheet() }
    if !bytes.isSheet, bytes.byte(at: position) == Ascii.leftParenthesis {
      // A function that is gone, as in `#NAME?(A1)`; only its arguments are left.
      let name = bytes.text(start, position)
      return node(.call(name: name, arguments: arguments()), from: start)
    }
    guard code == .reference else { return node(.error(code), from: start) }
    return node(.reference(GridReference(.deleted)), from: start)
  }

  /// Moves behind a cell or a name whose sheet is gone, as in `#REF!A1`, `#REF!rate`, and `#REF!#REF!` of both; it is as lost
  /// as its sheet.
  private mutating func passWhatWasOnLostSheet() {
    if let lost = shape(at: position) {
      position = lost.end
    } else if let (code, end) = bytes.errorCode(at: position), code == .reference {
      position = end
    } else if bytes.isNameStart(at: position) {
      let end = bytes.wordEnd(from: position)
      if bytes.byte(at: end) != Ascii.leftBracket { position = end }
    }
  }
}
