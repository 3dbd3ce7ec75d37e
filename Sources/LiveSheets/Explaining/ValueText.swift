import CellModel

/// How values are shown and written.
struct ValueText {
  let dates: DateSystem

  /// A value as text: a number in its format, an array and a record as they would be written.
  func display(_ value: CellValue, format: String?) -> String {
    switch value {
    case .blank: return ""
    case .number(let number):
      guard let format, let parsed = try? NumberFormat(format) else { return NumberText.general(number) }
      return parsed.text(of: value, in: dates)
    case .text(let text):
      guard let format, let parsed = try? NumberFormat(format) else { return text }
      return parsed.text(of: value, in: dates)
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): return error.code.text
    case .array(let array):
      return "{"
        + (0..<array.rows).map { row in
          array.row(row).map { element(of: $0, format) }.joined(separator: ", ")
        }.joined(separator: "; ") + "}"
    case .record(let record):
      return "{" + zip(record.names, record.values).map { "\($0): \(literal($1))" }.joined(separator: ", ") + "}"
    case .lambda(let lambda): return "LAMBDA(" + (lambda.parameters + ["…"]).joined(separator: ", ") + ")"
    }
  }

  private func element(of value: CellValue, _ format: String?) -> String {
    if case .text = value { return literal(value) }
    return display(value, format: format)
  }

  /// A value as it would be written in a sheet: texts in quotes.
  func literal(_ value: CellValue) -> String {
    switch value {
    case .text(let text):
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    case .blank: "blank"
    default: display(value, format: nil)
    }
  }

  /// A value in one line, long arrays by their size and first elements.
  func summary(of value: CellValue, format: String?) -> String {
    if case .blank = value { return "blank" }
    guard case .array(let array) = value, array.count > 12 else { return display(value, format: format) }
    let head = array.elements.prefix(6).map { display($0, format: format) }.joined(separator: ", ")
    return "\(array.rows) × \(array.columns) {\(head), …}"
  }
}
