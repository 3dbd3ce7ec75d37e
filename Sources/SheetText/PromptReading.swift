import CellModel
import Diagnostics
import Formulas

/// What somebody typed at a prompt.
package struct PromptReading: Sendable {
  package enum Entry: Sendable {
    /// A statement as it may stand in a file; `A = 30` is one, whether it defines a cell or sets it.
    case statement(Statement)
    /// A step as it may stand in a test: a setting of a path, an event with a payload, `wait 1`.
    case step(TestStep)
    /// A formula to be evaluated; the name of an event or action alone is one too.
    case expression(SheetFormula)
  }

  package let source: SourceText
  package let entries: [Entry]
  package let diagnostics: [Diagnostic]
  /// Whether a bracket is open, so that the next line belongs to this text.
  package let isIncomplete: Bool

  /// Reads one or more lines; a text that is incomplete has neither entries nor diagnostics, and what cannot be read is no entry.
  ///
  /// - Parameter isWhole: Whether no more lines come, so that a bracket that is open is an error of its statement.
  package init(_ source: SourceText, isWhole: Bool = false) {
    self.source = source
    if let finding = TextValidity.finding(in: source.bytes) {
      entries = []
      diagnostics = [finding.diagnostic]
      isIncomplete = false
      return
    }
    var parser = SheetParser(source)
    isIncomplete = !isWhole && (parser.scanner.isOpenAtEnd || parser.endsWithOpenDefinition())
    if isIncomplete {
      entries = []
      diagnostics = []
      return
    }
    entries = parser.promptEntries()
    diagnostics = parser.findings.closed()
  }

  package init(_ text: String, isWhole: Bool = false) { self.init(SourceText(name: "", text), isWhole: isWhole) }
}

extension PromptReading {
  /// An expression such as `key -1` as what it is where `key` is an event: the event with its payload; `nil` where it
  /// cannot be that.
  package static func signedPayload(_ expression: SheetFormula, in source: SourceText) -> TestStep? {
    var parser = SheetParser(source)
    (parser.cursor, parser.limit) = (expression.span.lower, expression.span.upper)
    return parser.signedPayload()
  }
}

extension SheetParser {
  /// Whether the text is an action or service whose body is still to come.
  func endsWithOpenDefinition() -> Bool {
    guard let last = bytes.lastIndex(where: { !$0.isBlank && !$0.isLineEnd }), bytes[last] == Ascii.equals else {
      return false
    }
    var index = scanner.lineStart(last)
    while index < last, bytes[index].isBlank { index += 1 }
    guard let word = word(at: index) else { return false }
    return scanner.isWord(index, word, "action") || scanner.isWord(index, word, "service")
  }

  mutating func promptEntries() -> [PromptReading.Entry] {
    var entries: [PromptReading.Entry] = []
    forEachItem(from: start, to: bytes.count) { parser, item in
      let errors = parser.findings.errorCount
      if let entry = parser.promptEntry(item), parser.findings.errorCount == errors { entries.append(entry) }
    }
    return entries
  }

  private mutating func promptEntry(_ item: Item) -> PromptReading.Entry? {
    let start = cursor
    // A word alone is a cell, even where it could begin a statement.
    let isWordAlone = word(at: start) == limit
    if !isWordAlone, keyword() != nil {
      cursor = start
      return .statement(promptStatement(item))
    }
    if let comment = foreignComment(at: start) {
      findings.append(comment)
      return nil
    }
    if let formula = comparison(at: start) {
      cursor = limit
      return .expression(formula)
    }
    if !isWordAlone, isPromptStep(item) { return step(item).map { .step($0) } }
    let (_, stop) = scanner.expressionEnd(from: start, limit: limit, stops: [.arrow, .equals])
    if stop < limit, bytes[stop] == Ascii.less { return .statement(promptStatement(item)) }
    if stop < limit, bytes[stop] == Ascii.equals, stop > start, isDefinitionTarget(start, stop) {
      return .statement(promptStatement(item))
    }
    if isUnknownStatement() { return .statement(promptStatement(item)) }
    let before = findings.count
    guard let formula = expression() else { return nil }
    finish(before)
    return .expression(formula)
  }

  /// Reads `path == formula`, which compares and defines nothing.
  private mutating func comparison(at start: Int) -> SheetFormula? {
    let end = pathEnd(start)
    guard end > start else { return nil }
    cursor = end
    defer { cursor = start }
    guard isDoubledEquals() else { return nil }
    cursor += 2
    skipBlanks()
    guard cursor < limit else { return nil }
    let (left, right) = (formula(SourceSpan(start, end)), formula(SourceSpan(cursor, limit)))
    return SheetFormula(tree: .binary(.equal, left.tree, right.tree), span: SourceSpan(start, limit))
  }

