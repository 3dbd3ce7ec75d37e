import CellModel
import Functions
import Mathematics

/// How two samples hang together.
enum Correlation: FunctionFamily {
  static let title = "Correlation and straight lines"

  static let functions: [SheetFunction] = correlations + covariances + lines + transforms

  /// The sums over the pairs of two ranges; `#DIV/0!` when there is no pair.
  static func statistics(_ x: CellRange, _ y: CellRange) throws(CellError) -> PairStatistics {
    try NumberPairs.checkSamples(x, y)
    let statistics: PairStatistics?
    if let sums = try ColumnPairs<PairSums>.sums(of: x, y) {
      statistics = sums.statistics
    } else {
      let pairs = try NumberPairs(x, y)
      statistics = PairStatistics(pairs.x, pairs.y)
    }
    guard let statistics else { throw .divisionByZero("There is no pair of numbers.") }
    return statistics
  }

  /// How many pairs there are in two ranges, and the sum of the products of their distances from the means.
  private static func covariation(_ x: CellRange, _ y: CellRange) throws(CellError) -> (count: Int, products: Double) {
    try NumberPairs.checkSamples(x, y)
    let pairs = try NumberPairs(x, y)
    guard let products = Covariation.of(pairs.x, pairs.y) else {
      throw .divisionByZero("There is no pair of numbers.")
    }
    return (pairs.count, products)
  }

  static let correlations: [SheetFunction] = [
    SheetFunction(
      "CORREL", "Gives the correlation of two samples, from -1 to 1.",
      .range("array1", "one sample"), .range("array2", "the other"), traits: .computesArrays, aliases: ["PEARSON"],
      examples: [
        "ROUND(CORREL({3,2,4,5,6}, {9,7,12,15,17}), 6)" => 0.997054, "ROUND(PEARSON({1,2}, {2,1}), 9)" => -1,
        "CORREL({1,2,3}, {2,4,6})" => 1,
        "CORREL({1,1}, {1,2})" => .divisionByZero, "CORREL({1,2}, {1})" => .notAvailable,
      ]
    ) { (x, y) throws(CellError) in try Averages.quotient(try statistics(x, y).correlation) },

    SheetFunction(
      "RSQ", "Gives the square of the correlation of two samples.",
      .range("known_y", "the ordinates"), .range("known_x", "the abscissas"),
      traits: .computesArrays,
      examples: [
        "ROUND(RSQ({2,3,9,1,8,7,5}, {6,5,11,7,5,4,4}), 5)" => 0.05795, "ROUND(RSQ({1,2}, {2,1}), 9)" => 1,
        "RSQ({2,4,5,4,5}, {1,2,3,4,5})" => 0.6000000000000001,
        "RSQ({1,1}, {1,2})" => .divisionByZero, "RSQ({1,2}, {1})" => .notAvailable,
      ]
    ) { (y, x) throws(CellError) in
      try Averages.quotient(try statistics(x, y).determination)
    },
  ]

  static let covariances: [SheetFunction] = [
    SheetFunction(
      "COVARIANCE.P", "Gives the mean product of the distances of two populations from their means.",
      .range("array1", "one population"), .range("array2", "the other"), traits: .computesArrays, aliases: ["COVAR"],
      examples: [
        "COVARIANCE.P({3,2,4,5,6}, {9,7,12,15,17})" => 5.2, "COVAR({1,2}, {1,2})" => 0.25, "COVARIANCE.P(1, 1)" => 0,
        "COVARIANCE.P({1,2}, {1})" => .notAvailable,
      ]
    ) { (x, y) throws(CellError) in
      let sums = try covariation(x, y)
      return sums.products / Double(sums.count)
    },

    SheetFunction(
      "COVARIANCE.S", "Estimates the covariance from two samples.",
      .range("array1", "one sample"), .range("array2", "the other"),
      traits: .computesArrays,
      examples: [
        "COVARIANCE.S({1,2,3}, {1,2,3})" => 1, "COVARIANCE.S({1,2}, {2,1})" => -0.5,
        "COVARIANCE.S(1, 1)" => .divisionByZero,
        "COVARIANCE.S({1,2}, {1})" => .notAvailable,
      ]
    ) { (x, y) throws(CellError) in
      let sums = try covariation(x, y)
      guard sums.count > 1 else { throw .divisionByZero("One pair is too few.") }
      return sums.products / Double(sums.count - 1)
    },
  ]

