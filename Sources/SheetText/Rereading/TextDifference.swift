/// Where two texts differ: they begin alike and end alike.
struct TextDifference {
  /// How many bytes both begin with.
  let start: Int
  /// How many bytes both end with, of those behind what they begin with.
  let end: Int

  /// - Complexity: O(*n*) in the bytes, eight at a time.
  init(_ a: [UInt8], _ b: [UInt8]) {
    let most = min(a.count, b.count)
    (start, end) = a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var start = 0
        while most - start >= 8, word(a, start) == word(b, start) { start += 8 }
        while start < most, a[start] == b[start] { start += 1 }
        var end = 0
        while most - start - end >= 8, word(a, a.count - end - 8) == word(b, b.count - end - 8) { end += 8 }
        while start + end < most, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
        return (start, end)
      }
    }
  }
}
