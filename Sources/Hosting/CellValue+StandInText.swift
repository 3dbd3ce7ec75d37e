import CellModel

extension CellValue {
  /// A text for where there must be one: a number or a logical as a formula would join it to a text, the code of an error,
  /// and nothing for what has no text.
  package var standInText: String {
    switch self {
    case .text(let text): text
    case .number(let number, _): NumberText.general(number)
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    case .blank, .array, .record, .lambda: ""
    }
  }
}
