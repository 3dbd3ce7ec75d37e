/// Texts as Office Open XML writes them.
enum ExcelText {
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
}
