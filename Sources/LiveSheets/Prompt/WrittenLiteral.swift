import CellModel
import SheetPrograms
import SheetText

/// Values as a text would have them, each proved by reading it back.
enum WrittenLiteral {
  /// A value as the right side of a definition; `nil` for one that has no literal.
  ///
  /// - Parameter typed: How it was written, which is kept where it says the same.
  static func formula(_ value: CellValue, typed: String? = nil) -> String? {
    best(of: [typed.map(withoutEquals), text(of: value), plainText(of: value)], for: value, constant)
  }

  /// A value as a cell of a written row.
  ///
  /// - Parameters:
  ///   - typed: How it was written as a formula.
  ///   - type: The declared type of the column.
  static func rowCell(_ value: CellValue, typed: String? = nil, type: ValueType?) -> String? {
    if value.isBlank { return "" }
    var candidates = [typed.map(withoutEquals)]
    if case .text(let text) = value {
      let escaped = text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      candidates = [escaped, text.literal]
    }
    return best(of: candidates + [text(of: value), plainText(of: value)], for: value) { reading($0, type) }
  }

  /// The first text that is read as the value with its kind, or else as the value.
  private static func best(
    of candidates: [String?], for value: CellValue, _ read: (String) -> CellValue?
  ) -> String? {
    let equal = candidates.compactMap(\.self).filter { read($0).map { isSame($0, value) } ?? false }
    return equal.first { read($0)?.kind == value.kind } ?? equal.first
  }

  /// Whether what was read is the value; beside a time that is written there may be what arithmetic has left.
  static func isSame(_ read: CellValue, _ value: CellValue) -> Bool {
    switch (read, value) {
    case (.number(let a, let kind), .number(let b, let other))
    where kind == other && (kind == .time || kind == .dateTime):
      a == b || TimeNotation.text(a, kind) == TimeNotation.text(b, kind)
    case (.array(let a), .array(let b)):
      a.rows == b.rows && a.columns == b.columns && zip(a.elements, b.elements).allSatisfy(isSame)
    case (.record(let a), .record(let b)):
      a.names == b.names && zip(a.values, b.values).allSatisfy(isSame)
    default: read == value
    }
  }

  // MARK: Writing

  private static func text(of value: CellValue) -> String? {
    switch value {
    case .blank, .lambda: return nil
    case .number(let number, let kind): return ValueText().written(number, kind)
    case .text(let text): return text.literal
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): return error.code.text
    case .array(let array):
      let rows = (0..<array.rows).map { row in array.row(row).map { text(of: $0) } }
      guard rows.allSatisfy({ $0.allSatisfy { $0 != nil } }) else { return nil }
      return "{" + rows.map { $0.compactMap(\.self).joined(separator: ", ") }.joined(separator: "; ") + "}"
    case .record(let record):
      let fields = zip(record.names, record.values).map { name, value in text(of: value).map { "\(name): \($0)" } }
      guard fields.allSatisfy({ $0 != nil }) else { return nil }
      return "{" + fields.compactMap(\.self).joined(separator: ", ") + "}"
    }
  }

  /// A number of any kind as a plain one.
  private static func plainText(of value: CellValue) -> String? {
    if case .number(let number, _) = value { NumberText.roundTrip(number) } else { nil }
  }

  private static func withoutEquals(_ text: String) -> String {
    var rest = text[...]
    if rest.first == "=" { rest = rest.dropFirst().drop { $0 == " " } }
    return String(rest)
  }

  // MARK: Reading back

  private static func constant(_ text: String) -> CellValue? {
    let document = SheetDocument(name: "", "x = " + text)
    guard document.diagnostics.isEmpty, document.statements.count == 1,
      case .cell(let cell) = document.statements[0].kind, cell.format == nil
    else { return nil }
    return cell.formula.constant
  }

  private static func reading(_ text: String, _ type: ValueType?) -> CellValue? {
    let declaration = type.map { ": \($0.rawValue)" } ?? ""
    let document = SheetDocument(name: "", "table t {\n| x\(declaration) |\n| \(text) |\n}")
    guard document.diagnostics.isEmpty, document.statements.count == 1,
      case .table(let table) = document.statements[0].kind, table.rows.count == 1, table.rows[0].cells.count == 1
    else { return nil }
    return table.rows[0].cells[0].value
  }
}
