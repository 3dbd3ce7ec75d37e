import CellModel
import Functions
import Mathematics

/// The normal distribution, its logarithmic form, and the error function.
enum NormalFunctions: FunctionFamily {
  static let title = "Normal distribution"

  static let functions: [SheetFunction] = general + standard + logarithmic + errorFunctions

  static let mean: Parameter<Double> = .number("mean", "the mean")
  static let deviation: Parameter<Double> = .number("standard_dev", "the standard deviation, positive")
  static let cumulative: Parameter<Bool> = .logical(
    "cumulative", "TRUE for the probability of at most x, FALSE for the density")

  /// Checks a standard deviation.
  static func positive(_ number: Double) throws(CellError) -> Double {
    guard number > 0 else { throw .number("A number that must be positive is not.") }
    return number
  }

  /// Checks a probability between 0 and 1.
  static func probability(_ p: Double) throws(CellError) -> Double {
    guard p > 0, p < 1 else { throw .number("The probability is not between 0 and 1.") }
    return p
  }

  static let general: [SheetFunction] = [
    SheetFunction(
      "NORM.DIST", "Gives a probability of the normal distribution.",
      .number("x", "the value"), mean, deviation, cumulative, aliases: ["NORMDIST"],
      examples: [
        "ROUND(NORM.DIST(42, 40, 1.5, TRUE), 7)" => 0.9087888, "ROUND(NORMDIST(42, 40, 1.5, FALSE), 7)" => 0.10934,
        "NORM.DIST(-100, 0, 10, TRUE)" => 7.619853024160526e-24, "NORM.DIST({0,1}, {0,1}, 1, TRUE)" => [[0.5, 0.5]],
        "NORM.DIST(1, 1, 0, TRUE)" => .number,
      ]
    ) { (x, mean, deviation, cumulative) throws(CellError) in
      let deviation = try positive(deviation)
      return cumulative
        ? NormalDistribution.cumulative(x, mean: mean, deviation: deviation)
        : NormalDistribution.density(x, mean: mean, deviation: deviation)
    },

    SheetFunction(
      "NORM.INV", "Gives the value of the normal distribution that has a probability.",
      .number("probability", "above 0 and below 1"), mean, deviation, aliases: ["NORMINV"],
      examples: [
        "ROUND(NORM.INV(0.908789, 40, 1.5), 4)" => 42, "NORMINV(0.5, 3, 1)" => 3,
        "NORM.INV(0.5, {1,2}, 1)" => [[1, 2]],
        "NORM.INV(1, 0, 1)" => .number,
      ]
    ) { (p, mean, deviation) throws(CellError) in
      mean + NormalDistribution.quantile(try probability(p)) * (try positive(deviation))
    },

    SheetFunction(
      "CONFIDENCE.NORM", "Gives half the width of the confidence interval of a mean with a known standard deviation.",
      .number("alpha", "the probability of being outside"), deviation, .integer("size", "the size of the sample"),
      aliases: ["CONFIDENCE"],
      examples: [
        "ROUND(CONFIDENCE.NORM(0.05, 2.5, 50), 6)" => 0.692952, "ROUND(CONFIDENCE(0.05, 1, 4), 6)" => 0.979982,
        "ROUND(CONFIDENCE.NORM(0.05, {1,2}, 1), 3)" => [[1.96, 3.92]], "CONFIDENCE.NORM(0, 1, 1)" => .number,
      ]
    ) { (alpha, deviation, size) throws(CellError) in
      guard size >= 1 else { throw .number("The sample is empty.") }
      return -NormalDistribution.quantile(try probability(alpha) / 2) * (try positive(deviation))
        / Double(size).squareRoot()
    },
  ]

  static let standard: [SheetFunction] = [
    SheetFunction(
      "NORM.S.DIST", "Gives a probability of the normal distribution with mean 0 and standard deviation 1.",
      .number("z", "the value"), cumulative,
      examples: [
        "ROUND(NORM.S.DIST(1.333333, TRUE), 6)" => 0.908789, "ROUND(NORM.S.DIST(1.333333, FALSE), 6)" => 0.164010,
        "NORM.S.DIST(-10, TRUE)" => 7.619853024160526e-24,
        "NORM.S.DIST({0,-10}, TRUE)" => [[0.5, 7.619853024160526e-24]],
        "NORM.S.DIST(\"x\", TRUE)" => .value,
      ]
    ) { (z, cumulative) throws(CellError) in
      cumulative ? NormalDistribution.cumulative(z) : NormalDistribution.density(z)
    },

    SheetFunction(
      "NORMSDIST",
      "Gives the probability of at most z of the normal distribution with mean 0 and standard deviation 1.",
      .number("z", "the value"), aliases: ["LEGACY.NORMSDIST"],
      examples: [
        "ROUND(NORMSDIST(1.333333), 6)" => 0.908789, "NORMSDIST(0)" => 0.5,
        "NORMSDIST({0,-10})" => [[0.5, 7.619853024160526e-24]],
        "NORMSDIST(\"x\")" => .value,
      ]
    ) { NormalDistribution.cumulative($0) },

    SheetFunction(
      "NORM.S.INV",
      "Gives the value of the normal distribution with mean 0 and standard deviation 1 that has a probability.",
      .number("probability", "between 0 and 1"), aliases: ["NORMSINV", "LEGACY.NORMSINV"],
      examples: [
        "ROUND(NORM.S.INV(0.908789), 6)" => 1.333335, "NORMSINV(0.5)" => 0, "NORM.S.INV(1E-300)" => -37.0470962993612,
        "ROUND(NORM.S.INV({0.025,0.975}), 4)" => [[-1.96, 1.96]],
        "NORM.S.INV(0)" => .number,
      ]
    ) { (p) throws(CellError) in NormalDistribution.quantile(try probability(p)) + 0 },

    SheetFunction(
      "GAUSS", "Gives the probability of the normal distribution between the mean and z.", .number("z", "the value"),
      examples: [
        "ROUND(GAUSS(2), 5)" => 0.47725, "GAUSS(0)" => 0, "ROUND(GAUSS({-2,2}), 5)" => [[-0.47725, 0.47725]],
        "GAUSS(\"x\")" => .value,
      ]
    ) { erf($0 / 2.0.squareRoot()) / 2 },

    SheetFunction(
      "PHI", "Gives the density of the normal distribution with mean 0 and standard deviation 1.",
      .number("x", "the value"),
      examples: [
        "ROUND(PHI(0.75), 6)" => 0.301137, "ROUND(PHI(0), 6)" => 0.398942, "ROUND(PHI({1,-1}), 4)" => [[0.242, 0.242]],
        "PHI(\"x\")" => .value,
      ]
    ) { NormalDistribution.density($0) },
  ]