  static let lines: [SheetFunction] = [
    SheetFunction(
      "SLOPE", "Gives the slope of the straight line of least squares.",
      .range("known_y", "the ordinates"), .range("known_x", "the abscissas"),
      traits: .computesArrays,
      examples: [
        "SLOPE({3,5,7}, {1,2,3})" => 2, "ROUND(SLOPE({2,3,9,1,8,7,5}, {6,5,11,7,5,4,4}), 6)" => 0.305556,
        "SLOPE({1,2}, {1,1})" => .divisionByZero, "SLOPE({1,2}, {1})" => .notAvailable,
      ]
    ) { (y, x) throws(CellError) in try Averages.quotient(try statistics(x, y).slope) },

    SheetFunction(
      "INTERCEPT", "Gives the ordinate at which the straight line of least squares crosses the axis.",
      .range("known_y", "the ordinates"), .range("known_x", "the abscissas"),
      traits: .computesArrays,
      examples: [
        "INTERCEPT({3,5,7}, {1,2,3})" => 1, "ROUND(INTERCEPT({2,3,9,1,8}, {6,5,11,7,5}), 6)" => 0.048387,
        "INTERCEPT({1,2}, {1,1})" => .divisionByZero, "INTERCEPT({1,2}, {1})" => .notAvailable,
      ]
    ) { (y, x) throws(CellError) in try Averages.quotient(try statistics(x, y).intercept) },

    SheetFunction(
      "STEYX", "Gives the standard error of the ordinates of the straight line of least squares.",
      .range("known_y", "the ordinates"), .range("known_x", "the abscissas"),
      traits: .computesArrays,
      examples: [
        "ROUND(STEYX({2,3,9,1,8,7,5}, {6,5,11,7,5,4,4}), 6)" => 3.305719, "STEYX({3,5,7}, {1,2,3})" => 0,
        "STEYX({1,2}, {1,2})" => .divisionByZero, "STEYX({1,2}, {1})" => .notAvailable,
      ]
    ) { (y, x) throws(CellError) in try Averages.quotient(try statistics(x, y).standardError) },

    SheetFunction(
      "FORECAST.LINEAR", "Gives the ordinate of the straight line of least squares at an abscissa.",
      key: .number("x", "the abscissa"), .range("known_y", "the ordinates"), .range("known_x", "the abscissas"),
      traits: .computesArraysBehindFirst, aliases: ["FORECAST"],
      examples: [
        "FORECAST.LINEAR(4, {3,5,7}, {1,2,3})" => 9,
        "ROUND(FORECAST(30, {6,7,9,15,21}, {20,28,31,38,40}), 6)" => 10.607253,
        "FORECAST({4,5}, {3,5,7}, {1,2,3})" => [[9, 11]], "FORECAST(1, {1,2}, {1,1})" => .divisionByZero,
      ]
    ) { (y, x) throws(CellError) in
      let sums = try statistics(x, y)
      let slope = try Averages.quotient(sums.slope)
      return { (at) throws(CellError) in sums.meanY + (at - sums.meanX) * slope }
    },
  ]

  static let transforms: [SheetFunction] = [
    SheetFunction(
      "STANDARDIZE", "Gives the distance from a mean in standard deviations.",
      .number("x", "the value"), .number("mean", "the mean"), .number("standard_dev", "the standard deviation"),
      examples: [
        "STANDARDIZE(42, 40, 1.5) = 4/3" => true, "STANDARDIZE(1, 1, 1)" => 0, "STANDARDIZE({1,3}, 1, 2)" => [[0, 1]],
        "STANDARDIZE(1, 1, 0)" => .number,
      ]
    ) { (x, mean, deviation) throws(CellError) in
      guard deviation > 0 else { throw .number("The standard deviation is not positive.") }
      return (x - mean) / deviation
    },

    SheetFunction(
      "FISHER", "Gives the Fisher transformation, by which correlations become comparable.",
      .number("x", "a correlation between -1 and 1"),
      examples: [
        "ROUND(FISHER(0.75), 6)" => 0.972955, "FISHER(0)" => 0, "FISHER({0,0})" => [[0, 0]], "FISHER(1)" => .number,
      ]
    ) { atanh($0) },

    SheetFunction(
      "FISHERINV", "Gives the correlation with a Fisher transformation.", .number("y", "the transformation"),
      examples: [
        "ROUND(FISHERINV(0.972955), 6)" => 0.75, "FISHERINV(0)" => 0, "FISHERINV({0,0})" => [[0, 0]],
        "FISHERINV(\"x\")" => .value,
      ]
    ) { tanh($0) },
  ]
}
