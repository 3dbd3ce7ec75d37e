import CellModel
import Diagnostics
import Formulas

/// Expressions and what is made of them: formats, paths and lists in parentheses.
extension SheetReader {
  /// Reads an expression that goes on to the end of the statement or to a stop.
  mutating func expression(_ stops: SheetScanner.Stops = [], _ what: StaticString = "an expression") -> SheetFormula? {
    skipBlanks()
    let (end, stop) = scanner.expressionEnd(from: cursor, limit: limit, stops: stops)
    guard end > cursor else {
      let place = cursor < limit && stop == cursor ? elementSpan() : behind()
      report(PieceFinding.missingExpression(what, at: place))
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
    report(parsed.diagnostics)
    if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
      return SheetFormula(tree: FormulaTree(nodes: [.unreadable(error.message)], spans: [span]), span: span)
    }
    report(Misreading.all(in: parsed.tree, of: bytes).map(\.finding.diagnostic))
    return SheetFormula(tree: parsed.tree, span: span)
  }

  /// Reads `as "…"` if it stands next; what follows a format without its text is left to the caller.
  mutating func format() -> WrittenText? {
    guard take("as") else { return nil }
    guard nextByte() == Ascii.quote else {
      report(PieceFinding.missingFormat(at: nextPlace()))
      cursor = limit
      return nil
    }
    let written = text()
    if let written {
      do throws(NumberFormat.SyntaxError) { _ = try NumberFormat(written.text) } catch {
        report(PieceFinding.badFormat(written, reason: error.reason))
      }
    }
    return written
  }

  /// Reads a dotted path with rows in square brackets, such as `people[2].adding.add` or `Inputs!B2`.
  mutating func path(_ what: StaticString) -> SheetFormula? {
    skipBlanks()
    let end = pathEnd(cursor)
    guard end > cursor else {
      report(PieceFinding.missingExpression(what, at: nextPlace()))
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
      report(PieceFinding.missingParenthesis(at: nextPlace()))
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
      report(TextFinding.unclosed("(", at: open, ")", missingAt: nextPlace()))
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
        report(NameFinding.duplicate("parameter", name, first: first))
      }
      names.append(name)
      if let close = scanner.partner(of: open, limit: limit), passMore(ofParameter: name, before: close) { continue }
      if take(Ascii.comma) { continue }
      if take(Ascii.rightParenthesis) { return names }
      report(TextFinding.unclosed("(", at: open, ")", missingAt: nextPlace()))
      return nil
    }
  }

  /// Reports and passes what no parameter has behind its name: a type, a value, or another parameter without a comma.
  ///
  /// - Returns: Whether the next parameter stands there already.
  private mutating func passMore(ofParameter name: WrittenText, before close: Int) -> Bool {
    let next = nextByte()
    guard cursor < close, next != Ascii.comma else { return false }
    guard next == Ascii.colon || next == Ascii.equals || isNext("in") else {
      report(PieceFinding.missingComma(before: source[elementSpan()], of: "parameter", at: elementSpan()))
      if !next.isWordStart { cursor = elementSpan().upper }
      return nextByte().isWordStart
    }
    let end = scanner.expressionEnd(from: cursor, limit: close, stops: .comma).stop
    report(ClauseFinding.notOnlyName(ofParameter: name, at: SourceSpan(cursor, end)))
    cursor = end
    return false
  }

  /// The place of a value that stands behind the expression at the cursor with nothing in between; `nil` where there is
  /// none.
  mutating func secondValue(before end: Int) -> SourceSpan? {
    skipBlanks()
    let start = cursor
    defer { cursor = start }
    let first = bytes.withUnsafeBufferPointer { bytes in
      FormulaParser.parsePrefix(
        of: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start, options: .init(endsAtLine: true))
    }
    guard first.diagnostics.isEmpty, first.end > start, first.end < end else { return nil }
    cursor = first.end
    let next = nextByte()
    guard cursor < end, next.isWordStart || next.isDigit || next == Ascii.quote || next == Ascii.leftParenthesis else {
      return nil
    }
    return elementSpan()
  }
}
