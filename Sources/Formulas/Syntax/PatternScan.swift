import CellModel

/// Where the reading of a formula stands, and what has come before.
struct PatternScan {
  enum Operand {
    /// The digits of its row end at an offset.
    case cell(row: Coordinate, column: Coordinate, end: Int)
    /// From an offset up to another.
    case word(Int, Int)
    case number(Int, Int)
  }

  private let base: UnsafePointer<UInt8>
  private let start: Int
  private let count: Int
  var index: Int
  /// Behind the last byte that is no blank.
  var end: Int
  private(set) var depth = 0
  /// Two operands side by side are an intersection, or a word that the parser knows something about.
  private var followsOperand = false
  /// A word beside a colon is a column or a name, and trees of the two are not alike.
  private var followsColon = false

  @inline(__always)
  init(_ base: UnsafePointer<UInt8>, from start: Int, to count: Int) {
    self.base = base
    self.start = start
    self.count = count
    index = start
    end = start
  }

  /// Whether the formula ends before a byte: with its line, or before a semicolon, a comment or a format on it.
  @inline(__always)
  func ends(at byte: UInt8) -> Bool {
    switch byte {
    case Ascii.lineFeed, Ascii.carriageReturn: true
    case Ascii.semicolon: depth == 0
    case Ascii.slash: index + 1 < count && base[index + 1] == Ascii.slash
    case UInt8(ascii: "a"), UInt8(ascii: "A"):
      followsOperand && depth == 0 && FormatWord.stands(base, at: index, to: count)
    default: false
    }
  }

  /// Passes an operand or the name of a function; `false` where it is not for this reader.
  @inline(__always)
  mutating func passOperand(
    _ byte: UInt8, _ take: (UInt8) -> Void, _ operand: (Operand) -> Void
  ) -> Bool {
    guard !followsOperand else { return false }
    followsOperand = true
    let isRead =
      Ascii.isDigit(byte) || byte == Ascii.dot ? passNumber(take, operand) : passWord(take, operand)
    followsColon = false
    return isRead
  }

  @inline(__always)
  private mutating func passNumber(
    _ take: (UInt8) -> Void, _ operand: (Operand) -> Void
  ) -> Bool {
    let lower = index
    index = NumberScan.endOfNumber(base, at: lower, to: count)
    if WrittenDate(base, at: lower, to: count) != nil {
      index = lower + WrittenDate.length
      guard index == count || !Ascii.isNamePart(base[index]) && base[index] != Ascii.dot else { return false }
    } else if !isBesideColon, WrittenNumber.isPlain(base, from: lower, to: index) {
      operand(.number(lower, index))
      return true
    }
    for offset in lower..<index { take(base[offset]) }
    return true
  }

  @inline(__always)
  private mutating func passWord(
    _ take: (UInt8) -> Void, _ operand: (Operand) -> Void
  ) -> Bool {
    let lower = index
    var hasDots = false
    while index < count, Ascii.isNamePart(base[index]) || base[index] == Ascii.dollar || base[index] == Ascii.dot {
      if base[index] == Ascii.dot { hasDots = true }
      index += 1
    }
    if index < count, base[index] == Ascii.leftParenthesis {
      for offset in lower..<index { take(base[offset]) }
      followsOperand = false
      return true
    }
    if hasDots { return false }
    if index < count, base[index] == Ascii.exclamation {
      for offset in lower...index { take(base[offset]) }
      return passCell(take, operand)
    }
    if let cell = cell(lower, index) {
      operand(.cell(row: cell.row, column: cell.column, end: index))
    } else if isBesideColon {
      return passRun(lower, take)
    } else if isLogical(lower, index) {
      for offset in lower..<index { take(base[offset]) }
    } else if isName(lower, index) {
      operand(.word(lower, index))
    } else {
      return false
    }
    return true
  }

  /// Passes the `!` behind the name of a sheet, with the cell, column or row behind it.
  @inline(__always)
  private mutating func passCell(_ take: (UInt8) -> Void, _ operand: (Operand) -> Void) -> Bool {
    // `Sheet1:Sheet3!A1` is on several sheets, and the sheets of two corners are to be compared.
    guard !followsColon else { return false }
    index += 1
    let lower = index
    while index < count, Ascii.isNamePart(base[index]) || base[index] == Ascii.dollar { index += 1 }
    if let cell = cell(lower, index) {
      operand(.cell(row: cell.row, column: cell.column, end: index))
      return true
    }
    return isBesideColon && passRun(lower, take)
  }

