#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Encodings that the system's `iconv` reads.
enum SystemEncoding {
  /// Whether the system has the tables of an encoding.
  static func isKnown(_ name: String) -> Bool { convert(from: name) { _ in } != nil }

  /// The text in UTF-8; `nil` when it has bytes that the encoding does not know, or the system does not know the encoding.
  static func utf8(_ bytes: ArraySlice<UInt8>, from name: String) -> [UInt8]? {
    convert(from: name) { conversion in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count * 3 / 2)
      var source = bytes.map { CChar(bitPattern: $0) }
      let isComplete = source.withUnsafeMutableBufferPointer { source in
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { room in
          var (rest, restCount) = (source.baseAddress, source.count)
          // The last turn, without a source, ends what depends on an order.
          while true {
            let isLast = restCount == 0
            var (target, targetCount) = (room.baseAddress, room.count)
            let outcome =
              isLast
              ? iconv(conversion, nil, nil, &target, &targetCount)
              : iconv(conversion, &rest, &restCount, &target, &targetCount)
            for byte in room[..<(room.count - targetCount)] { result.append(UInt8(bitPattern: byte)) }
            if outcome == -1, errno != E2BIG { return false }
            if isLast { return true }
          }
        }
      }
      return isComplete ? result : nil
    } ?? nil
  }

  private static func convert<Result>(from name: String, _ body: (iconv_t) -> Result) -> Result? {
    guard let conversion = iconv_open("UTF-8", name), Int(bitPattern: conversion) != -1 else { return nil }
    defer { iconv_close(conversion) }
    return body(conversion)
  }
}
