import CellModel
import Diagnostics

extension StructuredReference {
  /// Where a reference names its columns, in the order of the text: `cash` and `debt` in `plan[[#All],[cash]:[debt]]`.
  ///
  /// - Parameters:
  ///   - span: The place of the reference.
  ///   - bytes: The text that it stands in.
  package func columnPlaces(at span: SourceSpan, in bytes: [UInt8]) -> [(name: String, span: SourceSpan)] {
    guard firstColumn != nil else { return [] }
    var found: [(name: String, span: SourceSpan)] = []
    var position = span.lower + (table?.utf8.count ?? 0)
    let end = min(span.upper, bytes.count)
    while position < end {
      switch bytes[position] {
      case Ascii.leftBracket, Ascii.rightBracket, Ascii.at, Ascii.colon, Ascii.comma, Ascii.space, Ascii.tab,
        Ascii.lineFeed, Ascii.carriageReturn:
        position += 1
      default:
        let start = position
        let name = Self.word(from: &position, to: end, in: bytes)
        if name == firstColumn || name == lastColumn { found.append((name, SourceSpan(start, position))) }
      }
    }
    return found
  }

  /// What stands up to the next bracket, without the blanks before it and without the `'` before signs.
  private static func word(from position: inout Int, to end: Int, in bytes: [UInt8]) -> String {
    var name: [UInt8] = []
    var lastWord = (position, 0)
    while position < end, bytes[position] != Ascii.leftBracket, bytes[position] != Ascii.rightBracket {
      let isBlank = bytes[position] == Ascii.space
      if bytes[position] == Ascii.apostrophe, position + 1 < end { position += 1 }
      name.append(bytes[position])
      position += 1
      if !isBlank { lastWord = (position, name.count) }
    }
    position = lastWord.0
    return String(decoding: name.prefix(lastWord.1), as: UTF8.self)
  }
}
