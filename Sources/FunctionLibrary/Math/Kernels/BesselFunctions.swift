import Mathematics

/// The Bessel functions of whole order, which is not negative, to the eight digits that Excel has.
///
/// What workbooks of Excel store agrees to the last bit with the rational and polynomial approximations of orders 0
/// and 1 (Abramowitz & Stegun 9.4 and 9.8; Hart 1968) and with the recurrences, as *Numerical Recipes* 6.5 and 6.6
/// have them.
enum BesselFunctions {
  /// The function of the first kind.
  ///
  /// Up to an order below `|x|` the recurrence of DLMF 10.6.1 is stable upwards from orders 0 and 1; above that it is
  /// stable downwards (Miller's algorithm, DLMF 3.6(iii)), and the sum of the even orders gives the scale.
  static func first(_ x: Double, order: Int) -> Double {
    let size = abs(x)
    // At 0 the quotient of order 0 is no 1, and Excel does not make it one.
    if size == 0, order != 0 { return 0 }
    if size.isInfinite { return 0 }
    let value =
      switch order {
      case 0: firstOfOrder0(size)
      case 1: firstOfOrder1(size)
      case _ where size > Double(order): upward(firstOfOrder0(size), firstOfOrder1(size), size, order)
      // Steps of so small a number would leave the range of numbers.
      case _ where size < 1e-4: series(size / 2, order)
      default: downward(size, order)
      }
    return x < 0 && order % 2 == 1 ? -value : value
  }

  /// The function of the second kind for a positive number; it grows with the order, so the recurrence is stable.
  static func second(_ x: Double, order: Int) -> Double {
    switch order {
    case 0: secondOfOrder0(x)
    case 1: secondOfOrder1(x)
    default: upward(secondOfOrder0(x), secondOfOrder1(x), x, order)
    }
  }

  private static func upward(_ zeroth: Double, _ first: Double, _ x: Double, _ order: Int) -> Double {
    let step = 2 / x
    var (before, value) = (zeroth, first)
    for n in 1..<order {
      (before, value) = (value, Double(n) * step * value - before)
      if value.isInfinite { break }
    }
    return value
  }

  /// The power series, DLMF 10.2.2, where its terms fall at once.
  private static func series(_ half: Double, _ order: Int) -> Double {
    let n = Double(order)
    let sum = 1 - half / (1 + n) * half
    return (DoubleDouble(half).logarithm * n - DoubleDouble(n + 1).logarithmOfGamma).exponential(times: sum)
  }

  private static func downward(_ x: Double, _ order: Int) -> Double {
    let top = Double(order)
    // Below this estimate of its leading term the value is no double.
    if top * (1 + log(x / (2 * top))) < -760 { return 0 }
    let step = 2 / x
    var (above, value, sum, wanted) = (0.0, 1.0, 0.0, 0.0)
    for n in stride(from: 2 * ((order + Int((40 * top).squareRoot())) / 2), through: 1, by: -1) {
      (above, value) = (value, Double(n) * step * value - above)
      if abs(value) > 1e10 {
        (above, value, sum, wanted) = (above * 1e-10, value * 1e-10, sum * 1e-10, wanted * 1e-10)
      }
      if n % 2 == 1 { sum += value }
      if n == order { wanted = above }
    }
    return wanted / (2 * sum - value)
  }

  /// The modified function of the first kind; the recurrence of DLMF 10.29.1 is stable downwards, and order 0 gives
  /// the scale.
  static func modifiedFirst(_ x: Double, order: Int) -> Double {
    let size = abs(x)
    if size == 0 { return order == 0 ? 1 : 0 }
    let value =
      switch order {
      case 0: modifiedFirstOfOrder0(size)
      case 1: modifiedFirstOfOrder1(size)
      case _ where size < 1e-4: series(size / 2, order)
      default: modifiedDownward(size, order)
      }
    return x < 0 && order % 2 == 1 ? -value : value
  }

  private static func modifiedDownward(_ x: Double, _ order: Int) -> Double {
    let scale = modifiedFirstOfOrder0(x)
    let top = Double(order)
    if scale.isInfinite { return scale }
    if top * (1 + log(x / (2 * top))) + x < -760 { return 0 }
    let step = 2 / x
    // Numbers that are large beside the order need more steps before the beginning is forgotten.
    let steps = max(2 * (order + Int((40 * top).squareRoot())), Int(6.5 * x.squareRoot()))
    var (above, value, wanted) = (0.0, 1.0, 0.0)
    for n in stride(from: steps, through: 1, by: -1) {
      (above, value) = (value, above + Double(n) * step * value)
      if abs(value) > 1e10 { (above, value, wanted) = (above * 1e-10, value * 1e-10, wanted * 1e-10) }
      if n == order { wanted = above }
    }
    return wanted * (scale / value)
  }

  /// The modified function of the second kind for a positive number; it grows with the order, so the recurrence of
  /// DLMF 10.29.1 is stable.
  static func modifiedSecond(_ x: Double, order: Int) -> Double {
    let (zeroth, first) = (modifiedSecondOfOrder0(x), modifiedSecondOfOrder1(x))
    if order == 0 { return zeroth }
    let step = 2 / x
    var (before, value) = (zeroth, first)
    for n in 1..<max(order, 1) {
      (before, value) = (value, before + Double(n) * step * value)
      if value.isInfinite { break }
    }
    return value
  }
}
