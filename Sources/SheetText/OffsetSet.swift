/// A set of offsets into a text, one bit each; it costs nothing while it is empty.
struct OffsetSet {
  private var words: [UInt64] = []

  var isEmpty: Bool { words.isEmpty }

  func contains(_ offset: Int) -> Bool {
    let word = offset >> 6
    return word < words.count && words[word] >> UInt64(offset & 63) & 1 == 1
  }

  /// Adds an offset of a text with a count of bytes.
  mutating func insert(_ offset: Int, of count: Int) {
    if words.isEmpty { words = Array(repeating: 0, count: (count >> 6) + 1) }
    words[offset >> 6] |= 1 << UInt64(offset & 63)
  }
}
