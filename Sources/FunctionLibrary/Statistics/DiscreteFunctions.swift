import CellModel
import Functions

/// Distributions of counts.
enum DiscreteFunctions: FunctionFamily {
  static let title = "Distributions of counts"

  static let functions: [SheetFunction] = binomial + others

  /// A count cut to an integer, not negative and below 10¹⁵.
  static func count(_ number: Double) throws(CellError) -> Double {
    let whole = number.rounded(.towardZero)
    guard number >= 0, whole < 1e15 else { throw .number("A count is out of range.") }
    return whole
  }

  static func share(_ p: Double) throws(CellError) -> Double {
    guard p >= 0, p <= 1 else { throw .number("The probability is not within 0 to 1.") }
    return p
  }

  static let trials: Parameter<Double> = .number("trials", "how many trials there are")
  static let share: Parameter<Double> = .number("probability_s", "the probability of success in one trial")

  static let binomial: [SheetFunction] = [
    SheetFunction(
      "BINOM.DIST", "Gives the probability of a count of successes in independent trials.",
      .number("number_s", "the successes"), trials, share,
      .logical("cumulative", "TRUE for at most so many, FALSE for exactly so many"), traits: .iterates,
      aliases: ["BINOMDIST"],
      examples: [
        "ROUND(BINOM.DIST(6, 10, 0.5, FALSE), 7)" => 0.2050781, "ROUND(BINOMDIST(1, 2, 0.5, TRUE), 9)" => 0.75,
        "BINOM.DIST(500000000, 1000000000, 0.5, FALSE)" => 2.523132521389377e-5,
        "BINOM.DIST({2,3}, 3, 0.5, FALSE)" => [[0.375, 0.125]], "BINOM.DIST(4, 3, 0.5, TRUE)" => .number,
      ]
    ) { (successes, trials, p, cumulative) throws(CellError) in
      let k = try count(successes)
      let n = try count(trials)
      let p = try Self.share(p)
      guard k <= n else { throw .number("There are more successes than trials.") }
      return cumulative
        ? DiscreteDistributions.binomialCumulative(k, trials: n, p) : DiscreteDistributions.binomial(k, trials: n, p)
    },

    SheetFunction(
      "BINOM.DIST.RANGE",
      "Gives the probability that the count of successes in independent trials lies between two bounds.",
      trials, share, .number("number_s", "the successes, or the fewest of them"),
      .optionalNumber("number_s2", "the most successes"), traits: .iterates,
      examples: [
        "ROUND(BINOM.DIST.RANGE(60, 0.75, 48), 6)" => 0.083975,
        "ROUND(BINOM.DIST.RANGE(60, 0.75, 45, 50), 6)" => 0.52363,
        "BINOM.DIST.RANGE(3, 0.5, {2,3})" => [[0.375, 0.125]], "BINOM.DIST.RANGE(3, 0.5, 4)" => .number,
      ]
    ) { (trials, p, low, high) throws(CellError) in
      let n = try count(trials)
      let p = try Self.share(p)
      let first = try count(low)
      let last = try count(high ?? low)
      guard first <= last, last <= n else { throw .number("The bounds do not fit the trials.") }
      return DiscreteDistributions.binomial(from: first, to: last, trials: n, p)
    },

    SheetFunction(
      "BINOM.INV", "Gives the smallest count of successes whose cumulative probability reaches a bound.",
      trials, share, .number("alpha", "the bound, between 0 and 1"), .context, aliases: ["CRITBINOM"],
      examples: [
        "BINOM.INV(6, 0.5, 0.75)" => 4, "CRITBINOM(10, 0.5, 0.5)" => 5, "BINOM.INV(6, 0.5, {0.1,0.9})" => [[1, 5]],
        "BINOM.INV(77, 0.05, 1)" => .number, "BINOM.INV(125, 1, 0.4)" => .number, "BINOM.INV(6, 0.5, 2)" => .number,
        "BINOM.INV(10, 0, 0.5)" => .number, "BINOM.INV(1, 0.8, 0.2)" => 1, "BINOM.INV(3, 0.5, 0.125)" => 0,
      ]
    ) { (trials, p, alpha, context) throws(CellError) in
      // It tries the cumulative distribution some ten times.
      try context.takeSteps(512)
      let n = try count(trials)
      let p = try Self.share(p)
      let bound = try Self.share(alpha)
      guard p > 0, p < 1, bound > 0, bound < 1 else { throw .number("A probability is at its end.") }
      return DiscreteDistributions.binomialQuantile(bound, trials: n, p)
    },

    SheetFunction(
      "NEGBINOM.DIST", "Gives the probability of a count of failures before a count of successes.",
      .number("number_f", "the failures"), .number("number_s", "the successes, at least 1"), share,
      .logical("cumulative", "TRUE for at most so many, FALSE for exactly so many"), traits: .iterates,
      examples: [
        "ROUND(NEGBINOM.DIST(10, 5, 0.25, FALSE), 7)" => 0.0550487,
        "ROUND(NEGBINOM.DIST(10, 5, 0.25, TRUE), 7)" => 0.3135141,
        "NEGBINOM.DIST({0,1}, 1, 0.5, FALSE)" => [[0.5, 0.25]], "NEGBINOM.DIST(1, 0, 0.5, FALSE)" => .number,
        "NEGBINOM.DIST(2, 10, {0,1}, TRUE)" => [[.error(.number), .error(.number)]],
        "NEGBINOM.DIST(0, 1, {0,1}, FALSE)" => [[.error(.number), .error(.number)]],
      ]
    ) { (failures, successes, p, cumulative) throws(CellError) in
      let (f, s) = try failuresAndSuccesses(failures, successes)
      let p = try Self.share(p)
      // What is certain or impossible has a distribution by mathematics, but not in Excel.
      guard p > 0, p < 1 else { throw .number("The probability is 0 or 1.") }
      return cumulative
        ? DiscreteDistributions.negativeBinomialCumulative(f, successes: s, p)
        : DiscreteDistributions.negativeBinomial(f, successes: s, p)
    },

    SheetFunction(
      "NEGBINOMDIST", "Gives the probability of exactly a count of failures before a count of successes.",
      .number("number_f", "the failures"), .number("number_s", "the successes, at least 1"), share, traits: .iterates,
      examples: [
        "ROUND(NEGBINOMDIST(10, 5, 0.25), 7)" => 0.0550487, "NEGBINOMDIST(0, 1, 0.5)" => 0.5,
        "NEGBINOMDIST({0,1}, 1, 0.5)" => [[0.5, 0.25]], "NEGBINOMDIST(1, 0, 0.5)" => .number,
      ]
    ) { (failures, successes, p) throws(CellError) in
      let (f, s) = try failuresAndSuccesses(failures, successes)
      return DiscreteDistributions.negativeBinomial(f, successes: s, try Self.share(p))
    },
  ]

