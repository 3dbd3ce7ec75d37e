import CellModel
import Functions

/// Functions that cut texts at delimiters.
enum TextSplitting: FunctionFamily {
  static let title = "Splitting texts"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "TEXTBEFORE", "Gives the part of a text before a delimiter.",
      .text("text", "the text"), .delimiters("delimiter", "where to cut; an array gives several delimiters"),
      .occurrence, .matchMode, .matchEnd, .whenMissing, .context,
      examples: [
        "TEXTBEFORE(\"a-b-c\", \"-\")" => "a", "TEXTBEFORE(\"a-b-c\", \"-\", 2)" => "a-b",
        "TEXTBEFORE(\"a-b-c\", \"-\", -1)" => "a-b", "TEXTBEFORE(\"aXb\", \"x\", 1, 1)" => "a",
        "TEXTBEFORE(\"abc\", \"-\", 1, 0, 1)" => "abc", "TEXTBEFORE({\"a-b\",\"c-d\"}, \"-\")" => [["a", "c"]],
        "TEXTBEFORE(\"abc\", \"-\", , , , \"none\")" => "none", "TEXTBEFORE(\"abc\", \"-\")" => .notAvailable,
        "TEXTBEFORE(\"abc\", \"-\", 0)" => .value, "TEXTBEFORE(\"a-b-c-d\", \"-\", -1.6)" => "a-b",
        "TEXTBEFORE(\"del\", \"deli\", , , , \"none\")" => .value, "TEXTBEFORE(\"del\", \"deli\")" => .notAvailable,
      ]
    ) { (text, delimiter, instance, matchMode, matchEnd, fallback, context) throws(CellError) in
      let cut = try cut(text, delimiter, instance, matchMode, matchEnd, fallback, context)
      guard let cut else { return try notFound(fallback, context) }
      return CellValue.text(text.utf16Part(from: 0, count: cut.lowerBound))
    },

    SheetFunction(
      "TEXTAFTER", "Gives the part of a text after a delimiter.",
      .text("text", "the text"), .delimiters("delimiter", "where to cut; an array gives several delimiters"),
      .occurrence, .matchMode, .matchEnd, .whenMissing, .context,
      examples: [
        "TEXTAFTER(\"a-b-c\", \"-\")" => "b-c", "TEXTAFTER(\"a-b-c\", \"-\", 2)" => "c",
        "TEXTAFTER(\"a-b-c\", \"-\", -1)" => "c", "TEXTAFTER(\"abc\", \"\")" => "abc",
        "TEXTAFTER(\"abc\", \"\", 9)" => "abc",
        "TEXTAFTER({\"a-b\",\"c-d\"}, \"-\")" => [["b", "d"]], "TEXTAFTER(\"a-b+c\", {\"+\",\"-\"})" => "b+c",
        "TEXTAFTER(\"abc\", \"-\")" => .notAvailable, "TEXTAFTER(\"del\", \"deli\", 1)" => .value,
      ]
    ) { (text, delimiter, instance, matchMode, matchEnd, fallback, context) throws(CellError) in
      let cut = try cut(text, delimiter, instance, matchMode, matchEnd, fallback, context)
      guard let cut else { return try notFound(fallback, context) }
      return CellValue.text(text.utf16Part(from: cut.upperBound, count: text.utf16.count))
    },

    SheetFunction(
      "TEXTSPLIT", "Cuts a text into an array at delimiters of columns and of rows.",
      .text("text", "the text"), .operand("column_delimiter", "what parts columns; an array gives several"),
      .operand("row_delimiter", "what parts rows; an array gives several", isRequired: false),
      .logical("ignore_empty", "whether empty parts are left out", default: false),
      .matchMode,
      .operand("pad_with", "what fills short rows; #N/A when left out", isRequired: false),
      .context, traits: .spills,
      examples: [
        "TEXTSPLIT(\"a,b,c\", \",\")" => [["a", "b", "c"]],
        "TEXTSPLIT(\"a,b;c\", \",\", \";\", , , \"-\")" => [["a", "b"], ["c", "-"]],
        "TEXTSPLIT(\"a,,b\", \",\", , TRUE)" => [["a", "b"]],
        "TEXTSPLIT(\"a-b+c\", {\"-\",\"+\"})" => [["a", "b", "c"]],
        "TEXTSPLIT(\"a;b\", , \";\")" => [["a"], ["b"]], "TEXTSPLIT(\"abc\", \"\")" => .value,
      ]
    ) { (text, columnDelimiter, rowDelimiter, ignoresEmpty, matchMode, padding, context) throws(CellError) in
      guard matchMode == 0 || matchMode == 1 else { throw .value("match_mode is 0 or 1.") }
      let columnDelimiters = try delimiters(columnDelimiter, context)
      let rowDelimiters = try delimiters(rowDelimiter, context)
      guard columnDelimiters != nil || rowDelimiters != nil else { throw .value("There is no delimiter.") }
      var rows: [[CellValue]] = []
      for line in parts(of: text, rowDelimiters, matchMode, ignoresEmpty) {
        let row = parts(of: line, columnDelimiters, matchMode, ignoresEmpty)
        rows.append(row.map { CellValue.text($0) })
      }
      rows.removeAll(where: \.isEmpty)
      let width = rows.reduce(0) { max($0, $1.count) }
      guard width > 0 else { throw .calculation("Nothing is left of the text.") }
      guard rows.count * width <= CellArray.limit else { throw .value("The array would be too large.") }
      var pad = CellValue.error(.notAvailable("The row has fewer parts."))
      if case .omitted = padding {} else { pad = Elements(padding, in: context).element(0, 0) }
      for index in rows.indices {
        rows[index] += Array(repeating: pad, count: width - rows[index].count)
      }
      return CellArray(rows)
    },
  ]

  /// Where TEXTBEFORE and TEXTAFTER cut, in UTF-16 units; `nil` when there is no such place.
  private static func cut(
    _ text: String, _ delimiter: Operand, _ occurrence: Double?, _ matchMode: Int, _ matchEnd: Int,
    _ fallback: Operand, _ context: any EvaluationContext
  ) throws(CellError) -> Range<Int>? {
    guard abs(occurrence ?? 1) < 1e9 else { throw .value("The text has fewer characters than that.") }
    let instance = Int((occurrence ?? 1).wholeBelow)
    guard matchMode == 0 || matchMode == 1, matchEnd == 0 || matchEnd == 1 else { throw .value("A mode is 0 or 1.") }
    let length = text.utf16.count
    func place(of delimiter: String) -> Range<Int>?? {
      matchMode == 1 ? nil : AsciiDelimiter.place(instance, of: delimiter, in: text, endCounts: matchEnd == 1)
    }
    // The most, for which no list is made.
    if case .value(.text(let delimiter)) = delimiter, instance != 0, instance.magnitude <= length,
      delimiter.utf8.count <= length, let found = place(of: delimiter)
    {
      return found
    }
    let delimiters = try TextJoiner.texts(of: delimiter, in: context)
    guard instance != 0 else { throw .value("The instance must not be 0.") }
    // An empty delimiter stands at each end as often as one likes.
    let isAtEnds = delimiters.contains("")
    guard length == 0 || isAtEnds || instance.magnitude <= length else {
      throw .value("The text has fewer characters than that.")
    }
    guard length == 0 || delimiters.contains(where: { $0.utf16.count <= length }) else {
      // Of a delimiter alone it is just not found.
      if case .omitted = fallback, occurrence == nil { return nil }
      throw .value("The delimiter is longer than the text.")
    }
    if delimiters.count == 1, let found = place(of: delimiters[0]) { return found }
    if isAtEnds { return instance > 0 ? 0..<0 : length..<length }
    var matches = DelimiterSearch(delimiters, in: text, ignoringCase: matchMode == 1).matches()
    if matchEnd == 1 {
      if instance > 0 { matches.append(length..<length) } else { matches.insert(0..<0, at: 0) }
    }
    let index = instance > 0 ? instance - 1 : matches.count + instance
    return matches.indices.contains(index) ? matches[index] : nil
  }

  private static func notFound(_ fallback: Operand, _ context: any EvaluationContext) throws(CellError) -> CellValue {
    guard let value = try context.givenValue(of: fallback) else {
      throw .notAvailable("The delimiter does not occur.")
    }
    if case .array(let array) = value, array.count == 1, array.first.isBlank { return "" }
    return value.isBlank ? "" : value
  }

  /// The texts of a delimiter argument, `nil` when it was left out; an empty text is no delimiter.
  private static func delimiters(_ operand: Operand, _ context: any EvaluationContext) throws(CellError) -> [String]? {
    if case .omitted = operand { return nil }
    let texts = try TextJoiner.texts(of: operand, in: context)
    guard !texts.contains("") else { throw .value("A delimiter must not be empty.") }
    return texts
  }

  private static func parts(
    of text: String, _ delimiters: [String]?, _ matchMode: Int, _ ignoresEmpty: Bool
  ) -> [String] {
    var parts: [String] = []
    if let delimiters {
      var start = 0
      for match in DelimiterSearch(delimiters, in: text, ignoringCase: matchMode == 1).matches() {
        parts.append(text.utf16Part(from: start, count: match.lowerBound - start))
        start = match.upperBound
      }
      parts.append(text.utf16Part(from: start, count: text.utf16.count))
    } else {
      parts = [text]
    }
    return ignoresEmpty ? parts.filter { !$0.isEmpty } : parts
  }
}

extension Parameter where Value == Operand {
  /// A delimiter, or an array or a range of several.
  fileprivate static func delimiters(_ name: String, _ help: String) -> Parameter {
    operand(name, help)
      .boxed(reading: { (argument) throws(CellError) in
        guard let text = argument.text else { throw .value }
        return .value(.text(text))
      })
  }
  fileprivate static var whenMissing: Parameter {
    operand("if_not_found", "the result when the delimiter is missing; #N/A when left out", isRequired: false)
      .boxed(whenAbsent: { _ in .omitted })
  }
}

extension Parameter<Double?> {
  fileprivate static var occurrence: Parameter {
    optionalNumber("instance", "which occurrence, from 1, rounded down; negative counts from the end")
  }
}

extension Parameter<Int> {
  fileprivate static var matchMode: Parameter {
    integer("match_mode", "0: upper and lower case are told apart; 1: they are not", default: 0)
  }

  fileprivate static var matchEnd: Parameter {
    integer("match_end", "1: the end of the text counts as a delimiter", default: 0)
  }
}
