import CellModel
import Functions

/// Student's t and Fisher's F.
enum StudentAndFisherFunctions: FunctionFamily {
  static let title = "Student's t and Fisher's F"

  static let functions: [SheetFunction] = student + studentInverses + fisher

  private static let freedom = GammaAndBetaFunctions.freedom
  private static let first: Parameter<Int> = .integer("deg_freedom1", "the degrees of freedom of the numerator")
  private static let second: Parameter<Int> = .integer("deg_freedom2", "the degrees of freedom of the denominator")

  static func freedom(_ number: Int) throws(CellError) -> Double { try GammaAndBetaFunctions.freedom(number) }

  /// Degrees of freedom of Fisher's F: at least 1 and below 10¹⁰.
  static func fisherFreedom(_ number: Int) throws(CellError) -> Double {
    guard number < 10_000_000_000 else { throw .number("The degrees of freedom are out of range.") }
    return try freedom(number)
  }

  static let student: [SheetFunction] = [
    SheetFunction(
      "T.DIST", "Gives a probability of Student's t distribution.", .number("x", "the value"), freedom,
      NormalFunctions.cumulative, traits: .iterates,
      examples: [
        "ROUND(T.DIST(60, 1, TRUE), 6)" => 0.994695, "ROUND(T.DIST(8, 3, FALSE), 6)" => 0.000737,
        "ROUND(T.DIST({-1,1}, 1, TRUE), 9)" => [[0.25, 0.75]], "T.DIST(1, 0, TRUE)" => .number,
        "T.DIST(1, 0, FALSE)" => .divisionByZero,
      ]
    ) { (x, freedom, cumulative) throws(CellError) in
      guard cumulative || freedom != 0 else { throw .divisionByZero("There are no degrees of freedom.") }
      let freedom = try Self.freedom(freedom)
      return cumulative ? Distributions.studentCumulative(x, freedom) : Distributions.studentDensity(x, freedom)
    },

    SheetFunction(
      "T.DIST.RT", "Gives the probability of more than x of Student's t distribution.", .number("x", "the value"),
      freedom, traits: .iterates,
      examples: [
        "ROUND(T.DIST.RT(1.959999998, 60), 6)" => 0.027322, "ROUND(T.DIST.RT(0, 1), 9)" => 0.5,
        "ROUND(T.DIST.RT({-1,1}, 1), 9)" => [[0.75, 0.25]], "T.DIST.RT(1, 0)" => .number,
      ]
    ) { (x, freedom) throws(CellError) in
      let freedom = try Self.freedom(freedom)
      return x < 0 ? 1 - Distributions.studentTail(-x, freedom) : Distributions.studentTail(x, freedom)
    },

    SheetFunction(
      "T.DIST.2T", "Gives the probability of being further from 0 than x of Student's t distribution.",
      .number("x", "the value, not negative"), freedom, traits: .iterates,
      examples: [
        "ROUND(T.DIST.2T(1.959999998, 60), 6)" => 0.054645, "T.DIST.2T(100, 10)" => 2.4496895554198299e-16,
        "ROUND(T.DIST.2T({1,1}, 1), 9)" => [[0.5, 0.5]], "T.DIST.2T(-1, 1)" => .number,
      ]
    ) { (x, freedom) throws(CellError) in
      Distributions.studentTails(try GammaAndBetaFunctions.notNegative(x), try Self.freedom(freedom))
    },

    SheetFunction(
      "TDIST", "Gives the probability beyond x, at one or both ends, of Student's t distribution.",
      .number("x", "the value, not negative"), freedom, .integer("tails", "1 or 2"), traits: .iterates,
      aliases: ["LEGACY.TDIST"],
      examples: [
        "ROUND(TDIST(1.959999998, 60, 2), 6)" => 0.054645, "ROUND(TDIST(1.959999998, 60, 1), 6)" => 0.027322,
        "ROUND(TDIST(1, 1, {1,2}), 9)" => [[0.25, 0.5]], "TDIST(1, 1, 3)" => .number,
      ]
    ) { (x, freedom, tails) throws(CellError) in
      guard tails == 1 || tails == 2 else { throw .number("There are one or two tails.") }
      return Double(tails)
        * Distributions.studentTail(try GammaAndBetaFunctions.notNegative(x), try Self.freedom(freedom))
    },
  ]

