#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The modified Bessel functions of whole order; the plain ones are the system's.
public enum BesselFunctions {
  /// The modified function of the first kind, by its power series, whose terms all have one sign.
  public static func modifiedFirst(_ x: Double, order: Int) -> Double {
    let half = abs(x) / 2
    if half == 0 { return order == 0 ? 1 : 0 }
    var term = exp(Double(order) * log(half) - lgamma(Double(order) + 1))
    var sum = term
    var k: Double = 1
    while k < 5000 {
      term *= half * half / (k * (k + Double(order)))
      sum += term
      if term <= sum * 1e-17 { break }
      k += 1
    }
    return x < 0 && order % 2 == 1 ? -sum : sum
  }

  /// The modified function of the second kind: `∫ exp(−x·cosh t)·cosh(n·t) dt` from 0 on, by the trapezoidal rule, which
  /// converges faster than any power of the step here.
  public static func modifiedSecond(_ x: Double, order: Int) -> Double {
    let step = 1.0 / 64
    let n = Double(order)
    var sum = exp(-x) / 2
    var t = step
    while t < 800 {
      let exponent = n * t - x * cosh(t)
      let term = exp(exponent) * (1 + exp(-2 * n * t)) / 2
      sum += term
      if n * t < x * cosh(t), term < sum * 1e-18 { break }
      t += step
    }
    return sum * step
  }
}
