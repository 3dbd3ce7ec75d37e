/// The fewest decimal digits that read back as exactly the same number, and the nearest to it where there are several.
///
/// Raffaello Giulietti, *The Schubfach way to render doubles* (2021): of the decimals of one power of ten at most two lie
/// within half the distance to the next doubles, and a product with that power in 128 bits finds them.
struct ShortestDecimal {
  /// At most 17 digits, of which the last is not 0.
  private(set) var significand: UInt64
  /// The power of ten of the last digit.
  private(set) var exponent: Int

  /// - Parameter magnitude: A finite number greater than 0.
  init(_ magnitude: Double) {
    (significand, exponent) = Self.nearest(to: magnitude)
    while significand % 100 == 0 { (significand, exponent) = (significand / 100, exponent + 2) }
    if significand % 10 == 0 { (significand, exponent) = (significand / 10, exponent + 1) }
  }

  private static func nearest(to magnitude: Double) -> (significand: UInt64, exponent: Int) {
    let fraction = magnitude.significandBitPattern
    let binary = Int(magnitude.exponentBitPattern)
    // The number is `whole` × 2^`power`; below the smallest normal number there is no leading bit.
    let whole = binary == 0 ? fraction : fraction | 1 << 52
    let power = max(binary, 1) - 1075
    let isCloserBelow = fraction == 0 && binary > 1
    // The bounds belong to the number where its last bit is 0, since ties are read as even ones.
    let odd = whole & 1

    let decimal = (power * 1_262_611 - (isCloserBelow ? 524_031 : 0)) >> 22  // ⌊log₁₀ 2^power⌋, or of ¾ of it
    let shift = UInt64(power + (-decimal * 1_741_647) >> 19 + 1)
    let ten = BinaryPowersOfTen.standard[-decimal]
    let middle = 4 * whole
    let lower = ten.product(with: (middle - (isCloserBelow ? 1 : 2)) << shift) + odd
    let value = ten.product(with: middle << shift)
    let upper = ten.product(with: (middle + 2) << shift) - odd

    let digits = value / 4
    if digits >= 10 {
      let fewer = digits / 10
      let isBelow = lower <= 40 * fewer
      if isBelow != (40 * fewer + 40 <= upper) {
        return (isBelow ? fewer : fewer + 1, decimal + 1)
      }
    }
    let isBelow = lower <= 4 * digits
    if isBelow != (4 * digits + 4 <= upper) {
      return (isBelow ? digits : digits + 1, decimal)
    }
    let half = 4 * digits + 2
    return (value > half || (value == half && digits & 1 == 1) ? digits + 1 : digits, decimal)
  }
}

/// Powers of ten by their first 128 bits, rounded up.
private struct BinaryPowersOfTen {
  struct Power {
    let high: UInt64
    let low: UInt64

    /// The first 64 bits of a product behind the point of this power; what is lost makes it odd.
    @inline(__always)
    func product(with factor: UInt64) -> UInt64 {
      let below = low.multipliedFullWidth(by: factor).high
      let above = high.multipliedFullWidth(by: factor)
      let (sum, carries) = above.low.addingReportingOverflow(below)
      return (above.high &+ (carries ? 1 : 0)) | (sum > 1 ? 1 : 0)
    }
  }

  static let standard = BinaryPowersOfTen()

  private static let exponents = -292...324
  private let powers: [Power]

  @inline(__always)
  subscript(exponent: Int) -> Power {
    powers.withUnsafeBufferPointer { $0[exponent - Self.exponents.lowerBound] }
  }

  /// Some 60 µs: ten is five but for bits, so they are 1 and 2^1024 multiplied and divided by five again and again.
  private init() {
    var fractions: [Power] = []
    // A quotient that is cut off again and again is the one of the whole division, and none of these is exact.
    var quotient = WideNumber(bit: 1024)
    for _ in 1...(-Self.exponents.lowerBound) {
      quotient.divideByFive()
      fractions.append(quotient.leading(isRoundedUp: true))
    }
    var wholes: [Power] = []
    var product = WideNumber(bit: 0)
    for _ in 0...Self.exponents.upperBound {
      wholes.append(product.leading(isRoundedUp: false))
      product.multiplyByFive()
    }
    powers = fractions.reversed() + wholes
  }

  /// A whole number of up to 1,088 bits, the lowest first.
  private struct WideNumber {
    private var words = [UInt64](repeating: 0, count: 17)

    init(bit: Int) { words[bit / 64] = 1 << UInt64(bit % 64) }

    mutating func multiplyByFive() {
      var carry: UInt64 = 0
      for place in words.indices {
        let (high, low) = words[place].multipliedFullWidth(by: 5)
        let (sum, overflows) = low.addingReportingOverflow(carry)
        words[place] = sum
        carry = high + (overflows ? 1 : 0)
      }
    }

    mutating func divideByFive() {
      var rest: UInt64 = 0
      for place in words.indices.reversed() {
        (words[place], rest) = UInt64(5).dividingFullWidth((rest, words[place]))
      }
    }

    /// The first 128 bits, one more where others follow or `isRoundedUp` says that they would.
    func leading(isRoundedUp: Bool) -> Power {
      let top = words.lastIndex { $0 != 0 } ?? 0
      let shift = UInt64(words[top].leadingZeroBitCount)
      func word(_ place: Int) -> UInt64 {
        guard place >= 0 else { return 0 }
        return words[place] << shift | (place > 0 && shift > 0 ? words[place - 1] >> (64 - shift) : 0)
      }
      let followsMore = isRoundedUp || word(top - 2) != 0 || words[..<max(top - 2, 0)].contains { $0 != 0 }
      let (low, carries) = word(top - 1).addingReportingOverflow(followsMore ? 1 : 0)
      return Power(high: word(top) &+ (carries ? 1 : 0), low: low)
    }
  }
}
