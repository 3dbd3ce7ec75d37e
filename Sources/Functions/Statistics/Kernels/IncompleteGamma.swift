#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The regularized incomplete gamma functions, and the values at which they have a probability.
///
/// With `t = x·e⁻ˢ`, P(a, x) is xᵃe⁻ˣ/Γ(a) times the integral of exp(−(a − x)s − x(e⁻ˢ − 1 + s)), and with `t = x·eˢ`
/// Q(a, x) the same of exp(−(x − a)s − x(eˢ − 1 − s)); see ``TailIntegral``.
enum IncompleteGamma {
  /// The logarithm of xᵃe⁻ˣ/Γ(a).
  static func slope(_ a: Double, _ x: DoubleDouble) -> DoubleDouble {
    x.logarithm * a - x - DoubleDouble(a).logarithmOfGamma
  }

  static func tail(_ side: Tail.Side, _ a: Double, _ x: DoubleDouble) -> Tail {
    let slope = slope(a, x)
    let excess = (x - a).value
    let value = x.high
    // For a small shape the lower tail is nearly 1 below the mean too, and the upper one has to be found by itself.
    let isUpper = excess > 0 || (side == .upper && a < 1 && a * log(a / value) < 3)
    let integral =
      isUpper
      ? TailIntegral.integral { s in -(excess * s + value * TailIntegral.exponentialBeyondLine(s)) }
      : TailIntegral.integral { s in excess * s - value * TailIntegral.exponentialBeyondLine(-s) }
    return Tail(slope: slope, integral: integral, isComplement: isUpper != (side == .upper))
  }

  static func probability(_ side: Tail.Side, _ a: Double, _ x: DoubleDouble) -> Double {
    if x.high.isNaN { return .nan }
    if x.high <= 0 { return side == .lower ? 0 : 1 }
    // Beyond this place no double is left for the upper tail, whatever the shape is.
    if x.high > 2000 + 60 * (a + 1) { return side == .lower ? 1 : 0 }
    return tail(side, a, x).probability
  }

  /// The value whose tail has a probability between 0 and 1.
  static func place(of p: Double, _ side: Tail.Side, _ a: Double) -> Double {
    if p > 0.5 { return place(of: 1 - p, side == .lower ? .upper : .lower, a) }
    return Tail.place(of: p, side: side, from: start(p, side, a)) { tail(side, a, DoubleDouble($0)) }
  }

  /// A first approximation: that of Wilson and Hilferty (1931), or the first term of the series where it fails.
  private static func start(_ p: Double, _ side: Tail.Side, _ a: Double) -> Double {
    let z = side == .lower ? NormalDistribution.quantile(p) : -NormalDistribution.quantile(p)
    let base = 1 - 1 / (9 * a) + z / (3 * a.squareRoot())
    if base > 0.3 { return a * base * base * base }
    let lower = side == .lower ? log(p) : log1p(-p)
    return exp((lower + SpecialFunctions.logGamma(a + 1)) / a)
  }
}
