/// Texts of XML that are written in another encoding than UTF-8.
///
/// The parts of workbooks are in UTF-8 or UTF-16 (ECMA-376 part 2, §7.2); a few programs declare the encoding of their own
/// system all the same, and mean it.
enum XMLText {
  private enum Endianness { case little, big }

  /// Whether bytes with the beginning of a text are UTF-8.
  static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    endianness(bytes) == nil && declaredEncoding(bytes) == nil
  }

  /// The bytes in UTF-8 when a byte order mark, the first `<` or the declaration says that they are something else; else as
  /// they are.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let (order, encoding) = bytes.withUnsafeBufferPointer { (endianness($0), declaredEncoding($0)) }
    if let order { return utf8(bytes, order) }
    return encoding?.utf8(bytes[...]) ?? bytes
  }

  /// The bytes as a document in UTF-8, whose declaration says so.
  static func utf8Document(_ bytes: [UInt8]) -> [UInt8] {
    let converted = utf8(bytes)
    guard converted != bytes, converted.starts(with: "<?xml".utf8), let end = converted.firstIndex(of: 0x3E) else {
      return converted
    }
    let isStandalone = String(decoding: converted[..<end], as: UTF8.self).contains("standalone")
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"\(isStandalone ? " standalone=\"yes\"" : "")?"
    return Array(declaration.utf8) + converted[end...]
  }

  private static func endianness(_ bytes: UnsafeBufferPointer<UInt8>) -> Endianness? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0x3C, 0): return .little
    case (0xFE, 0xFF), (0, 0x3C): return .big
    default: return nil
    }
  }

  private static func utf8(_ bytes: [UInt8], _ order: Endianness) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(order == .little ? second << 8 | first : first << 8 | second)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The encoding of one byte, or of some, for each letter that a declaration names; `nil` for any other, which the bytes
  /// would show themselves.
  private static func declaredEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard let end = head.firstRange(of: "?>"), let name = head[..<end.lowerBound].firstRange(of: "encoding") else {
      return nil
    }
    let rest = head[name.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let mark = rest.first, mark == "\"" || mark == "'" else { return nil }
    switch TextEncoding(named: String(rest.dropFirst().prefix { $0 != mark })) {
    case nil, .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: return nil
    case let encoding: return encoding
    }
  }
}
