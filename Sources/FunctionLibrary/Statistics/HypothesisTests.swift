import CellModel
import Functions

/// Tests of hypotheses, as probabilities.
enum HypothesisTests: FunctionFamily {
  static let title = "Tests of hypotheses"

  static let functions: [SheetFunction] = ofSamples + ofCounts

  static func numbers(_ range: CellRange) throws(CellError) -> [Double] {
    let operand: Operand
    switch range.storage {
    case .area(let area): operand = .reference(Reference(area))
    case .array(let array): operand = .value(.array(array))
    }
    return try Numbers(operands: [operand], in: range.context).values()
  }

  /// The distance of two means in standard errors, and the degrees of freedom.
  static func studentTest(
    _ first: CellRange, _ second: CellRange, kind: Int
  ) throws(CellError) -> (t: Double, freedom: Double) {
    if kind == 1 {
      try NumberPairs.checkSamples(first, second)
      let pairs = try NumberPairs(first, second)
      let differences = pairs.map { $0 - $1 }
      let variance = try Averages.quotient(Descriptive.sampleVariance(differences))
      let mean = try Averages.quotient(Descriptive.mean(differences))
      guard variance > 0 else { throw .divisionByZero("The samples do not vary.") }
      let count = Double(differences.count)
      return (abs(mean) / (variance / count).squareRoot(), count - 1)
    }
    let x = try numbers(first)
    let y = try numbers(second)
    let (n, m) = (Double(x.count), Double(y.count))
    let varianceX = try Averages.quotient(Descriptive.sampleVariance(x))
    let varianceY = try Averages.quotient(Descriptive.sampleVariance(y))
    let means = (Descriptive.mean(x, from: x[0]), Descriptive.mean(y, from: x[0]))
    let difference = abs(try Averages.quotient(means.0) - (try Averages.quotient(means.1)))
    if kind == 2 {
      let freedom = n + m - 2
      let pooled = ((n - 1) * varianceX + (m - 1) * varianceY) / freedom
      guard pooled > 0 else { throw .divisionByZero("The samples do not vary.") }
      return (difference / (pooled * (1 / n + 1 / m)).squareRoot(), freedom)
    }
    let (a, b) = (varianceX / n, varianceY / m)
    guard a + b > 0 else { throw .number("The samples do not vary.") }
    return (difference / (a + b).squareRoot(), (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1)))
  }

  static let ofSamples: [SheetFunction] = [
    SheetFunction(
      "T.TEST", "Gives the probability that two samples come from populations with one mean.",
      .range("array1", "one sample"), .range("array2", "the other"), .integer("tails", "1 or 2"),
      .integer("type", "1 for pairs, 2 for equal variances, 3 for unequal variances"), traits: .computesArrays,
      aliases: ["TTEST"],
      examples: [
        "ROUND(T.TEST({3,4,5,8,9,1,2,4,5}, {6,19,3,2,14,4,5,17,1}, 2, 1), 6)" => 0.196016,
        "ROUND(TTEST({1,2,3}, {1,2,3}, 2, 2), 9)" => 1,
        "ROUND(T.TEST({1,2,3}, {2,3,4}, {1,2}, 2), 4)" => [[0.1439, 0.2879]],
        "T.TEST({1,2}, {1,2}, 3, 1)" => .number, "T.TEST({1,2}, {1,2,3}, 1, 1)" => .notAvailable,
      ]
    ) { (first, second, tails, kind) throws(CellError) in
      guard tails == 1 || tails == 2, (1...3).contains(kind) else {
        throw .number("The tails or the type are out of range.")
      }
      let (t, freedom) = try studentTest(first, second, kind: kind)
      return Double(tails) * Distributions.studentTail(t, freedom)
    },

    SheetFunction(
      "F.TEST", "Gives the probability that two samples come from populations with one variance.",
      .range("array1", "one sample"), .range("array2", "the other"), traits: .computesArrays, aliases: ["FTEST"],
      examples: [
        "ROUND(F.TEST({6,7,9,15,21}, {20,28,31,38,40}), 6)" => 0.648318, "ROUND(FTEST({1,2,3}, {1,2,3}), 9)" => 1,
        "F.TEST(1, {1,2})" => .divisionByZero, "F.TEST({1,1}, {1,2})" => .divisionByZero,
      ]
    ) { (first, second) throws(CellError) in
      let x = try numbers(first)
      let y = try numbers(second)
      let varianceX = try Averages.quotient(Descriptive.sampleVariance(x))
      let varianceY = try Averages.quotient(Descriptive.sampleVariance(y))
      guard varianceX > 0, varianceY > 0 else { throw .divisionByZero("A sample does not vary.") }
      // Each tail for itself: of a small one nothing is left as the rest to 1.
      let (n, m) = (Double(x.count - 1), Double(y.count - 1))
      return 2
        * min(
          Distributions.fisherTail(varianceX / varianceY, n, m), Distributions.fisherTail(varianceY / varianceX, m, n))
    },

    SheetFunction(
      "Z.TEST", "Gives the probability that a sample's mean exceeds the one observed.",
      .numbersOf("array", "the sample"), .number("x", "the mean supposed"),
      .optionalNumber("sigma", "the standard deviation of the population; left out, that of the sample"),
      aliases: ["ZTEST"],
      examples: [
        "ROUND(Z.TEST({3,6,7,8,6,5,4,2,1,9}, 4), 6)" => 0.090574,
        "ROUND(ZTEST({3,6,7,8,6,5,4,2,1,9}, 6), 6)" => 0.863043,
        "Z.TEST({1,2,3}, {2,2}, 1)" => [[0.5, 0.5]], "Z.TEST({1,1}, 1)" => .divisionByZero,
        "Z.TEST({4}, 0, 3)" => .divisionByZero,
      ]
    ) { (numbers, x, sigma) throws(CellError) in
      let sample = try numbers.values()
      guard let distance = Descriptive.mean(sample, from: x) else { throw .notAvailable("The sample is empty.") }
      guard sample.count > 1 else { throw .divisionByZero("There are too few numbers.") }
      let deviation: Double
      if let sigma {
        deviation = sigma
      } else {
        deviation = try Averages.quotient(Descriptive.sampleVariance(sample)).squareRoot()
      }
      guard deviation != 0 else { throw .divisionByZero("The sample does not vary.") }
      guard deviation > 0 else { throw .number("The standard deviation is negative.") }
      return NormalDistribution.cumulative(-distance * Double(sample.count).squareRoot() / deviation)
    },
  ]

  static let ofCounts: [SheetFunction] = [
    SheetFunction(
      "CHISQ.TEST", "Gives the probability that counts differ from the expected ones by chance.",
      .array("actual", "the counts"), .array("expected", "the expected counts, as many, taken row by row"),
      traits: .computesArrays, aliases: ["CHITEST", "LEGACY.CHITEST"],
      examples: [
        "ROUND(CHISQ.TEST({58,35;11,25;10,23}, {45.35,47.65;17.56,18.44;16.09,16.91}), 6)" => 0.000308,
        "CHITEST({1,2}, {1,2})" => 1, "CHISQ.TEST(1, 1)" => .notAvailable,
        "CHISQ.TEST({1,2}, {1,2,3})" => .notAvailable, "CHISQ.TEST({1,2}, \"x\")" => .value,
        "ROUND(CHISQ.TEST({1;2.1}, {1,2.2}), 6)" => 0.946247, "CHISQ.TEST({1,2,4}, {1,-1,0})" => .divisionByZero,
        "CHISQ.TEST({1,2,3}, {5,-4,3})" => .number, "ROUND(CHISQ.TEST({1,2}, {3,-30}), 6)" => .number,
        "CHISQ.TEST({1,\"a\"}, {\"b\",2})" => 1, "CHISQ.TEST({1,2}, {\"a\",\"b\"})" => .divisionByZero,
      ]
    ) { (actual, expected) throws(CellError) in
      for array in [actual, expected] where array.count == 1 {
        if array.first.isBlank { throw .value("A blank cell stands where counts are wanted.") }
        _ = try array.first.asNumber()
      }
      guard actual.count == expected.count, actual.count > 1 else {
        throw .notAvailable("The arrays differ in size or hold one count.")
      }
      if let error = actual.firstError ?? expected.firstError { throw error }
      let pairs: [(count: Double, expected: Double)] = zip(actual.elements, expected.elements).compactMap {
        guard let count = $0.number, let expected = $1.number else { return nil }
        return (count, expected)
      }
      for array in [actual, expected] where !array.elements.contains(where: { $0.number != nil }) {
        throw .divisionByZero("There are no numbers.")
      }
      guard pairs.allSatisfy({ $0.expected != 0 }) else { throw .divisionByZero("An expected count is 0.") }
      var sum = CompensatedSum()
      for (count, expected) in pairs { sum.add((count - expected) * (count - expected) / expected) }
      guard sum.value >= 0 else { throw .number("The statistic is negative.") }
      let rows = actual.rows
      let columns = actual.columns
      let freedom = rows > 1 && columns > 1 ? (rows - 1) * (columns - 1) : actual.count - 1
      return SpecialFunctions.upperGamma(Double(freedom) / 2, sum.value / 2)
    },

    SheetFunction(
      "PROB", "Adds the probabilities of the values between two bounds.",
      .range("x_range", "the values"), .range("prob_range", "their probabilities, which add up to 1"),
      .number("lower_limit", "the value, or the lower bound"), .optionalNumber("upper_limit", "the upper bound"),
      traits: .computesArrays,
      examples: [
        "PROB({0,1,2,3}, {0.2,0.3,0.1,0.4}, 2)" => 0.1, "ROUND(PROB({0,1,2,3}, {0.2,0.3,0.1,0.4}, 1, 3), 9)" => 0.8,
        "PROB({0,1}, {0.5,0.5}, {0,1})" => [[0.5, 0.5]], "PROB({0,1}, {0.5,0.6}, 1)" => .number,
        "PROB({\"a\",\"b\"}, {0.5,0.5}, 1)" => .divisionByZero, "PROB({1,2}, {1.5,-0.5}, 0, 3)" => 1,
      ]
    ) { (values, probabilities, low, high) throws(CellError) in
      try NumberPairs.checkSamples(values, probabilities)
      let pairs = try NumberPairs(values, probabilities)
      guard !pairs.y.isEmpty else { throw .divisionByZero("There is no pair of numbers.") }
      guard abs(CompensatedSum.of(pairs.y) - 1) < 1e-7 else {
        throw .number("The probabilities do not add up to 1.")
      }
      let high = high ?? low
      return CompensatedSum.of(pairs.map { $0 >= low && $0 <= high ? $1 : 0 })
    },
  ]
}
