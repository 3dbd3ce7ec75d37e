import CellModel
import Functions
import Mathematics

/// The hyperbolic sine and its kin.
enum HyperbolicFunctions: FunctionFamily {
  static let title = "Hyperbolic functions"

  static let functions: [SheetFunction] = plain + reciprocals + inverses

  static let plain: [SheetFunction] = [
    SheetFunction(
      "SINH", "Gives the hyperbolic sine.", .number("number", "any number"),
      examples: ["SINH(0)" => 0, "ROUND(SINH(1), 6)" => 1.175201, "SINH({0,0})" => [[0, 0]], "SINH(1000)" => .number]
    ) { sinh($0) },

    SheetFunction(
      "COSH", "Gives the hyperbolic cosine.", .number("number", "any number"),
      examples: ["COSH(0)" => 1, "ROUND(COSH(1), 6)" => 1.543081, "COSH({0,0})" => [[1, 1]], "COSH(1000)" => .number]
    ) { cosh($0) },

    SheetFunction(
      "TANH", "Gives the hyperbolic tangent.", .number("number", "any number"),
      examples: [
        "TANH(0)" => 0, "ROUND(TANH(0.5), 6)" => 0.462117, "TANH({0,0})" => [[0, 0]], "TANH(\"x\")" => .value,
      ]
    ) { tanh($0) },
  ]

  static let reciprocals: [SheetFunction] = [
    SheetFunction(
      "SECH", "Gives the hyperbolic secant, one over the hyperbolic cosine.", .number("number", "any number"),
      examples: ["SECH(0)" => 1, "ROUND(SECH(1), 6)" => 0.648054, "SECH({0,0})" => [[1, 1]], "SECH(\"x\")" => .value]
    ) { 1 / cosh($0) },

    SheetFunction(
      "CSCH", "Gives the hyperbolic cosecant, one over the hyperbolic sine.", .number("number", "any number"),
      examples: [
        "ROUND(CSCH(1.5), 4)" => 0.4696, "ROUND(CSCH(-1.5), 4)" => -0.4696,
        "ROUND(CSCH({1.5,-1.5}), 2)" => [[0.47, -0.47]], "CSCH(0)" => .divisionByZero,
      ]
    ) { (number) throws(CellError) in try Trigonometry.reciprocal(sinh(number)) },

    SheetFunction(
      "COTH", "Gives the hyperbolic cotangent, one over the hyperbolic tangent.", .number("number", "any number"),
      examples: [
        "ROUND(COTH(2), 4)" => 1.0373, "ROUND(COTH(-2), 4)" => -1.0373, "ROUND(COTH({2,-2}), 2)" => [[1.04, -1.04]],
        "COTH(0)" => .divisionByZero, "COTH(2^100)" => 1,
      ]
    ) { (number) throws(CellError) in try Trigonometry.reciprocal(tanh(number)) },
  ]

  static let inverses: [SheetFunction] = [
    SheetFunction(
      "ASINH", "Gives the number with a hyperbolic sine.", .number("number", "the hyperbolic sine"),
      examples: [
        "ASINH(0)" => 0, "ROUND(ASINH(-2.5), 6)" => -1.647231, "ASINH({0,0})" => [[0, 0]], "ASINH(\"x\")" => .value,
      ]
    ) { asinh($0) },

    SheetFunction(
      "ACOSH", "Gives the number that is not negative with a hyperbolic cosine.",
      .number("number", "the hyperbolic cosine, at least 1"),
      examples: [
        "ACOSH(1)" => 0, "ROUND(ACOSH(10), 6)" => 2.993223, "ACOSH({1,1})" => [[0, 0]], "ACOSH(0)" => .number,
      ]
    ) { acosh($0) },

    SheetFunction(
      "ATANH", "Gives the number with a hyperbolic tangent.",
      .number("number", "the hyperbolic tangent, between -1 and 1"),
      examples: [
        "ATANH(0)" => 0, "ROUND(ATANH(0.76159416), 6)" => 1, "ATANH({0,0})" => [[0, 0]], "ATANH(1)" => .number,
      ]
    ) { atanh($0) },

    SheetFunction(
      "ACOTH", "Gives the number with a hyperbolic cotangent.",
      .number("number", "the hyperbolic cotangent, below -1 or above 1"),
      examples: [
        "ROUND(ACOTH(6), 3)" => 0.168, "ROUND(ACOTH(-6), 3)" => -0.168, "ROUND(ACOTH({6,-6}), 2)" => [[0.17, -0.17]],
        "ACOTH(1)" => .number, "ROUND(ACOTH(1.000000001), 9)" => 10.708206468,
      ]
    ) { (number) throws(CellError) in
      guard abs(number) > 1 else { throw .number("The number is not below -1 or above 1.") }
      // atanh(1/x) without the rounding of 1/x, which counts near 1.
      let result = log1p(2 / (abs(number) - 1)) / 2
      return number < 0 ? -result : result
    },
  ]
}
