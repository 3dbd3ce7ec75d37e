/// Texts of XML that are written in UTF-16.
enum UTF16Text {
  /// The bytes in UTF-8 when a byte order mark or the first `<` says that they are UTF-16; else as they are.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4 else { return bytes }
    let isLittle = (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0x3C && bytes[1] == 0)
    let isBig = (bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0 && bytes[1] == 0x3C)
    guard isLittle || isBig else { return bytes }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
