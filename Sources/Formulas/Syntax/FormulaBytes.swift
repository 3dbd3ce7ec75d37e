import CellModel
import Diagnostics

/// The bytes of a formula, and what stands in them at an offset, wherever the parser is.
///
/// Nothing is moved and nothing is reported here.
struct FormulaBytes: BitwiseCopyable {
  let base: UnsafePointer<UInt8>
  let count: Int
  let isSheet: Bool
  /// Whether a line end or a comment ends the formula, so that no text runs over a line end.
  let endsAtLine: Bool

  /// The byte at an offset, or 0 behind the end.
  @inline(__always) func byte(at offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

  /// The text of a range of bytes; short ones need no storage of their own.
  @inline(__always) func text(_ lower: Int, _ upper: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + lower, count: upper - lower), as: UTF8.self)
  }

  /// The scalar at an offset and its length, or `nil` where the bytes are not UTF-8.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = byte(at: offset)
    if lead < 0x80 { return offset < count ? (Unicode.Scalar(lead), 1) : nil }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, offset + length <= count else { return nil }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for index in 1..<length {
      let next = base[offset + index]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return (scalar, length)
  }

  /// The length of the scalar beyond ASCII at an offset if it may stand in a name, else 0.
  ///
  /// Punctuation may in a workbook: to Excel `“` and `Sheet・1` are names.
  private func nameScalarLength(at offset: Int) -> Int {
    guard let (scalar, length) = scalar(at: offset) else { return 0 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .mathSymbol, .currencySymbol,
      .dashPunctuation, .unassigned, .surrogate:
      return 0
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .privateUse:
      return isSheet ? 0 : length
    default: return scalar.value == 0xFEFF ? 0 : length
    }
  }

  // MARK: Names

  /// The end of the word that starts at an offset: letters, digits, `_`, inner dots, and in Excel `\` and `?`.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < count {
      let byte = base[end]
      if Ascii.isNamePart(byte) {
        end += 1
      } else if byte >= 0x80 {
        let length = nameScalarLength(at: end)
        if length == 0 { return end }
        end += length
      } else if byte == Ascii.dot {
        guard end > start, !isSheet || isNamePart(at: end + 1) else { return end }
        end += 1
      } else if !isSheet, byte == Ascii.backslash || (byte == Ascii.question && end > start) {
        end += 1
      } else {
        return end
      }
    }
    return end
  }

  func isNamePart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return Ascii.isNamePart(byte) || (byte >= 0x80 && nameScalarLength(at: offset) > 0)
  }

  /// Whether a name can start at an offset.
  func isNameStart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return Ascii.isLetter(byte) || byte == Ascii.underscore || (!isSheet && byte == Ascii.backslash)
      || (byte >= 0x80 && nameScalarLength(at: offset) > 0)
  }

  /// The logical that a word is.
  func logical(_ start: Int, _ end: Int) -> Bool? {
    guard end - start == 4 || end - start == 5 else { return nil }
    let wanted: StaticString = end - start == 4 ? "true" : "false"
    for offset in 0..<(end - start) where Ascii.lowercased(base[start + offset]) != wanted.utf8Start[offset] {
      return nil
    }
    return end - start == 4
  }

  /// Whether a name and a colon stand at an offset.
  func isField(at start: Int) -> Bool {
    guard isNameStart(at: start) else { return false }
    var end = wordEnd(from: start)
    while byte(at: end) == Ascii.space || byte(at: end) == Ascii.tab { end += 1 }
    return byte(at: end) == Ascii.colon
  }

  // MARK: Texts and errors

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
      } else if byte == Ascii.lineFeed, endsAtLine {
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

  /// The end of the line of an offset, or of all where a formula may have several.
  func lineEnd(from start: Int) -> Int {
    guard endsAtLine else { return count }
    var end = start
    while end < count, base[end] != Ascii.lineFeed, base[end] != Ascii.carriageReturn { end += 1 }
    return end
  }

  /// The error that stands at an offset, whatever the case of its letters, and the offset behind it.
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

  // MARK: What is around a place, for the words of findings

  /// The span of the word, number or sign at an offset.
  func token(at offset: Int) -> SourceSpan {
    guard offset < count else { return SourceSpan(count, count) }
    if let (_, end) = errorCode(at: offset) { return SourceSpan(offset, end) }
    if base[offset] == Ascii.quote, let (_, end) = quoted(from: offset, by: Ascii.quote) {
      return SourceSpan(offset, end)
    }
    let end = wordEnd(from: offset)
    return SourceSpan(offset, end > offset ? end : offset + (scalar(at: offset)?.length ?? 1))
  }

  /// The digits, commas and points around the comma at an offset, if digits stand on both sides of it.
  func numberWithCommas(at position: Int) -> String? {
    guard position > 0, Ascii.isDigit(base[position - 1]), Ascii.isDigit(byte(at: position + 1)) else { return nil }
    func belongs(_ byte: UInt8) -> Bool { Ascii.isDigit(byte) || byte == Ascii.comma || byte == Ascii.dot }
    var start = position
    while start > 0, belongs(base[start - 1]) { start -= 1 }
    var end = position
    while belongs(byte(at: end)) { end += 1 }
    return text(start, end)
  }

  /// The word, number or percentage right before an offset, blanks aside.
  ///
  /// A quotation mark behind a `\`, as other languages write one inside a text, is taken as a word.
  func word(before position: Int) -> String {
    var end = position
    while end > 0, base[end - 1] == Ascii.space || base[end - 1] == Ascii.tab { end -= 1 }
    if end > 1, base[end - 1] == Ascii.quote, base[end - 2] == Ascii.backslash { return Self.escapedQuote }
    var start = end
    while start > 0, isWordPart(base[start - 1]) { start -= 1 }
    return text(start, end)
  }

  static let escapedQuote = "\\\""

  private func isWordPart(_ byte: UInt8) -> Bool {
    Ascii.isDigit(byte) || Ascii.isLetter(byte) || byte == Ascii.underscore || byte == Ascii.percent
      || byte == Ascii.dot || byte >= 0x80
  }

  /// Whether a name and `=` follow, as in a definition.
  func definitionFollows(_ start: Int) -> Bool {
    var index = start
    while byte(at: index) == Ascii.space { index += 1 }
    guard isNameStart(at: index) else { return false }
    while isNamePart(at: index) { index += scalar(at: index)?.length ?? 1 }
    while byte(at: index) == Ascii.space { index += 1 }
    return byte(at: index) == Ascii.equals
  }
}
