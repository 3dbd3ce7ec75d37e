import CellModel
import Functions
import Mathematics

/// Sines, tangents and their kin, of angles in radians.
enum Trigonometry: FunctionFamily {
  static let title = "Trigonometry"

  static let functions: [SheetFunction] = circular + reciprocals + inverses + angles

  /// Excel gives no sine of an angle of 2²⁷ radians or more.
  static func checked(_ angle: Double) throws(CellError) -> Double {
    guard abs(angle) < 134_217_728 else { throw .number("The angle is too large.") }
    return angle
  }

  /// One over a value, and `#DIV/0!` for 0.
  static func reciprocal(_ x: Double) throws(CellError) -> Double {
    guard x != 0 else { throw .zeroDivisor }
    return 1 / x
  }

  static let circular: [SheetFunction] = [
    SheetFunction(
      "SIN", "Gives the sine of an angle.", .number("angle", "the angle in radians"),
      examples: [
        "SIN(0)" => 0, "ROUND(SIN(PI()/6), 9)" => 0.5, "ROUND(SIN(PI())*1E+16, 9)" => 1.225148455,
        "SIN({0,0})" => [[0, 0]], "SIN(134217728)" => .number,
      ]
    ) { (angle) throws(CellError) in CircularKernel.sine(try checked(angle)) },

    SheetFunction(
      "COS", "Gives the cosine of an angle.", .number("angle", "the angle in radians"),
      examples: ["COS(0)" => 1, "ROUND(COS(PI()/3), 9)" => 0.5, "COS({0,0})" => [[1, 1]], "COS(\"x\")" => .value]
    ) { (angle) throws(CellError) in CircularKernel.cosine(try checked(angle)) },

    SheetFunction(
      "TAN", "Gives the tangent of an angle.", .number("angle", "the angle in radians"),
      examples: [
        "TAN(0)" => 0, "ROUND(TAN(PI()/4), 9)" => 1, "ROUND(TAN(PI()/2)*1E-16, 9)" => 1.632455228,
        "TAN({0,0})" => [[0, 0]], "TAN(\"x\")" => .value,
      ]
    ) { (angle) throws(CellError) in CircularKernel.tangent(try checked(angle)) },
  ]

  static let reciprocals: [SheetFunction] = [
    SheetFunction(
      "SEC", "Gives the secant of an angle, one over its cosine.", .number("angle", "the angle in radians"),
      examples: ["SEC(0)" => 1, "ROUND(SEC(PI()/3), 9)" => 2, "SEC({0,0})" => [[1, 1]], "SEC(\"x\")" => .value]
    ) { (angle) throws(CellError) in try reciprocal(CircularKernel.cosine(try checked(angle))) },

    SheetFunction(
      "CSC", "Gives the cosecant of an angle, one over its sine.", .number("angle", "the angle in radians"),
      examples: [
        "ROUND(CSC(PI()/6), 9)" => 2, "CSC(0)" => .divisionByZero, "ROUND(CSC({15,-15}), 3)" => [[1.538, -1.538]],
        "CSC(\"x\")" => .value,
      ]
    ) { (angle) throws(CellError) in try reciprocal(CircularKernel.sine(try checked(angle))) },

    SheetFunction(
      "COT", "Gives the cotangent of an angle, one over its tangent.", .number("angle", "the angle in radians"),
      examples: [
        "ROUND(COT(PI()/4), 9)" => 1, "COT(0)" => .divisionByZero, "ROUND(COT({30,-30}), 3)" => [[-0.156, 0.156]],
        "COT(\"x\")" => .value,
      ]
    ) { (angle) throws(CellError) in try reciprocal(CircularKernel.tangent(try checked(angle))) },
  ]

  static let inverses: [SheetFunction] = [
    SheetFunction(
      "ASIN", "Gives the angle with a sine.", .number("sine", "a value of -1 to 1"),
      examples: ["ASIN(0)" => 0, "ROUND(ASIN(1), 6)" => 1.570796, "ASIN({0,0})" => [[0, 0]], "ASIN(2)" => .number]
    ) { asin($0) },

    SheetFunction(
      "ACOS", "Gives the angle with a cosine.", .number("cosine", "a value of -1 to 1"),
      examples: ["ACOS(1)" => 0, "ROUND(ACOS(-1), 6)" => 3.141593, "ACOS({1,1})" => [[0, 0]], "ACOS(2)" => .number]
    ) { acos($0) },

    SheetFunction(
      "ATAN", "Gives the angle with a tangent.", .number("tangent", "the tangent"),
      examples: [
        "ATAN(0)" => 0, "ROUND(ATAN(1)*4, 6)" => 3.141593, "ATAN({0,0})" => [[0, 0]], "ATAN(\"x\")" => .value,
      ]
    ) { atan($0) },

    SheetFunction(
      "ATAN2", "Gives the angle of a point seen from the origin; the abscissa comes first.",
      .number("x", "the abscissa"), .number("y", "the ordinate"),
      examples: [
        "ATAN2(1, 0)" => 0, "ROUND(ATAN2(1, 1), 6)" => 0.785398, "ROUND(ATAN2(-1, -1), 6)" => -2.356194,
        "ATAN2({1,2}, 0)" => [[0, 0]], "ATAN2(0, 0)" => .divisionByZero,
      ]
    ) { (x, y) throws(CellError) in
      guard x != 0 || y != 0 else { throw .divisionByZero("The point is the origin.") }
      return atan2(y, x)
    },

    SheetFunction(
      "ACOT", "Gives the angle, between 0 and π, with a cotangent.", .number("cotangent", "the cotangent"),
      examples: [
        "ROUND(ACOT(2), 4)" => 0.4636, "ROUND(ACOT(0), 6)" => 1.570796, "ROUND(ACOT(-2), 4)" => 2.6779,
        "ROUND(ACOT({1,1}), 4)" => [[0.7854, 0.7854]], "ACOT(1E+20)*1E+20" => 1, "ACOT(\"x\")" => .value,
      ]
    ) { number in
      // Through the reciprocal: π/2 − atan loses the digits of a small angle.
      if number == 0 { return Double.pi / 2 }
      return number > 0 ? atan(1 / number) : Double.pi + atan(1 / number)
    },
  ]

  static let angles: [SheetFunction] = [
    SheetFunction(
      "PI", "Gives the ratio of a circle's circumference to its diameter.",
      examples: ["PI()" => 3.141592653589793, "ROUND(PI(), 2)" => 3.14, "COS(PI())" => -1, "PI(1)" => .value]
    ) { Double.pi },

    SheetFunction(
      "DEGREES", "Turns radians into degrees.", .number("angle", "the angle in radians"),
      examples: ["DEGREES(PI())" => 180, "DEGREES(0)" => 0, "DEGREES({0,0})" => [[0, 0]], "DEGREES(\"x\")" => .value]
    ) { $0 * (180 / Double.pi) },

    SheetFunction(
      "RADIANS", "Turns degrees into radians.", .number("angle", "the angle in degrees"),
      examples: [
        "RADIANS(180)" => 3.141592653589793, "RADIANS(0)" => 0, "RADIANS({0,0})" => [[0, 0]],
        "RADIANS(\"x\")" => .value,
      ]
    ) { $0 * (Double.pi / 180) },
  ]
}
