import CellModel
import Functions

/// Sums and products of numbers.
enum Sums: FunctionFamily {
  static let title = "Sums and products"

  static let functions: [SheetFunction] = plain + ofArrays

  @Sendable private static func product(_ numbers: NumericArguments) throws(CellError) -> Double {
    try numbers.folded(CountedProduct.self)
  }

  @Sendable private static func squares(_ numbers: NumericArguments) throws(CellError) -> Double {
    try numbers.folded(SquareSum.self)
  }

  static let plain: [SheetFunction] = [
    SheetFunction(
      "SUM", "Adds numbers.", .numbers("number", "the numbers and ranges to add"),
      traits: .keepsKind, kernel: .sum, aggregate: .sum,
      examples: [
        "SUM(1, 2, 3)" => 6, "SUM(\"3\", TRUE)" => 4, "SUM({1,2;3,\"x\"})" => 6, "SUM({0.25,0.5})" => 0.75,
        "SUM(1, #N/A)" => .notAvailable, "SUM(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in try numbers.sum() },

    SheetFunction(
      "PRODUCT", "Multiplies numbers.", .numbers("number", "the numbers and ranges to multiply"),
      aggregate: .product, numbers: product,
      examples: [
        "PRODUCT(2, 3, 4)" => 24, "PRODUCT({1,2;3,4})" => 24, "PRODUCT({\"x\"})" => 0, "PRODUCT(, 5)" => 5,
        "PRODUCT(1E+200, 1E+200)" => .number,
        "PRODUCT(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      let (count, product) = try numbers.product()
      return count > 0 ? product : 0
    },

    SheetFunction(
      "SUMSQ", "Adds the squares of numbers.", .numbers("number", "the numbers and ranges"),
      numbers: squares,
      examples: ["SUMSQ(3, 4)" => 25, "SUMSQ({1,2,3})" => 14, "SUMSQ(\"2\")" => 4, "SUMSQ(\"x\")" => .value]
    ) { (numbers) throws(CellError) in try numbers.folded(SquareSum.self).sum.value },

    SheetFunction(
      "SERIESSUM", "Adds a power series.",
      .number("x", "the value the series is taken at"),
      .number("exponent", "the exponent of the first term"),
      .number("step", "what the exponent grows by from term to term"),
      .operand("coefficients", "what each power is multiplied by"), .context,
      traits: .analysisToolPak,
      examples: [
        "SERIESSUM(2, 0, 1, {1,2,3})" => 17, "SERIESSUM({1,2}, 0, 1, {1,1})" => [[2, 3]],
        "SERIESSUM(2, 1, 2, {1,1})" => 10, "SERIESSUM(1, 0, 0, 5)" => 5, "SERIESSUM(0, 0, 2, {1,2})" => .number,
        "SERIESSUM(0, -1, 1, {1,2})" => .divisionByZero,
        "SERIESSUM(\"x\", 0, 1, 1)" => .value, "SERIESSUM(2, 0, 1, {1,\"2\"})" => .value,
      ]
    ) { (x, exponent, step, coefficients, context) throws(CellError) in
      let terms = PowerSeries.Terms(x: x, exponent: exponent, step: step)
      var series = PowerSeries(terms)
      if x != 0, case let range = try CellRange(coefficients, in: context),
        let known = ColumnFold.ofNumbersAlone(range, addedTo: series, by: terms)
      {
        return known.value
      }
      let coefficients = try StrictNumbers([coefficients], readsTexts: false, in: context).values
      if x == 0 {
        for index in coefficients.indices {
          let power = exponent + step * Double(index)
          guard power > 0 else { throw CellArithmetic.Fault(ofPower: 0, power).error }
        }
      }
      for coefficient in coefficients { series.add(coefficient) }
      return series.value
    },
  ]

  static let ofArrays: [SheetFunction] = [
    SheetFunction(
      "SUMPRODUCT", "Multiplies arrays of one shape element by element and adds the products.",
      .rest("array", "the arrays; what is no number in them counts as 0"), .context,
      traits: [.computesArrays, .takesArraysForRanges, .addsProducts],
      examples: [
        "SUMPRODUCT({1,2,3}, {4,5,6})" => 32, "SUMPRODUCT({1,2;3,4})" => 10, "SUMPRODUCT({1,\"x\"}, {2,2})" => 2,
        "SUMPRODUCT({TRUE,TRUE})" => 0, "SUMPRODUCT(\"3\", 2)" => .value, "SUMPRODUCT({1,2}, {1;2})" => .value,
      ]
    ) { (arrays, context) throws(CellError) in try ElementProducts.sum(arrays, in: context) },

    SheetFunction(
      "SUMX2MY2", "Adds the differences of the squares of pairs.",
      .range("array_x", "the first of each pair"), .range("array_y", "the second of each pair"),
      traits: .computesArrays,
      examples: [
        "SUMX2MY2({2,3}, {1,2})" => 8, "SUMX2MY2({2,\"x\"}, {1,2})" => 3, "SUMX2MY2(3, 2)" => 5,
        "SUMX2MY2({1,2}, {1})" => .notAvailable, "SUMX2MY2({\"x\",1}, {1,\"x\"})" => 0,
        "SUMX2MY2({1,2}, {\"x\",TRUE})" => .divisionByZero,
      ]
    ) { (x, y) throws(CellError) in
      try NumberPairs.sum(x, y, DifferenceOfSquares.self)
    },

    SheetFunction(
      "SUMX2PY2", "Adds the sums of the squares of pairs.",
      .range("array_x", "the first of each pair"), .range("array_y", "the second of each pair"),
      traits: .computesArrays,
      examples: [
        "SUMX2PY2({2,3}, {1,2})" => 18, "SUMX2PY2({2,\"x\"}, {1,2})" => 5, "SUMX2PY2(3, 2)" => 13,
        "SUMX2PY2({1,2}, {1})" => .notAvailable, "SUMX2PY2({\"x\",1}, {1,\"x\"})" => 0,
        "SUMX2PY2({1,2}, {\"x\",TRUE})" => .divisionByZero,
      ]
    ) { (x, y) throws(CellError) in
      try NumberPairs.sum(x, y, SumOfSquares.self)
    },

    SheetFunction(
      "SUMXMY2", "Adds the squares of the differences of pairs.",
      .range("array_x", "the first of each pair"), .range("array_y", "the second of each pair"),
      traits: .computesArrays,
      examples: [
        "SUMXMY2({2,3}, {1,5})" => 5, "SUMXMY2({2,\"x\"}, {1,2})" => 1, "SUMXMY2(3, 1)" => 4,
        "SUMXMY2({1,2}, {1})" => .notAvailable, "SUMXMY2({\"x\",1}, {1,\"x\"})" => 0,
        "SUMXMY2({1,2}, {\"x\",TRUE})" => .divisionByZero,
      ]
    ) { (x, y) throws(CellError) in
      try NumberPairs.sum(x, y, SquareOfDifference.self)
    },
  ]
}

private enum DifferenceOfSquares: PairTerm {
  static func of(_ x: Double, _ y: Double) -> Double { x * x - y * y }
}

private enum SumOfSquares: PairTerm {
  static func of(_ x: Double, _ y: Double) -> Double { x * x + y * y }
}

private enum SquareOfDifference: PairTerm {
  static func of(_ x: Double, _ y: Double) -> Double { (x - y) * (x - y) }
}
