import CellModel
import Diagnostics

/// Bytes with a meaning in a sheet.
extension UInt8 {
  var isBlank: Bool { self == Ascii.space || self == Ascii.tab }
  var isLineEnd: Bool { self == Ascii.lineFeed || self == Ascii.carriageReturn }
  var isDigit: Bool { Ascii.isDigit(self) }
  /// A letter, `_`, or a part of a character outside ASCII.
  var isWordStart: Bool { Ascii.isLetter(self) || self == Ascii.underscore || self >= 0x80 }
  var isWord: Bool { isWordStart || isDigit }
  /// Whether it opens, closes and ends nothing, and is no blank: a part of a word or of an operator.
  @inline(__always)
  fileprivate func isPlain(_ notPlain: (low: UInt64, high: UInt64)) -> Bool {
    self >= 128 || (self < 64 ? notPlain.low : notPlain.high) >> UInt64(self & 63) & 1 == 0
  }
}

/// One bit for each of the bytes that are not plain, below 64 and from there.
private let notPlain: (low: UInt64, high: UInt64) = (
  bits(Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn, Ascii.slash, Ascii.quote, Ascii.apostrophe)
    | bits(Ascii.leftParenthesis, Ascii.rightParenthesis, Ascii.semicolon),
  bits(Ascii.leftBracket, Ascii.leftBrace, Ascii.rightBracket, Ascii.rightBrace, Ascii.bar)
)

