import CellModel
import Diagnostics

/// Reads the name of a grid behind `sheet`.
enum GridReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    let byte = reader.nextByte()
    if byte == Ascii.quote { return reader.text().map { .grid($0) } }
    if byte == Ascii.apostrophe, let end = reader.scanner.endOfQuoted(reader.cursor, limit: reader.limit) {
      let span = SourceSpan(reader.cursor, end)
      reader.cursor = end
      return .grid(WrittenText(reader.unquoted(span), at: span))
    }
    guard let name = reader.name() else {
      guard Ascii.isDigit(byte) else {
        reader.report(NameFinding.missingName(of: "a sheet", at: reader.nextPlace()))
        return nil
      }
      let whole = SourceSpan(reader.nextPlace().lower, reader.limit)
      let digits = WrittenText(String(reader.source[whole].trimmed), at: whole)
      reader.report(NameFinding.sheetOfDigits(digits))
      reader.cursor = reader.limit
      return .grid(digits)
    }
    guard reader.nextByte().isWord else { return .grid(name) }
    let whole = SourceSpan(name.span.lower, reader.limit)
    let words = WrittenText(reader.source[whole], at: whole)
    reader.report(NameFinding.sheetOfWords(words.text, at: SourceSpan(reader.cursor, reader.limit)))
    reader.cursor = reader.limit
    return .grid(words)
  }
}
