import CellModel

extension SheetScanner {
  /// Where a statement or an item of a block ends, and where the search for the next one goes on.
  struct Extent {
    /// Behind the last element that is neither blank nor comment.
    var end: Int
    var next: Int
  }

  /// How many matched brackets are open, and how many of them are square.
  private struct Nesting {
    var depth = 0
    /// Counted from the beginning of the line.
    var square = 0

    mutating func open(_ bracket: UInt8) {
      depth += 1
      if bracket == Ascii.leftBracket { square += 1 }
    }

    mutating func close(_ bracket: UInt8) {
      depth -= 1
      if bracket == Ascii.rightBracket { square = max(0, square - 1) }
    }
  }

  /// The extent of the statement at an index.
  ///
  /// A statement with a bracket that is never closed goes on over the lines that are indented deeper than its first.
  ///
  /// - Parameter goesOnAfterEquals: Whether a line that ends with `=` goes on in the next line, as an action's does.
  func extent(ofStatementAt start: Int, limit: Int, goesOnAfterEquals: Bool = false) -> Extent {
    var index = start
    var end = start
    var nesting = Nesting()
    var isTorn = false
    var beginsItem = true
    while index < limit {
      let (kind, next) = element(at: index, limit: limit, beginsItem: beginsItem, squareDepth: nesting.square)
      switch kind {
      case .blank, .comment:
        index = next
        continue
      case .lineEnd:
        nesting.square = 0
        beginsItem = true
        let goesOn = goesOnAfterEquals && end > start && bytes[end - 1] == Ascii.equals
        if nesting.depth == 0, !goesOn, !(isTorn && isIndented(next, deeperThan: start, limit: limit)) {
          return Extent(end: end, next: next)
        }
        index = next
        continue
      case .separator:
        if nesting.depth == 0 { return Extent(end: end, next: next) }
        beginsItem = true
      case .open:
        if isMatched(index) {
          nesting.open(bytes[index])
        } else {
          isTorn = true
        }
        beginsItem = bytes[index] == Ascii.leftBrace
      case .close:
        if isMatched(index) {
          nesting.close(bytes[index])
          if nesting.depth < 0 { return Extent(end: end, next: max(index, start + 1)) }
        }
        beginsItem = false
      default: beginsItem = false
      }
      end = next
      index = next
    }
    return Extent(end: end, next: limit)
  }

  /// Whether the line at an index has more indentation than the line of another place, so that it belongs to it.
  private func isIndented(_ line: Int, deeperThan place: Int, limit: Int) -> Bool {
    var own = line
    while own < limit, bytes[own].isBlank { own += 1 }
    var other = lineStart(place)
    let otherStart = other
    while other < place, bytes[other].isBlank { other += 1 }
    return own < limit && !bytes[own].isLineEnd && own - line > other - otherStart
  }

  /// The bracket that closes the one at an index; `nil` if nothing before the limit does.
  func partner(of open: Int, limit: Int) -> Int? {
    guard isMatched(open) else { return nil }
    var index = open
    var nesting = Nesting()
    var beginsItem = false
    while index < limit {
      let (kind, next) = element(at: index, limit: limit, beginsItem: beginsItem, squareDepth: nesting.square)
      switch kind {
      case .blank, .comment: break
      case .lineEnd:
        nesting.square = 0
        beginsItem = true
      case .open where isMatched(index):
        nesting.open(bytes[index])
        beginsItem = bytes[index] == Ascii.leftBrace
      case .close where isMatched(index):
        nesting.close(bytes[index])
        if nesting.depth == 0 { return index }
        beginsItem = false
      case .separator: beginsItem = true
      default: beginsItem = false
      }
      index = next
    }
    return nil
  }

  /// What ends an expression besides the end of its statement.
  struct Stops: OptionSet {
    let rawValue: Int
    static let comma = Stops(rawValue: 1)
    static let colon = Stops(rawValue: 2)
    static let equals = Stops(rawValue: 4)
    static let lastEquals = Stops(rawValue: 8)
    /// The brace of a block, which stands behind an operand.
    static let block = Stops(rawValue: 16)
    /// The two dots of a range of values.
    static let dots = Stops(rawValue: 32)
    /// `<~` and `<~>`.
    static let arrow = Stops(rawValue: 64)
    static let `as` = Stops(rawValue: 128)
    static let `where` = Stops(rawValue: 256)
    static let `else` = Stops(rawValue: 512)
    static let when = Stops(rawValue: 1024)
    static let over = Stops(rawValue: 2048)
    static let `in` = Stops(rawValue: 4096)