private func bits(_ bytes: UInt8...) -> UInt64 { bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

/// Finds where the elements, expressions, rows and statements of a sheet end.
///
/// It knows brackets, texts, comments and words, and nothing of what they say. Brackets without a partner are found
/// once for the whole text and then overlooked, so that a forgotten `)` costs one statement and not the rest of the file.
struct SheetScanner {
  /// The smallest piece the scanner tells apart.
  enum Element {
    case blank, lineEnd, comment, text, unterminatedText, quotedName, word, open, close, separator, row, other
  }

  let bytes: [UInt8]
  private(set) var unclosed = OffsetSet()
  private(set) var stray = OffsetSet()
  /// The offsets of both, in no order; `nil` where there are more than anybody asks about.
  private(set) var unmatched: [Int]? = []
  /// The brackets that were still open at the end of the text, which a person at a prompt may yet close.
  private(set) var openAtEnd: [Int] = []

  init(_ bytes: [UInt8]) { self.init(bytes, matching: SourceSpan(0, bytes.count)) }

  /// - Parameter part: Where brackets are matched; those of the rest all have partners of their own.
  init(_ bytes: [UInt8], matching part: SourceSpan) {
    self.bytes = bytes
    matchBrackets(in: part)
  }

  /// The element at an index and where the next one begins.
  ///
  /// - Parameter beginsItem: Whether a table row may begin here.
  /// - Parameter squareDepth: How many square brackets are open; inside them an apostrophe escapes a character.
  func element(at index: Int, limit: Int, beginsItem: Bool, squareDepth: Int) -> (kind: Element, end: Int) {
    let byte = bytes[index]
    if byte.isWord { return (.word, endOfWord(index, limit: limit)) }
    switch byte {
    case Ascii.space, Ascii.tab: return (.blank, index + 1)
    case Ascii.lineFeed: return (.lineEnd, index + 1)
    case Ascii.carriageReturn:
      return (.lineEnd, index + 1 < limit && bytes[index + 1] == Ascii.lineFeed ? index + 2 : index + 1)
    case Ascii.slash:
      return index + 1 < limit && bytes[index + 1] == Ascii.slash
        ? (.comment, lineEnd(index, limit: limit)) : (.other, index + 1)
    case Ascii.quote:
      if let end = endOfQuoted(index, limit: limit) { return (.text, end) }
      return (.unterminatedText, lineEnd(index, limit: limit))
    case Ascii.apostrophe:
      if squareDepth > 0 {
        return (.other, index + 1 < limit && !bytes[index + 1].isLineEnd ? index + 2 : index + 1)
      }
      if let end = endOfQuoted(index, limit: limit) { return (.quotedName, end) }
      return (.other, index + 1)
    case Ascii.leftParenthesis, Ascii.leftBracket, Ascii.leftBrace: return (.open, index + 1)
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace: return (.close, index + 1)
    case Ascii.semicolon: return (.separator, index + 1)
    case Ascii.bar: return beginsItem ? (.row, endOfRow(index, limit: limit)) : (.other, index + 1)
    default: return (.other, index + 1)
    }
  }

  /// Where the line of an index ends, before its line end.
  func lineEnd(_ index: Int, limit: Int) -> Int {
    var index = index
    while index < limit, !bytes[index].isLineEnd { index += 1 }
    return index
  }

  /// The offset of the first byte of the line of an index.
  func lineStart(_ index: Int) -> Int {
    var index = index
    while index > 0, !bytes[index - 1].isLineEnd { index -= 1 }
    return index
  }

  /// Where a word ends: letters, digits, `_`, and single dots between them.
  func endOfWord(_ index: Int, limit: Int) -> Int {
    var index = index
    while index < limit {
      if bytes[index].isWord {
        index += 1
      } else if bytes[index] == Ascii.dot, index + 1 < limit, bytes[index + 1].isWord {
        index += 2
      } else {
        break
      }
    }
    return index
  }

  /// Where a text or a quoted name ends that begins at an index; `nil` if its line has no closing quote.
  func endOfQuoted(_ start: Int, limit: Int) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < limit {
      let byte = bytes[index]
      if byte == quote {
        guard index + 1 < limit, bytes[index + 1] == quote else { return index + 1 }
        index += 2
      } else if byte.isLineEnd {
        return nil
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Where a table row ends: at its line's end, or before a `}` or a `;` behind the last bar.
  func endOfRow(_ start: Int, limit: Int) -> Int {
    let end = lineEnd(start, limit: limit)
    guard bytes[start..<end].contains(where: Self.endsRow) else { return end }
    var index = start
    while let cell = rowCell(after: index, limit: end) {
      guard let bar = cell.bar else { return end }
      index = bar
    }
    var tail = index + 1
    while tail < end, bytes[tail].isBlank { tail += 1 }
    return tail < end && Self.endsRow(bytes[tail]) ? tail : end
  }

  /// Whether a byte ends a row where it stands behind the last bar of a line.
  private static func endsRow(_ byte: UInt8) -> Bool { byte == Ascii.rightBrace || byte == Ascii.semicolon }

  /// The pieces of one cell of a row.
  struct RowCell {
    /// The cell without the blanks around it, with its quotes.
    var lower: Int
    var upper: Int
    var isQuoted: Bool
    var hasEscapes: Bool
    /// A quote that nothing closes.
    var openQuote: Int?
    /// The bar that ends the cell; `nil` if the line ends first.
    var bar: Int?
  }

  /// The cell behind a bar; `nil` if the row ends there with nothing, a comment, the brace of the table, or a `;`.
  func rowCell(after bar: Int, limit: Int) -> RowCell? {
    var index = bar + 1
    while index < limit, bytes[index].isBlank { index += 1 }
    guard index < limit, !bytes[index].isLineEnd else { return nil }
    if bytes[index] == Ascii.slash, index + 1 < limit, bytes[index + 1] == Ascii.slash { return nil }
    if Self.endsRow(bytes[index]), !bytes[index..<lineEnd(index, limit: limit)].contains(Ascii.bar) { return nil }
    let start = index
    var cell = RowCell(lower: start, upper: start, isQuoted: false, hasEscapes: false)
    if bytes[index] == Ascii.quote {
      if let end = endOfQuoted(index, limit: limit) {
        var next = end
        while next < limit, bytes[next].isBlank { next += 1 }
        let isLast = next == limit || bytes[next].isLineEnd
        if isLast || bytes[next] == Ascii.bar {
          cell.upper = end
          cell.isQuoted = true
          cell.bar = isLast ? nil : next
          return cell
        }
      } else {
        cell.openQuote = index
      }
    }
    while index < limit, !bytes[index].isLineEnd, bytes[index] != Ascii.bar {
      if bytes[index] == Ascii.backslash, index + 1 < limit, bytes[index + 1] == Ascii.bar {
        cell.hasEscapes = true
        index += 1
      }
      index += 1
    }
    cell.bar = index < limit && bytes[index] == Ascii.bar ? index : nil
    while index > start, bytes[index - 1].isBlank { index -= 1 }
    cell.upper = index
    return cell
  }

  /// Fills ``unclosed`` and ``stray``.
  ///
  /// A `)` or `]` finds its partner inside the innermost brace only, a `}` closes whatever is still open in its brace.
  private mutating func matchBrackets(in part: SourceSpan) {
    var stack: [Int] = []
    var braces = 0
    var index = part.lower
    var lineStart = part.lower
    var beginsItem = true
    var squareDepth = 0
    let (bytes, notPlain) = (bytes, notPlain)
    while index < part.upper {
      // Most bytes open, close and end nothing.
      if bytes[index].isPlain(notPlain) {
        beginsItem = false
        index += 1
        continue
      }
      if bytes[index].isBlank {
        index += 1
        continue
      }
      let (kind, end) = element(at: index, limit: part.upper, beginsItem: beginsItem, squareDepth: squareDepth)
      switch kind {
      case .blank, .comment: break
      case .lineEnd:
        lineStart = end
        squareDepth = 0
        beginsItem = true
      case .unterminatedText:
        // Nobody knows where the text was meant to end, so nothing opened on its line may reach into the next one.
        while let last = stack.last, last >= lineStart, bytes[last] != Ascii.leftBrace {
          noteUnclosed(last)
          stack.removeLast()
        }
        beginsItem = false
      case .open:
        stack.append(index)
        if bytes[index] == Ascii.leftBrace { braces += 1 }
        if bytes[index] == Ascii.leftBracket { squareDepth += 1 }
        beginsItem = bytes[index] == Ascii.leftBrace
      case .close:
        if bytes[index] == Ascii.rightBracket { squareDepth = max(0, squareDepth - 1) }
        close(index, &stack, &braces)
        beginsItem = false
      case .separator: beginsItem = true
      default: beginsItem = false
      }
      index = end
    }
    openAtEnd = stack
    for index in stack { noteUnclosed(index) }
  }

  private mutating func close(_ index: Int, _ stack: inout [Int], _ braces: inout Int) {
    if bytes[index] == Ascii.rightBrace {
      guard braces > 0 else {
        noteStray(index)
        return
      }
      braces -= 1
      while let last = stack.popLast(), bytes[last] != Ascii.leftBrace { noteUnclosed(last) }
      return
    }
    let wanted: UInt8 = bytes[index] == Ascii.rightParenthesis ? Ascii.leftParenthesis : Ascii.leftBracket
    // A partner further away than this is no partner; the bound keeps the search linear.
    var depth = stack.count
    while depth > 0, stack.count - depth < 64, bytes[stack[depth - 1]] != Ascii.leftBrace {
      depth -= 1
      if bytes[stack[depth]] == wanted {
        for index in stack[(depth + 1)...] { noteUnclosed(index) }
        stack.removeSubrange(depth...)
        return
      }
    }
    noteStray(index)
  }

  private mutating func noteUnclosed(_ index: Int) {
    unclosed.insert(index, of: bytes.count)
    noteUnmatched(index)
  }

  private mutating func noteStray(_ index: Int) {
    stray.insert(index, of: bytes.count)
    noteUnmatched(index)
  }

  private mutating func noteUnmatched(_ index: Int) {
    unmatched?.append(index)
    if unmatched.map({ $0.count > 64 }) ?? false { unmatched = nil }
  }

  /// Whether a bracket has a partner.
  func isMatched(_ index: Int) -> Bool {
    (unclosed.isEmpty || !unclosed.contains(index)) && (stray.isEmpty || !stray.contains(index))
  }
}
