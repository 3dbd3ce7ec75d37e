import CellModel
import Functions

/// How far the values of a sample lie apart, and how lopsided they are.
enum Dispersion: FunctionFamily {
  static let title = "Dispersion and shape"

  static let functions: [SheetFunction] = deviations + variances + distances + shapes

  /// A kernel's result for numbers, or `#DIV/0!` when there are too few.
  static func apply(_ kernel: ([Double]) -> Double?, to numbers: [Double]) throws(CellError) -> Double {
    try Averages.quotient(kernel(numbers))
  }

  static let deviations: [SheetFunction] = [
    SheetFunction(
      "STDEV.S", "Estimates the standard deviation from a sample.", .numbers("number", "the numbers and ranges"),
      aliases: ["STDEV"],
      examples: [
        "ROUND(STDEV.S(1, 2, 3, 4), 6)" => 1.290994, "STDEV({1,3,5})" => 2, "STDEV.S({1,\"x\",3,5})" => 2,
        "STDEV.S(1)" => .divisionByZero,
      ]
    ) { (numbers) throws(CellError) in
      try Averages.quotient(try Variance.sample.of(numbers)).squareRoot()
    },

    SheetFunction(
      "STDEV.P", "Gives the standard deviation of a whole population.", .numbers("number", "the numbers and ranges"),
      aliases: ["STDEVP"],
      examples: ["STDEV.P(2, 4)" => 1, "STDEVP({1,1})" => 0, "STDEV.P(7)" => 0, "STDEV.P({\"x\"})" => .divisionByZero]
    ) { (numbers) throws(CellError) in
      try Averages.quotient(try Variance.population.of(numbers)).squareRoot()
    },

    SheetFunction(
      "STDEVA", "Estimates the standard deviation from a sample; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .spread),
      examples: [
        "STDEVA({1,3,5})" => 2, "STDEVA({1,\"x\",3,5})" => 2, "STDEVA(TRUE, 3, 5)" => 2, "STDEVA({TRUE,3,5})" => 2,
        "STDEVA(1)" => .divisionByZero,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Variance.sample.of, to: numbers.values).squareRoot()
    },

    SheetFunction(
      "STDEVPA", "Gives the standard deviation of a whole population; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .spread),
      examples: [
        "STDEVPA({2,4})" => 1, "STDEVPA({\"x\",2})" => 0, "STDEVPA(2, \"x\")" => .value,
        "STDEVPA({\"x\"})" => .divisionByZero,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Variance.population.of, to: numbers.values).squareRoot()
    },

  ]

  static let variances: [SheetFunction] = [
    SheetFunction(
      "VAR.S", "Estimates the variance from a sample.", .numbers("number", "the numbers and ranges"), aliases: ["VAR"],
      examples: ["VAR.S(1, 3, 5)" => 4, "VAR({1,3,5})" => 4, "VAR.S({1,\"x\",3})" => 2, "VAR.S(1)" => .divisionByZero]
    ) { (numbers) throws(CellError) in
      try Averages.quotient(try Variance.sample.of(numbers))
    },

    SheetFunction(
      "VAR.P", "Gives the variance of a whole population.", .numbers("number", "the numbers and ranges"),
      aliases: ["VARP"],
      examples: ["VAR.P(2, 4)" => 1, "VARP({1,1})" => 0, "VAR.P(7)" => 0, "VAR.P({\"x\"})" => .divisionByZero]
    ) { (numbers) throws(CellError) in
      try Averages.quotient(try Variance.population.of(numbers))
    },

    SheetFunction(
      "VARA", "Estimates the variance from a sample; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .spread),
      examples: [
        "VARA({1,3,5})" => 4, "VARA({1,\"x\",3,5})" => 4, "VARA(TRUE, 3, 5)" => 4, "VARA({TRUE,3,5})" => 4,
        "VARA(1)" => .divisionByZero,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Variance.sample.of, to: numbers.values)
    },

    SheetFunction(
      "VARPA", "Gives the variance of a whole population; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .spread),
      examples: [
        "VARPA({2,4})" => 1, "VARPA({\"x\",2})" => 0, "VARPA(2, \"x\")" => .value, "VARPA({\"x\"})" => .divisionByZero,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Variance.population.of, to: numbers.values)
    },

  ]

  static let distances: [SheetFunction] = [
    SheetFunction(
      "DEVSQ", "Adds the squared distances of numbers from their mean.", .numbers("number", "the numbers and ranges"),
      examples: [
        "DEVSQ(4, 5, 8, 7, 11, 4, 3)" => 48, "DEVSQ({1,3})" => 2, "DEVSQ(5)" => 0, "DEVSQ({\"x\"})" => .number,
      ]
    ) { (numbers) throws(CellError) in
      guard let squares = Descriptive.plainSquaredDeviations(try numbers.values()) else {
        throw .number("There is no number.")
      }
      return squares
    },

    SheetFunction(
      "AVEDEV", "Gives the mean distance of numbers from their mean.", .numbers("number", "the numbers and ranges"),
      examples: [
        "AVEDEV(1, 3)" => 1, "AVEDEV({2,4,6,8})" => 2, "AVEDEV(5)" => 0, "AVEDEV({\"x\"})" => .number,
        "AVEDEV(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      try Averages.number(Descriptive.meanDeviation(try numbers.values()))
    },

  ]

  static let shapes: [SheetFunction] = [
    SheetFunction(
      "SKEW", "Estimates from a sample how lopsided a distribution is.", .numbers("number", "the numbers and ranges"),
      examples: [
        "ROUND(SKEW(3, 4, 5, 2, 3, 4, 5, 6, 4, 7), 6)" => 0.359543, "SKEW({1,2,3})" => 0,
        "SKEW(1, 2)" => .divisionByZero, "SKEW(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Descriptive.sampleSkewness, to: try numbers.values())
    },

    SheetFunction(
      "SKEW.P", "Gives how lopsided a whole population is.", .numbers("number", "the numbers and ranges"),
      aliases: ["SKEWP"],
      examples: [
        "ROUND(SKEW.P(3, 4, 5, 2, 3, 4, 5, 6, 4, 7), 6)" => 0.303193, "SKEW.P({1,2,3})" => 0,
        "SKEW.P(1, 2)" => .divisionByZero, "SKEW.P(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Descriptive.populationSkewness, to: try numbers.values())
    },

    SheetFunction(
      "KURT", "Estimates from a sample how heavy the tails of a distribution are, compared with the normal one.",
      .numbers("number", "the numbers and ranges"),
      examples: [
        "ROUND(KURT(3, 4, 5, 2, 3, 4, 5, 6, 4, 7), 6)" => -0.1518, "ROUND(KURT({1,2,3,4}), 6)" => -1.2,
        "KURT(1, 2, 3)" => .divisionByZero, "KURT(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      try apply(Descriptive.sampleKurtosis, to: try numbers.values())
    },

  ]

}
