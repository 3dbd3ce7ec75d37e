/// Reads plain decimal numbers from bytes without making a text of them.
@usableFromInline
package enum DecimalScanner {
  /// A number without sign that begins at a position: digits, a point, an exponent.
  struct Scan {
    var significand: UInt64 = 0
    var exponent = 0
    /// The position after it.
    var end: Int
    /// How many digits stand before the point.
    var wholeDigits = 0
    var hasPoint = false
    var hasExponent = false
    /// Whether digits were dropped, so that the text itself must be read again.
    var isInexact = false
  }

  /// How many of a number's digits count, from the first that is not 0.
  package enum Digits: Sendable {
    /// All of them, as in files.
    case all
    /// Fifteen, and zeros in the place of the rest, as where Excel reads a text.
    case fifteen
  }

  /// Scans an unsigned number; `nil` when none begins here.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ counting: Digits = .all
  ) -> Scan? {
    let limit = counting == .all ? 18 : 15
    var scan = Scan(end: start)
    var position = start
    var digits = 0
    var kept = 0
    while position < end {
      let byte = bytes[position]
      if Ascii.isDigit(byte) {
        digits += 1
        if !scan.hasPoint { scan.wholeDigits += 1 }
        if kept < limit {
          scan.significand = scan.significand * 10 + UInt64(byte - Ascii.zero)
          if scan.significand > 0 { kept += 1 }
          if scan.hasPoint { scan.exponent -= 1 }
        } else {
          if byte != Ascii.zero, counting == .all { scan.isInexact = true }
          if !scan.hasPoint { scan.exponent += 1 }
        }
      } else if byte == Ascii.dot, !scan.hasPoint {
        scan.hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard digits > 0 else { return nil }
    scan.end = position
    scanExponent(bytes, to: end, &scan)
    return scan
  }

  private static func scanExponent(_ bytes: UnsafeBufferPointer<UInt8>, to end: Int, _ scan: inout Scan) {
    var position = scan.end
    guard position < end, bytes[position] | 0x20 == 0x65 else { return }
    position += 1
    var isNegative = false
    if position < end, bytes[position] == Ascii.plus || bytes[position] == Ascii.minus {
      isNegative = bytes[position] == Ascii.minus
      position += 1
    }
    let first = position
    var value = 0
    while position < end, Ascii.isDigit(bytes[position]) {
      value = min(value * 10 + Int(bytes[position] - Ascii.zero), 1_000_000)
      position += 1
    }
    guard position > first else { return }
    scan.hasExponent = true
    scan.exponent += isNegative ? -value : value
    scan.end = position
  }

  /// The double that a scanned number is; `nil` when it is too large for one.
  static func double(_ scan: Scan, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Double? {
    let value: Double
    if scan.isInexact {
      value = Double(String(decoding: bytes[start..<scan.end], as: UTF8.self)) ?? .infinity
    } else if scan.significand == 0 {
      value = 0
    } else {
      value = DecimalNumber.double(scan.significand, scan.exponent)
    }
    return value.isFinite ? value : nil
  }

  /// The number that all of the bytes are: an optional sign, digits, a point, an exponent.
  package static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ counting: Digits = .all
  ) -> Double? {
    var position = start
    guard position < end else { return nil }
    let isNegative = bytes[position] == Ascii.minus
    if isNegative || bytes[position] == Ascii.plus { position += 1 }
    guard let scan = scan(bytes, from: position, to: end, counting), scan.end == end,
      let value = double(scan, bytes, from: position)
    else { return nil }
    return isNegative && value != 0 ? -value : value
  }
}
