/// The search for the argument at which a function is zero.
enum RootFinding {
  /// The root of a function that falls from above to below zero over all rates above -1, as a price does.
  static func fallingRoot(near guess: Double, _ function: (Double) -> Double) -> Double {
    var low = guess
    var high = guess
    var gap = 1 + guess
    while !(function(low) >= 0), gap > 1e-300 {
      high = low
      gap /= 2
      low = gap - 1
    }
    while function(high) > 0, high < 1e300 {
      low = high
      high = 2 * high + 1
    }
    return brent(low, high, function)
  }

  /// The root between two arguments at which the function differs in sign; Brent (1973), chapter 4.
  static func brent(_ low: Double, _ high: Double, _ function: (Double) -> Double) -> Double {
    var (a, b) = (low, high)
    var (fa, fb) = (function(a), function(b))
    if fa == 0 { return a }
    var (c, fc) = (a, fa)
    var d = b - a
    var e = d
    for _ in 0..<200 {
      if (fb < 0) == (fc < 0) {
        (c, fc) = (a, fa)
        d = b - a
        e = d
      }
      if abs(fc) < abs(fb) {
        (a, b, c) = (b, c, b)
        (fa, fb, fc) = (fb, fc, fb)
      }
      let tolerance = 2e-16 * abs(b) + 1e-300
      let half = (c - b) / 2
      if abs(half) <= tolerance || fb == 0 { return b }
      if abs(e) >= tolerance, abs(fa) > abs(fb) {
        let s = fb / fa
        var p: Double
        var q: Double
        if a == c {
          p = 2 * half * s
          q = 1 - s
        } else {
          let u = fa / fc
          let r = fb / fc
          p = s * (2 * half * u * (u - r) - (b - a) * (r - 1))
          q = (u - 1) * (r - 1) * (s - 1)
        }
        if p > 0 { q = -q } else { p = -p }
        if 2 * p < min(3 * half * q - abs(tolerance * q), abs(e * q)) {
          e = d
          d = p / q
        } else {
          d = half
          e = half
        }
      } else {
        d = half
        e = half
      }
      (a, fa) = (b, fb)
      b += abs(d) > tolerance ? d : (half > 0 ? tolerance : -tolerance)
      fb = function(b)
    }
    return b
  }
}
