import CellModel
import Engine
import Formulas
import SheetText

/// One search for the format of a cell, which may be defined as other cells and so have theirs.
///
/// A cell is asked once in a search, also where definitions lead around in a circle: what is being asked has no format yet.
struct FormatSearch {
  private let loaded: LoadedProgram
  private var found: [CellAddress: String?] = [:]
  /// How many definitions lead to the one that is asked.
  private var depth = 0

  init(_ loaded: LoadedProgram) {
    self.loaded = loaded
  }

  mutating func format(at address: CellAddress) -> String? {
    if let known = found[address] { return known }
    guard let definition = loaded.lookup.definition(at: address) else { return nil }
    found[address] = .some(nil)
    let format = format(of: definition)
    found[address] = .some(format)
    return format
  }

  mutating func format(of definition: Definition) -> String? {
    if let format = definition.format { return format }
    guard depth < 64, let formula = definition.formula, formula.isNameOrReference,
      let area = loaded.engine.expressions.area(
        of: loaded.placing.tree(formula.tree, definition.unit ?? loaded.units[0], definition.home), in: loaded.scope)
    else { return nil }
    depth += 1
    defer { depth -= 1 }
    return commonFormat(in: area)
  }

  /// The format that all cells of an area have; `nil` where some have another one.
  mutating func commonFormat(in area: Area) -> String? {
    guard let first = format(at: area.topLeft) else { return nil }
    guard !area.isSingleCell else { return first }
    let used = loaded.engine.usedArea(area)
    for column in Int(area.left)...max(Int(area.left), min(Int(used.right), Int(area.left) + 99)) {
      for row in Int(area.top)...max(Int(area.top), min(Int(used.bottom), Int(area.top) + 999)) {
        let cell = CellAddress(grid: area.grid, row: row, column: column)
        // What is blank is shown as nothing in any format.
        guard loaded.engine.value(at: cell).isBlank || format(at: cell) == first else { return nil }
      }
    }
    return first
  }
}
