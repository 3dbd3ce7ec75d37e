import Mathematics

/// Integrals of the exponential of an exponent that is 0 at 0 and falls, from 0 to infinity.
///
/// An incomplete gamma or beta function is its slope on a logarithmic scale times such an integral: the exponent is the
/// logarithm of the slope at a distance `s`, less that at the end. The exponent has no large parts that cancel, whatever
/// the shapes are, so the integral is right to some units in the last place, and it takes some hundred points, be the
/// shape 10⁻⁸ or 10¹⁰.
enum TailIntegral {
  /// Integrates panel by panel with Gauss's rule of 16 points, DLMF 3.5(v).
  ///
  /// A panel reaches no further than one and a half of the distance of the singularity, and the exponent changes by at
  /// most 12 on it; then the rule is exact to 10⁻¹⁷.
  ///
  /// - Parameter singularity: How far to the left of 0 the exponent has a singularity.
  static func integral(singularity: Double = .infinity, _ exponent: (Double) -> Double) -> Double {
    var (start, sum) = (0.0, 0.0)
    var atStart = 0.0
    var width = min(1, singularity)
    for _ in 0..<2000 {
      width = min(width * 4, 2 + start, 1.5 * (singularity + start))
      while let factor = narrowing(from: start, atStart, width: width, exponent) { width *= factor }
      let part = panel(from: start, width: width, exponent)
      sum += part
      start += width
      atStart = exponent(start)
      if part < sum * 1e-17 || !sum.isFinite { break }
    }
    return sum
  }

  /// By what a panel has to be narrowed, if it must be; a wide one may not bend much, because the exponent may hold eˢ.
  private static func narrowing(
    from start: Double, _ atStart: Double, width: Double, _ exponent: (Double) -> Double
  ) -> Double? {
    let atEnd = exponent(start + width)
    let change = abs(atEnd - atStart)
    if change > 12 { return max(0.1, min(0.6, 12 / change)) }
    guard width > 3 else { return nil }
    return abs(exponent(start + width / 2) - (atStart + atEnd) / 2) > 0.1 ? 0.6 : nil
  }

  private static func panel(from start: Double, width: Double, _ exponent: (Double) -> Double) -> Double {
    let half = width / 2
    let middle = start + half
    var sum: Double = 0
    for (node, weight) in nodes {
      sum += weight * (exp(exponent(middle - half * node)) + exp(exponent(middle + half * node)))
    }
    return sum * half
  }

  private static let nodes: [(Double, Double)] = [
    (0.095012509837637440185, 0.18945061045506849629), (0.28160355077925891323, 0.18260341504492358887),
    (0.45801677765722738634, 0.16915651939500253819), (0.61787624440264374845, 0.14959598881657673208),
    (0.7554044083550030339, 0.12462897125553387205), (0.86563120238783174388, 0.09515851168249278481),
    (0.94457502307323257608, 0.062253523938647892863), (0.9894009349916499326, 0.027152459411754094852),
  ]

  /// `eˢ − 1 − s` with all its digits.
  static func exponentialBeyondLine(_ s: Double) -> Double {
    guard abs(s) < 0.5 else { return expm1(s) - s }
    var sum: Double = 0
    for divisor in stride(from: 16.0, through: 3, by: -1) { sum = (sum + 1) * s / divisor }
    return s * s / 2 * (1 + sum)
  }

  /// `ln(1 + v) − v` with all its digits, for `v` not negative.
  static func logarithmBelowLine(_ v: Double) -> Double {
    guard v < 0.7 else { return log1p(v) - v }
    let w = v / (2 + v)
    let square = w * w
    var sum: Double = 0
    for divisor in stride(from: 27.0, through: 3, by: -2) { sum = sum * square + 1 / divisor }
    return w * (2 * square * sum - v)
  }
}

/// One tail of a distribution: its probability, and how fast that changes with the logarithm of the value.
struct Tail {
  enum Side { case lower, upper }

  /// The largest shape of a distribution; for larger ones even 31 digits of the slope's logarithm are not enough.
  static let largestShape = 1e15

  /// The logarithm of the slope.
  let slope: DoubleDouble
  /// What times the slope gives the tail, or, in a complement, the other tail.
  let integral: Double
  let isComplement: Bool
  /// How fast the logarithm of the slope changes with the logarithm of the value.
  let bend: Double
  /// How fast the bend changes with it.
  let twist: Double

