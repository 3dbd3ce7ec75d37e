import CellModel

/// Numbers and texts.
extension JSONReader {
  mutating func number() throws(JSONError) -> CellValue {
    let start = index
    take(Ascii.minus)
    if !take(Ascii.zero) { try takeDigits() }
    if take(Ascii.dot) { try takeDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(Ascii.plus) { take(Ascii.minus) }
      try takeDigits()
    }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw error("there is no number", at: start)
    }
    return CellValue(checking: number)
  }

  @discardableResult
  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func takeDigits() throws(JSONError) {
    let start = index
    while index < bytes.count, (Ascii.zero...Ascii.nine).contains(bytes[index]) { index += 1 }
    if index == start { throw error("there is no digit") }
  }

  /// Reads a text, on whose opening quotation mark the reader stands.
  mutating func text() throws(JSONError) -> String {
    let start = index
    index += 1
    var result = ""
    while true {
      let plain = index
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] != Ascii.quote,
        bytes[index] != Ascii.backslash
      {
        index += 1
      }
      guard let part = String(validating: bytes[plain..<index], as: UTF8.self) else {
        throw error("there is a text that is not UTF-8", at: start)
      }
      result += part
      guard index < bytes.count else { throw error("there is a text without an end", at: start) }
      switch bytes[index] {
      case Ascii.quote:
        index += 1
        return result
      case Ascii.backslash: result.unicodeScalars.append(try escape())
      default: throw error("there is a control character in a text")
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 2
    switch index <= bytes.count ? bytes[index - 1] : 0 {
    case Ascii.quote: return "\""
    case Ascii.backslash: return "\\"
    case Ascii.slash: return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { throw error("there is an unknown escape", at: start) }
      return try scalar(from: unit, at: start)
    default: throw error("there is an unknown escape", at: start)
    }
  }

  /// The character of a code unit and, if it is the first half of a pair, of the escape that follows.
  private mutating func scalar(from unit: UInt32, at start: Int) throws(JSONError) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let end = index
    if (0xD800...0xDBFF).contains(unit), take(Ascii.backslash), take(UInt8(ascii: "u")), let low = codeUnit(),
      (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      return scalar
    }
    if takesHalves {
      index = end
      return "\u{FFFD}"
    }
    throw error("there is half of a character, written as one of a pair", at: start)
  }

  /// Reads four hexadecimal digits.
  private mutating func codeUnit() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    index += 4
    return unit
  }
}
