import CellModel
import Diagnostics

/// Reads what is typed at a prompt: statements, steps and expressions.
enum PromptReader {
  /// Whether the text is an action or service whose body is still to come.
  static func endsWithOpenDefinition(_ reader: SheetReader) -> Bool {
    guard let last = reader.bytes.lastIndex(where: { !$0.isBlank && !$0.isLineEnd }), reader.bytes[last] == Ascii.equals
    else {
      return false
    }
    var index = reader.scanner.lineStart(last)
    while index < last, reader.bytes[index].isBlank { index += 1 }
    guard let word = reader.word(at: index) else { return false }
    return reader.scanner.isWord(index, word, "action") || reader.scanner.isWord(index, word, "service")
  }

  static func entries(_ reader: inout SheetReader) -> [PromptReading.Entry] {
    var entries: [PromptReading.Entry] = []
    var items = SheetItems(in: SourceSpan(reader.source.start, reader.bytes.count), of: reader)
    while let item = items.next(&reader) {
      let errors = reader.findings.errorCount
      if let entry = entry(&reader, item), reader.findings.errorCount == errors { entries.append(entry) }
    }
    return entries
  }

  private static func entry(_ reader: inout SheetReader, _ item: SheetItem) -> PromptReading.Entry? {
    let start = reader.cursor
    // A word alone is a cell, even where it could begin a statement.
    let isWordAlone = reader.word(at: start) == reader.limit
    if !isWordAlone, StatementReader.keyword(&reader) != nil {
      reader.cursor = start
      return .statement(statement(&reader, item))
    }
    if let comment = StatementSlip.foreignComment(reader, at: start) {
      reader.report(comment)
      return nil
    }
    if let formula = comparison(&reader, at: start) {
      reader.cursor = reader.limit
      return .expression(formula)
    }
    if !isWordAlone, isStep(&reader, item) { return StepReader.read(&reader, item).map { .step($0) } }
    let (_, stop) = reader.scanner.expressionEnd(from: start, limit: reader.limit, stops: [.arrow, .equals])
    if stop < reader.limit, reader.bytes[stop] == Ascii.less { return .statement(statement(&reader, item)) }
    if stop < reader.limit, reader.bytes[stop] == Ascii.equals, stop > start, isDefinitionTarget(reader, start, stop) {
      return .statement(statement(&reader, item))
    }
    if isUnknownStatement(&reader) { return .statement(statement(&reader, item)) }
    let before = reader.findings.count
    guard let formula = reader.expression() else { return nil }
    reader.finish(before)
    return .expression(formula)
  }

  /// Reads `path == formula`, which compares and defines nothing.
  private static func comparison(_ reader: inout SheetReader, at start: Int) -> SheetFormula? {
    let end = reader.pathEnd(start)
    guard end > start else { return nil }
    reader.cursor = end
    defer { reader.cursor = start }
    guard reader.isDoubledEquals() else { return nil }
    reader.cursor += 2
    reader.skipBlanks()
    guard reader.cursor < reader.limit else { return nil }
    let (left, right) = (
      reader.formula(SourceSpan(start, end)), reader.formula(SourceSpan(reader.cursor, reader.limit))
    )
    return SheetFormula(tree: .binary(.equal, left.tree, right.tree), span: SourceSpan(start, reader.limit))
  }

  private static func statement(_ reader: inout SheetReader, _ item: SheetItem) -> Statement {
    let kind = StatementReader.read(&reader, item)
    return Statement(kind: kind, span: item.span, documentation: item.documentation)
  }

  /// Whether the text before an `=` is a name, an address or an area.
  private static func isDefinitionTarget(_ reader: SheetReader, _ lower: Int, _ upper: Int) -> Bool {
    var end = upper
    while end > lower, reader.bytes[end - 1].isBlank { end -= 1 }
    return reader.bytes[lower..<end].allSatisfy { $0.isWord || $0 == Ascii.colon || $0 == Ascii.dollar }
      && reader.bytes[lower].isWord
      && !reader.bytes[lower].isDigit
  }

  /// Whether a name is followed by something that neither an expression nor a step has there.
  private static func isUnknownStatement(_ reader: inout SheetReader) -> Bool {
    let start = reader.cursor
    defer { reader.cursor = start }
    guard let end = reader.word(at: reader.cursor) else { return false }
    let isClause = reader.scanner.isWord(reader.cursor, end, "on")
    let text = reader.source[SourceSpan(reader.cursor, end)]
    let isKeyword = StatementSlip.needlessWords.contains(text.lowercased()) || SheetKeyword(near: text) != nil
    reader.cursor = end
    let next = reader.nextByte()
    // Two words side by side are no expression.
    if reader.cursor > end, reader.word(at: reader.cursor) != nil, isClause || isKeyword { return true }
    return next == Ascii.colon && reader.cursor + 1 < reader.limit
      && (reader.bytes[reader.cursor + 1] == Ascii.equals || StatementSlip.check(text.lowercased()) != nil)
  }

