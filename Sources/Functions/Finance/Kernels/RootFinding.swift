/// The search for the argument at which a function is zero.
public enum RootFinding {
  /// A root near a guess and above a bound, as the rates of RATE, IRR and XIRR need it; `nil` when none is found.
  ///
  /// Newton's method with a numeric derivative starts at the guess. If it does not settle, the neighbourhood of the
  /// guess and then the whole domain are searched for a change of sign, nearest first, and Brent's method ends it.
  public static func root(near guess: Double, above bound: Double, _ function: (Double) -> Double) -> Double? {
    guard guess > bound, guess.isFinite else { return nil }
    if let found = newton(from: guess, above: bound, function) { return found }
    var previous: (x: Double, y: Double)?
    var best: (distance: Double, low: Double, high: Double)?
    for point in grid(above: bound) {
      let y = function(point)
      if y == 0 { return point }
      if let previous, y.isFinite, previous.y.isFinite, (previous.y < 0) != (y < 0) {
        let distance = max(0, max(previous.x - guess, guess - point))
        if best.map({ distance < $0.distance }) ?? true { best = (distance, previous.x, point) }
      }
      previous = (point, y)
    }
    guard let best else { return nil }
    return brent(best.low, best.high, function)
  }

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

  /// Points from just above the bound to a rate of a million, dense around zero.
  private static func grid(above bound: Double) -> [Double] {
    var points: [Double] = []
    var gap = 1e-9
    while gap < 1 {
      points.append(bound + gap)
      gap *= 1.25
    }
    gap = 1
    while gap < 1e6 {
      points.append(bound + gap)
      gap *= 1.04
    }
    return points
  }

  /// A root by Newton's method with a numeric derivative; `nil` when it does not settle.
  static func newton(from guess: Double, above bound: Double, _ function: (Double) -> Double) -> Double? {
    var x = guess
    var scale: Double = 0
    for _ in 0..<150 {
      let y = function(x)
      guard y.isFinite else { return nil }
      scale = max(scale, abs(y))
      if y == 0 { return x }
      let step = max(abs(x), 1e-2) * 1e-6
      let slope = (function(x + step) - function(x - step)) / (2 * step)
      guard slope.isFinite, slope != 0 else { return nil }
      var next = x - y / slope
      if next <= bound { next = (x + bound) / 2 }
      guard next.isFinite, abs(next) < 1e9 else { return nil }
      if abs(next - x) <= 1e-14 * max(1, abs(next)) {
        return abs(function(next)) <= max(scale, 1e-300) * 1e-4 || abs(y) < 1e-7 ? next : nil
      }
      x = next
    }
    return abs(function(x)) < 1e-7 ? x : nil
  }

  /// The root between two arguments at which the function differs in sign; Brent (1973), chapter 4.
  public static func brent(_ low: Double, _ high: Double, _ function: (Double) -> Double) -> Double {
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
