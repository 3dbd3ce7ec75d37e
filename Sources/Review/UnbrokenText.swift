import CellModel

/// The text of a statement as one line says it, as far as it can stand on one.
///
/// `SheetFormatter` leaves the ends of lines where somebody has set them, and with them how deep the next line begins.
/// Inside parentheses, brackets and the braces of a value they say nothing. Texts, comments and the lines of a block
/// stay as they are.
struct UnbrokenText: Equatable {
  private var bytes: [UInt8] = []
  /// For each bracket that is open, whether lines end in it without a meaning.
  private var brackets: [Bool] = []

  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(_ text: String) {
    let source = Array(text.utf8)
    var place = 0
    while place < source.count {
      let byte = source[place]
      switch byte {
      case Ascii.quote, Ascii.apostrophe: place = copy(source, from: place) { $0 == byte } + 1
      case Ascii.slash where place + 1 < source.count && source[place + 1] == Ascii.slash:
        while bytes.last.map(Self.isBlank) == true { bytes.removeLast() }
        place = copy(source, from: place) { $0 == Ascii.lineFeed }
        bytes.append(Ascii.lineFeed)
      case _ where Self.isBlank(byte) || byte == Ascii.lineFeed:
        let end = source[place...].firstIndex { !Self.isBlank($0) && $0 != Ascii.lineFeed } ?? source.count
        add(blanks: source[place..<end], before: end < source.count ? source[end] : Ascii.lineFeed)
        place = end
      default:
        note(byte)
        bytes.append(byte)
        place += 1
      }
    }
  }

  static func == (left: UnbrokenText, right: UnbrokenText) -> Bool { left.bytes == right.bytes }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == Ascii.space || byte == Ascii.tab || byte == Ascii.carriageReturn
  }

  /// Copies what begins at a place, up to the end and, of a text, with it.
  private mutating func copy(_ source: [UInt8], from start: Int, until isEnd: (UInt8) -> Bool) -> Int {
    let end = source[(start + 1)...].firstIndex(where: isEnd) ?? source.count
    bytes += source[start..<end]
    if end < source.count, source[end] != Ascii.lineFeed { bytes.append(source[end]) }
    return end
  }

  private mutating func note(_ byte: UInt8) {
    switch byte {
    case Ascii.leftParenthesis, Ascii.leftBracket: brackets.append(true)
    case Ascii.leftBrace:
      let former = bytes.last { !Self.isBlank($0) && $0 != Ascii.lineFeed }
      brackets.append(brackets.last == true || former.map("=(,:&+-*/<>^".utf8.contains) == true)
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace: _ = brackets.popLast()
    default: break
    }
  }

  private mutating func add(blanks: ArraySlice<UInt8>, before next: UInt8) {
    guard blanks.contains(Ascii.lineFeed) else {
      bytes += blanks
      return
    }
    let former = bytes.last
    if former == Ascii.lineFeed { return }
    guard brackets.last == true else {
      bytes.append(Ascii.lineFeed)
      return
    }
    if former.map("([{".utf8.contains) == true || ")]},;".utf8.contains(next) { return }
    bytes.append(Ascii.space)
  }
}
