import CellModel
import Engine
import Formulas
import SheetText

/// How values and cells of this sheet are shown.
extension LiveSheet {
  /// The value of a cell as it is displayed, with its format.
  package func text(of cell: CellInfo) -> String { display(value(of: cell), format: cell.format) }

  /// A value as text: a number in its format, an array and a record as they would be written.
  package func display(_ value: CellValue, format: String?) -> String { valueText.display(value, format: format) }

  /// A value as it would be written in a sheet: texts in quotes.
  package func literal(_ value: CellValue) -> String { valueText.literal(value) }

  /// A value in one line, long arrays by their size and first elements.
  package func summary(of value: CellValue, format: String?) -> String { valueText.summary(of: value, format: format) }

  private var valueText: ValueText { ValueText(dates: engine.dateSystem) }

  /// The format of a cell: the declared one, else the one its formula takes over, as a date plus days is a date.
  func format(at address: CellAddress) -> String? {
    loaded.formats.format(of: address) {
      guard let definition = definition(at: address) else { return nil }
      if let format = definition.format { return format }
      guard let formula = definition.formula else { return nil }
      return inferredFormat(placed(formula.tree, definition.unit ?? units[0], definition.home))
    }
  }

  /// The format that a formula's result takes over from what it is made of.
  func inferredFormat(_ tree: FormulaTree) -> String? {
    FormatInference(catalog: environment.catalog) { [self] part in
      engine.area(of: part, in: scope).flatMap { format(at: $0.topLeft) }
    }.format(of: tree)
  }
}
