import CellModel
import Functions
import Mathematics

/// Gamma, chi-squared, beta and their kin.
enum GammaAndBetaFunctions: FunctionFamily {
  static let title = "Gamma, chi-squared and beta"

  static let functions: [SheetFunction] = gamma + distributions + chiSquared + beta + simple

  /// Degrees of freedom of 1 ... 10¹⁰.
  static func freedom(_ number: Int) throws(CellError) -> Double {
    guard number >= 1, number <= 10_000_000_000 else { throw .number("The degrees of freedom are out of range.") }
    return Double(number)
  }

  static func notNegative(_ x: Double) throws(CellError) -> Double {
    guard x >= 0 else { throw .number("The value is negative.") }
    return x
  }

  static let freedom: Parameter<Int> = .integer("deg_freedom", "the degrees of freedom")
  static let probability: Parameter<Double> = .number("probability", "between 0 and 1")

  static let gamma: [SheetFunction] = [
    SheetFunction(
      "GAMMA", "Gives the gamma function, the factorial of a number less 1.",
      .number("number", "not 0 nor a negative integer"),
      examples: [
        "GAMMA(5)" => 24, "GAMMA(0.5)" => 1.7724538509055161, "GAMMA(-1.5)" => 2.3632718012073548,
        "GAMMA(171)" => 7.257415615307994e306, "GAMMA({2,3})" => [[1, 2]], "GAMMA(0)" => .number,
        "GAMMA(172)" => .number,
        "GAMMA(-2)" => .number,
      ]
    ) { (x) throws(CellError) in
      guard x > 0 || x != x.rounded() else { throw .number("There is no gamma at 0 and negative integers.") }
      return SpecialFunctions.gamma(x)
    },

    SheetFunction(
      "GAMMALN", "Gives the natural logarithm of the gamma function.", .number("x", "a positive number"),
      aliases: ["GAMMALN.PRECISE"],
      examples: [
        "ROUND(GAMMALN(4), 6)" => 1.791759, "GAMMALN(1)" => 0, "GAMMALN(10000000000)" => 220258509288.81058,
        "GAMMALN.PRECISE({1,2})" => [[0, 0]],
        "GAMMALN(0)" => .number,
      ]
    ) { (x) throws(CellError) in SpecialFunctions.logGamma(try NormalFunctions.positive(x)) },
  ]

  static let distributions: [SheetFunction] = [
    SheetFunction(
      "GAMMA.DIST", "Gives a probability of the gamma distribution.",
      .number("x", "the value, not negative"), .number("alpha", "the shape, positive"),
      .number("beta", "the scale, positive"),
      NormalFunctions.cumulative, traits: .iterates, aliases: ["GAMMADIST"],
      examples: [
        "ROUND(GAMMA.DIST(10.00001131, 9, 2, TRUE), 6)" => 0.068094,
        "ROUND(GAMMADIST(10.00001131, 9, 2, FALSE), 6)" => 0.032639,
        "ROUND(GAMMA.DIST({0,1}, 1, 1, TRUE), 6)" => [[0, 0.632121]], "GAMMA.DIST(-1, 1, 1, TRUE)" => .number,
        "GAMMA.DIST(0, 1, 1, FALSE)" => .number, "GAMMA.DIST(0, 2, 1, FALSE)" => 0,
      ]
    ) { (x, alpha, beta, cumulative) throws(CellError) in
      let x = try notNegative(x)
      let shape = try NormalFunctions.positive(alpha)
      let scale = try NormalFunctions.positive(beta)
      // At 0 the density of shape 1 is 1 / beta by mathematics, but not in Excel.
      guard cumulative || x > 0 || shape > 1 else { throw .number("There is no density at 0.") }
      return cumulative
        ? Distributions.gammaCumulative(x, shape: shape, scale: scale)
        : Distributions.gammaDensity(x, shape: shape, scale: scale)
    },

    SheetFunction(
      "GAMMA.INV", "Gives the value of the gamma distribution that has a probability.",
      probability, .number("alpha", "the shape, positive"), .number("beta", "the scale, positive"),
      traits: .iterates, aliases: ["GAMMAINV"],
      examples: [
        "ROUND(GAMMA.INV(0.068094, 9, 2), 4)" => 10, "GAMMAINV(0, 1, 1)" => 0,
        "ROUND(GAMMA.INV({0.5,0.9}, 1, 1), 6)" => [[0.693147, 2.302585]], "GAMMA.INV(1, 1, 1)" => .number,
      ]
    ) { (p, alpha, beta) throws(CellError) in
      guard p >= 0, p < 1 else { throw .number("The probability is not between 0 and 1.") }
      let shape = try NormalFunctions.positive(alpha)
      let scale = try NormalFunctions.positive(beta)
      return p == 0 ? 0 : scale * Distributions.gammaQuantile(p, shape: shape)
    },
  ]

