/// Tells UTF-8 from other bytes.
enum WellFormedText {
  /// The position up to which a part of an array is well-formed UTF-8, counted in the array.
  static func end(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { end(of: $0, from: 0, to: $0.count) } + bytes.startIndex
  }

  /// The position up to which the bytes are well-formed UTF-8 (Unicode 15, table 3-7).
  static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end {
      if bytes[position] < 0x80 {
        position += 1
        continue
      }
      let length = scalarLength(bytes, position, end)
      if length == 0 { return position }
      position += length
    }
    return end
  }

  /// The length of the scalar of two to four bytes at a position, or 0 if it is ill-formed.
  private static func scalarLength(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[position] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard position + length <= end, second.contains(bytes[position + 1]) else { return 0 }
    for next in (position + 2)..<(position + length) where bytes[next] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
