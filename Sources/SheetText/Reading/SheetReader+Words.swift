import CellModel
import Diagnostics

/// Bytes and words, and the names and texts that stand for themselves.
extension SheetReader {
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

  // MARK: Names and texts

  /// Reads a name that a statement defines.
  mutating func definedName(of what: StaticString) -> WrittenText? {
    skipBlanks()
    guard let end = word(at: cursor) else {
      report(NameFinding.missingName(of: what, at: nextPlace()))
      return nil
    }
    let span = SourceSpan(cursor, end)
    let name = WrittenText(source[span], at: span)
    if let finding = SheetNames.finding(about: name) {
      report(finding)
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
      report(TextFinding.unterminatedText(at: SourceSpan(cursor, limit)))
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

  /// Reads the label of a check, a test, a chart or a mode.
  mutating func label(of what: StaticString) -> WrittenText? {
    let before = findings.count
    if let label = text() { return label }
    if findings.count == before {
      report(NameFinding.missingLabel(of: what, at: nextPlace(), rest: source[rest]))
    }
    return nil
  }

  /// Reads the file name behind `from`, `of` or `use`.
  mutating func path(after word: StaticString) -> WrittenText? {
    let before = findings.count
    if let path = text() { return path }
    if findings.count == before {
      report(NameFinding.missingPath(after: word, at: nextPlace()))
    }
    return nil
  }

  /// Passes the `=` of a definition, or reports that it is missing.
  mutating func expectEquals(behind name: WrittenText) -> Bool {
    if take(Ascii.equals) { return true }
    report(StatementFinding.missingEquals(behind: name, at: nextPlace(), value: ""))
    return false
  }
}