  static let chiSquared: [SheetFunction] = [
    SheetFunction(
      "CHISQ.DIST", "Gives a probability of the chi-squared distribution.",
      .number("x", "the value, not negative"), freedom,
      .logical("cumulative", "TRUE for the probability of at most x, FALSE for the density", whenAbsent: true),
      traits: .iterates, aliases: ["CHISQDIST"],
      examples: [
        "ROUND(CHISQ.DIST(0.5, 1, TRUE), 6)" => 0.5205, "ROUND(CHISQ.DIST(2, 3, FALSE), 6)" => 0.207554,
        "ROUND(CHISQ.DIST({0,2}, 2, TRUE), 6)" => [[0, 0.632121]], "CHISQ.DIST(0, 1, FALSE)" => .number,
        "CHISQ.DIST(-1, 1, TRUE)" => .number,
      ]
    ) { (x, freedom, cumulative) throws(CellError) in
      let half = try Self.freedom(freedom) / 2
      let x = try notNegative(x)
      return cumulative
        ? SpecialFunctions.lowerGamma(half, x / 2) : Distributions.gammaDensity(x, shape: half, scale: 2)
    },

    SheetFunction(
      "CHISQ.DIST.RT", "Gives the probability of more than x of the chi-squared distribution.",
      .number("x", "the value, not negative"), freedom, traits: .iterates, aliases: ["CHIDIST", "LEGACY.CHIDIST"],
      examples: [
        "ROUND(CHISQ.DIST.RT(18.307, 10), 7)" => 0.0500006, "CHIDIST(0, 1)" => 1,
        "CHISQ.DIST.RT({0,1400}, 2)" => [[1, 9.8596765437597708e-305]],
        "CHISQ.DIST.RT(-1, 1)" => .number,
      ]
    ) { (x, freedom) throws(CellError) in
      SpecialFunctions.upperGamma(try Self.freedom(freedom) / 2, try notNegative(x) / 2)
    },

    SheetFunction(
      "CHISQ.INV", "Gives the value of the chi-squared distribution that has a probability.", probability, freedom,
      traits: .iterates, aliases: ["CHISQINV"],
      examples: [
        "ROUND(CHISQ.INV(0.93, 1), 5)" => 3.28302, "CHISQ.INV(0, 1)" => 0,
        "ROUND(CHISQ.INV({0.5,0.9}, 2), 4)" => [[1.3863, 4.6052]],
        "CHISQ.INV(1, 1)" => .number,
      ]
    ) { (p, freedom) throws(CellError) in
      guard p >= 0, p < 1 else { throw .number("The probability is not between 0 and 1.") }
      let half = try Self.freedom(freedom) / 2
      return p == 0 ? 0 : 2 * Distributions.gammaQuantile(p, shape: half)
    },

    SheetFunction(
      "CHISQ.INV.RT", "Gives the value of the chi-squared distribution that is exceeded with a probability.",
      probability, freedom,
      traits: .iterates, aliases: ["CHIINV", "LEGACY.CHIINV"],
      examples: [
        "ROUND(CHISQ.INV.RT(0.050001, 10), 5)" => 18.30697, "CHIINV(1, 1)" => 0,
        "ROUND(CHISQ.INV.RT({0.5,0.1}, 2), 4)" => [[1.3863, 4.6052]], "CHISQ.INV.RT(0, 1)" => .number,
      ]
    ) { (p, freedom) throws(CellError) in
      guard p > 0, p <= 1 else { throw .number("The probability is not between 0 and 1.") }
      let half = try Self.freedom(freedom) / 2
      return p == 1 ? 0 : 2 * Distributions.gammaUpperQuantile(p, shape: half)
    },
  ]

  /// A value that is checked to lie between the bounds of a beta distribution.
  static func within(_ x: Double, _ low: Double, _ high: Double) throws(CellError) -> Double {
    guard low < high, x >= low, x <= high else { throw .number("The value is not between the bounds.") }
    return x
  }

  static let low: Parameter<Double> = .number("a", "the lower bound", default: 0)
  static let high: Parameter<Double> = .number("b", "the upper bound", default: 1)