  /// Passes what has been read beside a colon as whole columns or rows, which are a part of the pattern.
  @inline(__always)
  private func passRun(_ lower: Int, _ take: (UInt8) -> Void) -> Bool {
    let first = lower < index && base[lower] == Ascii.dollar ? lower + 1 : lower
    guard first < index else { return false }
    let areLetters = Ascii.isLetter(base[first])
    guard !areLetters || index - first <= 3 else { return false }
    for offset in first..<index
    where areLetters ? !Ascii.isLetter(base[offset]) : !Ascii.isDigit(base[offset]) { return false }
    for offset in lower..<index { take(base[offset]) }
    return true
  }

  /// Passes a text in quotation marks, which is a part of the pattern.
  @inline(__always)
  mutating func passText(_ take: (UInt8) -> Void) -> Bool {
    guard !followsOperand, passQuoted(Ascii.quote, take) else { return false }
    (followsOperand, followsColon) = (true, false)
    return true
  }

  /// Passes the name of a sheet in quotes, with what stands on it.
  @inline(__always)
  mutating func passQuotedSheet(_ take: (UInt8) -> Void, _ operand: (Operand) -> Void) -> Bool {
    guard !followsOperand, passQuoted(Ascii.apostrophe, take), index < count, base[index] == Ascii.exclamation
    else { return false }
    take(Ascii.exclamation)
    followsOperand = true
    let isRead = passCell(take, operand)
    followsColon = false
    return isRead
  }

  /// Passes what stands between quotes, doubled ones among it, on one line.
  @inline(__always)
  private mutating func passQuoted(_ quote: UInt8, _ take: (UInt8) -> Void) -> Bool {
    repeat {
      take(quote)
      index += 1
      while index < count, base[index] != quote {
        if base[index] == Ascii.lineFeed || base[index] == Ascii.carriageReturn { return false }
        take(base[index])
        index += 1
      }
      guard index < count else { return false }
      take(quote)
      index += 1
    } while index < count && base[index] == quote
    return true
  }

  /// Whether what ends here stands between colons, or beside one.
  @inline(__always)
  private var isBesideColon: Bool { followsColon || index < count && base[index] == Ascii.colon }

  /// Whether a sign may stand here, which counts from now on.
  @inline(__always)
  mutating func allows(_ byte: UInt8) -> Bool {
    followsColon = byte == Ascii.colon
    switch byte {
    case Ascii.leftParenthesis:
      guard !followsOperand else { return false }
      depth += 1
    case Ascii.rightParenthesis:
      guard depth > 0 else { return false }
      depth -= 1
      followsOperand = true
    case Ascii.percent: break
    case Ascii.plus, Ascii.minus, Ascii.star, Ascii.slash, Ascii.caret, Ascii.ampersand, Ascii.comma, Ascii.less,
      Ascii.greater:
      followsOperand = false
    case Ascii.colon:
      guard index > start, base[index - 1] != Ascii.space else { return false }
      followsOperand = false
    case Ascii.equals:
      // A second `=` means nothing, and one at the start is written before the formula.
      guard index > start, base[index - 1] != Ascii.equals else { return false }
      followsOperand = false
    default: return false
    }
    return true
  }

  /// The address that fills a run of bytes.
  @inline(__always)
  private func cell(_ lower: Int, _ upper: Int) -> (row: Coordinate, column: Coordinate)? {
    AddressReader(base: base, count: upper).cell(from: lower)
  }

  /// Whether a word that is no logical is a name, and no word at which an expression ends.
  @inline(__always)
  private func isName(_ lower: Int, _ upper: Int) -> Bool {
    for offset in lower..<upper where base[offset] == Ascii.dollar { return false }
    return upper - lower != 2 || !isWord("as", lower)
  }

  @inline(__always)
  private func isLogical(_ lower: Int, _ upper: Int) -> Bool {
    switch upper - lower {
    case 4: isWord("true", lower)
    case 5: isWord("false", lower)
    default: false
    }
  }

  @inline(__always)
  private func isWord(_ word: StaticString, _ lower: Int) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount where base[lower + offset] | 0x20 != word.utf8Start[offset] {
      return false
    }
    return true
  }
}
