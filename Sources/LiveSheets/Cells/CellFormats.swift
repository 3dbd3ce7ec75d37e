import CellModel
import Engine
import Formulas
import SheetText

/// The formats that cells are shown in.
package struct CellFormats {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }

  /// How single values are shown and written.
  package var values: ValueText { ValueText(dates: engine.dateSystem) }

  /// The format that a cell shows its value in; a cell that an array fills has that of the array's formula.
  package func shown(at address: CellAddress) -> String? {
    format(at: address) ?? engine.spills.anchor(covering: address).flatMap { format(at: $0) }
  }

  /// The format that a cell's definition declares, or, of a cell that is defined as other cells and nothing else, that of
  /// the others.
  package func format(at address: CellAddress) -> String? {
    var search = FormatSearch(loaded)
    return search.format(at: address)
  }

  /// The format of the cell that a definition makes.
  func format(of definition: Definition) -> String? {
    var search = FormatSearch(loaded)
    return search.format(of: definition)
  }

  /// The format of the cells that an expression names and nothing else.
  func format(of tree: FormulaTree) -> String? {
    guard tree.isNameOrReference, let area = engine.expressions.area(of: tree, in: loaded.scope) else { return nil }
    return commonFormat(in: area)
  }

  /// The format that all cells of an area have; `nil` where some have another one.
  ///
  /// - Complexity: Of a large area only the beginning is looked at.
  func commonFormat(in area: Area) -> String? {
    var search = FormatSearch(loaded)
    return search.commonFormat(in: area)
  }
}
