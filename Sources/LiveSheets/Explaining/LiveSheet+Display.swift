import CellModel
import Engine
import Formulas
import SheetText

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
  package var valueText: ValueText { ValueText(dates: engine.dateSystem) }

  /// The format that a cell's definition declares, or, of a cell that is defined as another cell and nothing else, that of
  /// the other.
  package func format(at address: CellAddress) -> String? { definition(at: address).flatMap(format) }

  /// The format of the cell that a definition makes.
  func format(of definition: Definition) -> String? {
    var definition = definition
    // Definitions may lead around in a circle.
    for _ in 0..<64 {
      if let format = definition.format { return format }
      guard let formula = definition.formula, formula.isNameOrReference,
        let area = areaMeant(by: placing.tree(formula.tree, definition.unit ?? units[0], definition.home))
      else { return nil }
      guard area.isSingleCell else { return commonFormat(in: area) }
      guard let next = self.definition(at: area.topLeft) else { return nil }
      definition = next
    }
    return nil
  }

  /// The format of the cells that an expression names and nothing else.
  func format(of tree: FormulaTree) -> String? { areaMeant(by: tree).flatMap { commonFormat(in: $0) } }

  private func areaMeant(by tree: FormulaTree) -> Area? {
    tree.isNameOrReference ? engine.area(of: tree, in: scope) : nil
  }

  /// The format that all cells of an area have; `nil` where some have another one.
  ///
  /// - Complexity: Of a large area only the beginning is looked at.
  func commonFormat(in area: Area) -> String? {
    guard let first = format(at: area.topLeft) else { return nil }
    guard !area.isSingleCell else { return first }
    let used = engine.usedArea(area)
    let rows = Int(area.top)...max(Int(area.top), min(Int(used.bottom), Int(area.top) + 999))
    let columns = Int(area.left)...max(Int(area.left), min(Int(used.right), Int(area.left) + 99))
    let isCommon = columns.allSatisfy { column in
      rows.allSatisfy { row in
        let cell = CellAddress(grid: area.grid, row: row, column: column)
        // What is blank is shown as nothing in any format.
        return engine.value(at: cell).isBlank || format(at: cell) == first
      }
    }
    return isCommon ? first : nil
  }
}