  static func failuresAndSuccesses(_ failures: Double, _ successes: Double) throws(CellError) -> (Double, Double) {
    let f = try count(failures)
    let s = try count(successes)
    guard s >= 1 else { throw .number("There is no success to wait for.") }
    return (f, s)
  }

  static let others: [SheetFunction] = [
    SheetFunction(
      "POISSON.DIST", "Gives the probability of a count of events that come independently at a mean rate.",
      .number("x", "the count"), .number("mean", "the mean count"),
      .logical("cumulative", "TRUE for at most so many, FALSE for exactly so many"), traits: .iterates,
      aliases: ["POISSON"],
      examples: [
        "ROUND(POISSON.DIST(2, 5, TRUE), 6)" => 0.124652, "ROUND(POISSON(2, 5, FALSE), 6)" => 0.084224,
        "POISSON.DIST(1000000, 1000000, FALSE)" => 3.98942247156244e-4, "POISSON({0,1}, 0, FALSE)" => [[1, 0]],
        "POISSON(-1, 5, TRUE)" => .number,
      ]
    ) { (x, mean, cumulative) throws(CellError) in
      let k = try count(x)
      let mean = try GammaAndBetaFunctions.notNegative(mean)
      return cumulative
        ? DiscreteDistributions.poissonCumulative(k, mean: mean) : DiscreteDistributions.poisson(k, mean: mean)
    },

    SheetFunction(
      "HYPGEOM.DIST", "Gives the probability of a count of successes in a sample taken without putting back.",
      .number("sample_s", "the successes in the sample"), .number("number_sample", "the size of the sample"),
      .number("population_s", "the successes in the population"), .number("number_pop", "the size of the population"),
      .logical("cumulative", "TRUE for at most so many, FALSE for exactly so many"), traits: .iterates,
      examples: [
        "ROUND(HYPGEOM.DIST(1, 4, 8, 20, TRUE), 4)" => 0.4654, "ROUND(HYPGEOM.DIST(1, 4, 8, 20, FALSE), 4)" => 0.3633,
        "HYPGEOM.DIST({0,1}, 1, 1, 2, FALSE)" => [[0.5, 0.5]], "HYPGEOM.DIST(5, 4, 8, 20, FALSE)" => 0,
        "HYPGEOM.DIST(5, 4, 8, 20, TRUE)" => .number,
        "HYPGEOM.DIST(4, 25, 13, 25, FALSE)" => 0, "HYPGEOM.DIST(0, 2, 3, 3, TRUE)" => 0,
      ]
    ) { (k, sample, marked, population, cumulative) throws(CellError) in
      let (k, sample, marked, population) = try urn(k, sample, marked, population, cumulative: cumulative)
      return cumulative
        ? DiscreteDistributions.hypergeometricCumulative(k, sample: sample, marked: marked, population: population)
        : DiscreteDistributions.hypergeometric(k, sample: sample, marked: marked, population: population)
    },

    SheetFunction(
      "HYPGEOMDIST", "Gives the probability of exactly a count of successes in a sample taken without putting back.",
      .number("sample_s", "the successes in the sample"), .number("number_sample", "the size of the sample"),
      .number("population_s", "the successes in the population"), .number("number_pop", "the size of the population"),
      traits: .iterates,
      examples: [
        "ROUND(HYPGEOMDIST(1, 4, 8, 20), 4)" => 0.3633, "HYPGEOMDIST(0, 1, 1, 2)" => 0.5,
        "HYPGEOMDIST({0,1}, 1, 1, 2)" => [[0.5, 0.5]], "HYPGEOMDIST(5, 4, 8, 20)" => 0,
        "HYPGEOMDIST(0, 2, 3, 3)" => 0, "HYPGEOMDIST(0, 0, 4, 12)" => .number,
      ]
    ) { (k, sample, marked, population) throws(CellError) in
      let (k, sample, marked, population) = try urn(k, sample, marked, population)
      return DiscreteDistributions.hypergeometric(k, sample: sample, marked: marked, population: population)
    },
  ]

  /// The counts of a sample and of what it is taken from; fewer successes than there must be are only impossible, and so
  /// are exactly so many that they exceed the sample.
  static func urn(
    _ k: Double, _ sample: Double, _ marked: Double, _ population: Double, cumulative: Bool = false
  ) throws(CellError) -> (Double, Double, Double, Double) {
    let k = try count(k)
    let sample = try count(sample)
    let marked = try count(marked)
    let population = try count(population)
    guard k <= marked, k <= sample || !cumulative, sample >= 1, sample <= population, marked >= 1, marked <= population
    else {
      throw .number("The counts do not fit each other.")
    }
    return (k, sample, marked, population)
  }
}
