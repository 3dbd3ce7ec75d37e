import CellModel
import Functions
import Mathematics

/// Roots, powers, exponentials and logarithms.
enum PowersAndLogarithms: FunctionFamily {
  static let title = "Powers and logarithms"

  static let functions: [SheetFunction] = powers + logarithms + signs

  static let powers: [SheetFunction] = [
    SheetFunction(
      "SQRT", "Gives the square root.", .number("number", "a number that is not negative"), kernel: .squareRoot,
      examples: ["SQRT(16)" => 4, "SQRT(0)" => 0, "SQRT({4,9})" => [[2, 3]], "SQRT(-1)" => .number]
    ) { $0.squareRoot() },

    SheetFunction(
      "SQRTPI", "Gives the square root of a number times π.", .number("number", "a number that is not negative"),
      traits: .analysisToolPak,
      examples: [
        "ROUND(SQRTPI(1), 6)" => 1.772454, "SQRTPI(0)" => 0, "SQRTPI({0,0})" => [[0, 0]], "SQRTPI(-1)" => .number,
        "SQRTPI(TRUE)" => .value,
      ]
    ) { ($0 * Double.pi).squareRoot() },

    SheetFunction(
      "POWER", "Raises a number to a power.", .number("number", "the base"), .number("power", "the exponent"),
      examples: [
        "POWER(5, 2)" => 25, "POWER(4, 0.5)" => 2, "POWER({2,3}, 2)" => [[4, 9]], "POWER(0, 0)" => .number,
        "POWER(-8, 1/3)" => -2, "POWER(0, -1)" => .divisionByZero, "POWER(-1, 0.5)" => .number,
        "POWER(10, 309)" => .number,
      ]
    ) { (base, exponent) throws(CellError) in
      if let result = CellArithmetic.power(base, exponent) { return result }
      throw CellArithmetic.Fault(ofPower: base, exponent).error
    },

    SheetFunction(
      "EXP", "Raises e to a power.", .number("number", "the exponent"),
      examples: ["EXP(0)" => 1, "ROUND(EXP(1), 6)" => 2.718282, "EXP({0,0})" => [[1, 1]], "EXP(710)" => .number]
    ) { exp($0) },
  ]

  static let logarithms: [SheetFunction] = [
    SheetFunction(
      "LN", "Gives the natural logarithm.", .number("number", "a positive number"),
      examples: ["LN(1)" => 0, "ROUND(LN(86), 4)" => 4.4543, "LN({1,1})" => [[0, 0]], "LN(0)" => .number]
    ) { (number) throws(CellError) in
      guard number > 0 else { throw .number("Only positive numbers have a logarithm.") }
      return log(number)
    },

    SheetFunction(
      "LOG", "Gives the logarithm to a base.", .number("number", "a positive number"),
      .number("base", "the base, positive and not 1; else 10", whenAbsent: 10),
      examples: [
        "LOG(10)" => 1, "LOG(8, 2)" => 3, "INT(LOG(125, 5))" => 3, "LOG({10,100})" => [[1, 2]], "LOG(0)" => .number,
        "LOG(2, 1)" => .divisionByZero, "LOG(100, )" => .number,
      ]
    ) { (number, base) throws(CellError) in
      guard number > 0, base > 0 else { throw .number("Only positive numbers have a logarithm.") }
      guard base != 1 else { throw .divisionByZero("1 is no base of logarithms.") }
      return Logarithms.logarithm(number, base: base)
    },

    SheetFunction(
      "LOG10", "Gives the logarithm to the base 10.", .number("number", "a positive number"),
      examples: ["LOG10(1000)" => 3, "LOG10(1)" => 0, "LOG10({10,100})" => [[1, 2]], "LOG10(-1)" => .number]
    ) { (number) throws(CellError) in
      guard number > 0 else { throw .number("Only positive numbers have a logarithm.") }
      return log10(number)
    },
  ]

  static let signs: [SheetFunction] = [
    SheetFunction(
      "ABS", "Gives a number without its sign.", .number("number", "any number"), kernel: .absolute,
      examples: ["ABS(-2)" => 2, "ABS(0)" => 0, "ABS({-1,1})" => [[1, 1]], "ABS(\"x\")" => .value]
    ) { abs($0) },

    SheetFunction(
      "SIGN", "Gives 1, 0 or -1 as a number is positive, zero or negative.", .number("number", "any number"),
      examples: ["SIGN(10)" => 1, "SIGN(0)" => 0, "SIGN({-0.1,4})" => [[-1, 1]], "SIGN(\"x\")" => .value]
    ) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
  ]
}
