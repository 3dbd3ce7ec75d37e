import Mathematics

extension String {
  /// Whether two texts are the same byte by byte.
  ///
  /// For `==` the two spellings of a letter with an accent are one; LEN, EXACT and files tell them apart.
  package func hasSameBytes(as other: String) -> Bool {
    if isHeldAs(other) { return true }
    return utf8.count == other.utf8.count
      && withBytes { bytes in
        other.withBytes { others in bytes.isEmpty || memcmp(bytes.baseAddress!, others.baseAddress!, bytes.count) == 0 }
      }
  }

  /// Whether two texts have the same words in memory: where a text of a few bytes stands itself, or where it says what object
  /// has its bytes. Most that are compared are such.
  @inline(__always)
  private func isHeldAs(_ other: String) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<SIMD2<UInt64>>.size else { return false }
    return unsafeBitCast(self, to: SIMD2<UInt64>.self) == unsafeBitCast(other, to: SIMD2<UInt64>.self)
  }

  /// Calls the body with the bytes of the text.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}
