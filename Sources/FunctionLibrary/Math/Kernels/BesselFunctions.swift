import Mathematics

/// The Bessel functions of whole order, which is not negative.
enum BesselFunctions {
  /// The function of the first kind.
  ///
  /// Up to an order of `|x|` the recurrence of DLMF 10.6.1 is stable upwards from orders 0 and 1, which are the system's;
  /// above that it is stable downwards (Miller's algorithm, DLMF 3.6(iii)), and orders 0 and 1 give the scale. For small
  /// arguments the power series is enough.
  static func first(_ x: Double, order: Int) -> Double {
    let size = abs(x)
    if size == 0 { return order == 0 ? 1 : 0 }
    if size.isInfinite { return 0 }
    let value =
      if Double(order) <= size {
        upward(j0(size), j1(size), size, order)
      } else if size * size <= Double(order) + 1 {
        series(size / 2, order)
      } else {
        downward(size, order)
      }
    return x < 0 && order % 2 == 1 ? -value : value
  }

  /// The function of the second kind for a positive number; it grows with the order, so the recurrence is stable.
  static func second(_ x: Double, order: Int) -> Double { upward(y0(x), y1(x), x, order) }

  private static func upward(_ zeroth: Double, _ first: Double, _ x: Double, _ order: Int) -> Double {
    if order == 0 { return zeroth }
    var (before, value) = (zeroth, first)
    for n in 1..<max(order, 1) {
      (before, value) = (value, 2 * Double(n) / x * value - before)
      if value.isInfinite { break }
    }
    return value
  }

  /// The power series, DLMF 10.2.2, where its terms fall at once.
  private static func series(_ half: Double, _ order: Int) -> Double {
    let n = Double(order)
    var (term, sum, k) = (1.0, 1.0, 1.0)
    while abs(term) > 1e-18 {
      term *= -half / k * (half / (k + n))
      sum += term
      k += 1
    }
    return (DoubleDouble(half).logarithm * n - DoubleDouble(n + 1).logarithmOfGamma).exponential(times: sum)
  }

  private static func downward(_ x: Double, _ order: Int) -> Double {
    let top = Double(order)
    // Below this estimate of its leading term the value is no double.
    if top * (1 + log(x / (2 * top))) < -760 { return 0 }
    let steps = 20 + Int(12 * cbrt(top) + 2 * x / top)
    var (above, value) = (0.0, 1e-290)
    var wanted: Double = 0
    var shift = 0
    for n in stride(from: order + steps, through: 1, by: -1) {
      if n == order { wanted = value }
      (above, value) = (value, 2 * Double(n) / x * value - above)
      if abs(value) > 1e250 {
        (above, value) = (scalbn(above, -1600), scalbn(value, -1600))
        if n <= order { shift += 1600 }
      }
    }
    let scale = abs(value) > abs(above) ? j0(x) / value : j1(x) / above
    return shift == 0 ? wanted * scale : scalbn(scalbn(wanted, -800) * scale, 800 - shift)
  }

  /// The modified function of the first kind, by its power series, whose terms all have one sign, DLMF 10.25.2.
  static func modifiedFirst(_ x: Double, order: Int) -> Double {
    let half = abs(x) / 2
    if half == 0 { return order == 0 ? 1 : 0 }
    guard half < 5000 + Double(order) else { return x < 0 && order % 2 == 1 ? -.infinity : .infinity }
    let n = Double(order)
    let leading = DoubleDouble(half).logarithm * n - DoubleDouble(n + 1).logarithmOfGamma
    // The sum is of the size of its largest term; it is kept below the largest double.
    var (term, sum, shift) = (1.0, 1.0, 0.0)
    var k: Double = 1
    while true {
      term *= half / k * (half / (k + n))
      sum += term
      if term <= sum * 1e-17 { break }
      if sum > 1e250 { (term, sum, shift) = (term * 0x1p-800, sum * 0x1p-800, shift + 800) }
      k += 1
    }
    let value = (leading + DoubleDouble.logarithmOfTwo * shift).exponential(times: sum)
    return x < 0 && order % 2 == 1 ? -value : value
  }

  /// The modified function of the second kind for a positive number; it grows with the order, so the recurrence of
  /// DLMF 10.29.1 is stable.
  static func modifiedSecond(_ x: Double, order: Int) -> Double {
    if x > 800, Double(order) < x / 10 { return 0 }
    // The factor is far from both ends of the range, so that small values do not lose digits on the way.
    var (before, value) = scaledModifiedSecond(x)
    if order == 0 { return (-DoubleDouble(x)).exponential(times: before) }
    var shift = 0.0
    for n in 1..<max(order, 1) {
      (before, value) = (value, 2 * Double(n) / x * value + before)
      if value > 1e250 {
        (before, value, shift) = (before * 0x1p-800, value * 0x1p-800, shift + 800)
        if shift * 0.69 > x + 1500 { return .infinity }
      }
    }
    let power = DoubleDouble.logarithmOfTwo * shift - x
    return power.exponential(times: value)
  }

  /// eˣ times the functions of order 0 and 1: the integrals of exp(−x·(cosh t − 1)) and of that times cosh t from 0 on, by
  /// the trapezoidal rule, which converges faster than any power of the step here (DLMF 3.5(i)).
  private static func scaledModifiedSecond(_ x: Double) -> (Double, Double) {
    // The next terms of the series, DLMF 10.31, are smaller by x².
    if x < 1e-8 { return ((-log(x / 2) - 0.5772156649015329) * (1 + x), 1 / x + 1) }
    let range = acosh(1 + 45 / x)
    let step = min(0.2, range / 20)
    var (zeroth, first) = (0.5, 0.5)
    for index in 1...Int(range / step) {
      let sine = sinh(Double(index) * step / 2)
      let above = 2 * sine * sine
      let term = exp(-x * above)
      zeroth += term
      first += term * (above + 1)
    }
    return (zeroth * step, first * step)
  }
}
