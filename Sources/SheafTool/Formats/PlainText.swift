import CellModel
import Diagnostics
import Hosting

/// Values as single texts for delimited formats.
enum PlainText {
  /// A value without its number format: numbers in full, dates as ISO texts, errors by their code, lists as JSON.
  static func text(_ value: CellValue) -> String {
    switch value {
    case .array, .record: JSONValue(value).compactText
    default: ValueText().written(value)
    }
  }

  /// A text in one line without characters that a terminal acts on or that turn the direction of writing.
  static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: DisplayWidth.isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\n": result.append("⏎")
      case "\t": result.append(" ")
      default: result.append(DisplayWidth.shown(scalar))
      }
    }
    return String(result)
  }

  /// A text with its line ends and tabs, without other characters that a terminal acts on or that turn the direction
  /// of writing.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: DisplayWidth.isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar == "\n" || scalar == "\t" ? scalar : DisplayWidth.shown(scalar))
    }
    return String(result)
  }

  /// A text of words in one line, and of a long one the middle left out.
  static func message(_ text: String) -> String { oneLine(Diagnostic.shortened(text)) }

  /// A value as it would be written in a formula, in one line.
  static func formulaLiteral(_ value: CellValue) -> String {
    switch value {
    case .text(let text): oneLine(text).literal
    case .blank: "blank"
    case .number: ValueText().literal(value)
    case .array(let array):
      "{"
        + (0..<array.rows).map { row in array.row(row).map(formulaLiteral).joined(separator: ", ") }
        .joined(separator: "; ") + "}"
    case .record(let record):
      "{" + zip(record.names, record.values).map { "\($0): \(formulaLiteral($1))" }.joined(separator: ", ") + "}"
    case .logical, .error, .lambda: text(value)
    }
  }

  /// A value's text in a line of words: in one line, and an empty one as `""`, where a reader would see nothing.
  static func inWords(_ text: String) -> String { text.isEmpty ? "\"\"" : oneLine(text) }
}

/// How many columns of a terminal a text takes.
enum TextWidth {
  static func of(_ text: String) -> Int {
    if text.isAscii { return text.utf8.count }
    return DisplayWidth.of(text)
  }

  /// The text with spaces behind it up to a width.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// The text, cut with an ellipsis where it is wider than so many columns.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var kept = text
    while !kept.isEmpty, of(kept) > width - 1 { kept.removeLast() }
    return width > 0 ? kept + "…" : ""
  }

  /// The text with spaces before it up to a width.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }
}
