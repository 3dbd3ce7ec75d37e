import CellModel
import Functions

/// Functions that put texts together.
enum TextJoining: FunctionFamily {
  static let title = "Joining texts"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "CONCAT", "Puts the texts of all arguments together; ranges are read row by row.",
      .rest("text", "texts, ranges or arrays"), .context, traits: [.joinsTexts],
      examples: [
        "CONCAT(\"a\", 1, TRUE)" => "a1TRUE", "CONCAT({\"a\",\"b\";\"c\",\"d\"})" => "abcd", "CONCAT(\"\")" => "",
        "CONCAT(\"a\", 1/0)" => .divisionByZero, "CONCAT(REPT(\"a\", 32767), \"b\")" => .calculation,
      ]
    ) { (operands, context) throws(CellError) in
      var joiner = TextJoiner(delimiters: [""], skipsEmpty: true)
      for operand in operands.withCells { try joiner.add(operand, in: context) }
      return joiner.text
    },

    SheetFunction(
      "CONCATENATE", "Puts texts together; an array is joined element by element.",
      parameters: [ParameterInfo("text", "texts or values", lifts: true, repeats: true)], traits: [.joinsTexts],
      examples: [
        "CONCATENATE(\"a\", 1, TRUE)" => "a1TRUE", "CONCATENATE({\"a\",\"b\"}, \"x\")" => [["ax", "bx"]],
        "CONCATENATE(\"a\")" => "a", "CONCATENATE(\"a\", NA())" => .notAvailable,
        "LEN(CONCATENATE(REPT(\"a\", 32767), \"b\"))" => 32767,
      ]
    ) { (call) throws(CellError) in
      // By hand, because a repeating parameter that lifts has no typed form.
      var result = ""
      while call.position < call.count {
        result += try (call.nextValue() ?? .blank).asText()
        if result.utf8.count > TextLimit.length { result = CellArithmetic.cut(result) }
      }
      return .value(.text(result))
    },

    SheetFunction(
      "TEXTJOIN", "Puts texts together with a delimiter between them; an array of delimiters is used in turn.",
      .operand("delimiter", "what stands between two texts"),
      .logical("ignore_empty", "whether empty texts are left out", default: true),
      .restArguments("text", "texts, ranges or arrays"), .context, traits: .takesCellsAsValues,
      examples: [
        "TEXTJOIN(\"-\", TRUE, \"a\", \"\", \"b\")" => "a-b", "TEXTJOIN(\"-\", FALSE, \"a\", \"\", \"b\")" => "a--b",
        "TEXTJOIN(\"-\", {TRUE,FALSE}, \"a\", \"\", \"b\")" => [["a-b", "a--b"]],
        "TEXTJOIN({\",\",\";\"}, TRUE, 1, 2, 3)" => "1,2;3", "TEXTJOIN(\",\", TRUE, {1,2;3,4})" => "1,2,3,4",
        "TEXTJOIN(\",\", TRUE, NA())" => .notAvailable,
      ]
    ) { (delimiter, ignoresEmpty, texts, context) throws(CellError) in
      if let line = TextJoiner.shortLine(of: texts, delimiter, skipsEmpty: ignoresEmpty) { return line }
      var joiner = TextJoiner(delimiters: try TextJoiner.texts(of: delimiter, in: context), skipsEmpty: ignoresEmpty)
      for operand in texts.asOperands.withCells { try joiner.add(operand, in: context) }
      return joiner.text
    },
  ]
}

/// A text being put together from many, with delimiters used in turn and Excel's limit on its length.
struct TextJoiner {
  private let delimiters: [String]
  private let skipsEmpty: Bool
  private(set) var text = ""
  private var pieces = 0
  /// A count of UTF-16 units, kept because counting a growing text again and again would be slow.
  private var length = 0

  init(delimiters: [String], skipsEmpty: Bool) {
    self.delimiters = delimiters.isEmpty ? [""] : delimiters
    self.skipsEmpty = skipsEmpty
  }

  /// The texts of an operand, row by row.
  static func texts(of operand: Operand, in context: any EvaluationContext) throws(CellError) -> [String] {
    if case .omitted = operand { return [""] }
    if case .value(.text(let text)) = operand { return [text] }
    var texts: [String] = []
    for value in try CellRange(operand, in: context).array().elements { texts.append(try value.asText()) }
    return texts
  }

