import CellModel
import Functions

/// Complex numbers, written as texts.
enum ComplexFunctions: FunctionFamily {
  static let title = "Complex numbers"

  static let functions: [SheetFunction] = parts + arithmetic + exponentials + trigonometric

  /// A number that is not zero, or `#NUM!`.
  static func nonzero(_ number: ComplexNumber) throws(CellError) -> ComplexNumber {
    guard !number.isZero else { throw .number("The number is zero.") }
    return number
  }

  static func text(_ number: ComplexNumber, like argument: ComplexArgument) throws(CellError) -> String {
    try ComplexArgument.text(number, argument.letter)
  }

  static let parts: [SheetFunction] = [
    SheetFunction(
      "COMPLEX", "Writes a complex number.", .number("real_num", "the real part"),
      .number("i_num", "the imaginary part"), .text("suffix", "the letter i or j", default: "i"),
      traits: .analysisToolPak,
      examples: [
        "COMPLEX(3, 4)" => "3+4i", "COMPLEX(0, 1)" => "i", "COMPLEX(1, -1, \"j\")" => "1-j",
        "COMPLEX({1,2}, 1)" => [["1+i", "2+i"]], "COMPLEX(1, 1, \"\")" => "1+i", "COMPLEX(1, 1, \"k\")" => .value,
      ]
    ) { (real, imaginary, suffix) throws(CellError) in
      guard suffix == "i" || suffix == "j" || suffix.isEmpty else { throw .value("The letter is neither i nor j.") }
      return try ComplexArgument.text(ComplexNumber(real, imaginary), suffix == "j" ? .j : .i)
    },

    SheetFunction(
      "IMREAL", "Gives the real part of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "IMREAL(\"6-9i\")" => 6, "IMREAL(4)" => 4, "IMREAL({\"1+i\",\"i\"})" => [[1, 0]], "IMREAL(\"x\")" => .number,
      ]
    ) { (argument) throws(CellError) in
      argument.number.real
    },

    SheetFunction(
      "IMAGINARY", "Gives the imaginary part of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "IMAGINARY(\"3+4i\")" => 4, "IMAGINARY(\"-j\")" => -1, "IMAGINARY({4,\"i\"})" => [[0, 1]],
        "IMAGINARY(\"x\")" => .number,
      ]
    ) { (argument) throws(CellError) in
      argument.number.imaginary
    },

    SheetFunction(
      "IMABS", "Gives the distance of a complex number from zero.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "IMABS(\"5+12i\")" => 13, "IMABS(-4)" => 4, "IMABS({\"3+4i\",\"i\"})" => [[5, 1]], "IMABS(\"x\")" => .number,
      ]
    ) { (argument) throws(CellError) in
      argument.number.magnitude
    },

    SheetFunction(
      "IMARGUMENT", "Gives the angle of a complex number in radians.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMARGUMENT(\"3+4i\"), 6)" => 0.927295, "IMARGUMENT(4)" => 0, "IMARGUMENT({1,2})" => [[0, 0]],
        "IMARGUMENT(0)" => .divisionByZero,
      ]
    ) { (argument) throws(CellError) in
      guard !argument.number.isZero else { throw .divisionByZero("Zero has no angle.") }
      return argument.number.argument
    },

