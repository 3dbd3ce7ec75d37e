import Mathematics

/// A number as decimal digits: `significand` × 10^`exponent`, with its sign apart.
///
/// The digits are those that Excel knows: the double rounded to 15 significant digits. Rounding to decimal places goes
/// on from these digits, half away from zero, which is why 1.005 rounds to 1.01.
package struct DecimalNumber: Hashable, Sendable {
  package var isNegative: Bool
  /// Less than 10^18; 0 for zero. It has no trailing zeros.
  package var significand: UInt64
  package var exponent: Int

  /// The digits of a number, of which at most `precision` are kept; a number that is not finite counts as 0.
  package init(_ number: Double, precision: Int = 15) {
    isNegative = number < 0
    significand = 0
    exponent = 0
    let magnitude = abs(number)
    guard magnitude > 0, magnitude.isFinite else { return }
    if precision >= 15, magnitude < 1e15, magnitude == magnitude.rounded(.down) {
      significand = UInt64(magnitude)
    } else if precision == 15, let (digits, places) = Self.fifteenDigits(of: magnitude) {
      significand = digits
      exponent = -places
    } else {
      let shortest = ShortestDecimal(magnitude)
      significand = shortest.significand
      exponent = shortest.exponent
      let surplus = digitCount - precision
      if surplus > 0 { drop(surplus, of: magnitude, precision) }
    }
    dropTrailingZeros()
  }

  package var isZero: Bool { significand == 0 }
  /// How many digits the significand has; 0 for zero.
  package var digitCount: Int { Self.digitCount(significand) }
  /// The exponent of the first digit, as in scientific notation: 3 for 1234.
  package var leadingExponent: Int { exponent + digitCount - 1 }

  static func digitCount(_ value: UInt64) -> Int {
    guard value > 0 else { return 0 }
    // The count is this or one more.
    let least = decimalPlaces(ofBits: 64 - value.leadingZeroBitCount)
    return least > 18 || value >= powersOfTen[least] ? least + 1 : least
  }

  /// How many decimal places so many binary ones are; log₁₀ 2 is about 1233 / 4096.
  @inline(__always)
  private static func decimalPlaces(ofBits bits: Int) -> Int { (bits * 1233) >> 12 }

  static func powerOfTen(_ exponent: Int) -> UInt64 {
    exponent > 18 ? 10_000_000_000_000_000_000 : powersOfTen[max(exponent, 0)]
  }

  /// A number so many places on that fifteen of its digits stand before the point.
  private struct Scaled {
    /// What stands before the point.
    let whole: UInt64
    let places: Int
    /// How far what stands behind it is beyond a half, without error where it is 0.
    let beyondHalf: Double
    /// How far the number's shortest text may be off: half of the distance to the next number.
    let reach: Double

    /// - Returns: `nil` for the largest and smallest numbers.
    init?(_ magnitude: Double) {
      guard magnitude >= 1e-7, magnitude < 1e15 else { return nil }
      // The first digit stands here or one place further on.
      var places = 14 - decimalPlaces(ofBits: Int(magnitude.exponent))
      var power = exactPower(places)
      var product = magnitude * power
      if product >= 1e15 {
        places -= 1
        power = exactPower(places)
        product = magnitude * power
      }
      guard product >= 1e14, product < 1e15 else { return nil }
      let whole = product.rounded(.down)
      self.whole = UInt64(whole)
      self.places = places
      // The product and what it was rounded by are the number exactly.
      beyondHalf = (product - whole - 0.5) + (-product).addingProduct(magnitude, power)
      reach = Double(bitPattern: magnitude.bitPattern & 0x7FF0_0000_0000_0000) * 0x1.001p-53 * power
    }
  }

  /// Fifteen digits of a number and how many places they have, found by one multiplication; `nil` where what follows them
  /// comes so near to a tie that its shortest text has to decide.
  private static func fifteenDigits(of magnitude: Double) -> (digits: UInt64, places: Int)? {
    guard let scaled = Scaled(magnitude), abs(scaled.beyondHalf) > scaled.reach else { return nil }
    return (scaled.whole + (scaled.beyondHalf > 0 ? 1 : 0), scaled.places)
  }

  /// Drops the last digits, rounding to nearest; the number itself decides what looks like a tie.
  private mutating func drop(_ surplus: Int, of magnitude: Double, _ precision: Int) {
    let unit = Self.powerOfTen(surplus)
    // Mostly of seventeen digits; a division by a number that is known is a multiplication.
    let (kept, rest) =
      switch surplus {
      case 1: significand.quotientAndRemainder(dividingBy: 10)
      case 2: significand.quotientAndRemainder(dividingBy: 100)
      default: significand.quotientAndRemainder(dividingBy: unit)
      }
    significand = kept
    // Where all digits are nines, a 1 goes up before them, and there is one digit more.
    if rest * 2 > unit || rest * 2 == unit && Self.isRoundedUp(magnitude, from: significand, precision) {
      significand += 1
    }
    exponent += surplus
  }

  /// Whether the digits of a number go up that are a tie when only its shortest text is looked at.
  private static func isRoundedUp(_ magnitude: Double, from digits: UInt64, _ precision: Int) -> Bool {
    if precision == 15, let beyondHalf = Scaled(magnitude)?.beyondHalf {
      return beyondHalf > 0 || beyondHalf == 0 && digits & 1 == 1
    }
    var buffer = [CChar](repeating: 0, count: 48)
    _ = withVaList([Int32(clamping: precision - 1), magnitude]) { vsnprintf(&buffer, 48, "%.*e", $0) }
    var result: UInt64 = 0
    for character in buffer {
      if character == 0x65 { break }
      if (0x30...0x39).contains(character) { result = result * 10 + UInt64(character - 0x30) }
    }
    return result != digits
  }

  private mutating func dropTrailingZeros() {
    guard significand > 0 else {
      exponent = 0
      return
    }
    while significand % 100 == 0 { (significand, exponent) = (significand / 100, exponent + 2) }
    if significand % 10 == 0 { (significand, exponent) = (significand / 10, exponent + 1) }
  }

  /// Rounds to a count of decimal places, half away from zero; a negative count rounds left of the point.
  package mutating func round(toPlaces places: Int) {
    let surplus = -places - exponent
    guard surplus > 0, significand > 0 else { return }
    if surplus > 19 {
      significand = 0
    } else {
      let unit = Self.powerOfTen(surplus)
      let rest = significand % unit
      significand = significand / unit + (rest >= unit - rest ? 1 : 0)
    }
    exponent += surplus
    dropTrailingZeros()
  }

  package func rounded(toPlaces places: Int) -> DecimalNumber {
    var copy = self
    copy.round(toPlaces: places)
    return copy
  }

  /// The digits of the significand as ASCII, first digit first; none for zero.
  package var digits: [UInt8] {
    let count = digitCount
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      if let start = buffer.baseAddress { DecimalDigits.write(significand, count: count, to: start) }
      written = count
    }
  }

  /// The double nearest to these digits.
  package var double: Double {
    let magnitude = DecimalNumber.double(significand, exponent)
    return isNegative ? -magnitude : magnitude
  }

  /// The number that all of some bytes are: an optional sign, digits with a point, an exponent; `nil` for anything else.
  package static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    DecimalScanner.number(bytes, from: 0, to: bytes.count)
  }

  /// The number that a text is in a file; `nil` for anything else, such as `0x10` and `inf`, which Swift reads as numbers.
  package static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { number($0) }
  }

  /// The double nearest to `significand` × 10^`exponent`.
  ///
  /// Up to 2^53 and 10^22 both factors are exact, so one multiplication or division rounds correctly (Clinger 1990).
  package static func double(_ significand: UInt64, _ exponent: Int) -> Double {
    if significand <= 1 << 53, abs(exponent) <= 22 {
      let value = Double(significand)
      return exponent < 0 ? value / exactPower(-exponent) : value * exactPower(exponent)
    }
    return Double("\(significand)e\(min(max(exponent, -100_000), 100_000))") ?? 0
  }

  @inline(__always)
  private static func exactPower(_ exponent: Int) -> Double {
    exponent < 19 ? Double(powersOfTen[exponent]) : 1e18 * Double(powersOfTen[exponent - 18])
  }

  /// Written out, so that nobody has to ask whether they have been computed.
  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
  ]
}
