import CellModel
import Workbooks

/// A value as one field of a line.
struct DelimitedField {
  let text: String
  /// Whether it is a text of the sheet, which is to be read as one again.
  fileprivate let isText: Bool

  /// A value without its number format.
  init(_ value: CellValue) {
    text = PlainText.text(value)
    isText = value.text != nil
  }

  /// What people see, or a name.
  init(shown text: String) { self.init(text, isText: false) }

  init(_ text: String, isText: Bool) {
    self.text = text
    self.isText = isText
  }
}

/// The formats in which a row is one line of fields.
struct DelimitedFormat: Sendable {
  private enum Kind {
    case delimited(UInt8)
    case markdown
  }

  static let csv = DelimitedFormat(kind: .delimited(Ascii.comma))
  static let tsv = DelimitedFormat(kind: .delimited(Ascii.tab))
  static let markdown = DelimitedFormat(kind: .markdown)

  private let kind: Kind
  /// Whether texts are written so that no program takes them for formulas.
  var guardsFormulas = false

  private init(kind: Kind) { self.kind = kind }

  /// What stands between fields, where numbers are written as they are.
  var plainSeparator: UInt8? {
    if case .delimited(let separator) = kind, !guardsFormulas { separator } else { nil }
  }

  /// A row of values as a line without its end.
  ///
  /// In CSV and TSV a text that would be read as something else stands in quotes: what is written is read as it was.
  func line(_ fields: [DelimitedField]) -> String { line(fields, field) }

  /// A row as a line without its end.
  func line(_ fields: [String]) -> String { line(fields) { field(DelimitedField(shown: $0)) } }

  private func line<Field>(_ fields: [Field], _ text: (Field) -> String) -> String {
    switch kind {
    case .markdown: return "| " + fields.map(text).joined(separator: " | ") + " |"
    case .delimited(let separator):
      let line = fields.map(text).joined(separator: String(Unicode.Scalar(separator)))
      return line.isEmpty && fields.count == 1 ? CSVWriter.emptyRow : line
    }
  }

  /// One field of a line.
  func field(_ field: DelimitedField) -> String {
    switch kind {
    case .markdown: return MarkdownText.escaped(guardsFormulas ? FormulaGuard.guarded(field.text) : field.text)
    case .delimited(let separator):
      let writer = CSVWriter(delimiter: separator, guardsFormulas: guardsFormulas)
      return field.isText ? writer.field(.text(field.text)) : writer.field(shown: field.text)
    }
  }

  /// The lines that begin a table with named columns.
  func head(_ names: [String]) -> [String] {
    guard case .markdown = kind else { return [line(names)] }
    return [line(names), "|" + String(repeating: " --- |", count: names.count)]
  }
}
