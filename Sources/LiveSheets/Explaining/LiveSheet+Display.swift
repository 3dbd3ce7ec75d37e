import CellModel
import Engine

/// How values and cells of this sheet are shown.
extension LiveSheet {
  /// The value of a cell as it is displayed, in its format or as its kind is shown.
  package func text(of cell: CellInfo) -> String { display(value(of: cell), format: cell.format) }

  /// A value as text: a number in its format, an array and a record as they would be written.
  package func display(_ value: CellValue, format: String?) -> String { valueText.shown(value, format: format) }

  /// A value as it would be written in a sheet: texts in quotes.
  package func literal(_ value: CellValue) -> String { valueText.literal(value) }

  /// A value in one line, long arrays by their size and first elements.
  package func summary(of value: CellValue, format: String?) -> String { valueText.summary(value, format: format) }

  /// How single values are shown and written.
  package var valueText: ValueText { formats.values }

  /// The format that a cell's definition declares.
  package func format(at address: CellAddress) -> String? { formats.format(at: address) }
}
