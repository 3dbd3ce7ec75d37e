import CellModel

/// What kinds of grids there are, and what belongs to each as a whole.
package struct GridDirectory {
  let cells: CellStore
  let settings: EngineSettings

  /// Adds a grid that nobody can name, for formulas beside the cells.
  package func addHidden(in scope: ScopeID) -> GridID { cells.append(Grid(kind: .hidden, scope: scope)) }

  /// Hides rows of a sheet, which SUBTOTAL and AGGREGATE leave out on demand; what a filter hides SUBTOTAL never counts.
  package func hideRows(_ rows: some Collection<Int>, in grid: GridID, byFilter: Bool = false) {
    cells.grids[grid.index].hiddenRows.formUnion(rows)
    if byFilter { cells.grids[grid.index].filteredRows.formUnion(rows) }
  }

  package func kind(of grid: GridID) -> GridKind { cells.grids[grid.index].kind }
  package func columnNames(of grid: GridID) -> [String] { cells.grids[grid.index].columnNames }
  package func columnCount(of grid: GridID) -> Int { max(cells.columnCount(of: grid), 1) }
  package func rowCount(of grid: GridID) -> Int {
    // The row behind all others is there as soon as there are so many.
    settings.accessObserver?.didRead(Area(CellAddress(grid: grid, row: Int(Area.lastRow), column: 0)))
    return cells.grids[grid.index].rowCount
  }
}
