/// The character set windows-1252, which is that of CHAR and CODE.
package enum Windows1252 {
  /// The characters of the codes 128 to 159; those without one stand for themselves.
  private static let high: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// The character of a code from 1 to 255; a code that the set leaves open stands for itself.
  package static func scalar(_ code: Int) -> Unicode.Scalar? {
    guard (1...255).contains(code) else { return nil }
    return Unicode.Scalar((128...159).contains(code) ? high[code - 128] : UInt32(code))
  }

  /// The character of a byte; `nil` for one that the set leaves open.
  package static func scalar(ofByte byte: UInt8) -> Unicode.Scalar? {
    guard (128...159).contains(byte) else { return Unicode.Scalar(byte) }
    let scalar = high[Int(byte) - 128]
    return scalar == UInt32(byte) ? nil : Unicode.Scalar(scalar)
  }

  /// The code of a character; 63, a question mark, for one that is not in the set.
  package static func code(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 128 || (160...255).contains(scalar.value) { return Int(scalar.value) }
    return high.firstIndex(of: scalar.value).map { $0 + 128 } ?? 63
  }
}
