import CellModel

extension Engine {
  /// Opens a scope: a set of names with the column in which named cells live.
  package func addScope(prefix: String = "") -> ScopeID {
    let scope = ScopeID(rawValue: scopes.count)
    append(Grid(kind: .names, scope: scope))
    scopes.append(Scope(namesGrid: GridID(rawValue: Int32(grids.count - 1)), prefix: prefix))
    reserve(columns: 1, in: grids.count - 1)
    return scope
  }

  package func addSheet(named name: String, in scope: ScopeID) -> GridID {
    append(Grid(kind: .sheet(name: name), scope: scope))
    let grid = GridID(rawValue: Int32(grids.count - 1))
    scopes[scope.rawValue].sheets[name.lowercased()] = grid
    scopes[scope.rawValue].sheetOrder.append(grid)
    return grid
  }

  /// Adds a table with its columns and no rows, and binds its name.
  package func addTable(named name: String, columns: [String], rows: Int, in scope: ScopeID) -> GridID {
    var table = Grid(kind: .table(name: name), scope: scope)
    table.columnNames = columns
    table.rowCount = rows
    append(table)
    reserve(columns: columns.count, in: grids.count - 1)
    let grid = GridID(rawValue: Int32(grids.count - 1))
    bind(name, to: .table(grid), in: scope)
    return grid
  }

  private func append(_ grid: Grid) {
    grids.append(grid)
    columnTables.append(ColumnTable(columns: grid.columns, count: grid.columnCount))
  }

  /// Makes room for columns of a grid.
  func reserve(columns count: Int, in grid: Int) {
    guard count > grids[grid].columnCount else { return }
    grids[grid].reserve(columns: count)
    columnTables[grid] = ColumnTable(columns: grids[grid].columns, count: grids[grid].columnCount)
  }

  /// Adds a grid that nobody can name, for formulas beside the cells.
  package func addHiddenGrid(in scope: ScopeID) -> GridID {
    append(Grid(kind: .hidden, scope: scope))
    return GridID(rawValue: Int32(grids.count - 1))
  }

  /// Gives a named cell its place, the next free one of its scope; a name that has a cell keeps it.
  package func addName(_ name: String, in scope: ScopeID) -> CellAddress {
    addName(name, in: scope, key: name.lowercased())
  }

  /// Gives a name its place whose lower-case form is at hand.
  package func addName(_ name: String, in scope: ScopeID, key: String) -> CellAddress {
    let next = CellAddress(
      grid: scopes[scope.rawValue].namesGrid, row: scopes[scope.rawValue].spellings.count, column: 0)
    let binding = scopes[scope.rawValue].names.value(of: key, orEntering: .cell(next))
    switch binding {
    case .cell(next):
      scopes[scope.rawValue].spellings.append(name)
      readWaiting(for: key)
    case .cell(let known): return known
    case .area, .table:
      scopes[scope.rawValue].spellings.append(name)
      bind(name, to: .cell(next), in: scope)
    }
    return next
  }

  /// Makes room for names, when it is known how many come.
  package func reserveNames(_ count: Int, in scope: ScopeID) {
    scopes[scope.rawValue].names.reserveCapacity(count)
  }

  /// Binds a name; formulas that waited for it are read anew.
  package func bind(_ name: String, to binding: NameBinding, in scope: ScopeID) {
    let key = name.lowercased()
    scopes[scope.rawValue].names[key] = binding
    readWaiting(for: key)
  }

  private func readWaiting(for key: String) {
    guard !waitingForName.isEmpty, let waiting = waitingForName.removeValue(forKey: key) else { return }
    for group in waiting where !groups[Int(group)].isDead { reinstall(GroupID(group)) }
  }

  /// Takes a name away; formulas that use it become `#NAME?`.
  package func unbind(_ name: String, in scope: ScopeID) {
    guard let binding = scopes[scope.rawValue].names.removeValue(forKey: name.lowercased()) else { return }
    var readers: Set<GroupID> = []
    switch binding {
    case .cell(let address): forEachReader(of: Area(address)) { readers.insert($0) }
    case .area(let area): forEachReader(of: area) { readers.insert($0) }
    case .table(let grid):
      forEachReader(of: Area(grid: grid, top: 0, left: 0, bottom: Int(Area.openEnd), right: columnCount(of: grid) - 1))
      {
        readers.insert($0)
      }
    }
    for group in readers where groups[group].grid.rawValue < Int32(grids.count) && self.scope(of: group) == scope {
      reinstall(group)
    }
  }

  package func binding(of name: String, in scope: ScopeID) -> NameBinding? {
    scopes[scope.rawValue].names[name.lowercased()]
  }

  /// The grid in whose only column the named cells of a scope lie.
  package func namesGrid(of scope: ScopeID) -> GridID { scopes[scope.rawValue].namesGrid }

  package func names(in scope: ScopeID) -> [String] { scopes[scope.rawValue].spellings }
  package func columnNames(of grid: GridID) -> [String] { grids[Int(grid.rawValue)].columnNames }
  package func columnCount(of grid: GridID) -> Int { max(grids[Int(grid.rawValue)].columnCount, 1) }
  package func rowCount(of grid: GridID) -> Int {
    accessObserver?.didRead(Area(CellAddress(grid: grid, row: 0, column: 0)))
    return grids[Int(grid.rawValue)].rowCount
  }
  package func kind(of grid: GridID) -> GridKind { grids[Int(grid.rawValue)].kind }
  package func sheet(named name: String, in scope: ScopeID) -> GridID? {
    scopes[scope.rawValue].sheets[name.lowercased()]
  }
  package func sheets(in scope: ScopeID) -> [GridID] { scopes[scope.rawValue].sheetOrder }

  func scope(of group: GroupID) -> ScopeID { grids[Int(groups[group].grid.rawValue)].scope }

  /// A cell as its user names it: `total`, `B7`, `Inputs!B7`, `ledger[2].A`.
  package func name(of address: CellAddress) -> String {
    guard address.grid.rawValue >= 0, Int(address.grid.rawValue) < grids.count else { return "?" }
    let grid = grids[Int(address.grid.rawValue)]
    let scope = scopes[grid.scope.rawValue]
    switch grid.kind {
    case .names:
      return scope.prefix
        + (Int(address.row) < scope.spellings.count ? scope.spellings[Int(address.row)] : "?")
    case .hidden: return ""
    case .sheet(let name):
      let cell = A1Notation.text(row: Int(address.row), column: Int(address.column))
      return scope.prefix + (scope.sheetOrder.count > 1 ? "\(name)!\(cell)" : cell)
    case .table(let name):
      let column =
        Int(address.column) < grid.columnNames.count ? grid.columnNames[Int(address.column)] : "?"
      return scope.prefix + "\(name)[\(address.row + 1)].\(column)"
    }
  }
}

extension Area {
  /// The last row of an area that follows the rows of its table.
  static let openEnd: Int32 = 0x3FFF_FFFF
}
