import CellModel

/// Tells by their texts alone that two formulas are one that is filled down, which spares reading the second.
///
/// It knows addresses, names, numbers, texts in quotation marks, and parts of tables, which are the same in each row. Where
/// anything else might hide a row, such as whole rows, the answer is no, and the trees of both have to be compared.
struct FilledText {
  private let text: UnsafeBufferPointer<UInt8>
  private let former: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var formerPlace = 0

  /// Whether a formula is surely what another becomes one row further down.
  static func continues(_ text: String, _ former: String) -> Bool {
    var (text, former) = (text, former)
    return text.withUTF8 { text in
      former.withUTF8 { former in
        var comparison = FilledText(text: text, former: former)
        return comparison.run()
      }
    }
  }

  private init(text: UnsafeBufferPointer<UInt8>, former: UnsafeBufferPointer<UInt8>) {
    self.text = text
    self.former = former
  }

  private mutating func run() -> Bool {
    while place < text.count {
      let byte = text[place]
      if Self.isPartOfWord(byte) {
        guard passWord() else { return false }
      } else {
        guard formerPlace < former.count, former[formerPlace] == byte else { return false }
        place += 1
        formerPlace += 1
        if byte == Ascii.quote || byte == Ascii.apostrophe, !passQuoted(byte) { return false }
        if byte == Ascii.leftBracket, !passBrackets() { return false }
      }
    }
    return formerPlace == former.count
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.dollar || byte == Ascii.underscore || byte == Ascii.dot
      || byte == Ascii.backslash || byte >= 0x80
  }

  /// Passes the rest of what is in quotation marks, which is the same in both.
  private mutating func passQuoted(_ mark: UInt8) -> Bool {
    while place < text.count, formerPlace < former.count {
      guard text[place] == former[formerPlace] else { return false }
      place += 1
      formerPlace += 1
      if text[place - 1] == mark { return true }
    }
    return false
  }

  /// Passes the rest of what is in brackets, which is the same in both; an apostrophe stands before one that is a part of it.
  private mutating func passBrackets() -> Bool {
    var depth = 1
    while place < text.count, formerPlace < former.count {
      let byte = text[place]
      guard byte == former[formerPlace] else { return false }
      place += 1
      formerPlace += 1
      switch byte {
      case Ascii.leftBracket: depth += 1
      case Ascii.rightBracket: depth -= 1
      case Ascii.apostrophe:
        guard place < text.count, formerPlace < former.count, text[place] == former[formerPlace] else { return false }
        place += 1
        formerPlace += 1
      default: break
      }
      if depth == 0 { return true }
    }
    return false
  }

  /// Passes a word: an address that has moved, or a name, function or number that is the same.
  private mutating func passWord() -> Bool {
    let start = place
    while place < text.count, Self.isPartOfWord(text[place]) { place += 1 }
    let formerStart = formerPlace
    while formerPlace < former.count, Self.isPartOfWord(former[formerPlace]) { formerPlace += 1 }
    let word = UnsafeBufferPointer(rebasing: text[start..<place])
    let other = UnsafeBufferPointer(rebasing: former[formerStart..<formerPlace])
    let isCalled =
      place < text.count && [Ascii.leftParenthesis, Ascii.exclamation, Ascii.leftBracket].contains(text[place])
    // Numbers at a colon are whole rows.
    let isAtColon =
      start > 0 && text[start - 1] == Ascii.colon || place < text.count && text[place] == Ascii.colon
    if isAtColon, word.last.map(Ascii.isDigit) == true, !word.contains(where: Ascii.isLetter) { return false }
    guard !isCalled, let address = Self.relativeRow(word) else { return word.elementsEqual(other) }
    guard let formerAddress = Self.relativeRow(other), address.digits == formerAddress.digits else { return false }
    return address.row == formerAddress.row + 1
      && word[..<address.digits].elementsEqual(other[..<formerAddress.digits])
  }

  /// The row of an address such as `A1` or `$A1`, and where its digits begin; `nil` for one that stays, and for any other word.
  private static func relativeRow(_ word: UnsafeBufferPointer<UInt8>) -> (row: Int, digits: Int)? {
    var digits = 0
    if digits < word.count, word[digits] == Ascii.dollar { digits += 1 }
    let letters = digits
    var column = 0
    while digits < word.count, digits < letters + 4, Ascii.isLetter(word[digits]) {
      column = column * 26 + Int(word[digits] & 0x1F)
      digits += 1
    }
    // A sheet has no more columns; what looks like one behind them is a name.
    guard (1...Area.lastColumn + 1).contains(column), (1...7).contains(word.count - digits) else { return nil }
    var row = 0
    for byte in word[digits...] {
      guard Ascii.isDigit(byte) else { return nil }
      row = row * 10 + Int(byte - Ascii.zero)
    }
    return row <= Area.lastRow + 1 ? (row, digits) : nil
  }
}
