/// The checksum of ZIP and gzip: CRC-32 with the polynomial 0x04C11DB7, reflected.
package enum CRC32 {
  /// Sixteen tables, so that sixteen bytes are taken at a time (Kounavis and Berry, 2005).
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of some bytes, which follow on others.
  ///
  /// - Parameter former: The checksum of those before; 0 for none.
  package static func checksum(_ bytes: UnsafeBufferPointer<UInt8>, after former: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress, let base = UnsafeRawPointer(bytes.baseAddress) else { return former }
      var crc = ~former
      var index = 0
      func part(_ word: UInt64, _ first: Int) -> UInt32 {
        var part = table[first + 1792 + Int(word & 0xFF)] ^ table[first + 1536 + Int(word >> 8 & 0xFF)]
        part ^= table[first + 1280 + Int(word >> 16 & 0xFF)] ^ table[first + 1024 + Int(word >> 24 & 0xFF)]
        part ^= table[first + 768 + Int(word >> 32 & 0xFF)] ^ table[first + 512 + Int(word >> 40 & 0xFF)]
        return part ^ table[first + 256 + Int(word >> 48 & 0xFF)] ^ table[first + Int(word >> 56)]
      }
      while index + 16 <= bytes.count {
        let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
        let next = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
        crc = part(word, 2048) ^ part(next, 0)
        index += 16
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
        index += 1
      }
      return ~crc
    }
  }

  package static func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBufferPointer { checksum($0) } }
}
