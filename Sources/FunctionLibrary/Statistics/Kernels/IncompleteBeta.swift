import Mathematics

/// The regularized incomplete beta function at `x`, with `y = 1 − x`, both to all their digits.
///
/// With `t = x·e⁻ˢ` and `v = (1 − e⁻ˢ)·x/y` the function is xᵃyᵇ⁻¹/B(a, b) times the integral of the exponential of
/// −a·s + (b − 1)·ln(1 + v); see ``TailIntegral``. For `b > 1` the logarithm is split from its line, so that nothing
/// cancels as long as `x` is not above the mean.
struct IncompleteBeta {
  let a: Double
  let b: Double
  let x: DoubleDouble
  let y: DoubleDouble
  /// The logarithm of B(a, b), when many values have the same shapes.
  var logarithmOfBeta: DoubleDouble?

  /// At a value between 0 and 1.
  init(_ x: Double, _ a: Double, _ b: Double) {
    self.init(DoubleDouble(x), DoubleDouble(adding: 1, -x), a, b)
  }

  init(_ x: DoubleDouble, _ y: DoubleDouble, _ a: Double, _ b: Double) {
    (self.x, self.y, self.a, self.b) = (x, y, a, b)
  }

  /// At `x / y = m / n`, for two numbers that are not negative.
  init(odds m: DoubleDouble, _ n: DoubleDouble, _ a: Double, _ b: Double) {
    let sum = m + n
    self.init(m / sum, n / sum, a, b)
  }

  /// The logarithm of xᵃyᵇ/B(a, b), which is the slope over the logarithm of the odds.
  var slope: DoubleDouble {
    x.logarithm(for: a) * a + y.logarithm(for: b) * b - (logarithmOfBeta ?? DoubleDouble.logarithmOfBeta(a, b))
  }

  private var isBelowMean: Bool { x.high * b <= y.high * a }

  /// Whether the lower tail is computed for a side.
  ///
  /// A tail beyond the mean is what the other one is short of 1, unless it may be far smaller, for a small shape.
  private func isLower(for side: Tail.Side) -> Bool {
    side == .lower ? isBelowMean || b < 0.2 : isBelowMean && a >= 0.2
  }

  /// The lower tail at odds, to some six digits and without the long sums; nothing where the fraction converges slowly.
  private static func roughTail(odds: Double, _ a: Double, _ b: Double, _ logarithmOfBeta: Double) -> Tail? {
    let (x, y) = (odds / (1 + odds), 1 / (1 + odds))
    let place = IncompleteBeta(DoubleDouble(x), DoubleDouble(y), a, b)
    let isLower = place.isLower(for: .lower)
    let integral =
      isLower
      ? shortIntegral(place.x, place.y, a, b, within: 1e-7) : shortIntegral(place.y, place.x, b, a, within: 1e-7)
    guard let integral else { return nil }
    return Tail(
      slope: DoubleDouble(a * log(odds) - (a + b) * log1p(odds) - logarithmOfBeta),
      integral: integral, isComplement: !isLower, bend: a * y - b * x, twist: -(a + b) * x * y)
  }

  /// The tail of a side, at a place between 0 and 1.
  func tail(_ side: Tail.Side) -> Tail {
    let isLower = isLower(for: side)
    let integral = isLower ? Self.integral(x, y, a, b) : Self.integral(y, x, b, a)
    return Tail(
      slope: slope, integral: integral, isComplement: isLower != (side == .lower), bend: a * y.high - b * x.high,
      twist: -(a + b) * x.high * y.high)
  }

  func probability(_ side: Tail.Side) -> Double {
    if x.high.isNaN || y.high.isNaN || max(a, b) > Tail.largestShape { return .nan }
    if x.high <= 0 { return side == .lower ? 0 : 1 }
    if y.high <= 0 { return side == .lower ? 1 : 0 }
    return tail(side).probability
  }

  private static func integral(_ x: DoubleDouble, _ y: DoubleDouble, _ a: Double, _ b: Double) -> Double {
    shortIntegral(x, y, a, b, within: 1e-17) ?? quadrature(x, y, a, b) / y.high
  }

  /// The integral as a sum or a fraction, for shapes that are not large; nothing where both converge slowly.
  private static func shortIntegral(
    _ x: DoubleDouble, _ y: DoubleDouble, _ a: Double, _ b: Double, within tolerance: Double
  ) -> Double? {
    guard max(a, b) < 500 else { return nil }
    let odds = (x / y).high
    if odds < 0.2 || (b <= 40 && b == b.rounded()) { return series(odds, a, b, within: tolerance) / (a * y.high) }
    return fraction(x, y, a, b, within: tolerance)
  }