  /// Whether what stands between braces is a series of changes rather than an array or a record.
  ///
  /// It is when it begins with a path, and one of its parts is no expression. An array of names alone may
  /// be one of events, which only the sheet knows. No change has braces within braces, so these are looked into once, for the
  /// words about them.
  private static func isInstant(_ reader: SheetReader, isInner: Bool = false) -> Bool {
    let start = reader.cursor
    var reader = reader
    reader.cursor += 1
    reader.skipBlanks()
    guard reader.pathEnd(reader.cursor) > reader.cursor else { return false }
    reader.cursor = start
    var isFound = false
    guard var items = SheetItems(ofBlockIn: &reader) else { return false }
    while let item = items.next(&reader) {
      if reader.word(at: reader.cursor) == reader.limit { continue }
      if isFound || isInner && reader.bytes[item.lower] == Ascii.leftBrace { continue }
      isFound = isAssignmentOrPayload(&reader) || isStep(&reader, item, isInner: true)
    }
    return isFound
  }

  /// Whether a path stands at the cursor with an `=` behind it, or a word, which is what an event is given.
  private static func isAssignmentOrPayload(_ reader: inout SheetReader) -> Bool {
    let start = reader.cursor
    defer { reader.cursor = start }
    let end = reader.pathEnd(start)
    guard end > start else { return false }
    reader.cursor = end
    return reader.nextByte() == Ascii.equals || (reader.cursor > end && reader.word(at: reader.cursor) != nil)
  }

  /// Whether what follows a word is a value in parentheses or one with a sign of its own, as in `wait -1`; with a blank
  /// on both sides of the sign it is a difference.
  private static func beginsValue(_ reader: SheetReader, behind end: Int) -> Bool {
    var index = end
    while index < reader.limit, reader.bytes[index].isBlank { index += 1 }
    guard index < reader.limit else { return false }
    if reader.bytes[index] == Ascii.leftParenthesis { return true }
    let isSign = reader.bytes[index] == UInt8(ascii: "-") || reader.bytes[index] == UInt8(ascii: "+")
    return isSign && index > end && index + 1 < reader.limit && !reader.bytes[index + 1].isBlank
  }

  /// Reads the item at the cursor as an event or action with a payload that has a sign; `nil` where it is anything
  /// else.
  static func signedPayload(_ reader: inout SheetReader) -> TestStep? {
    let start = reader.cursor
    let end = reader.pathEnd(start)
    guard end > start, beginsValue(reader, behind: end), reader.limit > end else { return nil }
    reader.cursor = end
    guard reader.nextByte() != Ascii.leftParenthesis, let payload = reader.expression() else { return nil }
    return TestStep(
      kind: .trigger(reader.formula(SourceSpan(start, end)), .value(payload)), span: SourceSpan(start, reader.limit))
  }

  /// Whether the item reads as a step of a test and as nothing else.
  private static func isStep(_ reader: inout SheetReader, _ item: SheetItem, isInner: Bool = false) -> Bool {
    let start = reader.cursor
    defer { reader.cursor = start }
    if reader.bytes[reader.cursor] == Ascii.leftBrace { return isInstant(reader, isInner: isInner) }
    if let end = reader.word(at: reader.cursor), let keyword = StepReader.keyword(&reader) {
      if [.expect, .wait].contains(keyword), beginsValue(reader, behind: end) { return true }
      reader.cursor = end
      return StatementReader.beginsKeywordStatement(reader, behind: end) || end == reader.limit
        || reader.nextByte() == Ascii.dot
    }
    let end = reader.pathEnd(reader.cursor)
    guard end > reader.cursor else { return false }
    let isPlainName = reader.word(at: reader.cursor) == end
    reader.cursor = end
    let next = reader.nextByte()
    if next == Ascii.equals { return !isPlainName && !isDefinitionTarget(reader, start, end) }
    if reader.isNext("replies") || reader.isNext("sends") || reader.isNext("fails") { return true }
    return reader.cursor > end
      && (next == Ascii.quote || next == Ascii.leftBrace || next == UInt8(ascii: "#") || next.isDigit)
  }
}
