import Mathematics

/// Sums of powers with coefficients.
enum PowerSeries {
  /// Adds `coefficient · x^exponent`, the exponent growing by `step` from term to term.
  static func sum(at x: Double, exponent: Double, step: Double, _ coefficients: [Double]) -> Double {
    var sum = CompensatedSum()
    for (index, coefficient) in coefficients.enumerated() {
      sum.add(coefficient * pow(x, exponent + Double(index) * step))
    }
    return sum.value
  }
}
