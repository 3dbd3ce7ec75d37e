import CellModel
import Engine
import SheetPrograms
import SheetText

/// Where the cells of a text lie, for whoever lays them out anew.
extension LiveSheet {
  /// The grids of the sheet itself with their names, in the order of the text.
  package var grids: [(name: String, grid: GridID)] {
    let known = Dictionary(loaded.grids.sheets.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return engine.names.sheets(in: scope).filter { known[$0] != nil }.map { grid in (gridName(grid), grid) }
  }

  private func gridName(_ grid: GridID) -> String {
    if case .sheet(let name) = engine.grids.kind(of: grid) { return name }
    return "Sheet"
  }

  /// Whether a definition is about a cell alone, also where a fill lies around it.
  package func isDefinedAlone(_ address: CellAddress) -> Bool { definitions.contains(address) }

  /// The grid on which addresses of a statement lie.
  package func grid(of statement: Statement) -> GridID? {
    loaded.grids.sheets[statement.grid?.lowercased() ?? ""] ?? homeSheet
  }
}