    static let words: [(word: StaticString, stop: Stops)] = [
      ("as", .as), ("where", .where), ("else", .else), ("when", .when), ("over", .over), ("in", .in),
    ]
    /// The words that may end an expression.
    static let names = Set(words.map { "\($0.word)" })
  }

  /// Where the expression at an index ends, without the blanks behind it, and the place of the stop.
  func expressionEnd(from start: Int, limit: Int, stops: Stops) -> (end: Int, stop: Int) {
    var index = start
    var end = start
    var nesting = Nesting()
    var followsOperand = false
    var lastEquals: (end: Int, stop: Int)?
    while index < limit {
      let (kind, next) = element(at: index, limit: limit, beginsItem: false, squareDepth: nesting.square)
      switch kind {
      case .blank, .lineEnd, .comment:
        if kind == .lineEnd { nesting.square = 0 }
        index = next
        continue
      case .word:
        if nesting.depth == 0, followsOperand, isStopWord(index, next, stops) { return lastEquals ?? (end, index) }
        followsOperand = true
      case .text, .unterminatedText, .quotedName: followsOperand = true
      case .open:
        if nesting.depth == 0, followsOperand, bytes[index] == Ascii.leftBrace, stops.contains(.block) {
          return lastEquals ?? (end, index)
        }
        if isMatched(index) { nesting.open(bytes[index]) }
        followsOperand = false
      case .close:
        if isMatched(index) {
          nesting.close(bytes[index])
          if nesting.depth < 0 { return lastEquals ?? (end, index) }
        }
        followsOperand = true
      case .separator, .row, .other:
        if nesting.depth == 0 {
          if kind == .separator { return lastEquals ?? (end, index) }
          if isStop(index, limit: limit, stops) { return lastEquals ?? (end, index) }
          if stops.contains(.lastEquals), isPlainEquals(index) { lastEquals = (end, index) }
        }
        // `%` and `#` stand behind operands, and an error literal is one.
        let byte = bytes[index]
        if byte == Ascii.hash, !followsOperand {
          index = endOfErrorLiteral(index, limit: limit)
          end = index
          followsOperand = true
          continue
        }
        if byte != Ascii.percent, byte != Ascii.hash, !endsNumber(dot: index, from: start, next, limit) {
          followsOperand = false
        }
      }
      end = next
      index = next
    }
    return lastEquals ?? (end, limit)
  }

  /// Whether a byte is the dot at the end of a number, as in `3. as "0"`.
  private func endsNumber(dot index: Int, from start: Int, _ next: Int, _ limit: Int) -> Bool {
    bytes[index] == Ascii.dot && index > start && bytes[index - 1].isDigit
      && (next >= limit || !Ascii.isNamePart(bytes[next]))
  }

  private func isStopWord(_ lower: Int, _ upper: Int, _ stops: Stops) -> Bool {
    guard upper - lower <= 5 else { return false }
    for (word, stop) in Stops.words where stops.contains(stop) {
      if isWord(lower, upper, word) { return true }
    }
    return false
  }

  /// Whether the bytes between two places are a word, in any case.
  func isWord(_ lower: Int, _ upper: Int, _ word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == upper - lower else { return false }
    return word.withUTF8Buffer { letters in
      for offset in 0..<letters.count where bytes[lower + offset] | 0x20 != letters[offset] { return false }
      return true
    }
  }

  private func isStop(_ index: Int, limit: Int, _ stops: Stops) -> Bool {
    let following: UInt8 = index + 1 < limit ? bytes[index + 1] : 0
    switch bytes[index] {
    case Ascii.comma: return stops.contains(.comma)
    case Ascii.colon: return stops.contains(.colon)
    case Ascii.equals: return stops.contains(.equals) && isPlainEquals(index)
    case Ascii.dot: return stops.contains(.dots) && following == Ascii.dot
    case Ascii.less: return stops.contains(.arrow) && following == Ascii.tilde
    default: return false
    }
  }

  /// Whether an `=` is not the second half of `<=` or `>=`.
  private func isPlainEquals(_ index: Int) -> Bool {
    guard bytes[index] == Ascii.equals else { return false }
    return index == 0 || (bytes[index - 1] != Ascii.less && bytes[index - 1] != Ascii.greater)
  }

  /// Where an error value such as `#DIV/0!` ends.
  func endOfErrorLiteral(_ start: Int, limit: Int) -> Int {
    var index = start + 1
    while index < limit {
      let byte = bytes[index]
      let isSlashInside = byte == Ascii.slash && index + 1 < limit && bytes[index + 1].isWord
      guard byte.isWord || byte == Ascii.exclamation || byte == Ascii.question || isSlashInside else { break }
      index += 1
    }
    return index
  }
}
