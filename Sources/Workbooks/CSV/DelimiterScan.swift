import CellModel

/// Finds the byte between the fields by counting what the first line that is not empty has outside quotation marks.
///
/// Where that line has more than one of the bytes in question, as `1,5;2,5` has, those count of which the next line has
/// as many. A scan goes on where it stopped when more of the lines is there.
struct DelimiterScan {
  /// How often a line has each of the bytes that can stand between fields.
  private struct Counts {
    var comma = 0
    var semicolon = 0
    var tab = 0

    var isOfMany: Bool { [comma, semicolon, tab].count { $0 > 0 } > 1 }

    /// The counts that are those of another line, too, and zeros; all of them where there is none.
    func agreeing(with other: Counts) -> Counts {
      let agreeing = Counts(
        comma: comma == other.comma ? comma : 0, semicolon: semicolon == other.semicolon ? semicolon : 0,
        tab: tab == other.tab ? tab : 0)
      return max(agreeing.comma, agreeing.semicolon, agreeing.tab) > 0 ? agreeing : self
    }
  }

  private var position = 0
  /// The lines that were read or begun, without those that are empty or all spaces.
  private var lines: [Counts] = []
  private var isInLine = false
  private var isQuoted = false
  /// Whether a quotation mark here would open a field, or go on with the one it has just closed.
  private var opensQuote = true

  /// Whether the lines that tell it were seen to their ends.
  var isComplete: Bool { !isInLine && (lines.count > 1 || lines.first?.isOfMany == false) }

  /// Counts on in the bytes of the file from its beginning, which are those of the call before and more.
  mutating func go(through bytes: [UInt8]) {
    while position < bytes.count, !isComplete {
      read(bytes[position])
      position += 1
    }
  }

  private mutating func read(_ byte: UInt8) {
    if !isQuoted, byte == Ascii.lineFeed || byte == Ascii.carriageReturn {
      isInLine = false
      opensQuote = true
      return
    }
    guard isInLine || byte != Ascii.space else {
      opensQuote = false
      return
    }
    if !isInLine { lines.append(Counts()) }
    isInLine = true
    count(byte)
  }

  private mutating func count(_ byte: UInt8) {
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
    case Ascii.comma: lines[lines.count - 1].comma += 1
    case Ascii.semicolon: lines[lines.count - 1].semicolon += 1
    case Ascii.tab: lines[lines.count - 1].tab += 1
    default: return
    }
    if byte != Ascii.quote { opensQuote = true }
  }

  /// The most frequent one; the comma where there is none.
  var delimiter: UInt8 {
    guard var counts = lines.first else { return Ascii.comma }
    if counts.isOfMany, lines.count > 1 { counts = counts.agreeing(with: lines[1]) }
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
