/// Texts of XML that are written in UTF-16.
enum UTF16Text {
  /// Whether a byte order mark or the first `<` says that bytes are UTF-16.
  static func isUTF16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 4 && endianness(bytes[0], bytes[1]) != nil
  }

  private enum Endianness { case little, big }

  private static func endianness(_ first: UInt8, _ second: UInt8) -> Endianness? {
    switch (first, second) {
    case (0xFF, 0xFE), (0x3C, 0): .little
    case (0xFE, 0xFF), (0, 0x3C): .big
    default: nil
    }
  }

  /// The bytes in UTF-8 when a byte order mark or the first `<` says that they are UTF-16; else as they are.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4, let order = endianness(bytes[0], bytes[1]) else { return bytes }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(order == .little ? second << 8 | first : first << 8 | second)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
