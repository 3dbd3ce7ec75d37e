import CellModel
import Diagnostics

/// What somebody meant whose statement is none.
enum StatementSlip {
  /// Words that other languages have before a definition.
  static let needlessWords: Set<String> = ["let", "var", "const", "def", "cell", "set"]

  /// Keywords by the words of other languages for them.
  private static let keywordsOfOthers = [
    "check": "always", "invariant": "always", "assert": "always", "ensure": "always", "forbid": "never",
    "import": "use", "include": "use", "require": "use", "param": "input", "parameter": "input", "signal": "event",
  ]

  /// What to write instead of a statement of another language, by its first word.
  private static let statementsOfOthers = [
    "select": "a formula chooses rows: name = FILTER(table, table[column] > 3)",
    "for": "a formula needs no loop: name = MAP(values, LAMBDA(x, …))",
    "foreach": "a formula needs no loop: name = MAP(values, LAMBDA(x, …))",
    "while": "a formula needs no loop; what goes on from itself is a state: state n = 0 { on event : n + 1 }",
    "func": "a function is a cell: name = LAMBDA(x, …)", "fn": "a function is a cell: name = LAMBDA(x, …)",
    "print": "what a cell comes to is shown by itself: name = formula",
  ]

  /// The keyword of a check.
  static func check(_ key: String) -> StaticString? { key == "always" ? "always" : key == "never" ? "never" : nil }

  /// What somebody meant who wrote a word of another language or of another place before a definition.
  static func finding(_ reader: inout SheetReader, at start: Int) -> (any DiagnosticFact)? {
    guard let end = reader.word(at: start) else { return nil }
    let word = WrittenText(reader.source[SourceSpan(start, end)], at: SourceSpan(start, end))
    reader.cursor = end
    defer { reader.cursor = start }
    if reader.nextByte() == Ascii.colon, reader.cursor + 1 < reader.limit,
      reader.bytes[reader.cursor + 1] == Ascii.equals
    {
      return StatementFinding.colonForEquals(word, sign: ":=", at: SourceSpan(reader.cursor, reader.cursor + 2))
    }
    if reader.cursor < reader.limit, reader.bytes[reader.cursor] == Ascii.colon, let check = Self.check(word.key) {
      let colon = SourceSpan(reader.cursor, reader.cursor + 1)
      reader.cursor += 1
      reader.skipBlanks()
      return NameFinding.missingLabel(
        of: check, at: colon, rest: reader.source[SourceSpan(reader.cursor, reader.limit)])
    }
    guard reader.cursor > end, reader.cursor < reader.limit else { return nil }
    let next = reader.bytes[reader.cursor]
    if word.key == "on", reader.word(at: reader.cursor) != nil {
      return StatementFinding.clauseOutsideState(at: word.span)
    }
    if StepKeyword(rawValue: word.key) != nil { return StatementFinding.stepOutsideTest(word) }
    if let other = reader.word(at: reader.cursor), Self.needlessWords.contains(word.key) {
      return StatementFinding.needlessWord(word, before: reader.source[SourceSpan(reader.cursor, other)])
    }
    guard next.isWord || next == Ascii.quote,
      let keyword = keywordsOfOthers[word.key] ?? SheetKeyword(near: word.text)?.rawValue
    else { return nil }
    return StatementFinding.unknownStatement(at: word.span, didYouMean: keyword)
  }

  /// Reports a comment as shells and databases write it.
  static func foreignComment(_ reader: SheetReader, at start: Int) -> (any DiagnosticFact)? {
    let isHash = reader.bytes[start] == Ascii.hash
    let dash = UInt8(ascii: "-")
    let isDash =
      start + 2 < reader.limit && reader.bytes[start] == dash && reader.bytes[start + 1] == dash
      && reader.bytes[start + 2].isBlank
    let isStar =
      start + 1 < reader.limit && reader.bytes[start] == Ascii.slash && reader.bytes[start + 1] == UInt8(ascii: "*")
    guard isHash || isDash || isStar else { return nil }
    // `#N/A` is a value.
    if isHash, start + 1 < reader.limit, reader.bytes[start + 1].isWordStart { return nil }
    return StatementFinding.foreignComment(at: SourceSpan(start, start + (isHash ? 1 : 2)))
  }

  static func unknownStatement(_ reader: inout SheetReader, at start: Int) -> any DiagnosticFact {
    let whole = SourceSpan(start, reader.limit)
    guard let end = reader.word(at: start) else {
      if reader.bytes[start] == Ascii.leftBrace { return StatementFinding.looseBlock(at: SourceSpan(start, start + 1)) }
      if reader.bytes[start] == Ascii.bar { return StatementFinding.rowOutsideTable(at: whole) }
      if let comment = foreignComment(reader, at: start) { return comment }
      let isOperator = "+-*/&^<>,%".utf8.contains(reader.bytes[start])
      return isOperator
        ? StatementFinding.looseContinuation(at: whole) : StatementFinding.unknownStatement(at: whole)
    }
    let word = WrittenText(reader.source[SourceSpan(start, end)], at: SourceSpan(start, end))
    reader.cursor = end
    let next = reader.nextByte()
    if reader.cursor < reader.limit, let meant = statementsOfOthers[word.key] {
      return StatementFinding.unknownStatement(at: whole, meant: meant)
    }
    if next == Ascii.colon, reader.cursor + 1 < reader.limit,
      A1Notation.cell(word.text) == nil || reader.bytes[reader.cursor + 1].isBlank
    {
      return StatementFinding.colonForEquals(word, sign: ":", at: SourceSpan(reader.cursor, reader.cursor + 1))
    }
    guard next == Ascii.quote || next.isDigit || next == Ascii.leftBrace || next == 0 else {
      return StatementFinding.unknownStatement(at: whole)
    }
    return StatementFinding.missingEquals(
      behind: word, at: next == 0 ? reader.behind() : reader.elementSpan(), value: reader.source[reader.rest])
  }
}
