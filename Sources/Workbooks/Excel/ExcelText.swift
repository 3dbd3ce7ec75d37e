import CellModel
import Markup

/// Texts as Office Open XML writes them.
enum ExcelText {
  /// A text with `_x0007_` for characters that XML does not have, and for a `_` that would begin such a spelling.
  ///
  /// - Parameter inAttribute: Whether a reader of XML would make a blank of a line feed.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    let needsCare = text.utf8.contains { byte in
      byte < 0x20 && (byte != 0x0A && byte != 0x09 || inAttribute) || byte == UInt8(ascii: "_") || byte == 0xEF
    }
    guard needsCare else { return text }
    let bytes = Array(text.utf8)
    var result = ""
    var position = 0
    for scalar in text.unicodeScalars {
      defer { position += UTF8.width(scalar) }
      let value = scalar.value
      let isKept = value >= 0x20 || !inAttribute && (value == 0x09 || value == 0x0A)
      if !isKept || value == 0xFFFE || value == 0xFFFF || value == 0x5F && unit(bytes, at: position) != nil {
        let digits = String(value, radix: 16, uppercase: true)
        result += "_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Writes a text as the element `t`, which keeps blanks at its ends.
  static func write(_ text: String, to xml: inout XMLWriter, prefix: String = "") {
    let edges = [text.utf8.first, text.utf8.last].compactMap(\.self)
    let keepsBlanks = edges.contains { $0 <= 0x20 }
    xml.element(prefix + "t", [("xml:space", keepsBlanks ? "preserve" : nil)], text: escaped(text))
  }

  /// What XML holds, without the white space at its ends; it has no other characters that come before the blank.
  static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    let rest = bytes.drop { $0 <= Ascii.space }
    guard let last = rest.lastIndex(where: { $0 > Ascii.space }) else { return rest }
    return rest[...last]
  }

  /// A text in which `_x000D_` and its kin stand for characters that XML does not have (ECMA-376 part 1, §22.9.2.19).
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var units: [UInt16] = []
    var position = 0
    func flush() {
      if !units.isEmpty { result.append(contentsOf: Array(String(decoding: units, as: UTF16.self).utf8)) }
      units.removeAll()
    }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "_"), let unit = unit(bytes, at: position) {
        units.append(unit)
        position += 7
      } else {
        flush()
        result.append(bytes[position])
        position += 1
      }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  /// The unit that `_x` with four digits and `_` stands for at a position.
  private static func unit(_ bytes: [UInt8], at position: Int) -> UInt16? {
    guard position + 7 <= bytes.count, bytes[position + 1] == UInt8(ascii: "x"),
      bytes[position + 6] == UInt8(ascii: "_")
    else { return nil }
    var value: UInt16 = 0
    for byte in bytes[position + 2..<position + 6] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  /// A number of digits alone; 0 for anything else.
  static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
    var number = 0
    for byte in digits {
      guard Ascii.isDigit(byte), number < 100_000_000 else { return 0 }
      number = number * 10 + Int(byte - Ascii.zero)
    }
    return number
  }
}
