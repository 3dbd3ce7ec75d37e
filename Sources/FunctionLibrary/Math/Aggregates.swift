import CellModel
import Functions

/// Counts, averages and extremes.
enum Aggregates: FunctionFamily {
  static let title = "Counts, averages and extremes"

  @Sendable private static func mean(_ numbers: NumericArguments) throws(CellError) -> Double {
    try numbers.folded(CountedSum.self)
  }

  static let functions: [SheetFunction] = counts + averages + extremes

  static let counts: [SheetFunction] = [
    SheetFunction(
      "COUNT", "Counts the numbers; texts and errors do not matter.",
      .rest("value", "the values and ranges"), .context,
      traits: .takesArraysForRanges, aggregate: .count,
      examples: [
        "COUNT(1, 2, \"x\")" => 2, "COUNT(\"3\", TRUE)" => 2, "COUNT({1,\"x\",TRUE})" => 1, "COUNT(#N/A, 1)" => 1,
        "COUNT()" => .value,
      ]
    ) { (values, context) throws(CellError) in CellCounts(values, in: context).numbers },

    SheetFunction(
      "COUNTA", "Counts the values that are not blank; the empty text and errors count.",
      .rest("value", "the values and ranges"), .context,
      traits: .takesArraysForRanges,
      examples: [
        "COUNTA(1, \"x\", TRUE)" => 3, "COUNTA(\"\")" => 1, "COUNTA({1,\"x\"})" => 2, "COUNTA(SORT(A1:A3))" => 3,
        "COUNTA(#N/A)" => 1,
        "COUNTA()" => .value,
      ]
    ) { (values, context) throws(CellError) in CellCounts(values.withCells, in: context).filled },

    SheetFunction(
      "COUNTBLANK", "Counts the cells that are blank or hold the empty text.", .range("range", "the cells to look at"),
      traits: .takesEachReference,
      examples: [
        "COUNTBLANK({\"\",1})" => 1, "COUNTBLANK({1,2})" => 0, "COUNTBLANK({\"\",\"\";\"\",0})" => 3,
        "COUNTBLANK({#N/A})" => 0, "COUNTBLANK({1}, 2)" => .value,
      ]
    ) { (range) throws(CellError) in CellCounts.blanks(in: range) },
  ]

  static let averages: [SheetFunction] = [
    SheetFunction(
      "AVERAGE", "Gives the arithmetic mean of numbers.", .numbers("number", "the numbers and ranges"),
      traits: .keepsKind, aggregate: .mean,
      numbers: mean,
      examples: [
        "AVERAGE(1, 2, 6)" => 3, "AVERAGE({1,2;3,\"x\"})" => 2, "AVERAGE(TRUE, \"3\")" => 2,
        "AVERAGE({\"x\"})" => .divisionByZero, "AVERAGE(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in try numbers.mean() },

    SheetFunction(
      "AVERAGEA", "Gives the arithmetic mean of values; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .mean),
      traits: .keepsKind,
      examples: [
        "AVERAGEA({1,\"x\",TRUE,2})" => 1, "AVERAGEA(1, TRUE)" => 1, "AVERAGEA(4)" => 4, "AVERAGEA(\"x\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      guard !numbers.values.isEmpty else { throw .divisionByZero("There are no values.") }
      return Total.of(numbers.values) / Double(numbers.values.count)
    },
  ]

  static let extremes: [SheetFunction] = [
    SheetFunction(
      "MAX", "Gives the largest number, and 0 when there is none.", .numbers("number", "the numbers and ranges"),
      traits: .keepsKind, kernel: .largest, aggregate: .largest,
      examples: ["MAX(1, 5, 3)" => 5, "MAX({-1,-2})" => -1, "MAX({\"x\"})" => 0, "MAX(\"x\")" => .value]
    ) { (numbers) throws(CellError) in try numbers.largest() ?? 0 },

    SheetFunction(
      "MIN", "Gives the smallest number, and 0 when there is none.", .numbers("number", "the numbers and ranges"),
      traits: .keepsKind, kernel: .smallest, aggregate: .smallest,
      examples: ["MIN(1, 5, 3)" => 1, "MIN({-1,-2})" => -2, "MIN({\"x\"})" => 0, "MIN(\"x\")" => .value]
    ) { (numbers) throws(CellError) in try numbers.smallest() ?? 0 },

    SheetFunction(
      "MAXA", "Gives the largest value; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .extreme),
      traits: .keepsKind,
      examples: [
        "MAXA({-1,\"x\"})" => -1, "MAXA(0.5, TRUE)" => 1, "MAXA(-3, \"x\")" => .value, "MAXA(3, #N/A)" => .notAvailable,
      ]
    ) { $0.values.max() ?? 0 },

    SheetFunction(
      "MINA", "Gives the smallest value; a text in a range counts as 0 and TRUE as 1.",
      .values("value", "the values and ranges", as: .extreme),
      traits: .keepsKind,
      examples: [
        "MINA({1,\"x\"})" => 1, "MINA(2, TRUE)" => 1, "MINA(3, \"x\")" => .value, "MINA(3, #N/A)" => .notAvailable,
      ]
    ) { $0.values.min() ?? 0 },
  ]
}
