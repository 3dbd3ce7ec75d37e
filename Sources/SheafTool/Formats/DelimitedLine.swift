import CellModel
import Workbooks

/// A value as one field of a line.
struct DelimitedField {
  let text: String
  /// Whether it is a text that would be read as a number, a date or a logical.
  let looksLikeAnotherValue: Bool

  /// A value without its number format.
  init(_ value: CellValue) {
    text = PlainText.text(value)
    if case .text(let text) = value {
      looksLikeAnotherValue = !text.isEmpty && TypedText.value(typed: text) != value
    } else {
      looksLikeAnotherValue = false
    }
  }

  /// What people see, or a name.
  init(shown text: String) {
    self.text = text
    looksLikeAnotherValue = false
  }
}

/// The formats in which a row is one line of fields.
struct DelimitedFormat: Sendable {
  private enum Kind { case csv, tsv, markdown }

  static let csv = DelimitedFormat(kind: .csv)
  static let tsv = DelimitedFormat(kind: .tsv)
  static let markdown = DelimitedFormat(kind: .markdown)

  private let kind: Kind
  /// Whether texts are written so that no program takes them for formulas.
  var guardsFormulas = false

  private init(kind: Kind) { self.kind = kind }

  /// What stands between fields, where numbers are written as they are.
  var plainSeparator: UInt8? {
    if guardsFormulas { return nil }
    return switch kind {
    case .csv: Ascii.comma
    case .tsv: Ascii.tab
    case .markdown: nil
    }
  }

  /// A row of values as a line without its end; in CSV a text that would be read as something else stands in quotes.
  func line(_ fields: [DelimitedField]) -> String {
    guard case .csv = kind else { return line(fields.map(\.text)) }
    var line = ""
    for (index, field) in fields.enumerated() {
      if index > 0 { line += "," }
      let text = guardsFormulas ? FormulaGuard.guarded(field.text) : field.text
      line += field.looksLikeAnotherValue ? Self.inQuotes(text) : Self.quoted(text)
    }
    return line
  }

  /// A row as a line without its end.
  func line(_ fields: [String]) -> String {
    let fields = guardsFormulas ? fields.map(FormulaGuard.guarded) : fields
    return switch kind {
    case .csv: fields.map(Self.quoted).joined(separator: ",")
    case .tsv: fields.map(Self.escaped).joined(separator: "\t")
    case .markdown: "| " + fields.map(Self.marked).joined(separator: " | ") + " |"
    }
  }

  /// The lines that begin a table with named columns.
  func head(_ names: [String]) -> [String] {
    guard kind == .markdown else { return [line(names)] }
    return [line(names), "|" + String(repeating: " --- |", count: names.count)]
  }

  /// RFC 4180: a field with a quote, a comma or a line end stands in quotes.
  private static func quoted(_ field: String) -> String {
    guard
      field.utf8.contains(where: {
        $0 == Ascii.quote || $0 == Ascii.comma || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn
      })
    else { return field }
    return inQuotes(field)
  }

  private static func inQuotes(_ field: String) -> String {
    "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// Tabs, line ends and backslashes are written with a backslash.
  private static func escaped(_ field: String) -> String {
    replacing(field) { byte in
      switch byte {
      case Ascii.tab: "\\t"
      case Ascii.lineFeed: "\\n"
      case Ascii.carriageReturn: "\\r"
      case Ascii.backslash: "\\\\"
      default: nil
      }
    }
  }

  private static func marked(_ field: String) -> String {
    replacing(field) { byte in
      switch byte {
      case Ascii.bar: "\\|"
      case Ascii.lineFeed: "<br>"
      case Ascii.carriageReturn: ""
      default: nil
      }
    }
  }

  /// The field with some ASCII characters replaced.
  private static func replacing(_ field: String, _ replacement: (UInt8) -> String?) -> String {
    guard field.utf8.contains(where: { replacement($0) != nil }) else { return field }
    var result: [UInt8] = []
    for byte in field.utf8 {
      if let text = replacement(byte) { result.append(contentsOf: text.utf8) } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
