import CellModel
import Functions

/// Functions that measure a text or take a part of it; characters are counted as Excel does, in UTF-16 code units.
enum TextParts: FunctionFamily {
  static let title = "Parts of texts"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "LEN", "Gives the number of characters of a text; one outside of the basic plane, as an emoji, counts as two.",
      .text("text", "the text"),
      examples: [
        "LEN(\"abc\")" => 3, "LEN(\"\")" => 0, "LEN(\"😀\")" => 2, "LEN({\"a\",\"bcd\"})" => [[1, 3]], "LEN(123)" => 3,
        "LEN(1/0)" => .divisionByZero,
      ]
    ) { $0.utf16.count },

    SheetFunction(
      "LEFT", "Gives the first characters of a text.", .text("text", "the text"),
      .placeCount("count", "how many; 1 when left out", missing: 1),
      examples: [
        "LEFT(\"abc\", 2)" => "ab", "LEFT(\"abc\")" => "a", "LEFT(\"abc\", 9)" => "abc", "LEFT(\"abc\", 0)" => "",
        "LEFT(\"abc\",)" => "",
        "LEFT({\"ab\",\"cd\"})" => [["a", "c"]], "LEFT(\"abc\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in text.utf16Part(from: 0, count: try counted(count)) },

    SheetFunction(
      "RIGHT", "Gives the last characters of a text.", .text("text", "the text"),
      .placeCount("count", "how many; 1 when left out", missing: 1),
      examples: [
        "RIGHT(\"abc\", 2)" => "bc", "RIGHT(\"abc\")" => "c", "RIGHT(\"abc\", 9)" => "abc",
        "RIGHT({\"ab\",\"cd\"})" => [["b", "d"]], "RIGHT(\"abc\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in
      let count = try counted(count)
      return text.utf16Part(from: max(0, text.utf16.count - count), count: count)
    },

    SheetFunction(
      "MID", "Gives characters from inside a text.", .text("text", "the text"),
      .integer("start", "the position of the first, from 1"), .count("count", "how many"),
      examples: [
        "MID(\"abcdef\", 2, 3)" => "bcd", "MID(\"abc\", 3, 9)" => "c", "MID(\"abc\", 9, 1)" => "",
        "MID(\"abc\", {1,2}, 1)" => [["a", "b"]], "MID(\"abc\", 0, 1)" => .value, "MID(\"abc\", 1, -1)" => .value,
      ]
    ) { (text, start, count) throws(CellError) in
      text.utf16Part(from: try position(start), count: try counted(count))
    },

    SheetFunction(
      "REPLACE", "Puts a text in the place of some characters of another.", .text("text", "the text to change"),
      .place("start", "the position of the first character that goes, from 1"), .count("count", "how many go"),
      .text("new", "what comes in their place"),
      examples: [
        "REPLACE(\"abcdef\", 2, 3, \"*\")" => "a*ef", "REPLACE(\"abc\", 9, 1, \"x\")" => "abcx",
        "REPLACE(\"abc\", 2, 0, \"x\")" => "axbc", "REPLACE({\"ab\",\"cd\"}, 1, 1, \"x\")" => [["xb", "xd"]],
        "REPLACE(\"abc\", 0, 1, \"x\")" => .value,
      ]
    ) { (text, start, count, new) throws(CellError) in
      let start = try position(start)
      let count = try counted(count)
      if let result = text.replacingAscii(from: start, count: count, by: new) { return result }
      return try limited(
        text.utf16Part(from: 0, count: start) + new
          + text.utf16Part(from: min(start + count, TextLimit.length + 1), count: TextLimit.length))
    },

    SheetFunction(
      "REPT", "Repeats a text.", .text("text", "the text"), .count("count", "how often"),
      examples: [
        "REPT(\"ab\", 3)" => "ababab", "REPT(\"ab\", 0)" => "", "REPT({\"a\",\"b\"}, 2)" => [["aa", "bb"]],
        "REPT(\"a\", -1)" => .value, "REPT(\"a\", 40000)" => .value,
      ]
    ) { (text, count) throws(CellError) in
      guard count >= 0 else { throw .value("The count is negative.") }
      guard !text.isEmpty, count > 0 else { return "" }
      guard count <= TextLimit.length / text.utf16.count else { throw .value("The text would be too long.") }
      return text.repeated(count)
    },

    SheetFunction(
      "EXACT", "Tells whether two texts are the same, with upper and lower case told apart.",
      .text("a", "one text"), .text("b", "the other text"),
      examples: [
        "EXACT(\"a\", \"a\")" => true, "EXACT(\"a\", \"A\")" => false,
        "EXACT({\"a\",\"b\"}, \"a\")" => [[true, false]],
        "EXACT(1, \"1\")" => true, "EXACT(NA(), 1)" => .notAvailable,
      ]
    ) { $0.hasSameBytes(as: $1) },
  ]

  /// A count of characters, which must not be negative; more than a text can have is cut to a small number.
  static func counted(_ count: Int) throws(CellError) -> Int {
    guard count >= 0 else { throw .value("The count is negative.") }
    return min(count, Int(Int32.max))
  }

  /// A position from 1 as an offset from 0.
  static func position(_ start: Int) throws(CellError) -> Int {
    guard start >= 1 else { throw .value("The position must be at least 1.") }
    return min(start - 1, Int(Int32.max))
  }

  /// A text that fits into a cell.
  static func limited(_ text: String) throws(CellError) -> String {
    // Most texts are short enough in UTF-8, whose count is at hand.
    guard text.utf8.count <= TextLimit.length || text.utf16.count <= TextLimit.length else {
      throw .value("The text is longer than 32,767 characters.")
    }
    return text
  }
}

extension Parameter where Value == Int {
  /// A whole number, rounded down: -0.2 is negative, as in Excel.
  static func count(_ name: String, _ help: String) -> Parameter {
    counted(name, help, default: nil) { (number) throws(CellError) in try roundedDown(number) }
  }

  /// A whole number with a value for when it is missing; left empty after a comma it is 0, as in Excel.
  static func count(_ name: String, _ help: String, missing fallback: Int) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard call.position < call.count else { return fallback }
      return try roundedDown((try call.nextValue() ?? .blank).asNumber())
    }
    .numeric(default: fallback) { (number) throws(CellError) in try roundedDown(number) }
  }

  /// A count of which -0.2 is negative and which may lack a little of a whole number.
  static func placeCount(_ name: String, _ help: String, missing fallback: Int) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard call.position < call.count else { return fallback }
      return try placeOrNegative((try call.nextValue() ?? .blank).asNumber())
    }
    .numeric(default: fallback) { (number) throws(CellError) in try placeOrNegative(number) }
  }

  private static func placeOrNegative(_ number: Double) throws(CellError) -> Int {
    try number < 0 ? roundedDown(number) : place(number)
  }

  fileprivate static func roundedDown(_ number: Double) throws(CellError) -> Int {
    try truncated(number.rounded(.down))
  }
}

extension String {
  /// The text as often as told.
  fileprivate func repeated(_ count: Int) -> String {
    var text = self
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count * count) { result in
        guard let start = result.baseAddress, let first = bytes.baseAddress else { return 0 }
        for place in 0..<count { (start + place * bytes.count).update(from: first, count: bytes.count) }
        return bytes.count * count
      }
    }
  }
}
