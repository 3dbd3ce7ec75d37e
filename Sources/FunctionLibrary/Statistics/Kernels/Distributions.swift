import Mathematics

/// Probabilities of continuous distributions and the values that have them.
enum Distributions {
  // MARK: Gamma and chi-squared

  static func gammaDensity(_ x: Double, shape: Double, scale: Double) -> Double {
    if x == 0 { return shape < 1 ? .infinity : shape == 1 ? 1 / scale : 0 }
    let ratio = DoubleDouble(x) / DoubleDouble(scale)
    guard ratio.high.isFinite, ratio.high > 0 else { return 0 }
    return (IncompleteGamma.slope(shape, ratio) - DoubleDouble(x).logarithm).exponential(times: 1)
  }

  static func gammaCumulative(_ x: Double, shape: Double, scale: Double) -> Double {
    IncompleteGamma.probability(.lower, shape, DoubleDouble(x) / DoubleDouble(scale))
  }

  static func gammaQuantile(_ p: Double, shape: Double) -> Double { IncompleteGamma.place(of: p, .lower, shape) }

  /// The value that is exceeded with a probability.
  static func gammaUpperQuantile(_ p: Double, shape: Double) -> Double {
    IncompleteGamma.place(of: p, .upper, shape)
  }

  /// The density of the Weibull distribution for positive values.
  static func weibullDensity(_ x: Double, shape: Double, scale: Double) -> Double {
    let power = (DoubleDouble(x).logarithm(for: shape) - DoubleDouble(scale).logarithm(for: shape)) * shape
    guard power.high < 50 else { return 0 }
    return (power - DoubleDouble(x).logarithm - power.exponential).exponential(times: shape)
  }

  static func weibullCumulative(_ x: Double, shape: Double, scale: Double) -> Double {
    let power = (DoubleDouble(x).logarithm(for: shape) - DoubleDouble(scale).logarithm(for: shape)) * shape
    return -expm1(-power.exponential(times: 1))
  }

  /// The density of the exponential distribution.
  static func exponentialDensity(_ x: Double, rate: Double) -> Double {
    (-DoubleDouble(multiplying: rate, x)).exponential(times: rate)
  }

  // MARK: Beta

  /// The density of the beta distribution between two bounds.
  static func betaDensity(_ x: Double, _ a: Double, _ b: Double, from low: Double = 0, to high: Double = 1)
    -> Double
  {
    let width = high - low
    if x == low { return a < 1 ? .infinity : a == 1 ? b / width : 0 }
    if x == high { return b < 1 ? .infinity : b == 1 ? a / width : 0 }
    let place = scaled(x, a, b, low, high)
    return (place.slope - place.x.logarithm - place.y.logarithm).exponential(times: 1 / width)
  }

  static func betaCumulative(_ x: Double, _ a: Double, _ b: Double, from low: Double, to high: Double) -> Double {
    scaled(x, a, b, low, high).probability(.lower)
  }

  private static func scaled(_ x: Double, _ a: Double, _ b: Double, _ low: Double, _ high: Double) -> IncompleteBeta {
    IncompleteBeta(odds: DoubleDouble(adding: x, -low), DoubleDouble(adding: high, -x), a, b)
  }

  private static func betaCumulative(odds: Double, _ a: Double, _ b: Double) -> Double {
    IncompleteBeta(odds: DoubleDouble(odds), DoubleDouble(1), a, b).probability(.lower)
  }

