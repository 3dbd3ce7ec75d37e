import CellModel

/// The number that decimal digits say, as far as it is exact.
///
/// Up to 19 digits and powers of ten up to 22 are exact in doubles (Clinger 1990), which covers nearly all numbers
/// that people write; the rest goes through the standard library.
package struct DecimalDigits {
  /// `UInt64.max` once it is no longer exact.
  private var mantissa: UInt64 = 0
  private var scale = 0
  /// The offset behind what has been read.
  private(set) var end: Int

  init(from start: Int) { end = start }

  /// The number that was read; `nil` where it is not exact.
  var value: Double? {
    guard mantissa != .max, (-22...22).contains(scale) else { return nil }
    var power = 1.0
    for _ in 0..<abs(scale) { power *= 10 }
    return scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }

  @inline(__always)
  private mutating func append(_ digit: UInt8) {
    mantissa = mantissa > 900_719_925_474_098 ? .max : mantissa * 10 + UInt64(digit - Ascii.zero)
    end += 1
  }

  // MARK: In a formula

  @inline(__always)
  mutating func readInteger(of bytes: FormulaBytes) {
    while Ascii.isDigit(bytes.byte(at: end)) { append(bytes.base[end]) }
  }

  /// Reads a dot with the digits behind it; two dots belong to a domain.
  @inline(__always)
  mutating func readFraction(of bytes: FormulaBytes) {
    guard bytes.byte(at: end) == Ascii.dot, bytes.byte(at: end + 1) != Ascii.dot else { return }
    end += 1
    let start = end
    readInteger(of: bytes)
    scale -= end - start
  }

  /// Reads `e` with digits behind it, which may have a sign.
  @inline(__always)
  mutating func readExponent(of bytes: FormulaBytes) {
    guard bytes.byte(at: end) | 0x20 == 0x65 else { return }
    let sign = bytes.byte(at: end + 1)
    var offset = end + (sign == Ascii.plus || sign == Ascii.minus ? 2 : 1)
    guard Ascii.isDigit(bytes.byte(at: offset)) else { return }
    var exponent = 0
    while Ascii.isDigit(bytes.byte(at: offset)) {
      exponent = min(exponent * 10 + Int(bytes.base[offset] - Ascii.zero), 100_000)
      offset += 1
    }
    scale += sign == Ascii.minus ? -exponent : exponent
    end = offset
  }

  // MARK: Alone

  /// The number that digits with one dot at most say; `nil` for what else stands there, and for what is not exact.
  package static func number(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Double? {
    guard start < end, Ascii.isDigit(base[start]) else { return nil }
    var digits = DecimalDigits(from: start)
    var point: Int?
    while digits.end < end {
      let byte = base[digits.end]
      if byte == Ascii.dot, point == nil {
        point = digits.end
        digits.end += 1
      } else if Ascii.isDigit(byte) {
        digits.append(byte)
      } else {
        return nil
      }
    }
    if let point { digits.scale = point + 1 - end }
    return digits.value
  }
}