  static let studentInverses: [SheetFunction] = [
    SheetFunction(
      "T.INV", "Gives the value of Student's t distribution that has a probability.", GammaAndBetaFunctions.probability,
      freedom, traits: .iterates,
      examples: [
        "ROUND(T.INV(0.75, 2), 6)" => 0.816497, "T.INV(0.5, 5)" => 0, "ROUND(T.INV({0.25,0.75}, 1), 9)" => [[-1, 1]],
        "T.INV(0, 1)" => .number,
      ]
    ) { (p, freedom) throws(CellError) in
      let freedom = try Self.freedom(freedom)
      let p = try NormalFunctions.probability(p)
      let value = Distributions.studentUpperQuantile(min(p, 1 - p), freedom)
      return p < 0.5 ? -value : value
    },

    SheetFunction(
      "T.INV.2T", "Gives the distance from 0 that Student's t distribution exceeds with a probability.",
      GammaAndBetaFunctions.probability, freedom, traits: .iterates, aliases: ["TINV"],
      examples: [
        "ROUND(T.INV.2T(0.546449, 60), 6)" => 0.606533, "T.INV.2T(1, 5)" => 0,
        "ROUND(TINV({0.5,0.5}, 1), 9)" => [[1, 1]], "ROUND(T.INV.2T(1.5, 1), 9)" => -1,
        "TINV(0, 1)" => .number, "T.INV.2T(2, 1)" => .number,
      ]
    ) { (p, freedom) throws(CellError) in
      // Excel goes on beyond 1, to the same distances below 0, though its page says otherwise.
      guard p > 0, p < 2 else { throw .number("The probability is not between 0 and 2.") }
      let freedom = try Self.freedom(freedom)
      let distance = Distributions.studentUpperQuantile(min(p, 2 - p) / 2, freedom)
      return p > 1 ? -distance : distance
    },

    SheetFunction(
      "CONFIDENCE.T", "Gives half the width of the confidence interval of a mean with an estimated standard deviation.",
      .number("alpha", "the probability of being outside"), NormalFunctions.deviation,
      .integer("size", "the size of the sample"), traits: .iterates,
      examples: [
        "ROUND(CONFIDENCE.T(0.05, 1, 50), 6)" => 0.284197, "ROUND(CONFIDENCE.T(0.5, 1, 2), 6)" => 0.707107,
        "ROUND(CONFIDENCE.T(0.5, {1,2}, 2), 4)" => [[0.7071, 1.4142]], "CONFIDENCE.T(0.05, 1, 1)" => .divisionByZero,
      ]
    ) { (alpha, deviation, size) throws(CellError) in
      let alpha = try NormalFunctions.probability(alpha)
      let deviation = try NormalFunctions.positive(deviation)
      guard size != 1 else { throw .divisionByZero("A sample of one says nothing.") }
      return Distributions.studentUpperQuantile(alpha / 2, try Self.freedom(size - 1)) * deviation
        / Double(size).squareRoot()
    },
  ]

  static let fisher: [SheetFunction] = [
    SheetFunction(
      "F.DIST", "Gives a probability of Fisher's F distribution.",
      .number("x", "the value, not negative"), first, second, NormalFunctions.cumulative, traits: .iterates,
      examples: [
        "ROUND(F.DIST(15.2069, 6, 4, TRUE), 4)" => 0.99, "ROUND(F.DIST(15.2069, 6, 4, FALSE), 7)" => 0.0012238,
        "F.DIST({0,0}, 2, 1, TRUE)" => [[0, 0]], "F.DIST(-1, 1, 1, TRUE)" => .number,
      ]
    ) { (x, first, second, cumulative) throws(CellError) in
      let x = try GammaAndBetaFunctions.notNegative(x)
      let first = try fisherFreedom(first)
      let second = try fisherFreedom(second)
      return cumulative
        ? Distributions.fisherCumulative(x, first, second) : Distributions.fisherDensity(x, first, second)
    },

    SheetFunction(
      "F.DIST.RT", "Gives the probability of more than x of Fisher's F distribution.",
      .number("x", "the value, not negative"), first, second, traits: .iterates, aliases: ["FDIST", "LEGACY.FDIST"],
      examples: [
        "ROUND(F.DIST.RT(15.206865, 6, 4), 6)" => 0.01, "FDIST(0, 1, 1)" => 1, "F.DIST.RT({0,0}, 2, 1)" => [[1, 1]],
        "F.DIST.RT(1000, 5, 7)" => 7.9161430276318323e-10, "F.DIST.RT(-1, 1, 1)" => .number,
      ]
    ) { (x, first, second) throws(CellError) in
      Distributions.fisherTail(
        try GammaAndBetaFunctions.notNegative(x), try fisherFreedom(first), try fisherFreedom(second))
    },

    SheetFunction(
      "F.INV", "Gives the value of Fisher's F distribution that has a probability.", GammaAndBetaFunctions.probability,
      first, second, traits: .iterates,
      examples: [
        "ROUND(F.INV(0.01, 6, 4), 6)" => 0.10931, "F.INV(0, 1, 1)" => 0, "F.INV(-0.1, 1, 1)" => .number,
        "ROUND(F.INV({0.5,0.5}, 1, 1), 9)" => [[1, 1]],
        "F.INV(1, 1, 1)" => .number,
      ]
    ) { (p, first, second) throws(CellError) in
      guard p >= 0, p < 1 else { throw .number("The probability is not between 0 and 1.") }
      return Distributions.fisherQuantile(p, try fisherFreedom(first), try fisherFreedom(second))
    },

    SheetFunction(
      "F.INV.RT", "Gives the value of Fisher's F distribution that is exceeded with a probability.",
      GammaAndBetaFunctions.probability, first, second, traits: .iterates, aliases: ["FINV", "LEGACY.FINV"],
      examples: [
        "ROUND(F.INV.RT(0.01, 6, 4), 4)" => 15.2069, "FINV(1, 1, 1)" => 0,
        "ROUND(FINV({0.5,0.5}, 1, 1), 9)" => [[1, 1]],
        "FINV(0, 1, 1)" => .number,
      ]
    ) { (p, first, second) throws(CellError) in
      guard p > 0, p <= 1 else { throw .number("The probability is not between 0 and 1.") }
      let first = try fisherFreedom(first)
      let second = try fisherFreedom(second)
      return p == 1 ? 0 : Distributions.fisherUpperQuantile(p, first, second)
    },
  ]
}
