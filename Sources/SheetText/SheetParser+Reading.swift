import CellModel
import Diagnostics
import Formulas

/// Reading the small pieces of a statement.
extension SheetParser {
  /// Passes blanks, line ends and comments.
  mutating func skipBlanks() {
    while cursor < limit {
      let byte = bytes[cursor]
      if byte.isBlank || byte.isLineEnd {
        cursor += 1
      } else if byte == Ascii.slash, cursor + 1 < limit, bytes[cursor + 1] == Ascii.slash {
        cursor = scanner.lineEnd(cursor, limit: limit)
      } else {
        return
      }
    }
  }

  /// The next byte that is not blank; 0 at the end.
  mutating func nextByte() -> UInt8 {
    skipBlanks()
    return cursor < limit ? bytes[cursor] : 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard nextByte() == byte else { return false }
    cursor += 1
    return true
  }

  /// Whether `==` stands next, as other languages write a comparison.
  mutating func isDoubledEquals() -> Bool {
    nextByte() == Ascii.equals && cursor + 1 < limit && bytes[cursor + 1] == Ascii.equals
  }

  /// The end of the word without dots that begins at an index; `nil` if none does.
  func word(at index: Int) -> Int? {
    guard index < limit, bytes[index].isWordStart else { return nil }
    var end = index + 1
    while end < limit, bytes[end].isWord { end += 1 }
    return end
  }

  /// Whether a word stands next.
  mutating func isNext(_ word: StaticString) -> Bool {
    skipBlanks()
    guard let end = self.word(at: cursor) else { return false }
    return scanner.isWord(cursor, end, word)
  }

  mutating func take(_ word: StaticString) -> Bool {
    guard isNext(word) else { return false }
    cursor += word.utf8CodeUnitCount
    return true
  }

  /// The place right behind what was read last.
  func behind() -> SourceSpan {
    var end = cursor
    while end > 0, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    return SourceSpan(end, end)
  }

  /// The rest of the statement.
  var rest: SourceSpan { SourceSpan(min(cursor, limit), limit) }

