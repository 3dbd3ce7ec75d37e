import CellModel

/// Addresses and the sheets before them. A colon is the range operator where it does not end the formula.
extension FormulaBytes {
  /// One `$A$1` that a text reads as, and the offset behind it.
  typealias Corner = (row: Coordinate, column: Coordinate, end: Int)

  /// What an address reads as, which edges of it are trimmed, and the offset behind it.
  typealias ReadShape = (shape: GridReference.Shape, trimmedEdges: Int, end: Int)

  /// Reads an address, an area, whole columns or whole rows at an offset, if there is one.
  func shape(at start: Int, colonIsRange: Bool) -> ReadShape? {
    if let first = cell(at: start, colonIsRange: colonIsRange) {
      if let colon = colon(at: first.end, colonIsRange), let second = cell(at: colon.end, colonIsRange: colonIsRange) {
        return (
          .area(row: first.row, column: first.column, row2: second.row, column2: second.column), colon.trimmedEdges,
          second.end
        )
      }
      return (.cell(row: first.row, column: first.column), 0, first.end)
    }
    if let (first, end) = column(at: start), let colon = colon(at: end, colonIsRange),
      let (last, lastEnd) = column(at: colon.end), isBoundary(lastEnd, colonIsRange)
    {
      return (.columns(first, last), colon.trimmedEdges, lastEnd)
    }
    if let (first, end) = row(at: start), let colon = colon(at: end, colonIsRange),
      let (last, lastEnd) = row(at: colon.end), isBoundary(lastEnd, colonIsRange)
    {
      return (.rows(first, last), colon.trimmedEdges, lastEnd)
    }
    return nil
  }

  /// Reads the `:` of a range, with a dot on the sides at which the range is trimmed.
  private func colon(at start: Int, _ colonIsRange: Bool) -> (trimmedEdges: Int, end: Int)? {
    let isLeading = byte(at: start) == Ascii.dot
    let colon = isLeading ? start + 1 : start
    guard colonIsRange, byte(at: colon) == Ascii.colon else { return nil }
    let isTrailing = byte(at: colon + 1) == Ascii.dot
    return ((isLeading ? 1 : 0) + (isTrailing ? 2 : 0), isTrailing ? colon + 2 : colon + 1)
  }

  /// Reads a single cell at an offset; what goes on behind it as a name or a call is none.
  func cell(at start: Int, colonIsRange: Bool) -> Corner? {
    guard let (column, columnEnd) = column(at: start), let (row, end) = row(at: columnEnd),
      isBoundary(end, colonIsRange)
    else {
      return nil
    }
    return (row, column, end)
  }

  private func column(at start: Int) -> (Coordinate, end: Int)? {
    AddressReader(base: base, count: count).column(at: start)
  }

  private func row(at start: Int) -> (Coordinate, end: Int)? { AddressReader(base: base, count: count).row(at: start) }

  /// Whether an address can end at an offset.
  private func isBoundary(_ offset: Int, _ colonIsRange: Bool) -> Bool {
    let byte = byte(at: offset)
    if isNamePart(at: offset) || byte == Ascii.leftParenthesis || byte == Ascii.dollar { return false }
    if byte == Ascii.exclamation { return self.byte(at: offset + 1) == Ascii.equals }
    if isSheet { return !(byte == Ascii.dot && Ascii.isDigit(self.byte(at: offset + 1))) }
    if byte == Ascii.dot { return colonIsRange && self.byte(at: offset + 1) == Ascii.colon }
    return byte != Ascii.backslash && byte != Ascii.question
  }

  /// Whether a reference can begin at an offset.
  func startsReference(at offset: Int, colonIsRange: Bool) -> Bool {
    switch base[offset] {
    case Ascii.dollar, Ascii.apostrophe, Ascii.leftParenthesis, Ascii.leftBracket: return true
    case 0x30...0x39:
      var end = offset
      while Ascii.isDigit(byte(at: end)) { end += 1 }
      return byte(at: end) == Ascii.colon || marksSheet(at: wordEnd(from: offset), colonIsRange: colonIsRange)
    case Ascii.exclamation: return !isSheet && shape(at: offset + 1, colonIsRange: colonIsRange) != nil
    case Ascii.hash: return errorCode(at: offset) != nil
    default: return isNameStart(at: offset)
    }
  }

  /// Whether the `!` behind the name of a sheet stands at an offset, and not that of `5!` or of `5!=x`.
  func marksSheet(at offset: Int, colonIsRange: Bool) -> Bool {
    guard byte(at: offset) == Ascii.exclamation else { return false }
    let next = offset + 1
    return shape(at: next, colonIsRange: colonIsRange) != nil || isNameStart(at: next)
      || errorCode(at: next)?.0 == .reference
  }

  /// The offset of the `!` behind a name in the rows of a table, as in `people[2].adding!A1`, of which the first word ends
  /// at an offset.
  func rowPathEnd(behind wordEnd: Int) -> Int? {
    guard isSheet else { return nil }
    var end = wordEnd
    while byte(at: end) == Ascii.leftBracket {
      var digits = end + 1
      while Ascii.isDigit(byte(at: digits)) { digits += 1 }
      guard digits > end + 1, byte(at: digits) == Ascii.rightBracket else { return nil }
      end = digits + 1
      guard byte(at: end) == Ascii.dot, isNameStart(at: end + 1) else { continue }
      end = self.wordEnd(from: end + 1)
    }
    return end > wordEnd && byte(at: end) == Ascii.exclamation && byte(at: end + 1) != Ascii.equals ? end : nil
  }

  /// The last sheet of a run, which stands behind a colon, and the offset behind its mark; LibreOffice quotes each.
  func endOfRun(at start: Int) -> (name: String, end: Int)? {
    let (name, end): (String, Int)
    if !isSheet, byte(at: start) == Ascii.apostrophe, let read = quoted(from: start, by: Ascii.apostrophe) {
      (name, end) = read
    } else if isNamePart(at: start) || isNameStart(at: start) {
      end = wordEnd(from: start)
      name = text(start, end)
    } else {
      return nil
    }
    guard byte(at: end) == Ascii.exclamation, byte(at: end + 1) != Ascii.equals else { return nil }
    return (name, end + 1)
  }
}
