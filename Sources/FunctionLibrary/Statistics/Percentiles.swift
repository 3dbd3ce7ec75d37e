import CellModel
import Functions

/// Percentiles, quartiles and ranks.
enum Percentiles: FunctionFamily {
  static let title = "Percentiles and ranks"

  static let functions: [SheetFunction] = percentiles + quartiles + percentRanks + ranks

  static let percentiles: [SheetFunction] = [
    SheetFunction(
      "PERCENTILE.INC", "Gives the value below which a part of the values lies, the extremes at 0 and 1.",
      .numbersOf("array", "the values"), .number("k", "the part, 0 to 1"), traits: [.keepsKindOfFirst, .readsParts],
      aliases: ["PERCENTILE"],
      examples: [
        "ROUND(PERCENTILE.INC({1,2,3,4}, 0.3), 9)" => 1.9, "PERCENTILE({1,3}, 0.5)" => 2,
        "PERCENTILE({1,2,3}, {0,1})" => [[1, 3]], "PERCENTILE({1,2}, 1.1)" => .number,
      ]
    ) { (numbers, k) throws(CellError) in
      try Averages.number(OrderStatistics.inclusivePercentile(try numbers.sorted(), k))
    },

    SheetFunction(
      "PERCENTILE.EXC", "Gives the value below which a part of the values lies, 0 and 1 outside of the extremes.",
      .numbersOf("array", "the values"), .number("k", "the part, between 0 and 1"),
      traits: [.keepsKindOfFirst, .readsParts],
      examples: [
        "PERCENTILE.EXC({6,7,15,36,39,40,41,42,43,47,49}, 0.25)" => 15, "PERCENTILE.EXC({1,2,3}, 0.5)" => 2,
        "PERCENTILE.EXC({1,2,3}, {0.25,0.75})" => [[1, 3]], "PERCENTILE.EXC({1,2,3}, 0.1)" => .number,
      ]
    ) { (numbers, k) throws(CellError) in
      try Averages.number(OrderStatistics.exclusivePercentile(try numbers.sorted(), k))
    },
  ]

  static let quartiles: [SheetFunction] = [
    SheetFunction(
      "QUARTILE.INC", "Gives a quartile, the extremes being the quartiles 0 and 4.",
      .numbersOf("array", "the values"), .integer("quart", "0 to 4"), traits: [.keepsKindOfFirst, .readsParts],
      aliases: ["QUARTILE"],
      examples: [
        "QUARTILE.INC({1,2,4,7,8,9,10,12}, 1)" => 3.5, "QUARTILE({1,2,3}, 4)" => 3,
        "QUARTILE({1,2,3}, {0,2})" => [[1, 2]],
        "QUARTILE({1,2,3}, 5)" => .number,
      ]
    ) { (numbers, quart) throws(CellError) in
      let sorted = try numbers.sorted()
      guard (0...4).contains(quart) else { throw .number("The quartile is not 0 to 4.") }
      return try Averages.number(OrderStatistics.inclusivePercentile(sorted, Double(quart) / 4))
    },

    SheetFunction(
      "QUARTILE.EXC", "Gives a quartile, the quartiles 0 and 4 lying outside of the extremes.",
      .numbersOf("array", "the values"), .integer("quart", "1 to 3"),
      traits: [.keepsKindOfFirst, .readsParts],
      examples: [
        "QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49}, 1)" => 15, "QUARTILE.EXC({1,2,3}, 2)" => 2,
        "QUARTILE.EXC({1,2,3}, {1,3})" => [[1, 3]], "QUARTILE.EXC({1,2,3}, 0)" => .number,
      ]
    ) { (numbers, quart) throws(CellError) in
      let sorted = try numbers.sorted()
      guard (1...3).contains(quart) else { throw .number("The quartile is not 1 to 3.") }
      return try Averages.number(OrderStatistics.exclusivePercentile(sorted, Double(quart) / 4))
    },
  ]

  /// A rank cut to a count of digits; `#N/A` when the value lies outside.
  static func percentRank(
    _ numbers: Numbers, _ digits: Int, _ rank: ([Double]) -> Double?
  ) throws(CellError) -> Double {
    guard digits >= 1 else { throw .number("A rank needs at least one digit.") }
    let sorted = try numbers.sorted()
    guard !sorted.isEmpty else { throw .number("There is no number.") }
    guard let rank = rank(sorted) else { throw .notAvailable("The value lies outside of the others.") }
    return DecimalRounding.round(rank, places: digits, .towardsZero)
  }

