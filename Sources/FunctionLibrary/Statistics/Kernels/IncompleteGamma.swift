import Mathematics

/// The regularized incomplete gamma functions, and the values at which they have a probability.
///
/// With `t = x·e⁻ˢ`, P(a, x) is xᵃe⁻ˣ/Γ(a) times the integral of exp(−(a − x)s − x(e⁻ˢ − 1 + s)), and with `t = x·eˢ`
/// Q(a, x) the same of exp(−(x − a)s − x(eˢ − 1 − s)); see ``TailIntegral``.
enum IncompleteGamma {
  /// The logarithm of xᵃe⁻ˣ/Γ(a); the logarithm of Γ(a) may be given, when many values have one shape.
  static func slope(_ a: Double, _ x: DoubleDouble, logarithmOfGamma: DoubleDouble? = nil) -> DoubleDouble {
    x.logarithm(for: a) * a - x - (logarithmOfGamma ?? DoubleDouble(a).logarithmOfGamma)
  }

  /// Whether the upper tail is computed for a side.
  ///
  /// For a small shape the lower tail is nearly 1 below the mean too, and the upper one has to be found by itself.
  private static func isUpper(for side: Tail.Side, _ a: Double, _ x: Double, _ excess: Double) -> Bool {
    excess > 0 || (side == .upper && a < 0.2 && a * log(a / x) < 3)
  }

  /// The tail to some six digits and without the long sums; nothing where the fraction converges slowly.
  private static func roughTail(_ side: Tail.Side, _ a: Double, _ x: Double, _ logarithmOfGamma: Double) -> Tail? {
    guard a < 200 else { return nil }
    let excess = x - a
    let isUpper = isUpper(for: side, a, x, excess)
    guard let integral = isUpper ? fraction(a, x, excess, within: 1e-7) : series(a, x, within: 1e-7) else { return nil }
    return Tail(
      slope: DoubleDouble(a * log(x) - x - logarithmOfGamma), integral: integral,
      isComplement: isUpper != (side == .upper), bend: -excess, twist: -x)
  }

  static func tail(
    _ side: Tail.Side, _ a: Double, _ x: DoubleDouble, logarithmOfGamma: DoubleDouble? = nil
  ) -> Tail {
    let slope = slope(a, x, logarithmOfGamma: logarithmOfGamma)
    let excess = (x - a).value
    let value = x.high
    let isUpper = isUpper(for: side, a, value, excess)
    let integral =
      isUpper
      ? (a < 200 ? fraction(a, value, excess) : nil)
        ?? TailIntegral.integral { s in -(excess * s + value * TailIntegral.exponentialBeyondLine(s)) }
      : a < 200
        ? series(a, value) : TailIntegral.integral { s in excess * s - value * TailIntegral.exponentialBeyondLine(-s) }
    return Tail(
      slope: slope, integral: integral, isComplement: isUpper != (side == .upper), bend: -excess, twist: -value)
  }

  /// The lower integral by the series of DLMF 8.11.4, all of whose terms are positive.
  private static func series(_ a: Double, _ x: Double, within tolerance: Double = 1e-17) -> Double {
    var term = 1 / a
    var (sum, n) = (term, a)
    while term > sum * tolerance {
      n += 1
      term *= x / n
      sum += term
    }
    return sum
  }

  /// The upper integral by the continued fraction of DLMF 8.9.2, in the form that converges twice as fast; nothing where
  /// it converges slowly.
  private static func fraction(
    _ a: Double, _ x: Double, _ excess: Double, within tolerance: Double = 1e-16
  ) -> Double? {
    guard excess >= 0, x > 1 else { return nil }
    if x < 6 { return slowFraction(a, excess, within: tolerance) }
    var denominator = excess + 1
    var convergents = Convergents(first: denominator)
    for index in 1...200 {
      let i = Double(index)
      denominator += 2
      convergents.append(i * (a - i), over: denominator)
      if convergents.haveSettled(within: tolerance) { return convergents.value }
    }
    return nil
  }

  /// The same where it takes many parts: the differences of the convergents are added up, as Steed does (DLMF 3.10.13), so that
  /// later parts bring in no more than what they change.
  private static func slowFraction(_ a: Double, _ excess: Double, within tolerance: Double) -> Double? {
    var last = 1 / (excess + 1)
    var (change, sum) = (last, last)
    for index in 1...200 {
      let i = Double(index)
      let above = i * (a - i)
      let here = 1 / (excess + 1 + 2 * i + above * last)
      change *= -above * last * here
      sum += change
      last = here
      if abs(change) <= tolerance * abs(sum) { return sum }
    }
    return nil
  }

  static func probability(_ side: Tail.Side, _ a: Double, _ x: DoubleDouble) -> Double {
    if x.high.isNaN || a > Tail.largestShape { return .nan }
    if x.high <= 0 { return side == .lower ? 0 : 1 }
    // Beyond this place no double is left for the upper tail, whatever the shape is.
    if x.high > 2000 + 60 * (a + 1) { return side == .lower ? 1 : 0 }
    return tail(side, a, x).probability
  }

  /// The value whose tail has a probability between 0 and 1.
  static func place(of p: Double, _ side: Tail.Side, _ a: Double) -> Double {
    if p > 0.5 { return place(of: 1 - p, side == .lower ? .upper : .lower, a) }
    guard a <= Tail.largestShape else { return .nan }
    let gamma = DoubleDouble(a).logarithmOfGamma
    let near = Tail.nearPlace(of: p, side: side, from: start(p, side, a)) { roughTail(side, a, $0, gamma.high) }
    return Tail.place(of: p, side: side, from: near) {
      tail(side, a, DoubleDouble($0), logarithmOfGamma: gamma)
    }
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
