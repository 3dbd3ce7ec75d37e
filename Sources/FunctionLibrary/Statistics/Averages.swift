import CellModel
import Functions

/// Middles of a sample beside the arithmetic mean.
enum Averages: FunctionFamily {
  static let title = "Middles"

  static let functions: [SheetFunction] = middles + modes

  /// A kernel's result, or `#NUM!` when it has none.
  static func number(_ result: Double?) throws(CellError) -> Double {
    guard let result else { throw .number("There are too few numbers, or one is out of range.") }
    return result
  }

  /// A kernel's result, or `#DIV/0!` when it has none.
  static func quotient(_ result: Double?) throws(CellError) -> Double {
    guard let result else { throw .divisionByZero("There are too few numbers.") }
    return result
  }

  static let middles: [SheetFunction] = [
    SheetFunction(
      "MEDIAN", "Gives the number in the middle, or the mean of the two in the middle.",
      .numbers("number", "the numbers and ranges"),
      traits: .keepsKind,
      examples: [
        "MEDIAN(1, 5, 2)" => 2, "MEDIAN({1,2,3,10})" => 2.5, "MEDIAN(TRUE, 3)" => 2, "MEDIAN({\"x\"})" => .number,
      ]
    ) { (numbers) throws(CellError) in
      if let merged = try MergedNumbers(numbers) { return try number(OrderStatistics.median(merged)) }
      return try number(OrderStatistics.median(try numbers.sorted()))
    },

    SheetFunction(
      "GEOMEAN", "Gives the geometric mean of positive numbers.", .numbers("number", "the numbers and ranges"),
      traits: .keepsKind,
      examples: [
        "ROUND(GEOMEAN(4, 9), 9)" => 6, "ROUND(GEOMEAN({1,2,4}), 9)" => 2, "GEOMEAN(1)" => 1,
        "GEOMEAN(0, 1)" => .number,
      ]
    ) { (numbers) throws(CellError) in try number(numbers.folded(PositiveMean<Geometric>.self).result) },

    SheetFunction(
      "HARMEAN", "Gives the harmonic mean of positive numbers.", .numbers("number", "the numbers and ranges"),
      traits: .keepsKind,
      examples: [
        "HARMEAN(2, 2)" => 2, "HARMEAN({3,6})" => 4, "HARMEAN(5)" => 5, "HARMEAN(0, 1)" => .number,
        "HARMEAN({\"x\"})" => .notAvailable,
      ]
    ) { (numbers) throws(CellError) in
      let mean = try numbers.folded(PositiveMean<Harmonic>.self)
      guard !mean.isEmpty else { throw .notAvailable("There are no numbers.") }
      return try number(mean.result)
    },

    SheetFunction(
      "TRIMMEAN", "Gives the mean of what is left when a part of the values is cut off, half at each end.",
      .numbersOf("array", "the values"), .number("percent", "the part to cut off, from 0 up to but not including 1"),
      traits: .keepsKindOfFirst,
      examples: [
        "TRIMMEAN({1,2,3,4,100}, 0.4)" => 3, "TRIMMEAN({1,2,6}, 0)" => 3, "TRIMMEAN({1,2,6}, 0.5)" => 3,
        "TRIMMEAN({1,2,3,4,100}, {0,0.4})" => [[22, 3]], "TRIMMEAN({1,2}, 1)" => .number,
      ]
    ) { (numbers, percent) throws(CellError) in
      guard percent >= 0, percent < 1 else { throw .number("The part is not within 0 to 1.") }
      let sorted = try numbers.sorted()
      let cut = Int(DecimalRounding.floor(percent * Double(sorted.count) / 2))
      return try number(Descriptive.mean(Array(sorted.dropFirst(cut).dropLast(cut))))
    },
  ]

  /// The numbers of MODE and its kin, where a text, or a single cell without a number, is `#VALUE!`.
  private static func plain(_ numbers: Numbers) throws(CellError) -> [Double] {
    for operand in numbers.operands {
      switch operand {
      case .value(.text): throw .value("A text stands where a number is wanted.")
      case .reference(let reference) where reference.isSingleCell:
        switch try CellRange(operand, in: numbers.context)[0, 0] {
        case .blank, .text: throw .value("The cell holds no number.")
        default: break
        }
      default: break
      }
    }
    return try numbers.values()
  }

  static let modes: [SheetFunction] = [
    SheetFunction(
      "MODE.SNGL", "Gives the number that occurs most often, the first of several.",
      .numbers("number", "the numbers and ranges").reading(.modes), traits: [.keepsKind, .computesArrays],
      aliases: ["MODE"],
      examples: [
        "MODE.SNGL(1, 2, 2, 3)" => 2, "MODE({5.6,4,4,3,2,4})" => 4, "MODE({3,1,1,3})" => 3,
        "MODE.SNGL(1, 2)" => .notAvailable, "MODE(1, \"1\")" => .value,
      ]
    ) { (numbers) throws(CellError) in
      if let mode = ModeCounts.first(of: numbers) { return mode }
      guard let mode = OrderStatistics.modes(try plain(numbers)).first else {
        throw .notAvailable("No number occurs twice.")
      }
      return mode
    },

    SheetFunction(
      "MODE.MULT", "Gives all numbers that occur most often, as a column.",
      .numbers("number", "the numbers and ranges").reading(.modes),
      traits: [.spills, .keepsKind, .computesArrays],
      examples: [
        "MODE.MULT({1,2,2,3,3})" => [[2], [3]], "MODE.MULT(1, 1)" => 1, "SUM(MODE.MULT({1,1,2,2}))" => 3,
        "MODE.MULT(1, 2)" => .notAvailable,
      ]
    ) { (numbers) throws(CellError) in
      let modes = OrderStatistics.modes(try plain(numbers))
      guard !modes.isEmpty else { throw .notAvailable("No number occurs twice.") }
      return CellArray(column: modes.map { .number($0) })
    },
  ]
}
