import CellModel

/// Finds the byte between the fields by counting what the first line has outside quotation marks.
///
/// A scan goes on where it stopped when more of the line is there.
struct DelimiterScan {
  /// Whether the end of the line was seen.
  private(set) var isComplete = false

  private var position = 0
  private var counts = (comma: 0, semicolon: 0, tab: 0)
  private var isQuoted = false
  /// Whether a quotation mark here would open a field, or go on with the one it has just closed.
  private var opensQuote = true

  /// Counts on in the bytes of the file from its beginning, which are those of the call before and more.
  mutating func go(through bytes: [UInt8]) {
    while position < bytes.count, !isComplete {
      read(bytes[position])
      position += 1
    }
  }

  private mutating func read(_ byte: UInt8) {
    guard !isQuoted else {
      if byte == Ascii.quote {
        isQuoted = false
        opensQuote = true
      }
      return
    }
    let opens = opensQuote
    opensQuote = false
    switch byte {
    case Ascii.quote: isQuoted = opens
    case Ascii.comma: counts.comma += 1
    case Ascii.semicolon: counts.semicolon += 1
    case Ascii.tab: counts.tab += 1
    case Ascii.lineFeed, Ascii.carriageReturn: isComplete = true
    default: return
    }
    if byte != Ascii.quote { opensQuote = true }
  }

  /// The most frequent one; the comma where there is none.
  var delimiter: UInt8 {
    if counts.tab > counts.comma, counts.tab >= counts.semicolon { return Ascii.tab }
    return counts.semicolon > counts.comma ? Ascii.semicolon : Ascii.comma
  }

  /// The delimiter that a line such as `sep=;` names, and the position after that line.
  static func separatorLine(_ bytes: [UInt8], from start: Int) -> (delimiter: UInt8, end: Int)? {
    let word: [UInt8] = Array("sep=".utf8)
    guard bytes[start...].prefix(4).elementsEqual(word), start + 5 < bytes.count else { return nil }
    let delimiter = bytes[start + 4]
    var end = start + 5
    guard (0x09...0x7E).contains(delimiter), ![Ascii.lineFeed, Ascii.carriageReturn, Ascii.quote].contains(delimiter)
    else { return nil }
    if bytes[end] == Ascii.carriageReturn { end += 1 }
    if end < bytes.count, bytes[end] == Ascii.lineFeed { end += 1 }
    return end > start + 5 ? (delimiter, end) : nil
  }
}