  /// The sum over powers of the odds that DLMF 15.8.1 makes of 8.17.7. For a whole `b` it ends, and all its terms are positive.
  private static func series(_ odds: Double, _ a: Double, _ b: Double, within tolerance: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    var (above, below) = (b - 1, a + 1)
    while abs(term) > sum * tolerance {
      term *= above / below * odds
      sum += term
      above -= 1
      below += 1
    }
    return sum
  }

  /// The even part of the continued fraction of DLMF 8.17.22: Didonato and Morris, algorithm 708 (1992).
  ///
  /// What `x` is short of the mean is taken with all its digits. The differences of the convergents are added up, as Steed
  /// does (DLMF 3.10.13), so that later parts bring in no more than what they change.
  private static func fraction(
    _ x: DoubleDouble, _ y: DoubleDouble, _ a: Double, _ b: Double, within tolerance: Double
  ) -> Double? {
    let excess = (y * a - x * b).value
    guard excess >= 0 || x.high * (a + b + 2) <= a + 1 else { return nil }
    var inverse = 1 / (a + 1)
    let (x, y) = (x.high, y.high)
    var last = (a + 1) / (a * (excess + 1))
    var (change, sum) = (last, last)
    for index in 1...100 {
      let n = Double(index)
      let left = n * (b - n) * x * inverse
      // A small shape keeps its digits.
      let above = (a + (n - 1)) * (a + b + (n - 1)) * x * inverse * left
      inverse = 1 / (a + 2 * n + 1)
      let here = 1 / (n + left + (a + n) * inverse * (excess + 1 + n * (1 + y)) + above * last)
      change *= -above * last * here
      sum += change
      last = here
      if abs(change) <= tolerance * abs(sum) { return sum }
    }
    return nil
  }

  private static func quadrature(_ x: DoubleDouble, _ y: DoubleDouble, _ a: Double, _ b: Double) -> Double {
    let ratio = x / y
    let singularity = x.high < 0.5 ? -log(x.high) : log1p((y / x).high)
    let odds = ratio.high
    let far = b - 1
    guard far > 0 else {
      return TailIntegral.integral(singularity: singularity) { s in far * log1p(-odds * expm1(-s)) - a * s }
    }
    let bend = far * odds
    let line = (DoubleDouble(adding: b, -1) * ratio - a).value
    return TailIntegral.integral(singularity: singularity) { s in
      let v = -odds * expm1(-s)
      return line * s - bend * TailIntegral.exponentialBeyondLine(-s) + far * TailIntegral.logarithmBelowLine(v)
    }
  }

  /// The odds `x / y` at which a tail has a probability between 0 and 1.
  ///
  /// - Parameters:
  ///   - guess: The odds to some five digits, if they are known.
  ///   - logarithmOfBeta: The logarithm of B(a, b), if it is known.
  static func odds(
    of p: Double, _ side: Tail.Side, _ a: Double, _ b: Double, near guess: Double? = nil,
    logarithmOfBeta: DoubleDouble? = nil
  ) -> Double {
    if p > 0.5 {
      return odds(of: 1 - p, side == .lower ? .upper : .lower, a, b, near: guess, logarithmOfBeta: logarithmOfBeta)
    }
    if side == .upper {
      return 1 / odds(of: p, .lower, b, a, near: guess.map { 1 / $0 }, logarithmOfBeta: logarithmOfBeta)
    }
    guard max(a, b) <= Tail.largestShape else { return .nan }
    let beta = logarithmOfBeta ?? DoubleDouble.logarithmOfBeta(a, b)
    let near =
      guess
      ?? Tail.nearPlace(of: p, side: .lower, from: start(p, a, b, beta.high)) { roughTail(odds: $0, a, b, beta.high) }
    return Tail.place(of: p, side: .lower, from: near) {
      var place = IncompleteBeta(odds: DoubleDouble($0), DoubleDouble(1), a, b)
      place.logarithmOfBeta = beta
      return place.tail(.lower)
    }
  }

  /// A first approximation of the odds of a lower tail: the first term of the series where that is small, else
  /// Abramowitz and Stegun, 26.5.22.
  private static func start(_ p: Double, _ a: Double, _ b: Double, _ logarithmOfBeta: Double) -> Double {
    let small = exp((log(p) + logarithmOfBeta + log(a)) / a)
    if a < 2 || b < 2 || small * (a + b) < 0.3 * a { return small < 0.9 ? small / (1 - small) : a / b }
    let z = -NormalDistribution.quantile(p)
    let lambda = (z * z - 3) / 6
    let h = 2 / (1 / (2 * a - 1) + 1 / (2 * b - 1))
    let w =
      z * max(0, h + lambda).squareRoot() / h
      - (1 / (2 * b - 1) - 1 / (2 * a - 1)) * (lambda + 5.0 / 6 - 2 / (3 * h))
    return a / b * exp(-2 * w)
  }
}
