import Mathematics

/// The normal distribution with mean 0 and standard deviation 1.
enum NormalDistribution {
  private static let halfRoot = DoubleDouble(0.7071067811865476, -4.833646656726457e-17)

  static func density(_ z: Double) -> Double { density(DoubleDouble(z)) }

  static func density(_ z: DoubleDouble) -> Double {
    guard abs(z.high) < 100 else { return z.high.isNaN ? .nan : 0 }
    return (z * z).scaled(by: -0.5).exponential(times: 1 / (2 * Double.pi).squareRoot())
  }

  static func cumulative(_ z: Double) -> Double { cumulative(DoubleDouble(z)) }

  /// The probability of at most `z`; what the argument of `erfc` was rounded by is made good by its derivative.
  static func cumulative(_ z: DoubleDouble) -> Double {
    guard abs(z.high) < 100 else { return z.high.isNaN ? .nan : z.high < 0 ? 0 : 1 }
    let u = -z * halfRoot
    let rounded = erfc(u.high) / 2
    return rounded - exp(-u.high * u.high) / Double.pi.squareRoot() * u.low
  }

  /// A value as a count of standard deviations from the mean.
  static func standardized(_ x: DoubleDouble, _ mean: Double, _ deviation: Double) -> DoubleDouble {
    (x - mean) / DoubleDouble(deviation)
  }

  static func cumulative(_ x: Double, mean: Double, deviation: Double) -> Double {
    cumulative(standardized(DoubleDouble(x), mean, deviation))
  }

  static func density(_ x: Double, mean: Double, deviation: Double) -> Double {
    density(standardized(DoubleDouble(x), mean, deviation)) / deviation
  }

  /// The probability of at most `x`, a positive number, whose logarithm is normal.
  static func logarithmicCumulative(_ x: Double, mean: Double, deviation: Double) -> Double {
    cumulative(standardized(DoubleDouble(x).logarithm, mean, deviation))
  }

  static func logarithmicDensity(_ x: Double, mean: Double, deviation: Double) -> Double {
    density(standardized(DoubleDouble(x).logarithm, mean, deviation)) / deviation / x
  }

  /// The quantile of a probability between 0 and 1: algorithm AS 241 (Wichura 1988).
  static func quantile(_ p: Double) -> Double {
    p.isNaN ? .nan : p <= 0 ? -.infinity : p >= 1 ? .infinity : wichura(p)
  }

  private static func wichura(_ p: Double) -> Double {
    let q = p - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * polynomial(centre, r) / polynomial(centreBelow, r)
    }
    let r = (-log(q < 0 ? p : 1 - p)).squareRoot()
    let value =
      r <= 5
      ? polynomial(middle, r - 1.6) / polynomial(middleBelow, r - 1.6)
      : polynomial(far, r - 5) / polynomial(farBelow, r - 5)
    return q < 0 ? -value : value
  }

  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }

  private static let centre: [Double] = [
    3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
    67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
  ]
  private static let centreBelow: [Double] = [
    1, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867,
    39307.895800092710610, 28729.085735721942674, 5226.4952788528545610,
  ]
  private static let middle: [Double] = [
    1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
    1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4,
  ]
  private static let middleBelow: [Double] = [
    1, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550, 0.148103976427480074590,
    0.0151986665636164571966, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
  ]
  private static let far: [Double] = [
    6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230,
    0.0265321895265761230930, 0.00124266094738807843860, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ]
  private static let farBelow: [Double] = [
    1, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525, 7.86869131145613259100e-4,
    1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
  ]
}
