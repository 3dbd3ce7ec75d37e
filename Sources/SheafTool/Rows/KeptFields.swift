import CellModel
import Hosting

/// The columns that a call asks for beside the outputs of a batch.
struct ColumnsBeside {
  /// The names of columns of the file that are carried on.
  let kept: [String]
  /// The name of the column that says what is wrong in a row; `nil` for none.
  let error: String?

  /// - Parameter kept: Texts of names that stand between commas.
  init(kept: [String], error: String?) {
    self.kept = kept.flatMap { $0.split(separator: ",") }.map { String($0.trimmed) }.filter { !$0.isEmpty }
    self.error = error
  }
}

/// The columns of a batch's file that are carried into its results as they stand, before the outputs.
struct KeptColumns {
  private let columns: [(name: String, field: Int)]

  var names: [String] { columns.map(\.name) }

  /// - Parameter wanted: Their names in the order in which they are to stand, as a call gives them.
  init(_ wanted: [String], of head: [RowColumn], in path: String) throws(CallFailure) {
    columns = try wanted.map { (name) throws(CallFailure) in
      guard let field = head.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw CallFailure(
          "\(path) has no column \(name) to keep", help: "it has \(head.map(\.name).joined(separator: ", "))")
      }
      return (head[field].name, field)
    }
  }

  /// The fields of a row; one that the row does not have is blank.
  func fields(of row: some BatchRow) -> [KeptField] { columns.map { row.kept($0.field, as: $0.name) } }
}

/// What stands beside the outputs of a row: what is kept of its own fields, and what is wrong in it.
struct FieldsBeside: Sendable {
  var before: [KeptField] = []
  var behind: [KeptField] = []

  /// The fields with the outputs in their midst.
  func around<Field>(_ outputs: [Field], _ make: (KeptField) -> Field) -> [Field] {
    before.isEmpty && behind.isEmpty ? outputs : before.map(make) + outputs + behind.map(make)
  }
}

/// A field that is carried from a row of a batch into its results.
struct KeptField: Sendable {
  enum Content: Sendable {
    /// What stands in a line; in quotation marks it is text.
    case field(String, isQuoted: Bool)
    /// What stands in a line of JSON, and the value that it is.
    case json(String, CellValue)
    case value(CellValue)
  }

  let name: String
  private let content: Content

  init(name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  var value: CellValue {
    switch content {
    case .field(let text, let isQuoted):
      isQuoted ? .text(text) : text.isEmpty ? .blank : TypedText.value(typed: text)
    case .json(_, let value), .value(let value): value
    }
  }

  /// What people see.
  var text: String {
    switch content {
    case .field(let text, _): text
    case .json(let text, let value) where Self.isNumber(value): text
    case .json(_, let value), .value(let value): PlainText.text(value)
    }
  }

  /// The field as it is written in a line.
  var delimited: DelimitedField {
    switch content {
    case .field(let text, let isQuoted): DelimitedField(text, isText: isQuoted)
    case .json(let text, let value) where Self.isNumber(value): DelimitedField(text, isText: false)
    case .json(_, let value), .value(let value): DelimitedField(value)
    }
  }

  /// The field as it is written in JSON: a number with the digits that it has in the file.
  var json: String {
    switch content {
    case .json(let text, _): text
    case .field(let text, isQuoted: false) where Self.isJSONNumber(text): text
    case .field, .value: JSONValue(value).compactText
    }
  }

  /// Whether a value was written as a number, which may have more digits or be larger than any value is.
  private static func isNumber(_ value: CellValue) -> Bool { value.number != nil || value.isError }

  private static func isJSONNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == Ascii.minus || (Ascii.zero...Ascii.nine).contains(first) else {
      return false
    }
    return (try? JSONReader.value(of: Array(text.utf8))) != nil
  }
}
