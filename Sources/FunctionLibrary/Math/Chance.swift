import CellModel
import Functions

/// Random numbers.
enum Chance: FunctionFamily {
  static let title = "Random numbers"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "RAND", "Gives a random number from 0 up to but not including 1.", .context, traits: .volatile,
      examples: [
        "RAND() < 1" => true, "RAND() >= 0" => true, "INT(RAND())" => 0, "ISNUMBER(RAND())" => true,
        "RAND(1)" => .value,
      ]
    ) { $0.random() },

    SheetFunction(
      "RANDBETWEEN", "Gives a random integer between two bounds, both of which may come.",
      .number("bottom", "the smallest"), .number("top", "the largest"), .context,
      traits: [.analysisToolPak, .volatile, .keepsKind],
      examples: [
        "RANDBETWEEN(4, 4)" => 4, "RANDBETWEEN(1, 6) <= 6" => true, "RANDBETWEEN(-3, 0) <= 0" => true,
        "RANDBETWEEN({1,2}, {1,2})" => [[1, 2]],
        "RANDBETWEEN(2, 1)" => .number, "RANDBETWEEN(\"x\", 1)" => .value,
      ]
    ) { (bottom, top, context) throws(CellError) in
      try integer(from: bottom, through: top, context.random())
    },

    SheetFunction(
      "RANDARRAY", "Gives an array of random numbers.",
      .place("rows", "how many rows", default: 1), .place("columns", "how many columns", default: 1),
      .number("min", "the smallest", default: 0), .number("max", "the largest", default: 1),
      .logical("whole", "TRUE for integers", default: false), .context,
      traits: [.volatile, .spills, .keepsKindOfThird],
      examples: [
        "ROWS(RANDARRAY(3))" => 3, "COLUMNS(RANDARRAY(3, 2))" => 2, "RANDARRAY(1, 2, 7, 7, TRUE)" => [[7, 7]],
        "RANDARRAY(1, 1, 2, 1)" => .value, "RANDARRAY(-1)" => .value, "RANDARRAY(0)" => .calculation,
      ]
    ) {
      (rows: Int, columns: Int, min: Double, max: Double, whole: Bool, context: any EvaluationContext) throws(CellError)
        -> CellArray in
      guard rows != 0 || columns < 0, columns != 0 || rows < 0 else { throw .calculation("The array has no elements.") }
      guard rows > 0, columns > 0 else { throw .value("An array needs at least one row and one column.") }
      try CellArray.checkSheet(rows: rows, columns: columns)
      guard min <= max, !whole || (min == min.rounded() && max == max.rounded()) else {
        throw .value("The bounds do not fit.")
      }
      var elements: [CellValue] = []
      elements.reserveCapacity(rows * columns)
      for _ in 0..<rows * columns {
        let random = context.random()
        elements.append(
          CellValue(checking: whole ? try integer(from: min, through: max, random) : min + random * (max - min)))
      }
      return CellArray(rows: rows, columns: columns, elements)
    },
  ]

  /// The integer between two bounds that a number of 0 ..< 1 picks.
  static func integer(from bottom: Double, through top: Double, _ random: Double) throws(CellError) -> Double {
    let first = bottom.rounded(.up)
    let last = top.rounded(.down)
    guard first <= last || bottom <= top else { throw .number("The smallest is above the largest.") }
    return min(first + (random * (last - first + 1)).rounded(.down), max(first, last))
  }
}
