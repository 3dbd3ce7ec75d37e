import Mathematics

extension DoubleDouble {
  static let logarithmOfTwo = DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)

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

  private static let third = DoubleDouble(1) / DoubleDouble(3)

  /// The exponentials of the multiples of 1/512 from −192 to 192.
  private static let exponentials = (-192...192).map { DoubleDouble(Double($0) / 512).slowExponential }

  /// The exponential as a number near 1 and a power of two, so that it neither overflows nor loses digits.
  ///
  /// It has some 22 digits: more would be lost in the exponent, or where it is rounded to a double.
  @inline(__always)
  private var exponentialParts: (fraction: DoubleDouble, power: Int) {
    let power = (high / Self.logarithmOfTwo.high).rounded()
    let multiple = Self.logarithmOfTwo * power
    let reduced = DoubleDouble(adding: high, -multiple.high)
    let nearest = (reduced.high * 512).rounded()
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
    let product = fraction * factor.significand
    return scalbn(factor.sign == .minus ? -product.value : product.value, power + Int(factor.exponent))
  }

  /// The logarithms of the multiples of 1/512 from 1/2 to 2, by one step of Newton's method from the nearest doubles.
  private static let logarithms: [DoubleDouble] = (256...1024).map { index in
    let value = Double(index) / 512
    let first = log(value)
    let root = DoubleDouble(-first / 2).slowExponential
    let rest = root * root * value - 1
    return DoubleDouble(first) + (rest - DoubleDouble(rest.high * rest.high / 2))
  }

  /// The natural logarithm: that of a power of two, that of a multiple of 1/512, and the series for what is left.
  var logarithm: DoubleDouble {
    guard high > 0 else { return DoubleDouble(high == 0 ? -.infinity : .nan) }
    guard high.isFinite else { return DoubleDouble(high) }
    // Half of the square root of two, not all of it: the product must not overflow.
    let power = (high * 0x1.6ap-1).exponent + 1
    // The power of two is made of its bits, unless it is at the ends of the range.
    let reduced =
      abs(power) < 1000
      ? scaled(by: Double(bitPattern: UInt64(1023 - power) << 52))
      : DoubleDouble(scalbn(high, -Int(power)), scalbn(low, -Int(power)))
    let nearest = (reduced.high * 512).rounded()
    let known = nearest / 512
    // ln(m/k) is 2·artanh((m − k)/(m + k)), whose series has only odd powers. Whatever is added is smaller than what it is
    // added to.
    let sum = DoubleDouble(adding: reduced.high, known)
    let w =
      DoubleDouble(large: reduced.high - known, small: reduced.low) / DoubleDouble(sum.high, sum.low + reduced.low)
    let square = w * w
    let far = square.high * square.high * (1.0 / 5 + square.high * (1.0 / 7 + square.high / 9))
    let curve = w * (square * Self.third).adding(smaller: DoubleDouble(far))
    let logarithm = Self.logarithms[Int(nearest) - 256].adding(smaller: w.adding(smaller: curve).scaled(by: 2))
    return (Self.logarithmOfTwo * Double(power)).adding(smaller: logarithm)
  }

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
    let result = (z - 0.5) * z.logarithm - z + (Self.halfLogarithmOfTwoPi + series)
    return product.high == 1 ? result : result - product.logarithm
  }

  /// The logarithm of the beta function.
  static func logarithmOfBeta(_ a: Double, _ b: Double) -> DoubleDouble {
    DoubleDouble(a).logarithmOfGamma + DoubleDouble(b).logarithmOfGamma - DoubleDouble(adding: a, b).logarithmOfGamma
  }
}
