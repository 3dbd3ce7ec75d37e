import CellModel
import Functions

/// Functions that move a number to a multiple of another.
enum RoundingToMultiples: FunctionFamily {
  static let title = "Rounding to multiples"

  static let functions: [SheetFunction] = classic + modern

  static let classic: [SheetFunction] = [
    SheetFunction(
      "MROUND", "Rounds a number to the nearest multiple; both must have the same sign.",
      .number("number", "the value to round"), .number("multiple", "the step"),
      traits: .analysisToolPak,
      examples: [
        "MROUND(10, 3)" => 9, "MROUND(-10, -3)" => -9, "MROUND(1.3, 0.2)" => 1.4, "MROUND({4,5}, 3)" => [[3, 6]],
        "MROUND(5, -2)" => .number, "MROUND(5, 0)" => 0, "MROUND(TRUE, 1)" => .value,
      ]
    ) { (number, multiple) throws(CellError) in
      guard number != 0, multiple != 0 else { return 0.0 }
      guard (number < 0) == (multiple < 0) else { throw .number("The number and the multiple differ in sign.") }
      let step = abs(multiple)
      let count = (number / step).rounded(.toNearestOrAwayFromZero)
      return Multiples.multiple(count, of: step)
    },

    SheetFunction(
      "CEILING", "Rounds a number up to a multiple, away from zero when both are negative.",
      .number("number", "the value to round"), .number("significance", "the step", whenAbsent: 1),
      examples: [
        "CEILING(2.5, 1)" => 3, "CEILING(2.5)" => 3, "CEILING(2.5, )" => 0, "CEILING(-2.5, -2)" => -4,
        "CEILING(-2.5, 2)" => -2, "CEILING(1.1, 0.1)" => 1.1,
        "CEILING({1.2,3.1}, 2)" => [[2, 4]], "CEILING(2.5, -2)" => .number,
      ]
    ) { (number, significance) throws(CellError) in
      guard number != 0, significance != 0 else { return 0.0 }
      guard number < 0 || significance > 0 else { throw .number("The step of a positive number is negative.") }
      if significance < 0 { return -Multiples.ceiling(-number, step: -significance) }
      return Multiples.ceiling(number, step: significance)
    },

    SheetFunction(
      "FLOOR", "Rounds a number down to a multiple, towards zero when both are negative.",
      .number("number", "the value to round"), .number("significance", "the step", whenAbsent: 1),
      examples: [
        "FLOOR(3.7, 2)" => 2, "FLOOR(3.7)" => 3, "FLOOR(3.7, )" => .divisionByZero, "FLOOR(-2.5, -2)" => -2,
        "FLOOR(-2.5, 2)" => -4, "FLOOR(1.58, 0.1)" => 1.5,
        "FLOOR({1.2,3.1}, 1)" => [[1, 3]], "FLOOR(2.5, -2)" => .number, "FLOOR(2.5, 0)" => .divisionByZero,
      ]
    ) { (number, significance) throws(CellError) in
      guard number != 0 else { return 0.0 }
      guard significance != 0 else { throw .divisionByZero("The step is 0.") }
      guard number < 0 || significance > 0 else { throw .number("The step of a positive number is negative.") }
      if significance < 0 { return -Multiples.floor(-number, step: -significance) }
      return Multiples.floor(number, step: significance)
    },
  ]

  static let modern: [SheetFunction] = [
    SheetFunction(
      "CEILING.MATH", "Rounds a number up to a multiple; a mode other than 0 rounds negative numbers away from zero.",
      .number("number", "the value to round"), .number("significance", "the step; its sign is ignored", default: 1),
      .number("mode", "0 rounds negative numbers towards zero, anything else away from it", default: 0),
      examples: [
        "CEILING.MATH(24.3, 5)" => 25, "CEILING.MATH(6.7)" => 7, "CEILING.MATH(-8.1, 2)" => -8,
        "CEILING.MATH(-5.5, 2, -1)" => -6, "CEILING.MATH({1.5,2.5})" => [[2, 3]], "CEILING.MATH(\"x\")" => .value,
      ]
    ) { (number, significance, mode) throws(CellError) in
      guard significance != 0 else { return 0.0 }
      let step = abs(significance)
      return number < 0 && mode != 0 ? Multiples.floor(number, step: step) : Multiples.ceiling(number, step: step)
    },

    SheetFunction(
      "FLOOR.MATH", "Rounds a number down to a multiple; a mode other than 0 rounds negative numbers towards zero.",
      .number("number", "the value to round"), .number("significance", "the step; its sign is ignored", default: 1),
      .number("mode", "0 rounds negative numbers away from zero, anything else towards it", default: 0),
      examples: [
        "FLOOR.MATH(24.3, 5)" => 20, "FLOOR.MATH(6.7)" => 6, "FLOOR.MATH(-8.1, 2)" => -10,
        "FLOOR.MATH(-5.5, 2, -1)" => -4, "FLOOR.MATH({1.5,2.5})" => [[1, 2]], "FLOOR.MATH(\"x\")" => .value,
      ]
    ) { (number, significance, mode) throws(CellError) in
      guard significance != 0 else { return 0.0 }
      let step = abs(significance)
      return number < 0 && mode != 0 ? Multiples.ceiling(number, step: step) : Multiples.floor(number, step: step)
    },

    SheetFunction(
      "CEILING.PRECISE", "Rounds a number up to a multiple, whatever the signs.",
      .number("number", "the value to round"), .number("significance", "the step; its sign is ignored", default: 1),
      aliases: ["ISO.CEILING", "ECMA.CEILING"],
      examples: [
        "CEILING.PRECISE(4.3)" => 5, "CEILING.PRECISE(-4.3)" => -4, "CEILING.PRECISE(-4.3, -2)" => -4,
        "ISO.CEILING({4.3,6}, 2)" => [[6, 6]], "CEILING.PRECISE(\"x\")" => .value, "CEILING.PRECISE(4.3, 0)" => 0,
      ]
    ) { (number, significance) throws(CellError) in
      significance == 0 ? 0.0 : Multiples.ceiling(number, step: abs(significance))
    },

    SheetFunction(
      "FLOOR.PRECISE", "Rounds a number down to a multiple, whatever the signs.",
      .number("number", "the value to round"), .number("significance", "the step; its sign is ignored", default: 1),
      examples: [
        "FLOOR.PRECISE(4.3)" => 4, "FLOOR.PRECISE(-3.2, -1)" => -4, "FLOOR.PRECISE(-3.2, 0)" => 0,
        "FLOOR.PRECISE({3.2,5}, 2)" => [[2, 4]], "FLOOR.PRECISE(\"x\")" => .value,
      ]
    ) { (number, significance) throws(CellError) in
      significance == 0 ? 0.0 : Multiples.floor(number, step: abs(significance))
    },
  ]
}