  static let percentRanks: [SheetFunction] = [
    SheetFunction(
      "PERCENTRANK.INC", "Gives the part of the values that lies below a value, the extremes having 0 and 1.",
      .numbersOf("array", "the values"), .number("x", "the value"),
      .integer("significance", "how many decimal places are kept", whenAbsent: 3), traits: .readsParts,
      aliases: ["PERCENTRANK"],
      examples: [
        "PERCENTRANK.INC({13,12,11,8,4,3,2,1,1,1}, 2)" => 0.333, "PERCENTRANK({1,2,3}, 2.5)" => 0.75,
        "PERCENTRANK({1,2,3,4}, {2,3}, 1)" => [[0.3, 0.6]], "PERCENTRANK({1,2,3}, 4)" => .notAvailable,
      ]
    ) { (numbers, x, digits) throws(CellError) in
      try percentRank(numbers, digits) { OrderStatistics.inclusiveRank($0, of: x) }
    },

    SheetFunction(
      "PERCENTRANK.EXC", "Gives the part of the values that lies below a value, 0 and 1 lying outside of the extremes.",
      .numbersOf("array", "the values"), .number("x", "the value"),
      .integer("significance", "how many decimal places are kept", whenAbsent: 3), traits: .readsParts,
      examples: [
        "PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9}, 7)" => 0.7, "PERCENTRANK.EXC({1,2,3}, 1)" => 0.25,
        "PERCENTRANK.EXC({1,2,3}, {1,2})" => [[0.25, 0.5]], "PERCENTRANK.EXC({1,2,3}, 4)" => .notAvailable,
      ]
    ) { (numbers, x, digits) throws(CellError) in
      try percentRank(numbers, digits) { OrderStatistics.exclusiveRank($0, of: x) }
    },
  ]

  /// How many numbers come before a number and how many are equal to it; `#N/A` when none is.
  static func place(
    _ number: Double, in numbers: Numbers, ascending: Bool
  ) throws(CellError) -> (before: Int, equal: Int) {
    if let sorted = try SortedNumbers.sorted(numbers, atOnce: false) {
      let below = sorted.firstPlace { $0 >= number }
      let above = sorted.count - sorted.firstPlace { $0 > number }
      guard below + above < sorted.count else { throw notAmong }
      return (ascending ? below : above, sorted.count - below - above)
    }
    try SortedNumbers.countReading(of: numbers)
    var (below, equal, above) = (0, 0, 0)
    try numbers.visit { other in
      if other < number { below += 1 } else if other > number { above += 1 } else { equal += 1 }
    }
    guard equal > 0 else { throw notAmong }
    return (ascending ? below : above, equal)
  }

  private static var notAmong: CellError { .notAvailable("The number is not among the others.") }

  /// The number at a place counted from 1 at either end.
  static func value(_ numbers: Numbers, at k: Double, fromLargest: Bool) throws(CellError) -> Double {
    try value(sorted: numbers.sorted(), at: k, fromLargest: fromLargest)
  }

  /// The same of numbers that ascend; between two places it is the smaller number.
  static func value(sorted: [Double], at k: Double, fromLargest: Bool) throws(CellError) -> Double {
    let place = k.rounded(fromLargest ? .up : .down)
    guard k >= 1, max(k, place) <= Double(sorted.count) else { throw .number("There are not so many numbers.") }
    return sorted[fromLargest ? sorted.count - Int(place) : Int(place) - 1]
  }

