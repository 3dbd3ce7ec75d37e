import CellModel
import Functions

/// The functions that take parts of texts by characters, as LibreOffice counts them: one outside of the basic plane, as an
/// emoji, is one, where Excel counts the two code units of UTF-16.
enum OpenFormulaTextParts: FunctionFamily {
  static let title = "Parts of texts in OpenFormula"
  static let source: String? = "LibreOffice 7.4"

  private static let prefix = StandInNames.prefix

  static let functions: [SheetFunction] = [
    SheetFunction(
      prefix + "LEN", "Gives the number of characters of a text.", .text("text", "the text"),
      examples: [
        "ORG.LIBREOFFICE.LEN(\"a😀\")" => 2, "ORG.LIBREOFFICE.LEN(\"\")" => 0,
        "ORG.LIBREOFFICE.LEN({\"é\",\"bcd\"})" => [[1, 3]], "ORG.LIBREOFFICE.LEN(1/0)" => .divisionByZero,
      ]
    ) { $0.unicodeScalars.count },

    SheetFunction(
      prefix + "LEFT", "Gives the first characters of a text.", .text("text", "the text"),
      .placeCount("count", "how many; 1 when left out", missing: 1),
      examples: [
        "ORG.LIBREOFFICE.LEFT(\"a😀b\", 2)" => "a😀", "ORG.LIBREOFFICE.LEFT(\"abc\")" => "a",
        "ORG.LIBREOFFICE.LEFT({\"ab\",\"cd\"})" => [["a", "c"]], "ORG.LIBREOFFICE.LEFT(\"abc\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in text.characters(from: 0, count: try TextParts.counted(count)) },

    SheetFunction(
      prefix + "RIGHT", "Gives the last characters of a text.", .text("text", "the text"),
      .placeCount("count", "how many; 1 when left out", missing: 1),
      examples: [
        "ORG.LIBREOFFICE.RIGHT(\"a😀b\", 2)" => "😀b", "ORG.LIBREOFFICE.RIGHT(\"abc\", 9)" => "abc",
        "ORG.LIBREOFFICE.RIGHT({\"ab\",\"cd\"})" => [["b", "d"]], "ORG.LIBREOFFICE.RIGHT(\"abc\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in
      let count = try TextParts.counted(count)
      return text.characters(from: max(0, text.unicodeScalars.count - count), count: count)
    },

    SheetFunction(
      prefix + "MID", "Gives characters from inside a text.", .text("text", "the text"),
      .integer("start", "the position of the first, from 1"), .count("count", "how many"),
      examples: [
        "ORG.LIBREOFFICE.MID(\"a😀bc\", 3, 1)" => "b", "ORG.LIBREOFFICE.MID(\"abc\", 9, 1)" => "",
        "ORG.LIBREOFFICE.MID(\"abc\", {1,2}, 1)" => [["a", "b"]], "ORG.LIBREOFFICE.MID(\"abc\", 0, 1)" => .value,
      ]
    ) { (text, start, count) throws(CellError) in
      text.characters(from: try TextParts.position(start), count: try TextParts.counted(count))
    },

    SheetFunction(
      prefix + "REPLACE", "Puts a text in the place of some characters of another.",
      .text("text", "the text to change"),
      .place("start", "the position of the first character that goes, from 1"), .count("count", "how many go"),
      .text("new", "what comes in their place"),
      examples: [
        "ORG.LIBREOFFICE.REPLACE(\"a😀bc\", 2, 1, \"*\")" => "a*bc",
        "ORG.LIBREOFFICE.REPLACE(\"abc\", 9, 1, \"x\")" => "abcx",
        "ORG.LIBREOFFICE.REPLACE({\"ab\",\"cd\"}, 1, 1, \"x\")" => [["xb", "xd"]],
        "ORG.LIBREOFFICE.REPLACE(\"abc\", 0, 1, \"x\")" => .value,
      ]
    ) { (text, start, count, new) throws(CellError) in
      let start = try TextParts.position(start)
      let end = start + (try TextParts.counted(count))
      return try TextParts.limited(
        text.characters(from: 0, count: start) + new + text.characters(from: end, count: TextLimit.length))
    },
  ]
}

extension String {
  /// A part of the text, counted in characters of Unicode; it ends with the text.
  fileprivate func characters(from start: Int, count: Int) -> String {
    // Without one outside of the basic plane each is a code unit.
    guard hasSurrogates else { return utf16Part(from: start, count: count) }
    return String(unicodeScalars.dropFirst(start).prefix(count))
  }

  /// The place of a character, from 1, whose first code unit of UTF-16 is at a place.
  func characterPlace(ofUnit place: Int) -> Int {
    hasSurrogates ? place - utf16.prefix(place - 1).count(where: UTF16.isTrailSurrogate) : place
  }

  /// Whether a character is two code units in UTF-16, which is four bytes here.
  private var hasSurrogates: Bool { utf8.contains { $0 >= 0xF0 } }
}
