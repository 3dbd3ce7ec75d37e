import CellModel

/// Writes rows of a CSV file so that ``CSVReader`` gives them back.
///
/// A field is quoted where a reader would otherwise see something else in it, whatever delimiter that reader takes.
package struct CSVWriter: Sendable {
  package var delimiter: UInt8
  /// Whether texts are written so that no program takes them for formulas; then they are not read back as they were.
  package var guardsFormulas: Bool
  private let text = ValueText()

  package init(delimiter: UInt8 = Ascii.comma, guardsFormulas: Bool = false) {
    self.delimiter = delimiter
    self.guardsFormulas = guardsFormulas
  }

  /// A row of texts as a line with its end; a field is quoted where it must be.
  package func line(_ texts: [String]) -> String {
    joined(texts.map { $0.isEmpty && texts.count == 1 ? Self.emptyRow : field(shown: $0) })
  }

  /// A row of one field with nothing in it; an empty line is no row.
  package static let emptyRow = "\"\""

  /// A text as a field that is quoted where it must be, whatever it looks like.
  package func field(shown text: String) -> String { plain(guardsFormulas ? FormulaGuard.guarded(text) : text) }

  /// A row of values as a line with its end.
  ///
  /// Numbers are written exactly and with their kinds, as `2026-01-31` or `19%`. A text that would read as something else is quoted, so that it stays text.
  package func line(_ values: [CellValue]) -> String {
    let isAlone = values.count == 1
    return joined(values.map { $0.isBlank && isAlone ? Self.emptyRow : field($0) })
  }

  /// One value as a field.
  package func field(_ value: CellValue) -> String {
    switch value {
    case .text(let given):
      let text = guardsFormulas ? FormulaGuard.guarded(given) : given
      if needsQuotes(text) || text.isEmpty { return quoted(text) }
      return TypedText.value(typed: text) == .text(text) ? text : quoted(text)
    default: return plain(self.text.written(value))
    }
  }

  /// Fields as a line with its end.
  package func joined(_ fields: [String]) -> String {
    fields.joined(separator: String(Unicode.Scalar(delimiter))) + "\r\n"
  }

  private func plain(_ text: String) -> String { needsQuotes(text) ? quoted(text) : text }

  private func needsQuotes(_ text: String) -> Bool {
    let bytes = text.utf8
    for byte in bytes {
      switch byte {
      case Ascii.quote, Ascii.lineFeed, Ascii.carriageReturn, Ascii.comma, Ascii.semicolon, Ascii.tab, delimiter:
        return true
      default: continue
      }
    }
    // Some readers cut spaces off; a byte order mark or `sep=` at the beginning of a file is no text of it.
    return bytes.first == Ascii.space || bytes.last == Ascii.space || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      || bytes.starts(with: "sep=".utf8)
  }

  private func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [Ascii.quote]
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == Ascii.quote { bytes.append(byte) }
    }
    bytes.append(Ascii.quote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
