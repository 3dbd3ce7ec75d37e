#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Sums of powers with coefficients.
public enum PowerSeries {
  /// Adds `coefficient · x^exponent`, the exponent growing by `step` from term to term.
  public static func sum(at x: Double, exponent: Double, step: Double, _ coefficients: [Double]) -> Double {
    var sum = CompensatedSum()
    for (index, coefficient) in coefficients.enumerated() {
      sum.add(coefficient * pow(x, exponent + Double(index) * step))
    }
    return sum.value
  }
}
