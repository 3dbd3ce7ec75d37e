extension CellValue: CustomStringConvertible {
  /// The value as a cell without a format shows it; an array and a record as they are written in a formula.
  public var description: String {
    switch self {
    case .blank: ""
    case .number(let number, _): NumberText.general(number)
    case .text(let text): text
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    case .array(let array):
      "{" + (0..<array.rows).map { array.row($0).map(\.inner).joined(separator: ",") }.joined(separator: ";") + "}"
    case .record(let record):
      "{" + zip(record.names, record.values).map { "\($0): \($1.inner)" }.joined(separator: ", ") + "}"
    case .lambda: "LAMBDA"
    }
  }

  /// The value within an array or a record.
  private var inner: String {
    if case .text(let text) = self { text.literal } else { description }
  }
}
