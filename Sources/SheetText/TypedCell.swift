import CellModel

/// Literals of a table read as a spreadsheet reads typing.
enum TypedCell {
  /// The value and the number format that the way of writing brings along.
  static func reading(_ text: String) -> (value: CellValue, format: String?) {
    if let number = Double(text), number.isFinite { return (.number(number), nil) }
    return (.text(text), nil)
  }

  /// Whether a value may stand in a column of a type.
  static func fits(_ value: CellValue, isDate: Bool, _ type: ValueType) -> Bool {
    switch (type, value) {
    case (_, .blank), (_, .error), (.any, _), (.number, .number), (.text, .text), (.logical, .logical): true
    case (.date, .number): isDate
    case (.list, .array), (.record, .record): true
    default: false
    }
  }
}
