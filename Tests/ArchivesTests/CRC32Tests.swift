import Testing

@testable import Archives

@Suite("CRC-32")
struct CRC32Tests {
  @Test("Bytes that are taken many at a time have the checksum of those taken bit by bit, in one piece or in several")
  func slowWay() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 * $0) }
    for length in 0...bytes.count {
      let some = Array(bytes.prefix(length))
      let expected = Self.checksum(some)
      #expect(CRC32.checksum(some) == expected, "\(length) bytes")
      some.withUnsafeBufferPointer { buffer in
        let cut = length / 3
        let first = CRC32.checksum(UnsafeBufferPointer(rebasing: buffer[..<cut]))
        #expect(CRC32.checksum(UnsafeBufferPointer(rebasing: buffer[cut...]), after: first) == expected)
      }
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