  static func betaQuantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    // With a small shape the value may be closer to a bound than any double, which a search would take long to find.
    if b < 0.05, betaCumulative(odds: 1e17, a, b) < p { return 1 }
    if a < 0.05, betaCumulative(odds: 1e-308, a, b) > p { return 0 }
    let odds = IncompleteBeta.odds(of: p, .lower, a, b)
    return odds > 1 ? 1 / (1 + 1 / odds) : odds / (1 + odds)
  }

  // MARK: Student's t

  static func studentDensity(_ t: Double, _ freedom: Double) -> Double {
    let place = studentPlace(t, freedom)
    let power = place.x.logarithm(for: freedom) * ((freedom + 1) / 2)
    return (power - DoubleDouble.logarithmOfBeta(freedom / 2, 0.5)).exponential(times: 1 / freedom.squareRoot())
  }

  private static func studentPlace(_ t: Double, _ freedom: Double) -> IncompleteBeta {
    let size = abs(t)
    return size > 1
      ? IncompleteBeta(odds: DoubleDouble(freedom) / DoubleDouble(size), DoubleDouble(size), freedom / 2, 0.5)
      : IncompleteBeta(odds: DoubleDouble(freedom), DoubleDouble(multiplying: t, t), freedom / 2, 0.5)
  }

  /// The probability of being further from 0 than `t`.
  static func studentTails(_ t: Double, _ freedom: Double) -> Double {
    guard abs(t) > 1e100 else { return studentPlace(t, freedom).probability(.lower) }
    // The first term of the series in 1 / t; the next one is below 10⁻¹⁸⁰ of it.
    let odds =
      DoubleDouble(freedom).logarithm(for: freedom) - DoubleDouble(abs(t)).logarithm(for: freedom).scaled(by: 2)
    return (odds * (freedom / 2) - DoubleDouble.logarithmOfBeta(freedom / 2, 0.5)).exponential(times: 2 / freedom)
  }

  /// The probability of more than `t`, which is not negative.
  static func studentTail(_ t: Double, _ freedom: Double) -> Double { studentTails(t, freedom) / 2 }

  static func studentCumulative(_ t: Double, _ freedom: Double) -> Double {
    t < 0 ? studentTail(-t, freedom) : 1 - studentTail(t, freedom)
  }

  /// The value that is exceeded with a probability of at most a half.
  static func studentUpperQuantile(_ p: Double, _ freedom: Double) -> Double {
    if p >= 0.5 { return 0 }
    // So far out that the first term of the series is enough, and the square of the value may be no double.
    let beta = DoubleDouble.logarithmOfBeta(freedom / 2, 0.5)
    if (log(p * freedom) + beta.high) / freedom < -45 {
      let logarithm = (DoubleDouble(p * freedom).logarithm + beta) / DoubleDouble(freedom)
      return (-logarithm).exponential(times: freedom.squareRoot())
    }
    let square = approximateSquare(ofUpperQuantile: p, freedom)
    let odds = IncompleteBeta.odds(
      of: 2 * p, .lower, freedom / 2, 0.5, near: freedom > 2 && square > 0 ? 1 / square : nil, logarithmOfBeta: beta)
    return (freedom / odds).squareRoot()
  }

  /// The square of the upper quantile over the degrees of freedom to some six digits: algorithm 396 (Hill 1970).
  private static func approximateSquare(ofUpperQuantile p: Double, _ freedom: Double) -> Double {
    let a = 1 / (freedom - 0.5)
    let b = 48 / (a * a)
    var c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * Double.pi / 2).squareRoot() * freedom
    let far = pow(2 * p * d, 2 / freedom)
    guard far > 0.05 + a else {
      let rest = 1 / (((freedom + 6) / (freedom * far) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)
      return (rest * far - 1) * (freedom + 1) / (freedom + 2) + 1 / far
    }
    let x = NormalDistribution.quantile(p)
    let square = x * x
    if freedom < 5 { c += 0.3 * (freedom - 4.5) * (x + 0.6) }
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
    let series = ((0.4 * square + 6.3) * square + 36) * square + 94.5
    let root = ((series / c - square - 3) / b + 1) * x
    return expm1(a * root * root)
  }

  // MARK: Fisher's F

  private static func fisherPlace(_ x: Double, _ first: Double, _ second: Double) -> IncompleteBeta {
    x > 1
      ? IncompleteBeta(odds: DoubleDouble(first), DoubleDouble(second) / DoubleDouble(x), first / 2, second / 2)
      : IncompleteBeta(odds: DoubleDouble(multiplying: first, x), DoubleDouble(second), first / 2, second / 2)
  }

  static func fisherDensity(_ x: Double, _ first: Double, _ second: Double) -> Double {
    if x == 0 { return first < 2 ? .infinity : first == 2 ? 1 : 0 }
    return (fisherPlace(x, first, second).slope - DoubleDouble(x).logarithm).exponential(times: 1)
  }

  static func fisherCumulative(_ x: Double, _ first: Double, _ second: Double) -> Double {
    fisherPlace(x, first, second).probability(.lower)
  }

  static func fisherTail(_ x: Double, _ first: Double, _ second: Double) -> Double {
    fisherPlace(x, first, second).probability(.upper)
  }

  static func fisherQuantile(_ p: Double, _ first: Double, _ second: Double) -> Double {
    IncompleteBeta.odds(of: p, .lower, first / 2, second / 2) * second / first
  }

  static func fisherUpperQuantile(_ p: Double, _ first: Double, _ second: Double) -> Double {
    IncompleteBeta.odds(of: p, .upper, first / 2, second / 2) * second / first
  }
}
