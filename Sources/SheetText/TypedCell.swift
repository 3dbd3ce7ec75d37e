import CellModel

/// What the type of a column asks of the literals in it.
package enum TypedCell {
  /// Whether a value may stand in a column of a type.
  package static func fits(_ value: CellValue, _ type: ValueType) -> Bool {
    switch (type, value) {
    case (_, .blank), (_, .error), (.any, _), (.number, .number), (.text, .text), (.logical, .logical): true
    case (.date, .number(_, let kind)): kind.isDay
    case (.list, .array), (.record, .record): true
    default: false
    }
  }
}
