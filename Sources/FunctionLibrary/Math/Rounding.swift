import CellModel
import Functions
import Mathematics

/// Functions that move a number to a nearby grid point.
enum Rounding: FunctionFamily {
  static let title = "Rounding"

  static let functions: [SheetFunction] = toPlaces + toDigits + toIntegers

  /// What LibreOffice has and Excel has not.
  static let toDigits: [SheetFunction] = [
    SheetFunction(
      "ROUNDSIG", "Rounds a number to a count of significant digits; LibreOffice has it, Excel does not.",
      .number("number", "the value to round"), .integer("digits", "the digits to keep, 1 or more"),
      examples: [
        "ROUNDSIG(123.456, 2)" => 120, "ROUNDSIG(-0.0123456, 3)" => -0.0123, "ROUNDSIG(99.96, 3)" => 100,
        "ROUNDSIG({1234,0}, 1)" => [[1000, 0]], "ROUNDSIG(5, 0)" => .value,
      ]
    ) { (number, digits) throws(CellError) in
      guard digits >= 1 else { throw .value("A number has at least one digit.") }
      guard number != 0 else { return 0.0 }
      return DecimalRounding.round(number, places: min(digits, 20) - 1 - Int(log10(abs(number)).rounded(.down)))
    },

    SheetFunction(
      "RAWSUBTRACT",
      "Subtracts numbers from the first, and does not make nothing of what is tiny; LibreOffice has it, Excel does not.",
      .number("minuend", "the number to subtract from"), .numbers("subtrahend", "the numbers to subtract"),
      examples: [
        "RAWSUBTRACT(10, 1, 2)" => 7, "RAWSUBTRACT(0.3, 0.2, 0.1)" => -2.7755575615628914e-17,
        "RAWSUBTRACT({5,6}, 1)" => [[4, 5]], "RAWSUBTRACT(1, \"x\")" => .value,
      ]
    ) { (minuend, subtrahends) throws(CellError) in
      try subtrahends.values().reduce(minuend, -)
    },
  ]

  static let toPlaces: [SheetFunction] = [
    SheetFunction(
      "ROUND", "Rounds a number to a count of decimal places; a tie moves away from zero.",
      .number("number", "the value to round"),
      .place("digits", "decimal places to keep; a negative count rounds left of the point", default: 0),
      examples: [
        "ROUND(2.5)" => 3, "ROUND(-2.5, 0)" => -3, "ROUND(2.675, 2)" => 2.68, "ROUND(1.005, 2)" => 1.01,
        "ROUND(1234.5, -2)" => 1200, "ROUND({1.25,2.25}, 1)" => [[1.3, 2.3]], "ROUND(\"x\", 1)" => .value,
      ]
    ) { (number, digits) throws(CellError) in
      DecimalRounding.round(number, places: digits)
    },

    SheetFunction(
      "ROUNDUP", "Rounds a number away from zero to a count of decimal places.",
      .number("number", "the value to round"),
      .integer("digits", "decimal places to keep; a negative count rounds left of the point", default: 0),
      examples: [
        "ROUNDUP(3.2, 0)" => 4, "ROUNDUP(-3.14159, 1)" => -3.2, "ROUNDUP(31415.92654, -2)" => 31500,
        "ROUNDUP({1.21,1.3}, 1)" => [[1.3, 1.3]], "ROUNDUP(\"x\", 1)" => .value,
      ]
    ) { (number, digits) throws(CellError) in
      DecimalRounding.round(number, places: digits, .awayFromZero)
    },

    SheetFunction(
      "ROUNDDOWN", "Rounds a number towards zero to a count of decimal places.",
      .number("number", "the value to round"),
      .integer("digits", "decimal places to keep; a negative count rounds left of the point", default: 0),
      examples: [
        "ROUNDDOWN(3.2, 0)" => 3, "ROUNDDOWN(-3.14159, 1)" => -3.1, "ROUNDDOWN(31415.92654, -2)" => 31400,
        "ROUNDDOWN(1.15, 2)" => 1.15, "ROUNDDOWN({1.29,2.99}, 1)" => [[1.2, 2.9]], "ROUNDDOWN(\"x\", 1)" => .value,
      ]
    ) { (number, digits) throws(CellError) in
      DecimalRounding.round(number, places: digits, .towardsZero)
    },

    SheetFunction(
      "TRUNC", "Cuts a number off after a count of decimal places.",
      .number("number", "the value to cut"),
      .number("digits", "decimal places to keep; a negative count cuts left of the point", default: 0),
      examples: [
        "TRUNC(8.9)" => 8, "TRUNC(8.9, 1E+100)" => 8.9, "TRUNC(-8.9)" => -8, "TRUNC(0.456, 1)" => 0.4,
        "TRUNC({1.9,-1.9})" => [[1, -1]],
        "TRUNC(\"x\")" => .value,
      ]
    ) { (number, digits) throws(CellError) in
      // No number has as many digits as the ends of these.
      DecimalRounding.round(number, places: Int(max(-1_000, min(1_000, digits))), .towardsZero)
    },
  ]

