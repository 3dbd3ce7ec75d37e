import CellModel
import Functions

/// Numbers of ten digits in the bases 2, 8 and 16, negative ones as two's complement.
enum BaseConversion: FunctionFamily {
  static let title = "Base conversion"

  static let functions: [SheetFunction] = toDecimal + fromDecimal + betweenOthers

  /// The number that digits stand for; a logical is none, and an empty text is 0.
  static func number(_ digits: CellValue, _ system: NumeralSystems.TenDigits) throws(CellError) -> Int {
    switch digits {
    case .logical:
      throw system == .binary ? .value("A logical is no number here.") : .number("A logical has no digits.")
    case .text(""): return 0
    default: break
    }
    guard let number = system.number(of: try digits.asText()) else {
      throw .number("These are not at most ten digits of the base.")
    }
    return number
  }

  /// The digits of a number; without a count of places as many as it takes.
  static func text(
    _ number: Int, _ system: NumeralSystems.TenDigits, places: Int?
  ) throws(CellError) -> String {
    try check(places)
    guard let text = system.text(of: number, places: places) else {
      throw .number("The number does not fit.")
    }
    return text
  }

  private static func check(_ places: Int?) throws(CellError) {
    if let places, places < 1 || places > 10 { throw .number("The count of places is not 1 to 10.") }
  }

  /// The digits of a number that is cut to an integer; a logical is none. The places are judged before the number.
  static func text(
    of number: CellValue, _ system: NumeralSystems.TenDigits, places: Int?
  ) throws(CellError) -> String {
    try check(places)
    let whole = try StrictNumbers.number(number).rounded(.towardZero)
    guard abs(whole) < 1e12 else { throw .number("The number does not fit.") }
    return try text(Int(whole), system, places: places)
  }

  static let toDecimal: [SheetFunction] = [
    SheetFunction(
      "BIN2DEC", "Reads a binary number.",
      .value("number", "up to ten digits"),
      traits: .analysisToolPak,
      examples: [
        "BIN2DEC(\"1100100\")" => 100, "BIN2DEC(1111111111)" => -1, "BIN2DEC({1,10})" => [[1, 2]],
        "BIN2DEC(2)" => .number, "BIN2DEC(\"\")" => 0,
      ]
    ) { (digits) throws(CellError) in try number(digits, .binary) },

    SheetFunction(
      "OCT2DEC", "Reads an octal number.",
      .value("number", "up to ten digits"),
      traits: .analysisToolPak,
      examples: [
        "OCT2DEC(\"54\")" => 44, "OCT2DEC(\"7777777533\")" => -165, "OCT2DEC({7,10})" => [[7, 8]],
        "OCT2DEC(8)" => .number,
      ]
    ) { (digits) throws(CellError) in try number(digits, .octal) },

    SheetFunction(
      "HEX2DEC", "Reads a hexadecimal number.",
      .value("number", "up to ten digits"),
      traits: .analysisToolPak,
      examples: [
        "HEX2DEC(\"A5\")" => 165, "HEX2DEC(\"FFFFFFFF5B\")" => -165, "HEX2DEC({\"A\",10})" => [[10, 16]],
        "HEX2DEC(\"G\")" => .number,
      ]
    ) { (digits) throws(CellError) in try number(digits, .hexadecimal) },

  ]

  static let fromDecimal: [SheetFunction] = [
    SheetFunction(
      "DEC2BIN", "Writes a number as a binary number.",
      .value("number", "the number, cut to an integer"),
      .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "DEC2BIN(9, 4)" => "1001", "DEC2BIN(-100)" => "1110011100", "DEC2BIN({1,2})" => [["1", "10"]],
        "DEC2BIN(512)" => .number, "DEC2BIN(9, 3)" => .number, "DEC2BIN(\"E\")" => .value,
        "DEC2BIN(\"E\", 0)" => .number,
      ]
    ) { (number, places) throws(CellError) in try text(of: number, .binary, places: places) },

    SheetFunction(
      "DEC2OCT", "Writes a number as an octal number.",
      .value("number", "the number, cut to an integer"),
      .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "DEC2OCT(58, 3)" => "072", "DEC2OCT(-100)" => "7777777634", "DEC2OCT({7,8})" => [["7", "10"]],
        "DEC2OCT(536870912)" => .number,
      ]
    ) { (number, places) throws(CellError) in try text(of: number, .octal, places: places) },

    SheetFunction(
      "DEC2HEX", "Writes a number as a hexadecimal number.",
      .value("number", "the number, cut to an integer"),
      .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "DEC2HEX(100, 4)" => "0064", "DEC2HEX(-54)" => "FFFFFFFFCA", "DEC2HEX({10,28})" => [["A", "1C"]],
        "DEC2HEX(-549755813888, 10)" => "8000000000",
        "DEC2HEX(549755813888)" => .number,
      ]
    ) { (number, places) throws(CellError) in try text(of: number, .hexadecimal, places: places) },

  ]

  static let betweenOthers: [SheetFunction] = [
    SheetFunction(
      "BIN2OCT", "Writes a binary number as an octal number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "BIN2OCT(1001, 3)" => "011", "BIN2OCT(1111111111)" => "7777777777", "BIN2OCT({111,1000})" => [["7", "10"]],
        "BIN2OCT(2)" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .binary), .octal, places: places)
    },

    SheetFunction(
      "BIN2HEX", "Writes a binary number as a hexadecimal number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "BIN2HEX(11111011, 4)" => "00FB", "BIN2HEX(1111111111)" => "FFFFFFFFFF", "BIN2HEX({1110,11})" => [["E", "3"]],
        "BIN2HEX(2)" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .binary), .hexadecimal, places: places)
    },

    SheetFunction(
      "OCT2BIN", "Writes an octal number as a binary number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "OCT2BIN(3, 3)" => "011", "OCT2BIN(7777777000)" => "1000000000", "OCT2BIN({1,2})" => [["1", "10"]],
        "OCT2BIN(1000)" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .octal), .binary, places: places)
    },

    SheetFunction(
      "OCT2HEX", "Writes an octal number as a hexadecimal number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "OCT2HEX(100, 4)" => "0040", "OCT2HEX(100, 0)" => .number, "OCT2HEX(7777777533)" => "FFFFFFFF5B",
        "OCT2HEX({12,17})" => [["A", "F"]],
        "OCT2HEX(8)" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .octal), .hexadecimal, places: places)
    },

    SheetFunction(
      "HEX2BIN", "Writes a hexadecimal number as a binary number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "HEX2BIN(\"F\", 8)" => "00001111", "HEX2BIN(\"FFFFFFFFFF\")" => "1111111111",
        "HEX2BIN({1,\"A\"})" => [["1", "1010"]], "HEX2BIN(200)" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .hexadecimal), .binary, places: places)
    },

    SheetFunction(
      "HEX2OCT", "Writes a hexadecimal number as an octal number.",
      .value("number", "up to ten digits"), .optionalInteger("places", "the count of digits, filled with zeros"),
      traits: .analysisToolPak,
      examples: [
        "HEX2OCT(\"F\", 3)" => "017", "HEX2OCT(\"FFFFFFFF00\")" => "7777777400",
        "HEX2OCT({8,\"F\"})" => [["10", "17"]], "HEX2OCT(\"G\")" => .number,
      ]
    ) { (digits, places) throws(CellError) in
      try text(try number(digits, .hexadecimal), .octal, places: places)
    },

  ]

}
