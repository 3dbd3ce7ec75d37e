import CellModel
import Formulas
import SheetText

/// What two texts that say the same differ in, wherever it is written.
enum TextRewriting {
  /// Something has another name.
  case name(old: String, new: String)
  /// A column of a table has another name.
  case column(table: String, old: String, new: String)
  /// Cells of a grid stand elsewhere; the grid is known as in ``DefinitionPlace``.
  case cells(grid: String?, GridChange)

  var inverse: TextRewriting {
    switch self {
    case .name(let old, let new): .name(old: new, new: old)
    case .column(let table, let old, let new): .column(table: table, old: new, new: old)
    case .cells(let grid, let change): .cells(grid: grid, change.inverse)
    }
  }

  /// The name that something has in the text to come.
  func later(_ name: String) -> String {
    guard case .name(let old, let new) = self else { return name }
    let head = name.prefix { $0 != "." }
    return head.lowercased() == old.lowercased() ? new.lowercased() + name.dropFirst(head.count) : name
  }

  /// The place that a definition has in the text to come; `nil` if it has none.
  func later(_ place: DefinitionPlace) -> DefinitionPlace? {
    switch self {
    case .name(let old, let new): return place.renamed(old, to: new)
    case .column: return place
    case .cells(let changed, let change):
      guard case .cell(let grid, let row, let column) = place, grid == changed else { return place }
      return change.moved(row: row, column: column).map { .cell(grid: grid, row: $0.row, column: $0.column) }
    }
  }
}