  static let toIntegers: [SheetFunction] = [
    SheetFunction(
      "INT", "Rounds a number down to the next integer.", .number("number", "the value to round"), kernel: .floor,
      examples: [
        "INT(2.9)" => 2, "INT(-2.1)" => -3, "INT(4.35*100)" => 435, "INT({1.5,-1.5})" => [[1, -2]],
        "INT(\"x\")" => .value,
      ]
    ) { DecimalRounding.floor($0) },

    SheetFunction(
      "EVEN", "Rounds a number away from zero to the next even integer.", .number("number", "the value to round"),
      examples: [
        "EVEN(1.5)" => 2, "EVEN(2)" => 2, "EVEN(-1)" => -2, "EVEN({3,0})" => [[4, 0]], "EVEN(\"x\")" => .value,
      ]
    ) { number in
      let result = Multiples.ceiling(abs(number), step: 2)
      return number < 0 ? -result : result
    },

    SheetFunction(
      "ODD", "Rounds a number away from zero to the next odd integer.", .number("number", "the value to round"),
      examples: [
        "ODD(1.5)" => 3, "ODD(3)" => 3, "ODD(0)" => 1, "ODD({-1.2,2})" => [[-3, 3]], "ODD(\"x\")" => .value,
      ]
    ) { number in
      let result = max(1, Multiples.ceiling(abs(number) - 1, step: 2) + 1)
      return number < 0 ? -result : result
    },

    SheetFunction(
      "QUOTIENT", "Divides and keeps the whole part of the result.",
      .number("numerator", "the value to divide"), .number("denominator", "the value to divide by"),
      traits: .analysisToolPak,
      examples: [
        "QUOTIENT(5, 2)" => 2, "QUOTIENT(-10, 3)" => -3, "QUOTIENT(0.3, 0.1)" => 3, "QUOTIENT({7,9}, 4)" => [[1, 2]],
        "QUOTIENT(1, 0)" => .divisionByZero, "QUOTIENT(TRUE, 1)" => .value, "ATAN2(-1, QUOTIENT(3, -37)) > 3" => true,
      ]
    ) { (numerator, denominator) throws(CellError) in
      guard denominator != 0 else { throw .zeroDivisor }
      // A quotient of 0 has no sign: ATAN2 of it is π, not -π.
      return 0 + DecimalRounding.round(numerator / denominator, places: 0, .towardsZero)
    },

    SheetFunction(
      "MOD", "Gives the exact remainder of a division, with the sign of the divisor.",
      .number("number", "the value to divide"), .number("divisor", "the value to divide by"),
      examples: [
        "MOD(3, 2)" => 1, "MOD(-3, 2)" => 1, "MOD(3, -2)" => -1, "MOD(5, 1E-10)" => 9.999981783901343e-11,
        "MOD(-1E-16, 2)" => 0,
        "MOD({5,6}, 4)" => [[1, 2]],
        "MOD(3, 0)" => .divisionByZero, "MOD(1E+15, 3E-5)" => .number,
      ]
    ) { (number, divisor) throws(CellError) in
      guard divisor != 0 else { throw .zeroDivisor }
      guard let rest = Multiples.modulo(number, divisor) else { throw .number("The quotient is too large.") }
      return rest
    },
  ]
}
