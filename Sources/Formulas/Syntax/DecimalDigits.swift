import CellModel

/// The number that decimal digits say.
///
/// Up to 19 digits and powers of ten up to 22 are exact in doubles (Clinger 1990), which covers nearly all numbers
/// that people write.
package enum DecimalDigits {
  /// The mantissa with one more digit, or `UInt64.max` once it is no longer exact.
  @inline(__always)
  static func appending(_ digit: UInt8, to mantissa: UInt64) -> UInt64 {
    mantissa > 900_719_925_474_098 ? .max : mantissa * 10 + UInt64(digit - Ascii.zero)
  }

  /// The number that digits with one dot at most say; `nil` for what else stands there, and for more digits than are exact.
  package static func number(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Double? {
    guard start < end, Ascii.isDigit(base[start]) else { return nil }
    var mantissa: UInt64 = 0
    var scale: Int?
    for index in start..<end {
      if base[index] == Ascii.dot, scale == nil {
        scale = 0
      } else if Ascii.isDigit(base[index]) {
        mantissa = appending(base[index], to: mantissa)
        scale? -= 1
      } else {
        return nil
      }
    }
    return value(mantissa, scale ?? 0)
  }

  /// A mantissa times a power of ten; `nil` where that is not exact.
  static func value(_ mantissa: UInt64, _ scale: Int) -> Double? {
    guard mantissa != .max, (-22...22).contains(scale) else { return nil }
    var power = 1.0
    for _ in 0..<abs(scale) { power *= 10 }
    return scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }
}
