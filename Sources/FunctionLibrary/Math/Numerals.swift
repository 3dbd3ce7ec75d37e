import CellModel
import Functions

/// Roman numerals and numbers in other bases.
enum Numerals: FunctionFamily {
  static let title = "Numerals"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ROMAN", "Writes a number as a Roman numeral.",
      .integer("number", "a number from 0 to 3999"),
      .value("form", "0 or TRUE is classic, more up to 4, or FALSE, is more concise", default: 0),
      examples: [
        "ROMAN(1999)" => "MCMXCIX", "ROMAN(499, 0)" => "CDXCIX", "ROMAN(499, 1)" => "LDVLIV", "ROMAN(499, 4)" => "ID",
        "ROMAN(0)" => "", "ROMAN(499, 5)" => .value, "ROMAN({4,9})" => [["IV", "IX"]], "ROMAN(4000)" => .value,
      ]
    ) { (number, form) throws(CellError) in
      guard (0...3999).contains(number) else { throw .value("Only 0 to 3999 have a Roman numeral.") }
      let choice: Double
      switch form {
      case .logical(let isClassic): choice = isClassic ? 0 : 4
      default: choice = try form.asNumber()
      }
      guard choice > -1, choice < 5 else { throw .value("A form is 0 to 4.") }
      return RomanNumerals.text(of: number, form: Int(choice))
    },

    SheetFunction(
      "ARABIC", "Reads a Roman numeral.", .text("text", "the numeral, in any case"),
      examples: [
        "ARABIC(\"MCMXCIX\")" => 1999, "ARABIC(\"-xiv\")" => -14, "ARABIC(\"\")" => 0,
        "ARABIC({\"I\",\"ID\"})" => [[1, 499]], "ARABIC(\"ABC\")" => .value, "ARABIC(\"- I\")" => .value,
      ]
    ) { (text) throws(CellError) in
      if text == "-" { throw .number("There is no numeral after the minus.") }
      guard let number = RomanNumerals.number(of: text) else { throw .value("The text is no Roman numeral.") }
      return number
    },

    SheetFunction(
      "BASE", "Writes a number in a base.",
      .number("number", "a whole number from 0 to 2^53"), .integer("radix", "the base, 2 to 36"),
      .integer("length", "the fewest digits", default: 0),
      examples: [
        "BASE(7, 2)" => "111", "BASE(100, 16)" => "64", "BASE(15, 2, 10)" => "0000001111",
        "BASE({1,2}, 2)" => [["1", "10"]],
        "BASE(-1, 2)" => .number, "BASE(1, 37)" => .number,
      ]
    ) { (number, radix, length) throws(CellError) in
      guard number >= 0, number < 9_007_199_254_740_992, (2...36).contains(radix), (0...255).contains(length) else {
        throw .number("The number, the base or the length is out of range.")
      }
      return NumeralSystems.text(of: Int(number), base: radix, places: length)
    },

    SheetFunction(
      "DECIMAL", "Reads a number written in a base.",
      .text("text", "the digits, in any case; 0x before them is skipped"),
      .integer("radix", "the base, 2 to 36"),
      examples: [
        "DECIMAL(\"FF\", 16)" => 255, "DECIMAL(\"111\", 2)" => 7, "DECIMAL(\"zap\", 36)" => 45745,
        "DECIMAL(\"0xFF\", 16)" => 255, "DECIMAL({\"1\",\"10\"}, 2)" => [[1, 2]], "DECIMAL(\"2\", 2)" => .number,
        "DECIMAL(\"1\", 37)" => .number,
      ]
    ) { (text, radix) throws(CellError) in
      guard (2...36).contains(radix) else { throw .number("The base is out of range.") }
      guard text.utf8.count <= 255 else { throw .value("The text is too long.") }
      var digits = text.drop { $0 == " " }
      if radix < 34, digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
      guard let number = NumeralSystems.number(of: String(digits), base: radix) else {
        throw .number("The text has a character that is no digit of the base.")
      }
      return number
    },
  ]
}
