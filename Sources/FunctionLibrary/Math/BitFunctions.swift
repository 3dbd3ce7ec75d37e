import CellModel
import Functions

/// Functions on the bits of whole numbers, and the two switches of engineers.
enum BitFunctions: FunctionFamily {
  static let title = "Bits and switches"

  static let functions: [SheetFunction] = logicals + shifts + switches

  /// A whole number of at most 48 bits.
  static func bits(of number: Double) throws(CellError) -> UInt64 {
    guard number >= 0, number < 281_474_976_710_656, number == number.rounded() else {
      throw .number("The number is not a whole one of at most 48 bits.")
    }
    return UInt64(number)
  }

  /// Two whole numbers of at most 48 bits.
  static func bits(_ a: CellValue, _ b: CellValue) throws(CellError) -> (UInt64, UInt64) {
    (try bits(of: a.asNumber()), try bits(of: b.asNumber()))
  }

  /// A number times a power of two, without what falls off at the right.
  static func shifted(_ number: Double, by places: Double) throws(CellError) -> Double {
    let bits = try bits(of: number)
    let places = places.rounded(.towardZero)
    guard abs(places) <= 53 else { throw .number("The shift is more than 53.") }
    if places < 0 { return Double(places < -48 ? 0 : bits >> UInt64(-places)) }
    let result = Double(bits) * Double(UInt64(1) << UInt64(places))
    guard result < 281_474_976_710_656 else { throw .number("The result has more than 48 bits.") }
    return result
  }

  /// Any single value, of which the body makes a number when all arguments have been read.
  private static func operand(_ name: String, _ help: String) -> Parameter<CellValue> {
    .value(name, help).numeric(default: nil) { .number($0) }
  }

  static let logicals: [SheetFunction] = [
    SheetFunction(
      "BITAND", "Gives the bits that two numbers share.", operand("number1", "a whole number of at most 48 bits"),
      operand("number2", "the other"),
      examples: [
        "BITAND(13, 25)" => 9, "BITAND(1, 0)" => 0, "BITAND({1,3}, 3)" => [[1, 3]], "BITAND(-1, 1)" => .number,
        "BITAND(\"x\", 1)" => .value, "BITAND(1, 281474976710656)" => .number,
      ]
    ) { (a, b) throws(CellError) in
      let (a, b) = try bits(a, b)
      return Double(a & b)
    },

    SheetFunction(
      "BITOR", "Gives the bits of either of two numbers.", operand("number1", "a whole number of at most 48 bits"),
      operand("number2", "the other"),
      examples: ["BITOR(23, 10)" => 31, "BITOR(1, 0)" => 1, "BITOR({1,3}, 4)" => [[5, 7]], "BITOR(1.5, 1)" => .number]
    ) { (a, b) throws(CellError) in
      let (a, b) = try bits(a, b)
      return Double(a | b)
    },

    SheetFunction(
      "BITXOR", "Gives the bits that only one of two numbers has.",
      operand("number1", "a whole number of at most 48 bits"),
      operand("number2", "the other"),
      examples: ["BITXOR(5, 3)" => 6, "BITXOR(1, 1)" => 0, "BITXOR({1,3}, 2)" => [[3, 1]], "BITXOR(-1, 1)" => .number]
    ) { (a, b) throws(CellError) in
      let (a, b) = try bits(a, b)
      return Double(a ^ b)
    },
  ]

  static let shifts: [SheetFunction] = [
    SheetFunction(
      "BITLSHIFT", "Moves the bits of a number to the left.", operand("number", "a whole number"),
      operand("places", "how far; a negative count moves to the right"),
      examples: [
        "BITLSHIFT(4, 2)" => 16, "BITLSHIFT(4, -2)" => 1, "BITLSHIFT({1,2}, 1)" => [[2, 4]],
        "BITLSHIFT(1, 54)" => .number, "BITLSHIFT(1, 48)" => .number,
      ]
    ) { (bits, places) throws(CellError) in try shifted(bits.asNumber(), by: places.asNumber()) },

    SheetFunction(
      "BITRSHIFT", "Moves the bits of a number to the right.", operand("number", "a whole number"),
      operand("places", "how far; a negative count moves to the left"),
      examples: [
        "BITRSHIFT(13, 2)" => 3, "BITRSHIFT(4, -2)" => 16, "BITRSHIFT({4,2}, 1)" => [[2, 1]],
        "BITRSHIFT(1, 54)" => .number,
      ]
    ) { (bits, places) throws(CellError) in try shifted(bits.asNumber(), by: -places.asNumber()) },
  ]

  static let switches: [SheetFunction] = [
    SheetFunction(
      "DELTA", "Gives 1 if two numbers are equal and 0 if they are not.", .number("number1", "a number"),
      .number("number2", "the other number", default: 0),
      traits: .analysisToolPak,
      examples: ["DELTA(5, 4)" => 0, "DELTA(0)" => 1, "DELTA({1,2}, 1)" => [[1, 0]], "DELTA(\"x\")" => .value]
    ) { $0 == $1 ? 1 : 0 },

    SheetFunction(
      "GESTEP", "Gives 1 if a number reaches a step and 0 if it does not.", .number("number", "a number"),
      .number("step", "the step", default: 0),
      traits: .analysisToolPak,
      examples: ["GESTEP(5, 4)" => 1, "GESTEP(-1)" => 0, "GESTEP({1,2}, 2)" => [[0, 1]], "GESTEP(\"x\")" => .value]
    ) { $0 >= $1 ? 1 : 0 },
  ]
}
