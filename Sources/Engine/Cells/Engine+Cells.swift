import CellModel

/// What cells hold and where they stand.
extension Engine {
  /// The value of a cell as the last recalculation left it.
  package func value(at address: CellAddress) -> CellValue {
    settings.accessObserver?.didRead(Area(address))
    return cells.value(at: address)
  }

  /// The values of an area; blank for one that has no cells.
  package func array(of area: Area) -> CellValue {
    if area.isEmpty { return .blank }
    settings.accessObserver?.didRead(area)
    let evaluator = makeEvaluator(countsLogicals: false)
    do throws(CellError) { return .array(try evaluator.array(of: area)) } catch { return .error(error) }
  }

  /// The part of an area that can hold anything but blanks.
  package func usedArea(_ area: Area) -> Area { cells.usedArea(area) }

  /// Whether any array fills cells.
  package var hasSpills: Bool { !cells.spills.isEmpty }

  /// The spill range of an anchor.
  package func spillArea(of anchor: CellAddress) -> Area? {
    cells.spills.circular.contains(anchor) ? nil : cells.spills.area(of: anchor)
  }

  /// The anchor whose array fills a cell.
  package func spillAnchor(of address: CellAddress) -> CellAddress? {
    cells.spills.anchor(covering: address).flatMap { cells.spills.circular.contains($0) ? nil : $0 }
  }

  // MARK: Changes

  /// Whether it is noted what changes.
  package var recordsChanges: Bool {
    get { cells.changes.isRecording }
    set { cells.changes.isRecording = newValue }
  }

  /// A cell whose value is another than before.
  package struct Change: Sendable {
    package var address: CellAddress
    package var old: CellValue
    package var new: CellValue
  }

  /// The cells that changed since the last call, in the order in which they did, without those that changed back.
  package func takeChanges() -> [Change] {
    cells.changes.take().compactMap { address, old in
      let new = cells.value(at: address)
      return old.isIdentical(to: new) ? nil : Change(address: address, old: old, new: new)
    }
  }

  /// The grids whose rows or columns have moved since the last call; that is noted as changes are.
  package func takeMovedGrids() -> Set<GridID> { cells.changes.takeMoved() }

  // MARK: Grids

  /// Adds a grid that nobody can name, for formulas beside the cells.
  package func addHiddenGrid(in scope: ScopeID) -> GridID { cells.append(Grid(kind: .hidden, scope: scope)) }

  /// Adds a table with its columns and no rows, and binds its name.
  ///
  /// - Parameter shown: How many of the columns belong to the table as a whole; all where nothing is said.
  package func addTable(
    named name: String, columns: [String], shown: Int? = nil, rows: Int, in scope: ScopeID
  ) -> GridID {
    var table = Grid(kind: .table(name: name), scope: scope)
    table.columnNames = columns
    table.shownColumnCount = shown ?? columns.count
    table.rowCount = rows
    let grid = cells.append(table)
    cells.reserve(columns: columns.count, in: grid)
    bind(name, to: .table(grid), in: scope)
    return grid
  }

  /// Hides rows of a sheet, which SUBTOTAL and AGGREGATE leave out on demand; what a filter hides SUBTOTAL never counts.
  package func hideRows(_ rows: some Collection<Int>, in grid: GridID, byFilter: Bool = false) {
    cells.grids[grid.index].hiddenRows.formUnion(rows)
    if byFilter { cells.grids[grid.index].filteredRows.formUnion(rows) }
  }

  package func kind(of grid: GridID) -> GridKind { cells.grids[grid.index].kind }
  package func columnNames(of grid: GridID) -> [String] { cells.grids[grid.index].columnNames }
  package func columnCount(of grid: GridID) -> Int { max(cells.columnCount(of: grid), 1) }
  package func rowCount(of grid: GridID) -> Int {
    settings.accessObserver?.didRead(Area(CellAddress(grid: grid, row: 0, column: 0)))
    return cells.grids[grid.index].rowCount
  }
}
