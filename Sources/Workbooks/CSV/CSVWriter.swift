import CellModel

/// Writes rows of a CSV file so that ``CSVReader`` gives them back.
public struct CSVWriter: Sendable {
  public var delimiter: UInt8

  public init(delimiter: UInt8 = 0x2C) { self.delimiter = delimiter }

  /// A row of texts as a line with its end; a field is quoted where it must be.
  public func line(_ texts: [String]) -> String {
    let isAlone = texts.count == 1
    let fields = texts.map { needsQuotes($0) || (isAlone && $0.isEmpty) ? quoted($0) : $0 }
    return joined(fields)
  }

  /// A row of values as a line with its end.
  ///
  /// Numbers are written exactly. A text that would read as something else is quoted, so that it stays text.
  public func line(_ values: [CellValue]) -> String {
    let isAlone = values.count == 1
    return joined(values.map { $0.isBlank && isAlone ? "\"\"" : field($0) })
  }

  /// One value as a field.
  public func field(_ value: CellValue) -> String {
    switch value {
    case .text(let text):
      if needsQuotes(text) || text.isEmpty { return quoted(text) }
      return TypedText.value(typed: text).value == value ? text : quoted(text)
    case .number(let number): return plain(NumberText.roundTrip(number))
    default: return plain(NumberFormat.general.text(of: value))
    }
  }

  private func joined(_ fields: [String]) -> String {
    fields.joined(separator: String(Unicode.Scalar(delimiter))) + "\r\n"
  }

  private func plain(_ text: String) -> String { needsQuotes(text) ? quoted(text) : text }

  private func needsQuotes(_ text: String) -> Bool {
    for byte in text.utf8 where byte == 0x22 || byte == delimiter || byte == 0x0A || byte == 0x0D { return true }
    // Spaces at the ends are kept by readers that cut them off only when quoted.
    return text.utf8.first == 0x20 || text.utf8.last == 0x20
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
