import Mathematics

extension Double {
  /// The nearest whole number of one that is not large: the sum has no place for what is behind the point.
  @inline(__always)
  fileprivate var nearestWhole: Double { (self + 0x1.8p52) - 0x1.8p52 }
}

extension DoubleDouble {
  static let logarithmOfTwo = DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
  private static let inverseOfLogarithmOfTwo = 0x1.71547652b82fep0

  /// The exponential of a number below 0.4 by its series: the argument is made small, and what the series has above 1 is
  /// squared up again nine times.
  private var slowExponential: DoubleDouble {
    let r = scaled(by: 1.0 / 512)
    var above = Self.exponentialAboveOne(r)
    for _ in 0..<9 { above = above.scaled(by: 2) + above * above }
    return above + 1
  }

  /// `eʳ − 1` for `r` below 1/1024; from the fourth power on doubles are enough.
  private static func exponentialAboveOne(_ r: DoubleDouble) -> DoubleDouble {
    let x = r.high
    let square = x * x
    let far = square * square * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040 + x / 40320))))
    let half = r.scaled(by: 0.5)
    return r + (half * r * (DoubleDouble(1) + r * third) + DoubleDouble(far))
  }

  private static let third = DoubleDouble(0x1.5555555555555p-2, 0x1.5555555555555p-56)

  /// The exponentials of the multiples of 1/512 from −192 to 192.
  private static let exponentials = (-192...192).map { DoubleDouble(Double($0) / 512).slowExponential }

  /// The exponential as a number near 1 and a power of two, so that it neither overflows nor loses digits.
  ///
  /// It has some 22 digits: more would be lost in the exponent, or where it is rounded to a double.
  @inline(__always)
  private var exponentialParts: (fraction: DoubleDouble, power: Int) {
    let power = (high * Self.inverseOfLogarithmOfTwo).nearestWhole
    let multiple = Self.logarithmOfTwo * power
    let reduced = DoubleDouble(adding: high, -multiple.high)
    let nearest = (reduced.high * 512).nearestWhole
    let known = Self.exponentials[Int(nearest) + 192]
    // What is left is below 1/1024, and its series that much smaller from the second term on.
    let x = reduced.high - nearest / 512
    let rest = reduced.low + (low - multiple.low)
    let curve = x * x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x / 720))))
    let line = DoubleDouble(multiplying: known.high, x)
    let more = line.low + (known.low * x + known.high * (rest + curve + x * rest))
    return (known.adding(smaller: DoubleDouble(line.high, more)), Int(power))
  }

  /// The exponential; 0 and infinity beyond the range of doubles.
  var exponential: DoubleDouble {
    if high < -1500 { return DoubleDouble(0) }
    if high > 1500 { return DoubleDouble(.infinity) }
    let (fraction, power) = exponentialParts
    let high = scalbn(fraction.high, power)
    return DoubleDouble(high, high.isFinite ? scalbn(fraction.low, power) : 0)
  }

  /// A factor times the exponential, rounded once even where the result is subnormal.
  func exponential(times factor: Double) -> Double {
    if high.isNaN { return .nan }
    guard factor != 0, factor.isFinite else { return factor }
    if high < -1e5 { return 0 }
    if high > 1e5 { return .infinity }
    let (fraction, power) = exponentialParts
    // Far from both ends of the range a power of two changes no digit.
    if abs(power) < 500, abs(factor) < 0x1p500, abs(factor) > 0x1p-400 {
      return (fraction * factor).value * Double(bitPattern: UInt64(1023 + power) << 52)
    }
    let product = fraction * factor.significand
    return scalbn(factor.sign == .minus ? -product.value : product.value, power + Int(factor.exponent))
  }

  /// A number near the inverses of those in a small interval, and the negative of its logarithm (Tang, 1990).
  private struct Inverse {
    let value: Double
    let high: Double
    let low: Double

    /// Of the interval that begins at a number and is a thousandth of its power of two long.
    ///
    /// The inverse has so few bits that its product with a number of the interval, less 1, is a double.
    init(from start: Double) {
      let width = start < 1 ? 0x1p-11 : 0x1p-10
      let digits = start < 1 ? 0x1p10 : 0x1p11
      let isNearOne = start == 1 || start + width == 1
      value = isNearOne ? 1 : (digits / (start + width / 2)).rounded() / digits
      // One step of Newton's method from the nearest double.
      let first = -log(value)
      let root = DoubleDouble(first / 2).slowExponential
      let rest = root * root * value - 1
      let logarithm = DoubleDouble(first) - (rest - DoubleDouble(rest.high * rest.high / 2))
      (high, low) = (logarithm.high, logarithm.low)
    }
  }

  /// The bits of a number next to the half of the square root of two; logarithms are taken from there to its double.
  private static let leastBits: UInt64 = 0x3fe6_a000_0000_0000

  private static let inverses = (0..<1024).map { (index: UInt64) in
    Inverse(from: Double(bitPattern: leastBits + index << 42))
  }

  /// A positive number as (1 + rest)·2ᵖ / inverse, with a rest below 1/1024.
  @inline(__always)
  private var reduced: (rest: DoubleDouble, inverse: Inverse, power: Double) {
    var (number, shift) = (self, 0.0)
    // Away from the ends of the range a power of two can be made of its bits.
    if high < 0x1p-900 { (number, shift) = (scaled(by: 0x1p200), -200) }
    if high > 0x1p900 { (number, shift) = (scaled(by: 0x1p-200), 200) }
    let above = number.high.bitPattern &- Self.leastBits
    let power = Int64(bitPattern: above) >> 52
    let inverse = Self.inverses[Int(truncatingIfNeeded: above >> 42) & 1023]
    let place = Double(bitPattern: number.high.bitPattern &- UInt64(bitPattern: power) << 52)
    let low = number.low * Double(bitPattern: UInt64(bitPattern: 1023 &- power) << 52)
    let rest = DoubleDouble(large: (-1).addingProduct(place, inverse.value), small: low * inverse.value)
    return (rest, inverse, Double(power) + shift)
  }

  /// The natural logarithm, with an error of some 10⁻²⁵ of it.
  var logarithm: DoubleDouble {
    guard high > 0 else { return DoubleDouble(high == 0 ? -.infinity : .nan) }
    guard high.isFinite else { return DoubleDouble(high) }
    let (rest, inverse, power) = reduced
    // The first two terms of the series have all their digits, and the others are 10⁻⁹ of it.
    let x = rest.high
    let square = DoubleDouble(multiplying: x, x * -0.5)
    let far = x * x * x * (1.0 / 3 - x * (1.0 / 4 - x * (1.0 / 5 - x * (1.0 / 6 - x / 7))))
    let curve = square.low + (far - x * rest.low) + rest.low
    let logarithm = DoubleDouble(large: x, small: square.high)
    let near = DoubleDouble(large: inverse.high, small: logarithm.high)
    let twos = DoubleDouble(multiplying: power, Self.logarithmOfTwo.high)
    let sum = DoubleDouble(adding: twos.high, near.high)
    return DoubleDouble(
      large: sum.high,
      small: sum.low
        + (near.low + (twos.low + power * Self.logarithmOfTwo.low + (inverse.low + (logarithm.low + curve)))))
  }

  /// The natural logarithm to some 31 digits.
  private var longLogarithm: DoubleDouble {
    guard high > 0 else { return DoubleDouble(high == 0 ? -.infinity : .nan) }
    guard high.isFinite else { return DoubleDouble(high) }
    let (rest, inverse, power) = reduced
    // ln(1 + r) is 2·artanh(r/(2 + r)), whose series has only odd powers.
    let sum = DoubleDouble(large: 2, small: rest.high)
    let w = rest / DoubleDouble(sum.high, sum.low + rest.low)
    let square = w * w
    let far = square.high * square.high * (1.0 / 5 + square.high * (1.0 / 7 + square.high / 9))
    let curve = w * (square * Self.third).adding(smaller: DoubleDouble(far))
    let logarithm = DoubleDouble(inverse.high, inverse.low) + w.adding(smaller: curve).scaled(by: 2)
    return Self.logarithmOfTwo * power + logarithm
  }

  /// The natural logarithm, with as many digits as its product with a factor needs for its exponential.
  @inline(__always)
  func logarithm(for factor: Double) -> DoubleDouble { abs(factor) < 1024 ? logarithm : longLogarithm }

  private static let halfLogarithmOfTwoPi = DoubleDouble(0.9189385332046728, -3.8782941580672414e-17)
  private static let twelfth = DoubleDouble(0.08333333333333333, 4.625929269271485e-18)
  /// B₂ₖ / (2k·(2k − 1)) from the second on, with the Bernoulli numbers.
  private static let stirling: [Double] = [
    -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360_360, 1.0 / 156, -3617.0 / 122_400, 43867.0 / 244_188,
    -174_611.0 / 125_400, 77683.0 / 5796,
  ]

  /// The logarithm of gamma of a positive number, with an absolute error below 10⁻¹⁹ and 30 digits where it is large.
  ///
  /// Stirling's series from 13 on, DLMF 5.11.1; below that, the recurrence leads there.
  var logarithmOfGamma: DoubleDouble {
    let double = high * 2
    if low == 0, double < 512, double >= 1, double == double.rounded() { return Self.halves[Int(double) - 1] }
    return slowLogarithmOfGamma
  }

  /// The logarithms of gamma of 1/2, 1, 3/2 and so on up to 255.5.
  private static let halves = (1...511).map { DoubleDouble(Double($0) / 2).slowLogarithmOfGamma }

  private var slowLogarithmOfGamma: DoubleDouble {
    var z = self
    var product = DoubleDouble(1)
    while z.high < 13 {
      product = product * z
      z = z + 1
    }
    let inverse = 1 / z.high
    let square = inverse * inverse
    var far: Double = 0
    for coefficient in Self.stirling.reversed() { far = far * square + coefficient }
    let series = Self.twelfth / z + DoubleDouble(far * square * inverse)
    let result = (z - 0.5) * z.logarithm(for: z.high) - z + (Self.halfLogarithmOfTwoPi + series)
    return product.high == 1 ? result : result - product.logarithm
  }

  /// The logarithm of the beta function.
  static func logarithmOfBeta(_ a: Double, _ b: Double) -> DoubleDouble {
    DoubleDouble(a).logarithmOfGamma + DoubleDouble(b).logarithmOfGamma - DoubleDouble(adding: a, b).logarithmOfGamma
  }
}
