import Mathematics

/// Gamma, its logarithm, and the incomplete gamma and beta functions, right to about 10⁻¹⁵.
enum SpecialFunctions {
  /// The gamma function; infinite or not a number where there is none.
  static func gamma(_ x: Double) -> Double {
    if x.isNaN || x == .infinity { return x }
    if x == -.infinity || (x <= 0 && x == x.rounded()) { return .nan }
    if x > 172 { return .infinity }
    if x > 0 { return DoubleDouble(x).logarithmOfGamma.exponential(times: 1) }
    // The reflection formula, DLMF 5.5.3; the distance to the nearest whole number is exact.
    let distance = x - x.rounded()
    let sine = sin(Double.pi * distance) * (x.rounded().truncatingRemainder(dividingBy: 2) == 0 ? 1 : -1)
    let mirrored = DoubleDouble(adding: 1, -x).logarithmOfGamma
    return (-mirrored).exponential(times: Double.pi / sine)
  }

  /// The logarithm of gamma of a positive number.
  static func logGamma(_ x: Double) -> Double {
    // Near its zeros at 1 and 2 the system's function keeps the digits of the difference.
    if x > 0.7, x < 2.5 {
      var sign: Int32 = 0
      return lgamma_r(x, &sign)
    }
    return x == .infinity ? x : DoubleDouble(x).logarithmOfGamma.value
  }

  /// The regularized lower incomplete gamma function.
  static func lowerGamma(_ a: Double, _ x: Double) -> Double {
    IncompleteGamma.probability(.lower, a, DoubleDouble(x))
  }

  /// The regularized upper incomplete gamma function; small values keep their digits.
  static func upperGamma(_ a: Double, _ x: Double) -> Double {
    IncompleteGamma.probability(.upper, a, DoubleDouble(x))
  }

  /// The regularized incomplete beta function.
  static func beta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    IncompleteBeta(x, a, b).probability(.lower)
  }

  /// What the regularized incomplete beta function is short of 1; small values keep their digits.
  static func betaComplement(_ x: Double, _ a: Double, _ b: Double) -> Double {
    IncompleteBeta(x, a, b).probability(.upper)
  }

  /// The growth of the error function from one limit to another; it keeps its digits far from 0 and over a small width.
  static func errorFunction(from lower: Double, to upper: Double) -> Double {
    let near = min(abs(lower), abs(upper))
    let width = upper - lower
    if lower.sign == upper.sign, abs(width) * max(1, near) < 0.1 {
      return errorFunctionGrowth(from: near, over: abs(width)) * (width < 0 ? -1 : 1)
    }
    if lower > 0, upper > 0 { return erfc(lower) - erfc(upper) }
    if lower < 0, upper < 0 { return erfc(-upper) - erfc(-lower) }
    return erf(upper) - erf(lower)
  }

  /// The growth of the error function over a width small enough for the five places of Gauss and Legendre.
  ///
  /// The difference of two values would lose the digits that they share. The square is taken in two parts, whose sum is
  /// exact (Abramowitz and Stegun, §7.1.1 and table 25.4).
  private static func errorFunctionGrowth(from start: Double, over width: Double) -> Double {
    var sum: Double = 0
    for (place, weight) in [
      (0, 0.568_888_888_888_888_89), (0.538_469_310_105_683_09, 0.478_628_670_499_366_47),
      (-0.538_469_310_105_683_09, 0.478_628_670_499_366_47), (0.906_179_845_938_663_99, 0.236_926_885_056_189_09),
      (-0.906_179_845_938_663_99, 0.236_926_885_056_189_09),
    ] {
      let step = width * (1 + place) / 2
      sum += weight * exp(-(2 * start + step) * step)
    }
    let square = start * start
    let rest = (-square).addingProduct(start, start)
    return width * sum * exp(-square) * (1 - rest) / Double.pi.squareRoot()
  }
}
