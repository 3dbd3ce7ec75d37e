import Mathematics

/// The functions of orders 0 and 1 for numbers that are not negative: a quotient or a sum of powers near 0, and
/// beyond it what they come close to, times a sum of powers of the reciprocal. The coefficients have no more digits
/// than these.
extension BesselFunctions {
  private static func sum(_ x: Double, _ coefficients: Double...) -> Double {
    coefficients.reversed().reduce(0) { $1 + x * $0 }
  }

  /// How far J and Y swing, but for what the sums add: √(2/πx).
  private static func swing(_ x: Double) -> Double { (0.636619772 / x).squareRoot() }

  static func firstOfOrder0(_ x: Double) -> Double {
    guard x < 8 else {
      let (angle, _, b) = phaseOfOrder0(x)
      let y = 8 / x * (8 / x)
      // Two digits of the published 0.1098628627e-2 have changed places in Excel, here and not in the other function.
      let a = sum(y, 1, -0.1098628267e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6)
      return swing(x) * (cos(angle) * a - 8 / x * sin(angle) * b)
    }
    let y = x * x
    return sum(y, 57_568_490_574, -13_362_590_354, 651619640.7, -11214424.18, 77392.33017, -184.9052456)
      / sum(y, 57_568_490_411, 1_029_532_985, 9494680.718, 59272.64853, 267.8532712, 1)
  }

  static func firstOfOrder1(_ x: Double) -> Double {
    guard x < 8 else {
      let (angle, _, b) = phaseOfOrder1(x)
      let y = 8 / x * (8 / x)
      // Excel has one coefficient of the published sum twice, here and not in the function of the second kind.
      let a = sum(y, 1, 0.183105e-2, -0.3516396496e-4, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6)
      return swing(x) * (cos(angle) * a - 8 / x * sin(angle) * b)
    }
    let y = x * x
    return x * sum(y, 72_362_614_232, -7_895_059_235, 242396853.1, -2972611.439, 15704.48260, -30.16036606)
      / sum(y, 144_725_228_442, 2_300_535_178, 18583304.74, 99447.43394, 376.9991397, 1)
  }

  static func secondOfOrder0(_ x: Double) -> Double {
    guard x < 8 else {
      let (angle, a, b) = phaseOfOrder0(x)
      return swing(x) * (sin(angle) * a + 8 / x * cos(angle) * b)
    }
    let y = x * x
    return sum(y, -2_957_821_389, 7_062_834_065, -512359803.6, 10879881.29, -86327.92757, 228.4622733)
      / sum(y, 40_076_544_269, 745249964.8, 7189466.438, 47447.26470, 226.1030244, 1)
      + 0.636619772 * firstOfOrder0(x) * log(x)
  }

  static func secondOfOrder1(_ x: Double) -> Double {
    guard x < 8 else {
      let (angle, a, b) = phaseOfOrder1(x)
      return swing(x) * (sin(angle) * a + 8 / x * cos(angle) * b)
    }
    let y = x * x
    return x
      * sum(y, -0.4900604943e13, 0.1275274390e13, -0.5153438139e11, 0.7349264551e9, -0.4237922726e7, 0.8511937935e4)
      / sum(
        y, 0.2499580570e14, 0.4244419664e12, 0.3733650367e10, 0.2245904002e8, 0.1020426050e6, 0.3549632885e3, 1)
      + 0.636619772 * (firstOfOrder1(x) * log(x) - 1 / x)
  }

  private static func phaseOfOrder0(_ x: Double) -> (angle: Double, Double, Double) {
    let y = 8 / x * (8 / x)
    return (
      x - 0.785398164, sum(y, 1, -0.1098628627e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6),
      sum(y, -0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934945152e-7)
    )
  }

  private static func phaseOfOrder1(_ x: Double) -> (angle: Double, Double, Double) {
    let y = 8 / x * (8 / x)
    return (
      x - 2.356194491, sum(y, 1, 0.183105e-2, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6),
      sum(y, 0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6)
    )
  }

  static func modifiedFirstOfOrder0(_ x: Double) -> Double {
    guard x < 3.75 else {
      return exp(x) / x.squareRoot()
        * sum(
          3.75 / x, 0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1,
          -0.1647633e-1, 0.392377e-2)
    }
    return sum(x / 3.75 * (x / 3.75), 1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2)
  }

  static func modifiedFirstOfOrder1(_ x: Double) -> Double {
    guard x < 3.75 else {
      return sum(
        3.75 / x, 0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1,
        0.1787654e-1, -0.420059e-2) * (exp(x) / x.squareRoot())
    }
    return x
      * sum(
        x / 3.75 * (x / 3.75), 0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3)
  }

  static func modifiedSecondOfOrder0(_ x: Double) -> Double {
    guard x > 2 else {
      return -log(x / 2) * modifiedFirstOfOrder0(x)
        + sum(x * x / 4, -0.57721566, 0.42278420, 0.23069756, 0.3488590e-1, 0.262698e-2, 0.10750e-3, 0.74e-5)
    }
    return exp(-x) / x.squareRoot()
      * sum(2 / x, 1.25331414, -0.7832358e-1, 0.2189568e-1, -0.1062446e-1, 0.587872e-2, -0.251540e-2, 0.53208e-3)
  }

  static func modifiedSecondOfOrder1(_ x: Double) -> Double {
    guard x > 2 else {
      return log(x / 2) * modifiedFirstOfOrder1(x)
        + 1 / x
        * sum(
          x * x / 4, 1, 0.15443144, -0.67278579, -0.18156897, -0.1919402e-1, -0.110404e-2, -0.4686e-4)
    }
    return exp(-x) / x.squareRoot()
      * sum(2 / x, 1.25331414, 0.23498619, -0.3655620e-1, 0.1504268e-1, -0.780353e-2, 0.325614e-2, -0.68245e-3)
  }
}