  var probability: Double {
    let direct = slope.exponential(times: integral)
    return isComplement ? max(0, 1 - direct) : min(1, direct)
  }

  /// The step on the logarithmic scale that leads to the place where the tail is `target`.
  ///
  /// It is Newton's step on the logarithm of the tail, and close to the place Householder's (1970), whose error is of the
  /// fourth order.
  func step(to target: Double, side: Tail.Side) -> (step: Double, isLast: Bool) {
    let difference: Double
    let perSlope: Double
    if isComplement {
      difference = log(max(probability, .leastNonzeroMagnitude) / target)
      perSlope = (-slope).exponential(times: probability)
    } else {
      difference = (slope + DoubleDouble(integral).logarithm - DoubleDouble(target).logarithm).value
      perSlope = integral
    }
    let (step, size) = step(difference, perSlope, side)
    return (step, size < 5e-5 || (size == .infinity && abs(difference) < 1e-8))
  }

  /// The step for a difference of logarithms, and the largest of what it takes powers of. Where these would not fall fast,
  /// it is Newton's, which takes none, and what is largest is infinite.
  private func step(_ difference: Double, _ perSlope: Double, _ side: Tail.Side) -> (step: Double, size: Double) {
    let sign: Double = side == .lower ? 1 : -1
    let newton = -sign * difference * perSlope
    // The derivatives of the logarithm of the tail, over the first one.
    let steepness = sign / perSlope
    let second = bend - steepness
    let third = second * (second - steepness) + twist
    let curvature = newton * second / 2
    guard abs(curvature) < 0.2 else { return (newton, .infinity) }
    let part = newton * newton * third / 6
    return (
      newton * (1 + curvature) / (1 + 2 * curvature + part),
      max(abs(difference), abs(newton), abs(curvature), abs(part).squareRoot())
    )
  }

  /// The step of a tail of some six digits, and whether it leads to within about as many digits of the place.
  private func roughStep(to target: Double, side: Tail.Side) -> (step: Double, isNear: Bool) {
    let difference: Double
    let perSlope: Double
    if isComplement {
      let probability = max(0, 1 - exp(slope.high) * integral)
      difference = log(max(probability, .leastNonzeroMagnitude) / target)
      perSlope = exp(-slope.high) * probability
    } else {
      difference = slope.high + log(integral) - log(target)
      perSlope = integral
    }
    let (step, size) = step(difference, perSlope, side)
    return (step, size < 0.03 || (size == .infinity && abs(difference) < 1e-5))
  }

  /// A place so near to where a tail has a probability that one step of ``place(of:side:from:_:)`` ends there.
  ///
  /// It takes the same steps with tails of some six digits, which cost a fifth; where there are none it stays.
  static func nearPlace(of target: Double, side: Tail.Side, from start: Double, _ tail: (Double) -> Tail?) -> Double {
    guard target > 0, start > 1e-300, start < 1e300 else { return start }
    var place = start
    for _ in 0..<20 {
      guard let (step, isNear) = tail(place)?.roughStep(to: target, side: side), abs(step) < 20 else { return place }
      let next = place * exp(step)
      guard next > 1e-300, next < 1e300 else { return place }
      place = next
      if isNear { break }
    }
    return place
  }

  /// The place where a tail has a probability, from a place close to it.
  ///
  /// Both tails of the gamma and beta distributions are concave as logarithms over a logarithmic scale (of the value, or
  /// of the odds), so that after its first step Newton's method approaches the root from one side and cannot miss it;
  /// Householder's is used only where the two hardly differ.
  static func place(of target: Double, side: Tail.Side, from start: Double, _ tail: (Double) -> Tail) -> Double {
    if target == 0 { return side == .lower ? 0 : .infinity }
    var place = start.isFinite ? min(max(start, 1e-300), 1e300) : 1
    for _ in 0..<100 {
      let (step, isLast) = tail(place).step(to: target, side: side)
      if step.isNaN { break }
      let bounded = min(max(step, -20), 20)
      place *= exp(bounded)
      if isLast || place == 0 || place.isInfinite { break }
    }
    return place
  }
}
