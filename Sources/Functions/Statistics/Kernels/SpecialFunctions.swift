#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The functions beneath the distributions: logarithm of gamma, incomplete gamma and incomplete beta.
///
/// Series and continued fractions as in Abramowitz and Stegun, §6.5 and §26.5, evaluated by the method of Lentz. The
/// relative error is some 1e-14 for arguments of ordinary size and grows with the logarithm of gamma in the factor.
public enum SpecialFunctions {
  /// The logarithm of the absolute value of gamma.
  public static func logGamma(_ x: Double) -> Double { lgamma(x) }

  public static func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }

  /// The regularized lower incomplete gamma function.
  public static func lowerGamma(_ a: Double, _ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x.isInfinite { return 1 }
    return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x)
  }

  /// The regularized upper incomplete gamma function; small values keep their digits.
  public static func upperGamma(_ a: Double, _ x: Double) -> Double {
    if x <= 0 { return 1 }
    if x.isInfinite { return 0 }
    return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x)
  }

  private static func gammaFactor(_ a: Double, _ x: Double) -> Double { exp(a * log(x) - x - lgamma(a)) }

  private static func gammaSeries(_ a: Double, _ x: Double) -> Double {
    var term = 1 / a
    var sum = term
    var n = a
    for _ in 0..<100_000 {
      n += 1
      term *= x / n
      sum += term
      if abs(term) < abs(sum) * 1e-17 { break }
    }
    return min(1, sum * gammaFactor(a, x))
  }

  private static func gammaFraction(_ a: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / (b == 0 ? tiny : b)
    var result = d
    var i: Double = 1
    while i < 100_000 {
      let factor = -i * (i - a)
      b += 2
      d = factor * d + b
      if abs(d) < tiny { d = tiny }
      c = b + factor / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      let change = d * c
      result *= change
      if abs(change - 1) < 1e-16 { break }
      i += 1
    }
    return min(1, result * gammaFactor(a, x))
  }

  /// The regularized incomplete beta function.
  public static func beta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let factor = exp(a * log(x) + b * log1p(-x) - logBeta(a, b))
    if x < (a + 1) / (a + b + 2) { return min(1, factor * betaFraction(x, a, b) / a) }
    return max(0, 1 - factor * betaFraction(1 - x, b, a) / b)
  }

  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    var c: Double = 1
    var d = 1 - (a + b) * x / (a + 1)
    if abs(d) < tiny { d = tiny }
    d = 1 / d
    var result = d
    var m: Double = 1
    while m < 100_000 {
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 + even * d
      if abs(d) < tiny { d = tiny }
      c = 1 + even / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 + odd * d
      if abs(d) < tiny { d = tiny }
      c = 1 + odd / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      let change = d * c
      result *= change
      if abs(change - 1) < 1e-16 { break }
      m += 1
    }
    return result
  }

  /// The argument at which a rising function takes a value, searched between two bounds; the upper one may be infinite.
  public static func inverse(_ target: Double, from low: Double, to high: Double, _ rising: (Double) -> Double)
    -> Double
  {
    var low = low
    var high = high
    if high.isInfinite {
      high = max(1, low + 1)
      while rising(high) < target, high < 1e300 {
        low = high
        high *= 2
      }
    }
    if low == 0, rising(min(1e-3, high)) > target {
      // Close to zero a root is found by its exponent, so that it keeps all its digits.
      var edge = min(1e-3, high)
      while edge > 1e-300, rising(edge) > target {
        high = edge
        edge /= 16
      }
      low = edge > 1e-300 ? edge : 0
    }
    return RootFinding.brent(low, high) { rising($0) - target }
  }
}