  private mutating func promptStatement(_ item: Item) -> Statement {
    let kind = statement(item)
    return Statement(kind: kind, span: item.span, documentation: item.documentation)
  }

  /// Whether the text before an `=` is a name, an address or an area.
  private func isDefinitionTarget(_ lower: Int, _ upper: Int) -> Bool {
    var end = upper
    while end > lower, bytes[end - 1].isBlank { end -= 1 }
    return bytes[lower..<end].allSatisfy { $0.isWord || $0 == Ascii.colon || $0 == Ascii.dollar } && bytes[lower].isWord
      && !bytes[lower].isDigit
  }

  /// Whether a name is followed by something that neither an expression nor a step has there.
  private mutating func isUnknownStatement() -> Bool {
    let start = cursor
    defer { cursor = start }
    guard let end = word(at: cursor) else { return false }
    let isClause = scanner.isWord(cursor, end, "on")
    let text = source[SourceSpan(cursor, end)]
    let isKeyword = Self.needlessWords.contains(text.lowercased()) || SheetFinding.nearKeyword(text) != nil
    cursor = end
    let next = nextByte()
    // Two words side by side are no expression.
    if cursor > end, word(at: cursor) != nil, isClause || isKeyword { return true }
    return next == Ascii.colon && cursor + 1 < limit
      && (bytes[cursor + 1] == Ascii.equals || Self.check(text.lowercased()) != nil)
  }

  /// Whether what stands between braces is a series of changes rather than an array or a record.
  ///
  /// It is when it begins with a path, and one of its parts is no expression. An array of names alone may
  /// be one of events, which only the sheet knows.
  private mutating func isInstant() -> Bool {
    var reader = self
    reader.cursor += 1
    reader.skipBlanks()
    guard reader.pathEnd(reader.cursor) > reader.cursor else { return false }
    reader.cursor = cursor
    var isFound = false
    reader.block { parser, item in
      if parser.word(at: parser.cursor) == parser.limit { return }
      isFound = isFound || parser.isAssignmentOrPayload() || parser.isPromptStep(item)
    }
    return isFound
  }

  /// Whether a path stands at the cursor with an `=` behind it, or a word, which is what an event is given.
  private mutating func isAssignmentOrPayload() -> Bool {
    let start = cursor
    defer { cursor = start }
    let end = pathEnd(start)
    guard end > start else { return false }
    cursor = end
    return nextByte() == Ascii.equals || (cursor > end && word(at: cursor) != nil)
  }

  /// Whether what follows a word is a value in parentheses or one with a sign of its own, as in `wait -1`; with a blank
  /// on both sides of the sign it is a difference.
  private func beginsValue(behind end: Int) -> Bool {
    var index = end
    while index < limit, bytes[index].isBlank { index += 1 }
    guard index < limit else { return false }
    if bytes[index] == Ascii.leftParenthesis { return true }
    let isSign = bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
    return isSign && index > end && index + 1 < limit && !bytes[index + 1].isBlank
  }

  /// Reads the item at the cursor as an event or action with a payload that has a sign; `nil` where it is anything else.
  mutating func signedPayload() -> TestStep? {
    let start = cursor
    let end = pathEnd(start)
    guard end > start, beginsValue(behind: end), limit > end else { return nil }
    cursor = end
    guard nextByte() != Ascii.leftParenthesis, let payload = expression() else { return nil }
    return TestStep(
      kind: .trigger(formula(SourceSpan(start, end)), .value(payload)), span: SourceSpan(start, limit))
  }

  /// Whether the item reads as a step of a test and as nothing else.
  private mutating func isPromptStep(_ item: Item) -> Bool {
    let start = cursor
    defer { cursor = start }
    if bytes[cursor] == Ascii.leftBrace { return isInstant() }
    if let end = word(at: cursor), let keyword = stepKeyword() {
      if [.expect, .wait].contains(keyword), beginsValue(behind: end) { return true }
      cursor = end
      return beginsKeywordStatement(behind: end) || end == limit || nextByte() == Ascii.dot
    }
    let end = pathEnd(cursor)
    guard end > cursor else { return false }
    let isPlainName = word(at: cursor) == end
    cursor = end
    let next = nextByte()
    if next == Ascii.equals { return !isPlainName && !isDefinitionTarget(start, end) }
    if isNext("replies") || isNext("sends") || isNext("fails") { return true }
    return cursor > end
      && (next == Ascii.quote || next == Ascii.leftBrace || next == UInt8(ascii: "#") || next.isDigit)
  }
}
