import CellModel
import Functions

/// Functions that count bytes as double-byte character sets do: a wide East Asian character is two.
enum ByteParts: FunctionFamily {
  static let title = "Texts by bytes"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "LENB", "Gives the number of bytes of a text; a wide character counts as two.", .text("text", "the text"),
      examples: [
        "LENB(\"abc\")" => 3, "LENB(\"日本\")" => 4, "LENB({\"a\",\"日\"})" => [[1, 2]], "LENB(1/0)" => .divisionByZero,
      ]
    ) { byteCount($0) },

    SheetFunction(
      "LEFTB", "Gives the first bytes of a text; half a wide character is a blank.", .text("text", "the text"),
      .placeCount("count", "how many bytes; 1 when left out", missing: 1),
      examples: [
        "LEFTB(\"abc\", 2)" => "ab", "LEFTB(\"日本\", 2)" => "日", "LEFTB(\"日本\", 3)" => "日 ",
        "LEFTB({\"ab\",\"cd\"})" => [["a", "c"]], "LEFTB(\"a\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in part(of: text, from: 0, count: try TextParts.counted(count)) },

    SheetFunction(
      "RIGHTB", "Gives the last bytes of a text; half a wide character is a blank.", .text("text", "the text"),
      .placeCount("count", "how many bytes; 1 when left out", missing: 1),
      examples: [
        "RIGHTB(\"abc\", 2)" => "bc", "RIGHTB(\"日本\", 2)" => "本", "RIGHTB(\"日本\", 3)" => " 本",
        "RIGHTB({\"ab\",\"cd\"})" => [["b", "d"]], "RIGHTB(\"a\", -1)" => .value,
      ]
    ) { (text, count) throws(CellError) in
      let count = try TextParts.counted(count)
      return part(of: text, from: max(0, byteCount(text) - count), count: count)
    },

    SheetFunction(
      "MIDB", "Gives bytes from inside a text; half a wide character is a blank.", .text("text", "the text"),
      .integer("start", "the position of the first byte, from 1"), .count("count", "how many bytes"),
      examples: [
        "MIDB(\"abcdef\", 2, 3)" => "bcd", "MIDB(\"日本語\", 3, 2)" => "本", "MIDB(\"abc\", {1,2}, 1)" => [["a", "b"]],
        "MIDB(\"abc\", 0, 1)" => .value,
      ]
    ) { (text, start, count) throws(CellError) in
      part(of: text, from: try TextParts.position(start), count: try TextParts.counted(count))
    },

    SheetFunction(
      "REPLACEB", "Puts a text in the place of some bytes of another.", .text("text", "the text to change"),
      .place("start", "the position of the first byte that goes, from 1"), .count("count", "how many bytes go"),
      .text("new", "what comes in their place"),
      examples: [
        "REPLACEB(\"abcdef\", 2, 3, \"*\")" => "a*ef", "REPLACEB(\"日本\", 1, 2, \"x\")" => "x本",
        "REPLACEB({\"ab\",\"cd\"}, 1, 1, \"x\")" => [["xb", "xd"]], "REPLACEB(\"abc\", 0, 1, \"x\")" => .value,
      ]
    ) { (text, start, count, new) throws(CellError) in
      let start = try TextParts.position(start)
      let count = try TextParts.counted(count)
      return try TextParts.limited(
        part(of: text, from: 0, count: start) + new + part(of: text, from: start + count, count: Int(Int32.max)))
    },

    SheetFunction(
      "FINDB", "Gives the byte position of a text in another, with upper and lower case told apart.",
      .text("find", "the text to find"), .text("within", "the text to look in"),
      .count("start", "the byte position to begin at; 1 when left out", missing: 1),
      examples: [
        "FINDB(\"c\", \"abc\")" => 3, "FINDB(\"本\", \"日本\")" => 3, "FINDB({\"a\",\"b\"}, \"ab\")" => [[1, 2]],
        "FINDB(\"A\", \"abc\")" => .value,
      ]
    ) { (find, within, start) throws(CellError) in
      try bytePosition(in: within, from: start) { (text, start) throws(CellError) in
        try TextSearching.find(find, in: text, from: start)
      }
    },

    SheetFunction(
      "SEARCHB", "Gives the byte position of a pattern in a text, in any case.",
      .text("find", "the pattern; ? is one character of one byte, * any number, ~ takes their meaning away"),
      .text("within", "the text to look in"),
      .count("start", "the byte position to begin at; 1 when left out", missing: 1), .context,
      examples: [
        "SEARCHB(\"C\", \"abc\")" => 3, "SEARCHB(\"本\", \"日本\")" => 3, "SEARCHB(\"?\", \"你好world\")" => 5,
        "SEARCHB({\"a\",\"b\"}, \"ab\")" => [[1, 2]],
        "SEARCHB(\"x\", \"abc\")" => .value,
      ]
    ) { (find, within, start, context) throws(CellError) in
      try bytePosition(in: within, from: start) { (text, start) throws(CellError) in
        try TextSearching.search(for: find, from: start, context.textMatching, countingBytes: true)(text)
      }
    },
  ]

  private static func byteCount(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.isDoubleByte || scalar.value > 0xFFFF ? 2 : 1
  }

  private static func part(of text: String, from start: Int, count: Int) -> String {
    var result = String.UnicodeScalarView()
    var position = 0
    let end = start + count
    for scalar in text.unicodeScalars where position < end {
      let next = position + width(scalar)
      if position >= start, next <= end {
        result.append(scalar)
      } else if next > start, position < end {
        result.append(" ")
      }
      position = next
    }
    return String(result)
  }

  /// A search by positions of characters, told in positions of bytes.
  private static func bytePosition(
    in text: String, from start: Int, _ search: (String, Int) throws(CellError) -> Int
  ) throws(CellError) -> Int {
    guard start >= 1 else { throw .value("The position must be at least 1.") }
    var bytes = 0
    var units = 0
    for scalar in text.unicodeScalars where bytes < start - 1 {
      bytes += width(scalar)
      units += UTF16.width(scalar)
    }
    guard bytes >= start - 1 else { throw .value("The position is after the end.") }
    let found = try search(text, units + 1)
    return byteCount(text.utf16Part(from: 0, count: found - 1)) + 1
  }
}
