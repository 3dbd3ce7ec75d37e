/// Compressed bytes as a server may send them, small beside what they become.
enum CompressedBytes {
  /// A gzip file of one byte, repeated about so many times.
  static func gzip(_ byte: UInt8, times: Int) -> [UInt8] {
    // Without the checksum and the length at the end: whoever reads so far has read too much.
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + deflate(byte, times: times) + [0, 0, 0, 0, 0, 0, 0, 0]
  }

  /// The same without the gzip file around it (RFC 1951): one byte, then "258 bytes from one byte back" over and over.
  static func deflate(_ byte: UInt8, times: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(1, count: 1)  // the last block
    bits.write(1, count: 2)  // of fixed codes
    bits.writeCode(0x30 + UInt32(byte), count: 8)
    for _ in 0..<times / 258 {
      bits.writeCode(0b1100_0101, count: 8)  // the length 258
      bits.writeCode(0, count: 5)  // the distance 1
    }
    bits.writeCode(0, count: 7)
    return bits.bytes
  }

  /// `[1, 2]` as a gzip file, made by gzip.
  static let gzipOfList: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x8B, 0x36, 0xD4, 0x51, 0x30, 0x8A, 0x05, 0x00, 0xFF,
    0xE7, 0xC9, 0x61, 0x06, 0x00, 0x00, 0x00,
  ]
}

/// Bits in the order of deflate: the lowest of a byte first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func write(_ value: UInt32, count: Int) {
    for index in 0..<count {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      bytes[bytes.count - 1] |= UInt8(value >> UInt32(index) & 1) << UInt8(8 - free)
      free -= 1
    }
  }

  /// Codes have their highest bit first.
  mutating func writeCode(_ code: UInt32, count: Int) {
    for index in (0..<count).reversed() { write(code >> UInt32(index) & 1, count: 1) }
  }
}