    SheetFunction(
      "IMCONJUGATE", "Gives a complex number with the opposite imaginary part.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "IMCONJUGATE(\"3+4i\")" => "3-4i", "IMCONJUGATE(5)" => "5", "IMCONJUGATE({\"i\",\"-j\"})" => [["-i", "j"]],
        "IMCONJUGATE(\"x\")" => .number,
      ]
    ) { (argument) throws(CellError) in
      try text(argument.number.conjugate, like: argument)
    },

  ]

  static let arithmetic: [SheetFunction] = [
    SheetFunction(
      "IMSUM", "Adds complex numbers.", .restArguments("inumber", "the complex numbers and ranges"), .context,
      examples: [
        "IMSUM(\"3+4i\", \"5-3i\")" => "8+i", "IMSUM({\"i\",\"2\"})" => "2+i", "IMSUM(1, 2)" => "3",
        "IMSUM(\"i\", \"j\")" => .value, "IMSUM(, 1)" => .notAvailable,
      ]
    ) { (operands, context) throws(CellError) in
      let (sum, letter) = try ComplexArgument.folded(operands, in: context, from: ComplexNumber(0), +)
      return try ComplexArgument.text(sum, letter)
    },

    SheetFunction(
      "IMPRODUCT", "Multiplies complex numbers.", .restArguments("inumber", "the complex numbers and ranges"), .context,
      examples: [
        "IMPRODUCT(\"3+4i\", \"5-3i\")" => "27+11i", "IMPRODUCT({\"i\",\"i\"})" => "-1",
        "IMPRODUCT(\"1+2i\", 30)" => "30+60i",
        "IMPRODUCT(\"\", 3, 6)" => "18", "IMPRODUCT(\"x\")" => .number,
      ]
    ) { (operands, context) throws(CellError) in
      let (product, letter) = try ComplexArgument.folded(operands, in: context, from: ComplexNumber(1), *)
      return try ComplexArgument.text(product, letter)
    },

    SheetFunction(
      "IMSUB", "Subtracts one complex number from another.", .complex("inumber1"), .complex("inumber2"),
      traits: .analysisToolPak,
      examples: [
        "IMSUB(\"13+4i\", \"5+3i\")" => "8+i", "IMSUB(1, 1)" => "0", "IMSUB({\"i\",\"2i\"}, 1)" => [["-1+i", "-1+2i"]],
        "IMSUB(\"i\", \"j\")" => .value,
      ]
    ) { (a, b) throws(CellError) in
      try ComplexArgument.text(a.number - b.number, try ComplexArgument.common(a.letter, b.letter))
    },

    SheetFunction(
      "IMDIV", "Divides one complex number by another.", .complex("inumber1"), .complex("inumber2"),
      traits: .analysisToolPak,
      examples: [
        "IMDIV(\"-238+240i\", \"10+24i\")" => "5+12i", "IMDIV(4, 2)" => "2",
        "IMDIV({\"i\",\"2i\"}, \"i\")" => [["1", "2"]], "IMDIV(1, 0)" => .number, "IMDIV(\"i\", \"j\")" => .number,
      ]
    ) { (a, b) throws(CellError) in
      if let first = a.letter, let second = b.letter, first != second {
        throw .number("One number is written with i and the other with j.")
      }
      return try ComplexArgument.text(a.number / (try nonzero(b.number)), a.letter ?? b.letter)
    },
  ]

  static let exponentials: [SheetFunction] = [
    SheetFunction(
      "IMSQRT", "Gives the square root of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMSQRT(\"1+i\")), 6)" => 1.098684, "IMSQRT(4)" => "2", "IMSQRT({1,9})" => [["1", "3"]],
        "IMSQRT(\"-12\")" => "2.12115047744981E-16+3.46410161513775i", "IMSQRT(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.squareRoot, like: z) },

    SheetFunction(
      "IMEXP", "Raises e to a complex power.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMEXP(\"1+i\")), 6)" => 1.468694, "IMEXP(0)" => "1", "IMEXP({0,0})" => [["1", "1"]],
        "IMEXP(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.exponential, like: z) },

    SheetFunction(
      "IMLN", "Gives the natural logarithm of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMLN(\"3+4i\")), 6)" => 1.609438, "IMLN(1)" => "0", "IMLN({1,1})" => [["0", "0"]],
        "IMLN(0)" => .number,
      ]
    ) { (z) throws(CellError) in try text(try nonzero(z.number).logarithm, like: z) },

    SheetFunction(
      "IMLOG10", "Gives the logarithm of a complex number to the base 10.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMLOG10(\"3+4i\")), 6)" => 0.69897, "IMLOG10(1)" => "0", "IMLOG10({1,1})" => [["0", "0"]],
        "IMLOG10(0)" => .number,
      ]
    ) { (z) throws(CellError) in try text(try nonzero(z.number).decimalLogarithm, like: z) },

    SheetFunction(
      "IMLOG2", "Gives the logarithm of a complex number to the base 2.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMLOG2(\"3+4i\")), 6)" => 2.321928, "IMLOG2(2)" => "1", "IMLOG2({1,2})" => [["0", "1"]],
        "IMLOG2(0)" => .number,
      ]
    ) { (z) throws(CellError) in try text(try nonzero(z.number).binaryLogarithm, like: z) },

    SheetFunction(
      "IMPOWER", "Raises a complex number to a power.", .complex(), .value("number", "the exponent"),
      traits: .analysisToolPak,
      examples: [
        "IMPOWER(\"2+3i\", 3)" => "-46+9i", "IMPOWER(4, 0.5)" => "2", "IMPOWER({\"i\",2}, 2)" => [["-1", "4"]],
        "IMPOWER(0, 0)" => .number,
      ]
    ) { (z, exponent) throws(CellError) in
      guard z.number.isZero else { return try text(z.number.power(try StrictNumbers.number(exponent)), like: z) }
      guard let power = try? StrictNumbers.number(exponent), power > 0 else {
        throw .number("Zero has only positive powers.")
      }
      return "0"
    },
  ]

  static let trigonometric: [SheetFunction] = [
    SheetFunction(
      "IMSIN", "Gives the sine of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMSIN(\"1+i\")), 6)" => 1.298458, "IMSIN(0)" => "0", "IMSIN({0,0})" => [["0", "0"]],
        "IMSIN(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.sine, like: z) },

    SheetFunction(
      "IMCOS", "Gives the cosine of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMCOS(\"1+i\")), 6)" => 0.83373, "IMCOS(0)" => "1", "IMCOS({0,0})" => [["1", "1"]],
        "IMCOS(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.cosine, like: z) },

    SheetFunction(
      "IMTAN", "Gives the tangent of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMTAN(\"1+i\")), 6)" => 0.271753, "IMTAN(0)" => "0", "IMTAN({0,0})" => [["0", "0"]],
        "IMTAN(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.tangent, like: z) },

    SheetFunction(
      "IMSEC", "Gives the secant of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMSEC(\"1+i\")), 6)" => 0.498337, "IMSEC(0)" => "1", "IMSEC({0,0})" => [["1", "1"]],
        "IMSEC(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.cosine.reciprocal, like: z) },

    SheetFunction(
      "IMCSC", "Gives the cosecant of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMCSC(\"1+i\")), 6)" => 0.621518, "IMCSC(0)" => .number,
        "ROUND(IMREAL(IMCSC({\"1+i\",\"1+i\"})), 3)" => [[0.622, 0.622]], "IMCSC(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text((try nonzero(z.number)).sine.reciprocal, like: z) },

    SheetFunction(
      "IMCOT", "Gives the cotangent of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMCOT(\"1+i\")), 6)" => 0.217622, "IMCOT(0)" => .number,
        "ROUND(IMREAL(IMCOT({\"1+i\",\"1+i\"})), 3)" => [[0.218, 0.218]], "IMCOT(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text((try nonzero(z.number)).tangent.reciprocal, like: z) },

    SheetFunction(
      "IMSINH", "Gives the hyperbolic sine of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMSINH(\"1+i\")), 6)" => 0.634964, "IMSINH(0)" => "0", "IMSINH({0,0})" => [["0", "0"]],
        "IMSINH(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.hyperbolicSine, like: z) },

    SheetFunction(
      "IMCOSH", "Gives the hyperbolic cosine of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMCOSH(\"1+i\")), 6)" => 0.83373, "IMCOSH(0)" => "1", "IMCOSH({0,0})" => [["1", "1"]],
        "IMCOSH(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.hyperbolicCosine, like: z) },

    SheetFunction(
      "IMSECH", "Gives the hyperbolic secant of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMSECH(\"1+i\")), 6)" => 0.498337, "IMSECH(0)" => "1", "IMSECH({0,0})" => [["1", "1"]],
        "IMSECH(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text(z.number.hyperbolicCosine.reciprocal, like: z) },

    SheetFunction(
      "IMCSCH", "Gives the hyperbolic cosecant of a complex number.", .complex(),
      traits: .analysisToolPak,
      examples: [
        "ROUND(IMREAL(IMCSCH(\"1+i\")), 6)" => 0.303931, "IMCSCH(0)" => .number,
        "ROUND(IMREAL(IMCSCH({\"1+i\",\"1+i\"})), 3)" => [[0.304, 0.304]], "IMCSCH(\"x\")" => .number,
      ]
    ) { (z) throws(CellError) in try text((try nonzero(z.number)).hyperbolicSine.reciprocal, like: z) },

  ]
}
