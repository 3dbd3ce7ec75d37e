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

  static func logBeta(_ a: Double, _ b: Double) -> Double { DoubleDouble.logarithmOfBeta(a, b).value }

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

  /// The growth of the error function from one limit to another; far from 0 it keeps its digits.
  static func errorFunction(from lower: Double, to upper: Double) -> Double {
    if lower > 0, upper > 0 { return erfc(lower) - erfc(upper) }
    if lower < 0, upper < 0 { return erfc(-upper) - erfc(-lower) }
    return erf(upper) - erf(lower)
  }
}
