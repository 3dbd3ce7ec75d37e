import Mathematics

extension String {
  /// Whether two texts are the same byte by byte.
  ///
  /// For `==` the two spellings of a letter with an accent are one; LEN, EXACT and files tell them apart.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { bytes in
        other.withBytes { others in bytes.isEmpty || memcmp(bytes.baseAddress!, others.baseAddress!, bytes.count) == 0 }
      }
  }

  /// Calls the body with the bytes of the text.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}
