/// A text as UTF-16 code units, as it is or with case folded one to one, for searching by position.
package struct FoldedText: Sendable {
  package let units: [UInt16]

  package init(_ text: String, ignoringCase: Bool) {
    var bytes = text
    if let units = bytes.withUTF8({ Self.units(ofAscii: $0, ignoringCase: ignoringCase) }) {
      self.units = units
      return
    }
    guard ignoringCase else {
      units = Array(text.utf16)
      return
    }
    var units: [UInt16] = []
    units.reserveCapacity(text.utf16.count)
    for scalar in text.unicodeScalars {
      let lower = scalar.singleLowercase
      // A fold that changed the length would shift every position after it.
      let isSameLength = UTF16.width(lower) == UTF16.width(scalar)
      units.append(contentsOf: UTF16.encode(isSameLength ? lower : scalar) ?? UTF16.encodedReplacementCharacter)
    }
    self.units = units
  }

  /// The units of a text of characters of ASCII, each of which is a byte; `nil` for any other.
  private static func units(ofAscii bytes: UnsafeBufferPointer<UInt8>, ignoringCase: Bool) -> [UInt16]? {
    guard bytes.isAscii else { return nil }
    return Array(unsafeUninitializedCapacity: bytes.count) { units, count in
      for (place, byte) in bytes.enumerated() {
        units.initializeElement(at: place, to: UInt16(ignoringCase ? Ascii.lowercased(byte) : byte))
      }
      count = bytes.count
    }
  }

  /// The position of the first occurrence of another text at or after a position.
  package func firstIndex(of other: FoldedText, from start: Int = 0) -> Int? {
    let length = other.units.count
    guard start >= 0, start + length <= units.count else { return nil }
    if length == 0 { return start }
    let head = other.units[0]
    var position = start
    while position + length <= units.count {
      if units[position] == head, matches(other, at: position) { return position }
      position += 1
    }
    return nil
  }

  package func matches(_ other: FoldedText, at position: Int) -> Bool {
    guard position + other.units.count <= units.count else { return false }
    for offset in other.units.indices where units[position + offset] != other.units[offset] { return false }
    return true
  }
}
