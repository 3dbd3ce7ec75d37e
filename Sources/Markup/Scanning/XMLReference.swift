/// A reference to a character: `&lt;` and its kin, `&#65;` or `&#x41;`.
struct XMLReference {
  /// What it stands for.
  let scalar: Unicode.Scalar
  /// The offset behind its semicolon.
  let end: Int

  /// No name of an entity and no number of a character is longer, with the `&`.
  private static let limit = 12

  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) throws(XMLFault) {
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != 0x3B, offset - start < Self.limit { offset += 1 }
    guard offset < bytes.count, bytes[offset] == 0x3B else { throw XMLFault("There is an & that begins no entity.") }
    let name = String(decoding: bytes[start + 1..<offset], as: UTF8.self)
    guard let scalar = Self.scalar(name) else {
      throw XMLFault(
        name.hasPrefix("#") ? "&\(name); stands for no character that XML has." : "There is no entity \(name).")
    }
    self.scalar = scalar
    end = offset + 1
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    default: number(name).flatMap(Unicode.Scalar.init).flatMap { XMLCharacter.isAllowed($0) ? $0 : nil }
    }
  }

  private static func number(_ name: String) -> UInt32? {
    if name.hasPrefix("#x") { return UInt32(name.dropFirst(2), radix: 16) }
    return name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
  }
}
