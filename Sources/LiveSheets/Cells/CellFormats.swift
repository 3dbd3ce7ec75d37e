import CellModel
import Engine
import Formulas
import SheetText

/// The formats that cells are shown in.
package struct CellFormats {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }

  /// How single values are shown and written.
  package var values: ValueText { ValueText(dates: engine.settings.dateSystem) }

  /// The format that a cell shows its value in; a cell that an array fills has that of the array's formula.
  package func shown(at address: CellAddress) -> String? {
    format(at: address) ?? engine.spillAnchor(of: address).flatMap { format(at: $0) }
  }

  /// The format that a cell's definition declares, or, of a cell that is defined as another cell and nothing else, that of
  /// the other.
  package func format(at address: CellAddress) -> String? { loaded.lookup.definition(at: address).flatMap(format) }

  /// The format of the cell that a definition makes.
  func format(of definition: Definition) -> String? {
    var definition = definition
    // Definitions may lead around in a circle.
    for _ in 0..<64 {
      if let format = definition.format { return format }
      guard let formula = definition.formula, formula.isNameOrReference,
        let area = areaMeant(by: loaded.placing.tree(formula.tree, definition.unit ?? loaded.units[0], definition.home))
      else { return nil }
      guard area.isSingleCell else { return commonFormat(in: area) }
      guard let next = loaded.lookup.definition(at: area.topLeft) else { return nil }
      definition = next
    }
    return nil
  }

  /// The format of the cells that an expression names and nothing else.
  func format(of tree: FormulaTree) -> String? { areaMeant(by: tree).flatMap { commonFormat(in: $0) } }

  private func areaMeant(by tree: FormulaTree) -> Area? {
    tree.isNameOrReference ? engine.area(of: tree, in: loaded.scope) : nil
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
