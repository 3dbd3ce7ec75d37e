import CellModel

/// What a bracket may hold.
extension FormulaBytes {
  /// Whether a value stands where the name of a column would.
  func beginsList(_ start: Int) -> Bool {
    var index = start
    while byte(at: index) == Ascii.space { index += 1 }
    let first = byte(at: index)
    return Ascii.isDigit(first) || first == Ascii.quote || first == Ascii.minus
  }

  /// Whether the bracket at an offset holds names of columns and parts, and not the number of a row.
  func bracketHoldsColumn(at bracket: Int) -> Bool {
    let offset = skippingSpace(from: bracket + 1)
    switch byte(at: offset) {
    case Ascii.at, Ascii.hash, Ascii.leftBracket, Ascii.rightBracket: return true
    default: return isPlainColumn(from: offset)
    }
  }

  /// Whether the bracket at an offset can only hold names of columns and parts.
  ///
  /// A word alone may also be the number of a row, `s.list[i]`; what it is shows when the name before it is known.
  func bracketHoldsMoreThanWord(at bracket: Int) -> Bool {
    guard bracketHoldsColumn(at: bracket) else { return false }
    var offset = skippingSpace(from: bracket + 1)
    guard isNameStart(at: offset) else { return true }
    offset = skippingSpace(from: wordEnd(from: offset))
    return byte(at: offset) != Ascii.rightBracket
  }

  /// Whether the bracket at an offset, behind a table that a row has, holds names of columns and parts, and not a number.
  ///
  /// `[@k]` and `[[@k]]` may be the number that a column of the row has.
  func bracketHoldsPartOfTable(at bracket: Int) -> Bool {
    guard bracketHoldsMoreThanWord(at: bracket) else { return false }
    var offset = skippingSpace(from: bracket + 1)
    if byte(at: offset) == Ascii.leftBracket { offset = skippingSpace(from: offset + 1) }
    return byte(at: offset) != Ascii.at
  }

  /// The offset of what stands behind blanks, and in a sheet behind the ends of lines.
  func skippingSpace(from start: Int) -> Int {
    var offset = start
    while true {
      switch byte(at: offset) {
      case Ascii.space: offset += 1
      case Ascii.tab where isSheet, Ascii.lineFeed where isSheet, Ascii.carriageReturn where isSheet: offset += 1
      default: return offset
      }
    }
  }

  /// Whether letters, digits, `_`, blanks and escaped signs alone run up to the closing bracket.
  private func isPlainColumn(from start: Int) -> Bool {
    var offset = start
    guard Ascii.isLetter(byte(at: offset)) || byte(at: offset) == Ascii.underscore || byte(at: offset) >= 0x80 else {
      return false
    }
    while offset < count {
      let byte = base[offset]
      if byte == Ascii.rightBracket { return true }
      if byte == Ascii.apostrophe {
        offset += 1
      } else if byte == Ascii.lineFeed || byte == Ascii.carriageReturn || byte == Ascii.tab {
        return self.byte(at: skippingSpace(from: offset)) == Ascii.rightBracket
      } else if !Ascii.isNamePart(byte), byte != Ascii.space, byte < 0x80 {
        return false
      }
      offset += 1
    }
    return false
  }
}
