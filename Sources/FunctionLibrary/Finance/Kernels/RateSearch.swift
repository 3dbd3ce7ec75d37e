import Mathematics

/// The search for the rate at which payments are worth nothing.
///
/// It runs over the logarithm of the growth, log(1+r): payments are sums of exponentials there, all rates above -1 are
/// within its domain, and rates next to -1 and next to 0 keep their digits.
enum RateSearch {
  /// The worth of payments at a logarithm of growth, its derivative, and the sum of what is added without signs.
  struct Worth {
    var value: Double
    var slope: Double
    var scale: Double
  }

  /// A rate near a guess; `nil` when there is none.
  ///
  /// Newton's method starts at the guess with bounded steps. If it does not settle, the change of sign nearest to the
  /// guess is searched for, and Brent's method ends it. A worth of less digits that costs less may lead it to the rate.
  static func rate(
    near guess: Double, roughly rough: ((Double) -> Worth)? = nil, _ worth: (Double) -> Worth
  ) -> Double? {
    guard guess > -1, guess.isFinite else { return nil }
    let start = rough.map { near(log1p(guess), $0) } ?? log1p(guess)
    let growth = newton(from: start, worth) ?? nearestChange(to: start, worth)
    guard let growth else { return nil }
    let rate = expm1(growth)
    // Nearer to -1 than any number.
    return rate > -1 ? rate : nil
  }

  /// Where Newton's method settles to some seven digits; where it began, if it does not.
  private static func near(_ start: Double, _ worth: (Double) -> Worth) -> Double {
    var growth = start
    for _ in 0..<100 {
      let here = worth(growth)
      let step = max(-2, min(2, here.value / here.slope))
      guard here.slope != 0, step.isFinite else { return start }
      growth -= step
      guard abs(growth) < 300 else { return start }
      if abs(step) < 1e-5 { return growth }
    }
    return start
  }

  private static func newton(from start: Double, _ worth: (Double) -> Worth) -> Double? {
    var growth = start
    var last = Double.infinity
    for _ in 0..<100 {
      let here = worth(growth)
      if here.value == 0 { return growth }
      guard here.value.isFinite, here.slope.isFinite, here.slope != 0 else { return nil }
      let step = max(-2, min(2, here.value / here.slope))
      // Rounding ends the method where steps are tiny and no longer shrink.
      if abs(step) <= 2e-16 * abs(growth) || (abs(step) < 1e-9 && abs(step) >= last) {
        return abs(here.value) <= 1e-9 * here.scale ? growth - step : nil
      }
      growth -= step
      last = abs(step)
      guard abs(growth) < 300 else { return nil }
    }
    return nil
  }

  private static func nearestChange(to start: Double, _ worth: (Double) -> Worth) -> Double? {
    func value(_ growth: Double) -> Double { worth(growth).value }
    var (low, high) = (start, start)
    var (below, above) = (value(start), value(start))
    var step = 1e-3
    while step < 20 {
      let next = (low: low - step, high: high + step)
      let values = (below: value(next.low), above: value(next.high))
      if values.above.isFinite, above.isFinite, (values.above < 0) != (above < 0) {
        return RootFinding.brent(high, next.high, value)
      }
      if values.below.isFinite, below.isFinite, (values.below < 0) != (below < 0) {
        return RootFinding.brent(next.low, low, value)
      }
      (low, high) = next
      (below, above) = values
      step *= 1.05
    }
    return nil
  }
}
