import CellModel
import Diagnostics
import SheetText

/// The rows of a table as a sheet writes them.
enum TableText {
  static func line(_ cells: [String]) -> String { "  | " + cells.joined(separator: " | ") + " |\n" }

  /// The name of a column in the first row.
  static func header(_ name: String) -> String {
    let isPlain = isPlainText(name) && !name.contains { ":|".contains($0) }
    return isPlain ? name : inOneLine(name).literal
  }

  /// Whether a text in a row is read as it is, and not as a text in quotes, as a comment, or without its blanks.
  private static func isPlainText(_ text: String) -> Bool {
    !text.contains("\"") && !text.hasPrefix("'") && !text.contains("//") && text.first?.isWhitespace != true
      && text.last?.isWhitespace != true && !hasLineBreak(text) && !SeparatorCell.matches(text)
  }

  /// Whether a text has more than one line, as no row of a sheet can have it.
  static func hasLineBreak(_ text: String) -> Bool { text.contains(where: \.endsLine) }

  /// The text with a blank in place of each line break.
  static func inOneLine(_ text: String) -> String {
    hasLineBreak(text) ? String(text.map { $0.endsLine ? " " : $0 }) : text
  }

  /// The name of a column in front of its formula.
  static func definition(_ name: String) -> String {
    if isPlainName(name) { return name }
    let isQuoted =
      name.contains { "[]".contains($0) } || name.first?.isWhitespace == true || name.last?.isWhitespace == true
    return isQuoted ? name.literal : "[\(name)]"
  }

  /// Whether a name can stand in a formula as it is.
  static func isPlainName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
    return A1Notation.cell(name) == nil && !["true", "false"].contains(name.lowercased())
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
  }

  static func cell(_ value: CellValue) -> String {
    guard case .text(let text) = value else { return value.isBlank ? "" : ValueText().written(value) }
    // What typing would make something else of stands in quotes.
    let isPlain = TypedText.value(typed: text) == value && isPlainText(text)
    return isPlain ? escaped(text) : inOneLine(text).literal
  }

  /// The cell for a value that is read back as just this value; `nil` where a row can have none.
  static func exactCell(_ value: CellValue) -> String? {
    switch value {
    case .blank: return ""
    case .text(let text):
      return text.isEmpty || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : cell(value)
    case .number, .logical, .error:
      let written = cell(value)
      return TypedText.value(typed: written) == value ? written : nil
    case .array, .record, .lambda: return nil
    }
  }

  /// A text that stands without quotes, between which a bar is one and a backslash before it another sign.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