  static let ranks: [SheetFunction] = [
    SheetFunction(
      "RANK.EQ", "Gives the place of a number among others; equal numbers share the best place.",
      .number("number", "the number"), .numbersOf("ref", "the numbers it is among"),
      .logical("ascending", "FALSE counts from the largest, TRUE from the smallest", default: false),
      traits: [.takesEachReference, .readsParts], aliases: ["RANK"],
      examples: [
        "RANK.EQ(3, {7,3.5,3.5,1,2,3})" => 4, "RANK(7, {7,3,7})" => 1, "RANK(3, {7,3,7}, 1)" => 1,
        "RANK({7,3}, {7,3})" => [[1, 2]], "RANK(5, {7,3})" => .notAvailable,
      ]
    ) { (number, others, ascending) throws(CellError) in
      try place(number, in: others, ascending: ascending).before + 1
    },

    SheetFunction(
      "RANK.AVG", "Gives the place of a number among others; equal numbers share the mean of their places.",
      .number("number", "the number"), .numbersOf("ref", "the numbers it is among"),
      .logical("ascending", "FALSE counts from the largest, TRUE from the smallest", default: false),
      traits: [.takesEachReference, .readsParts],
      examples: [
        "RANK.AVG(94, {89,88,92,101,94,97,95})" => 4, "RANK.AVG(7, {7,3,7})" => 1.5, "RANK.AVG(3, {7,3,7}, 1)" => 1,
        "RANK.AVG({7,3}, {7,3})" => [[1, 2]], "RANK.AVG(5, {7,3})" => .notAvailable,
      ]
    ) { (number, others, ascending) throws(CellError) in
      let (before, equal) = try place(number, in: others, ascending: ascending)
      return Double(before) + Double(equal + 1) / 2
    },

    SheetFunction(
      "LARGE", "Gives the number at a place counted from the largest.",
      .numbersOf("array", "the numbers"), .number("k", "the place; 1 is the largest"),
      traits: [.keepsKindOfFirst, .readsParts, .takesArraysForRanges],
      examples: [
        "LARGE({3,5,4}, 1)" => 5, "LARGE({3,5,5}, 2)" => 5, "LARGE({3,5,4}, {1,3})" => [[5, 3]],
        "LARGE({3,5,4}, 1.1)" => 4, "LARGE({3,5}, 3)" => .number, "LARGE({3,5}, 0.99)" => .number,
      ]
    ) { (numbers, k) throws(CellError) in try value(numbers, at: k, fromLargest: true) },

    SheetFunction(
      "SMALL", "Gives the number at a place counted from the smallest.",
      .numbersOf("array", "the numbers"), .number("k", "the place; 1 is the smallest"),
      traits: [.keepsKindOfFirst, .readsParts, .takesArraysForRanges],
      examples: [
        "SMALL({3,5,4}, 1)" => 3, "SMALL({3,3,5}, 2)" => 3, "SMALL({3,5,4}, {1,3})" => [[3, 5]],
        "SMALL({3,5,4}, 1.9)" => 3, "SMALL({3,5}, 0.9)" => .number, "SMALL({3,5}, 2.1)" => .number,
      ]
    ) { (numbers, k) throws(CellError) in try value(numbers, at: k, fromLargest: false) },

    SheetFunction(
      "FREQUENCY",
      "Counts how many numbers fall into each interval, as a column with one row more than there are bounds.",
      .numbersOf("data", "the numbers to count"),
      .range("bins", "the upper bounds of the intervals, read row by row"),
      traits: [.spills, .computesArrays],
      examples: [
        "FREQUENCY({79,85,78,85,50,81,95,88,97}, {70,79,89})" => [[1], [2], [4], [2]], "FREQUENCY({1,2}, {\"x\"})" => 2,
        "SUM(FREQUENCY({1,2,3}, 2))" => 3,
        "FREQUENCY({1,2,3,4}, {9,3;5,1})" => [[0], [2], [1], [1], [0]], "FREQUENCY(\"x\", 1)" => .value,
      ]
    ) { (numbers, bins) throws(CellError) in
      let counts = try frequencies(of: numbers, in: bins).map { BoxedValue(Double($0)) }
      return CellArray(rows: counts.count, columns: 1, BoxedElements(counts))
    },
  ]

  /// How many numbers fall into each interval, and behind the last.
  private static func frequencies(of numbers: Numbers, in bins: CellRange) throws(CellError) -> [Int] {
    let array = try bins.array()
    if let error = array.firstError { throw error }
    let bounds = array.elements.compactMap(\.number)
    guard bounds.count > 16, let area = bins.area else {
      guard bounds.count <= 16, let sorted = try SortedNumbers.sorted(numbers, atOnce: false) else {
        return OrderStatistics.frequencies(try numbers.values(), bounds: bounds)
      }
      return OrderStatistics.frequencies(sorted: sorted, bounds: bounds)
    }
    // Both are put in order once for all rows that ask, also where a column grows by one with each.
    let sorted = try numbers.sorted()
    let sortedBounds = try Numbers(operands: [.reference(Reference(area))], in: bins.context).sorted()
    return OrderStatistics.frequencies(sorted: sorted, bounds: bounds, sortedBounds: sortedBounds)
  }
}
