/// The bytes of a document that are there, and how far they have been read.
///
/// It knows what blanks, letters and marks are; what they mean is for those who move it on.
struct XMLCursor: BitwiseCopyable {
  var bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Passes the mark that says that the bytes are UTF-8.
  mutating func skipMark() {
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// Passes blanks and line ends, and tells whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while position < count, Self.isBlank(bytes[position]) { position &+= 1 }
    return position > start
  }

  /// The bytes up to a mark, behind which the position stands then.
  mutating func piece(until end: StaticString) throws(XMLFault) -> XMLPiece {
    let start = position
    while position < count {
      if begins(end) {
        defer { position += end.utf8CodeUnitCount }
        return XMLPiece(lower: start, upper: position)
      }
      position &+= 1
    }
    throw XMLFault("\(end) is missing.")
  }

  /// Whether a text stands at the position.
  func begins(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position + length <= count else { return false }
    for offset in 0..<length where bytes[position + offset] != text.utf8Start[offset] { return false }
    return true
  }

  // MARK: Kinds of bytes

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  /// Whether a byte is a letter of ASCII or a digit.
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }

  // MARK: Bytes anywhere

  /// Whether the same bytes stand at two places.
  @inline(__always)
  func areEqual(_ a: Int, _ b: Int, _ length: Int) -> Bool {
    for offset in 0..<length where bytes[a + offset] != bytes[b + offset] { return false }
    return true
  }

  /// Whether the bytes between two offsets are a text.
  @inline(__always)
  func isEqual(_ lower: Int, _ upper: Int, _ text: StaticString) -> Bool {
    guard upper &- lower == text.utf8CodeUnitCount else { return false }
    let start = text.utf8Start
    for offset in 0..<(upper &- lower) where bytes[lower &+ offset] != start[offset] { return false }
    return true
  }

  @inline(__always)
  func bytes(of piece: XMLPiece) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[piece.lower..<piece.upper])
  }

  /// The bytes of a piece as a text; references are not replaced.
  func string(_ piece: XMLPiece) -> String { String(decoding: bytes(of: piece), as: UTF8.self) }
}