  static let logarithmic: [SheetFunction] = [
    SheetFunction(
      "LOGNORM.DIST", "Gives a probability of the distribution whose logarithm is normal.",
      .number("x", "the value, positive"), mean, deviation, cumulative,
      examples: [
        "ROUND(LOGNORM.DIST(4, 3.5, 1.2, TRUE), 7)" => 0.0390836,
        "ROUND(LOGNORM.DIST(4, 3.5, 1.2, FALSE), 7)" => 0.0176176,
        "LOGNORM.DIST(1, {0,10}, 1, TRUE)" => [[0.5, 7.619853024160526e-24]], "LOGNORM.DIST(0, 1, 1, TRUE)" => .number,
      ]
    ) { (x, mean, deviation, cumulative) throws(CellError) in
      let x = try positive(x)
      let deviation = try positive(deviation)
      return cumulative
        ? NormalDistribution.logarithmicCumulative(x, mean: mean, deviation: deviation)
        : NormalDistribution.logarithmicDensity(x, mean: mean, deviation: deviation)
    },

    SheetFunction(
      "LOGNORMDIST", "Gives the probability of at most x of the distribution whose logarithm is normal.",
      .number("x", "the value, positive"), mean, deviation,
      examples: [
        "ROUND(LOGNORMDIST(4, 3.5, 1.2), 7)" => 0.0390836, "LOGNORMDIST(1, 0, 1)" => 0.5,
        "LOGNORMDIST(1, {0,10}, 1)" => [[0.5, 7.619853024160526e-24]], "LOGNORMDIST(0, 1, 1)" => .number,
      ]
    ) { (x, mean, deviation) throws(CellError) in
      NormalDistribution.logarithmicCumulative(try positive(x), mean: mean, deviation: try positive(deviation))
    },

    SheetFunction(
      "LOGNORM.INV", "Gives the value of the distribution whose logarithm is normal that has a probability.",
      .number("probability", "between 0 and 1"), mean, deviation, aliases: ["LOGINV"],
      examples: [
        "ROUND(LOGNORM.INV(0.039084, 3.5, 1.2), 4)" => 4, "LOGINV(0.5, 0, 1)" => 1,
        "LOGINV(0.5, {0,0}, 1)" => [[1, 1]],
        "LOGNORM.INV(0, 1, 1)" => .number,
      ]
    ) { (p, mean, deviation) throws(CellError) in
      exp(mean + NormalDistribution.quantile(try probability(p)) * (try positive(deviation)))
    },
  ]

  static let errorFunctions: [SheetFunction] = [
    SheetFunction(
      "ERF", "Gives the error function, or its growth from one limit to another.",
      .number("lower_limit", "the limit, or the lower of two"),
      .optional("upper_limit", "the upper limit") { (value) throws(CellError) in try StrictNumbers.number(value) }
        .numeric(default: .some(nil)) { $0 },
      traits: .analysisToolPak,
      examples: [
        "ROUND(ERF(0.745), 6)" => 0.707929, "ERF(-1, 1)" => 1.6854015858994259, "ERF(5, 6)" => 1.5374382746913223e-12,
        "ROUND(ERF(0, {1,2}), 4)" => [[0.8427, 0.9953]],
        "ERF(\"x\")" => .value, "ERF(1, TRUE)" => .value,
      ]
    ) { (lower, upper) throws(CellError) in
      upper.map { SpecialFunctions.errorFunction(from: lower, to: $0) } ?? erf(lower)
    },

    SheetFunction(
      "ERF.PRECISE", "Gives the error function.", .number("x", "the limit"),
      traits: .analysisToolPak,
      examples: [
        "ROUND(ERF.PRECISE(0.745), 6)" => 0.707929, "ERF.PRECISE(0)" => 0,
        "ROUND(ERF.PRECISE({-1,1}), 6)" => [[-0.842701, 0.842701]],
        "ERF.PRECISE(\"x\")" => .value,
      ]
    ) { erf($0) },

    SheetFunction(
      "ERFC", "Gives what the error function is short of 1.", .number("x", "the limit"),
      traits: .analysisToolPak, aliases: ["ERFC.PRECISE"],
      examples: [
        "ROUND(ERFC(1), 6)" => 0.157299, "ERFC(10)" => 2.0884875837625449e-45,
        "ROUND(ERFC.PRECISE({-1,0}), 6)" => [[1.842701, 1]], "ERFC(\"x\")" => .value,
      ]
    ) { erfc($0) },
  ]
}