  /// Reads a name that a statement defines.
  mutating func definedName(of what: StaticString) -> WrittenText? {
    skipBlanks()
    guard let end = word(at: cursor) else {
      findings.append(.missingName(of: what, at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    let span = SourceSpan(cursor, end)
    let name = WrittenText(source[span], at: span)
    if let finding = SheetNames.finding(about: name) {
      findings.append(finding)
      return nil
    }
    cursor = end
    return name
  }

  /// Reads a name that something else defines.
  mutating func name() -> WrittenText? {
    skipBlanks()
    guard let end = word(at: cursor) else { return nil }
    let span = SourceSpan(cursor, end)
    cursor = end
    return WrittenText(source[span], at: span)
  }

  /// Reads a text in quotes.
  mutating func text() -> WrittenText? {
    guard nextByte() == Ascii.quote else { return nil }
    guard let end = scanner.endOfQuoted(cursor, limit: limit) else {
      findings.append(.unterminatedText(at: SourceSpan(cursor, limit)))
      cursor = limit
      return nil
    }
    let span = SourceSpan(cursor, end)
    cursor = end
    return WrittenText(unquoted(span), at: span)
  }

  /// What stands between quotes, with doubled quotes made single.
  func unquoted(_ span: SourceSpan) -> String {
    let quote = bytes[span.lower]
    let inner = bytes[(span.lower + 1)..<(span.upper - 1)]
    guard inner.contains(quote) else { return String(decoding: inner, as: UTF8.self) }
    var result: [UInt8] = []
    var index = inner.startIndex
    while index < inner.endIndex {
      result.append(inner[index])
      index += inner[index] == quote ? 2 : 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The place of the element at the cursor.
  func elementSpan() -> SourceSpan {
    guard cursor < limit else { return SourceSpan(cursor, cursor) }
    let end = scanner.element(at: cursor, limit: limit, beginsItem: false, squareDepth: 0).end
    return SourceSpan(cursor, max(end, characterEnd(cursor)))
  }

  private func characterEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Reads an expression that goes on to the end of the statement or to a stop.
  mutating func expression(_ stops: SheetScanner.Stops = [], _ what: StaticString = "an expression") -> SheetFormula? {
    skipBlanks()
    let (end, stop) = scanner.expressionEnd(from: cursor, limit: limit, stops: stops)
    guard end > cursor else {
      let place = cursor < limit && stop == cursor ? elementSpan() : behind()
      findings.append(.missingExpression(what, at: place))
      return nil
    }
    let formula = formula(SourceSpan(cursor, end))
    cursor = stop
    return formula
  }

  /// Reads an expression that must not be longer than a place that is known already.
  ///
  /// What cannot be read means nothing, not even in part.
  mutating func formula(_ span: SourceSpan) -> SheetFormula {
    let parsed = FormulaParser.parseSheetFormula(bytes, span)
    findings.append(contentsOf: parsed.diagnostics)
    if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
      return SheetFormula(tree: FormulaTree(nodes: [.unreadable(error.message)], spans: [span]), span: span)
    }
    findings.append(contentsOf: Misreading.all(in: parsed.tree, of: bytes).map(\.finding.diagnostic))
    return SheetFormula(tree: parsed.tree, span: span)
  }

  /// Reads `as "…"` if it stands next; what follows a format without its text is left to the caller.
  mutating func format() -> WrittenText? {
    guard take("as") else { return nil }
    guard nextByte() == Ascii.quote else {
      findings.append(.missingFormat(at: cursor < limit ? elementSpan() : behind()))
      cursor = limit
      return nil
    }
    let written = text()
    if let written {
      do throws(NumberFormat.SyntaxError) { _ = try NumberFormat(written.text) } catch {
        findings.append(.badFormat(written, reason: error.reason))
      }
    }
    return written
  }

  /// Reads a dotted path with rows in square brackets, such as `people[2].adding.add` or `Inputs!B2`.
  mutating func path(_ what: StaticString) -> SheetFormula? {
    skipBlanks()
    let end = pathEnd(cursor)
    guard end > cursor else {
      findings.append(.missingExpression(what, at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    let formula = formula(SourceSpan(cursor, end))
    cursor = end
    return formula
  }

  /// Where the path at an index ends; the index itself if there is none.
  func pathEnd(_ start: Int) -> Int {
    var index = start
    if index < limit, bytes[index] == Ascii.apostrophe, let end = scanner.endOfQuoted(index, limit: limit) {
      index = end
    }
    while index < limit {
      let byte = bytes[index]
      if byte.isWord || byte == Ascii.dollar {
        guard index > start || byte.isWordStart || byte == Ascii.dollar else { return index }
        index = max(scanner.endOfWord(index, limit: limit), index + 1)
      } else if index > start, byte == Ascii.exclamation || byte == Ascii.dot {
        index += 1
      } else if index > start, byte == Ascii.leftBracket, let close = scanner.partner(of: index, limit: limit) {
        index = close + 1
      } else {
        break
      }
    }
    return index
  }

  /// Reads values in parentheses; a place left empty gives `nil`.
  mutating func arguments() -> [SheetFormula?]? {
    let open = cursor
    guard take(Ascii.leftParenthesis) else {
      findings.append(.missingParenthesis(at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    if take(Ascii.rightParenthesis) { return [] }
    var values: [SheetFormula?] = []
    while true {
      if nextByte() == Ascii.comma || nextByte() == Ascii.rightParenthesis {
        values.append(nil)
      } else if cursor < limit, let value = expression(.comma) {
        values.append(value)
      }
      if take(Ascii.comma) { continue }
      if take(Ascii.rightParenthesis) { return values }
      findings.append(.unclosed("(", at: open, ")", missingAt: cursor < limit ? elementSpan() : behind()))
      return nil
    }
  }

  /// Reads names in parentheses.
  mutating func parameters() -> [WrittenText]? {
    guard nextByte() == Ascii.leftParenthesis else { return [] }
    let open = cursor
    cursor += 1
    if take(Ascii.rightParenthesis) { return [] }
    var names: [WrittenText] = []
    while true {
      guard let name = definedName(of: "a parameter") else { return nil }
      if let first = names.first(where: { $0.key == name.key }) {
        findings.append(.duplicate("parameter", name, first: first))
      }
      names.append(name)
      if take(Ascii.comma) { continue }
      if take(Ascii.rightParenthesis) { return names }
      findings.append(.unclosed("(", at: open, ")", missingAt: cursor < limit ? elementSpan() : behind()))
      return nil
    }
  }

  /// Reads the items of a block in braces.
  ///
  /// - Returns: Whether there was a block; a brace that nothing closes is reported and taken to close at the limit.
  @discardableResult
  mutating func block(_ read: (inout SheetParser, Item) -> Void) -> Bool {
    guard nextByte() == Ascii.leftBrace else { return false }
    let open = cursor
    let close = scanner.partner(of: open, limit: limit)
    if close == nil {
      findings.append(.unclosed("{", at: open, "}", missingAt: SourceSpan(limit, limit)))
    }
    forEachItem(from: open + 1, to: close ?? limit, read)
    cursor = close.map { $0 + 1 } ?? limit
    return true
  }

  /// Reports what stands behind the end of a statement, unless something in it was reported already.
  mutating func finish(_ findingsBefore: Int) {
    skipBlanks()
    guard cursor < limit, findings.count == findingsBefore else { return }
    findings.append(.unexpected(source[elementSpan()], at: elementSpan()))
  }
}