  /// The texts of the single values of a row with one delimiter between them; `nil` where there is more to them or to the
  /// delimiter, an error among them, and where they are long.
  static func shortLine(of texts: RestArguments, _ delimiter: Operand, skipsEmpty: Bool) -> String? {
    guard texts.operands == nil, case .value(.text(let delimiter)) = delimiter else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 255) { room in
      guard let start = room.baseAddress else { return nil }
      var line = TextBytes(at: start, room: room.count)
      var isFirst = true
      for text in texts.values {
        if skipsEmpty, text.isEmpty { continue }
        guard isFirst || line.append(delimiter), text.append(to: &line) else { return nil }
        isFirst = false
      }
      return line.text
    }
  }

  mutating func add(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    switch operand {
    case .omitted: try append("")
    case .deferred(let deferred): try add(deferred.operand, in: context)
    case .value(let value): try add(value)
    case .reference(let reference):
      for index in 0..<reference.areaCount { try add(reference.area(index), in: context) }
    }
  }

  private mutating func add(_ value: CellValue) throws(CellError) {
    if case .array(let array) = value, skipsEmpty, let few = array.few, few.restValue.text == "" {
      for box in few.own.boxes { try append(try few.own.value(of: box).asText()) }
    } else if case .array(let array) = value {
      for element in array.elements { try append(try element.asText()) }
    } else {
      try append(try value.asText())
    }
  }

  private mutating func add(_ area: Area, in context: any EvaluationContext) throws(CellError) {
    guard !area.isEmpty else { return }
    if area.isSingleCell { return try add(context.value(at: area.topLeft)) }
    let used = context.used(area)
    var last = (row: Int(area.bottom), column: Int(area.right))
    // Blanks outside of what is used leave no trace when they are skipped; else so many of them exceed any text.
    if skipsEmpty || delimiters.allSatisfy(\.isEmpty) {
      if used.isEmpty { return }
      last = (Int(used.bottom), Int(used.right))
    } else if area.rows * area.columns > TextLimit.length * delimiters.count + delimiters.count {
      throw .calculation("The text would be longer than 32,767 characters.")
    }
    var filled = area
    (filled.bottom, filled.right) = (Int32(last.row), Int32(last.column))
    if pieces == 0, let joined = joined(filled, in: context) {
      if let error = joined.error { throw error }
      self = joined.joiner
      return
    }
    for row in Int(area.top)...last.row {
      for column in Int(area.left)...last.column {
        try add(context.value(at: CellAddress(grid: area.grid, row: row, column: column)))
      }
    }
  }

  /// How texts are joined.
  private struct Way: Hashable {
    let delimiters: [String]
    let skipsEmpty: Bool
  }

  /// The texts of the upper rows of a column, with the first error that was met there.
  private struct JoinedRows {
    var joiner: TextJoiner
    var error: CellError?

    /// Adds more rows; behind an error there is nothing to add.
    mutating func add(_ rows: Area, in context: any EvaluationContext) {
      guard error == nil else { return }
      do throws(CellError) {
        for row in rows.top...rows.bottom {
          try joiner.add(context.value(at: CellAddress(grid: rows.grid, row: Int(row), column: Int(rows.left))))
        }
      } catch { self.error = error }
    }
  }

  /// The texts of a long column, of which nothing has been added yet; `nil` for any other area.
  private func joined(_ area: Area, in context: any EvaluationContext) -> JoinedRows? {
    let way = Way(delimiters: delimiters, skipsEmpty: skipsEmpty)
    return ColumnProgress.state(of: area, in: context, from: JoinedRows(joiner: self), by: way) {
      $0.add($1, in: context)
      return true
    }
  }

  private mutating func append(_ piece: String) throws(CellError) {
    if skipsEmpty, piece.isEmpty { return }
    if pieces > 0 {
      let delimiter = delimiters[(pieces - 1) % delimiters.count]
      if !delimiter.isEmpty {
        text += delimiter
        length += delimiter.utf16.count
      }
    }
    pieces += 1
    text += piece
    length += piece.utf16.count
    guard length <= TextLimit.length else { throw .calculation("The text would be longer than 32,767 characters.") }
  }
}
