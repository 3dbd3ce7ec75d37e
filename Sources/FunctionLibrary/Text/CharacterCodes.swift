import CellModel
import Functions

/// Functions between characters and their numbers.
enum CharacterCodes: FunctionFamily {
  static let title = "Characters and codes"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "CHAR", "Gives the character of a code from 1 to 255 in the Windows-1252 set.", .place("code", "the code"),
      examples: [
        "CHAR(65)" => "A", "CHAR(128)" => "€", "CHAR({65,66})" => [["A", "B"]], "CHAR(0)" => .value,
        "CHAR(256)" => .value,
      ]
    ) { (code) throws(CellError) in
      guard let scalar = Windows1252.scalar(code) else { throw .value("A code is from 1 to 255.") }
      return String(Character(scalar))
    },

    SheetFunction(
      "CODE", "Gives the code of a text's first character in the Windows-1252 set, 63 for one that is not in it.",
      .text("text", "the text"),
      examples: [
        "CODE(\"A\")" => 65, "CODE(\"€uro\")" => 128, "CODE({\"a\",\"b\"})" => [[97, 98]], "CODE(\"\")" => .value,
      ]
    ) { (text) throws(CellError) in
      guard let first = text.unicodeScalars.first else { throw .value("The text is empty.") }
      return Windows1252.code(of: first)
    },

    SheetFunction(
      "UNICHAR", "Gives the character of a Unicode number.", .integer("number", "the number"),
      examples: [
        "UNICHAR(66)" => "B", "UNICHAR(128512)" => "😀", "UNICHAR({65,960})" => [["A", "π"]], "UNICHAR(0)" => .value,
        "UNICHAR(55296)" => .notAvailable,
      ]
    ) { (number) throws(CellError) in
      guard (1...0x10FFFF).contains(number), let value = UInt32(exactly: number) else {
        throw .value("There is no character of this number.")
      }
      guard let scalar = Unicode.Scalar(value), value & 0xFFFE != 0xFFFE else {
        throw .notAvailable("The number is half of a pair or stands for no character.")
      }
      return String(Character(scalar))
    },

    SheetFunction(
      "UNICODE", "Gives the Unicode number of a text's first character.", .text("text", "the text"),
      examples: [
        "UNICODE(\"B\")" => 66, "UNICODE(\"😀\")" => 128512, "UNICODE({\"a\",\"π\"})" => [[97, 960]],
        "UNICODE(\"\")" => .value,
      ]
    ) { (text) throws(CellError) in
      guard let first = text.unicodeScalars.first else { throw .value("The text is empty.") }
      return Int(first.value)
    },
  ]
}
