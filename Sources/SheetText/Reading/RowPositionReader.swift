import CellModel
import Diagnostics

/// Reads where in a table a row comes in.
enum RowPositionReader {
  /// Reads `first`, `last`, `before n` or `after n`.
  static func read(_ reader: inout SheetReader) -> RowPosition? {
    if reader.take("first") { return .first }
    if reader.take("last") { return .last }
    let isBefore = reader.isNext("before")
    if reader.take("before") || reader.take("after") {
      reader.skipBlanks()
      var end = reader.cursor
      if end < reader.limit, reader.bytes[end] == Ascii.leftParenthesis,
        let close = reader.scanner.partner(of: end, limit: reader.limit)
      {
        end = close + 1
      } else {
        end = reader.scanner.endOfWord(end, limit: reader.limit)
      }
      guard end > reader.cursor else {
        reader.report(PieceFinding.missingExpression("a row number", at: reader.nextPlace()))
        return nil
      }
      let row = reader.formula(SourceSpan(reader.cursor, end))
      reader.cursor = end
      return isBefore ? .before(row) : .after(row)
    }
    reader.report(ClauseFinding.missingPosition(at: reader.nextPlace()))
    return nil
  }
}