  static let beta: [SheetFunction] = [
    SheetFunction(
      "BETA.DIST", "Gives a probability of the beta distribution.",
      .number("x", "the value"), .number("alpha", "a shape, positive"), .number("beta", "a shape, positive"),
      NormalFunctions.cumulative, low, high, traits: .iterates,
      examples: [
        "ROUND(BETA.DIST(2, 8, 10, TRUE, 1, 3), 7)" => 0.6854706,
        "ROUND(BETA.DIST(2, 8, 10, FALSE, 1, 3), 7)" => 1.4837646,
        "ROUND(BETA.DIST({0.5,0.5}, 1, 1, TRUE), 9)" => [[0.5, 0.5]], "BETA.DIST(2, 1, 1, TRUE)" => .number,
      ]
    ) { (x, alpha, beta, cumulative, low, high) throws(CellError) in
      let a = try NormalFunctions.positive(alpha)
      let b = try NormalFunctions.positive(beta)
      let x = try within(x, low, high)
      return cumulative
        ? Distributions.betaCumulative(x, a, b, from: low, to: high)
        : Distributions.betaDensity(x, a, b, from: low, to: high)
    },

    SheetFunction(
      "BETADIST", "Gives the probability of at most x of the beta distribution.",
      .number("x", "the value"), .number("alpha", "a shape, positive"), .number("beta", "a shape, positive"), low, high,
      traits: .iterates,
      examples: [
        "ROUND(BETADIST(2, 8, 10, 1, 3), 7)" => 0.6854706, "ROUND(BETADIST(0.5, 1, 1), 9)" => 0.5,
        "ROUND(BETADIST({0.25,0.5}, 1, 1), 9)" => [[0.25, 0.5]], "BETADIST(2, 1, 1)" => .number,
      ]
    ) { (x, alpha, beta, low, high) throws(CellError) in
      let a = try NormalFunctions.positive(alpha)
      let b = try NormalFunctions.positive(beta)
      return Distributions.betaCumulative(try within(x, low, high), a, b, from: low, to: high)
    },

    SheetFunction(
      "BETA.INV", "Gives the value of the beta distribution that has a probability.",
      probability, .number("alpha", "a shape, positive"), .number("beta", "a shape, positive"), low, high,
      traits: .iterates, aliases: ["BETAINV"],
      examples: [
        "ROUND(BETA.INV(0.685470581, 8, 10, 1, 3), 6)" => 2, "ROUND(BETAINV(0.5, 1, 1), 9)" => 0.5,
        "ROUND(BETA.INV({0.25,0.5}, 1, 1), 9)" => [[0.25, 0.5]], "BETA.INV(0, 1, 1)" => .number,
      ]
    ) { (p, alpha, beta, low, high) throws(CellError) in
      guard low < high else { throw .number("The lower bound is not below the upper.") }
      let a = try NormalFunctions.positive(alpha)
      let b = try NormalFunctions.positive(beta)
      guard p > 0, p < 1 else { throw .number("The probability is not between 0 and 1.") }
      return low + (high - low) * Distributions.betaQuantile(p, a, b)
    },
  ]

  static let simple: [SheetFunction] = [
    SheetFunction(
      "EXPON.DIST", "Gives a probability of the exponential distribution.",
      .number("x", "the value, not negative"), .number("lambda", "the rate, positive"), NormalFunctions.cumulative,
      aliases: ["EXPONDIST"],
      examples: [
        "ROUND(EXPON.DIST(0.2, 10, TRUE), 6)" => 0.864665, "ROUND(EXPONDIST(0.2, 10, FALSE), 6)" => 1.353353,
        "ROUND(EXPON.DIST({0,1}, 1, TRUE), 6)" => [[0, 0.632121]], "EXPON.DIST(-1, 1, TRUE)" => .number,
      ]
    ) { (x, lambda, cumulative) throws(CellError) in
      let x = try notNegative(x)
      let rate = try NormalFunctions.positive(lambda)
      return cumulative ? -expm1(-rate * x) : Distributions.exponentialDensity(x, rate: rate)
    },

    SheetFunction(
      "WEIBULL.DIST", "Gives a probability of the Weibull distribution.",
      .number("x", "the value, not negative"), .number("alpha", "the shape, positive"),
      .number("beta", "the scale, positive"),
      NormalFunctions.cumulative, aliases: ["WEIBULL"],
      examples: [
        "ROUND(WEIBULL.DIST(105, 20, 100, TRUE), 6)" => 0.929581, "ROUND(WEIBULL(105, 20, 100, FALSE), 6)" => 0.035589,
        "ROUND(WEIBULL({0,1}, 2, 1, TRUE), 6)" => [[0, 0.632121]], "WEIBULL.DIST(-1, 1, 1, TRUE)" => .number,
        "WEIBULL.DIST(0, 1, 1, FALSE)" => 0,
      ]
    ) { (x, alpha, beta, cumulative) throws(CellError) in
      let x = try notNegative(x)
      let shape = try NormalFunctions.positive(alpha)
      let scale = try NormalFunctions.positive(beta)
      // At 0 the density of shape 1 is 1 / beta by mathematics, but 0 in Excel.
      if x == 0 { return cumulative || shape >= 1 ? 0 : .infinity }
      return cumulative
        ? Distributions.weibullCumulative(x, shape: shape, scale: scale)
        : Distributions.weibullDensity(x, shape: shape, scale: scale)
    },
  ]
}
