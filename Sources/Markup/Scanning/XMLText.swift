/// The text that bytes stand for, in which references are replaced and each line end is one character.
enum XMLText {
  /// The text of an element, with each line end as one line feed.
  static func contents(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) -> String {
    try decoded(bytes, isAttribute: false)
  }

  /// The value of an attribute, in which line ends and tabs are blanks.
  static func value(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) -> String {
    try decoded(bytes, isAttribute: true)
  }

  private static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, isAttribute: Bool
  ) throws(XMLFault) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var offset = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x26:
        let reference = try XMLReference(bytes, at: offset)
        result.append(contentsOf: reference.scalar.utf8)
        offset = reference.end
      case 0x0D:
        offset += 1
        if offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
        result.append(isAttribute ? 0x20 : 0x0A)
      case 0x09 where isAttribute, 0x0A where isAttribute:
        result.append(0x20)
        offset += 1
      default:
        result.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
