import CellModel
import Formulas
import Functions

/// What names mean, and how cells are called by them.
///
/// A *scope* is the names of one sheet file or of one instance of it. A name of a scope stands for a cell, an area or a
/// table; sheets and functions have names of their own.
final class NameTable {
  let catalog: FunctionCatalog
  let cells: CellStore
  private(set) var scopes: [Scope] = []
  /// How the formulas of each scope are understood.
  private(set) var settings: [ScopeSettings] = []

  /// The names of one sheet file or instance.
  struct Scope {
    var names: [String: NameBinding] = [:]
    var sheets: [String: GridID] = [:]
    /// The names that are known on one sheet alone, where they come before those of all.
    var localNames: [GridID: [String: NameBinding]] = [:]
    /// The tables that lie on sheets, by their names.
    var sheetTables: [String: SheetTable] = [:]
    /// The sheets in the order in which they stand in the file.
    var sheetOrder: [GridID] = []
    var namesGrid: GridID
    /// The spelling of each name's definition, by its row in the names grid.
    var spellings: [String] = []
    /// Prefixed to the names of cells when they are described, as in `people[2].`.
    var prefix = ""
  }

  /// A name and what it stands for.
  struct BoundName {
    var scope: ScopeID
    var name: String
    var binding: NameBinding
  }

  init(cells: CellStore, catalog: FunctionCatalog) {
    self.cells = cells
    self.catalog = catalog
  }

  var grids: [Grid] { cells.grids }

  /// The scope of a grid.
  func scope(of grid: GridID) -> Scope { scopes[cells.grids[grid.index].scope.rawValue] }

  /// What stands before the names of a grid in formulas of another one: nothing in the same scope.
  func prefix(of grid: GridID, seenFrom other: GridID) -> String {
    guard scopes.count > 1, grids[grid.index].scope != grids[other.index].scope else { return "" }
    return scope(of: grid).prefix
  }

  // MARK: Grids

  func addScope(prefix: String) -> ScopeID {
    let scope = ScopeID(rawValue: scopes.count)
    let grid = cells.append(Grid(kind: .names, scope: scope))
    scopes.append(Scope(namesGrid: grid, prefix: prefix))
    settings.append(ScopeSettings())
    cells.reserve(columns: 1, in: grid)
    return scope
  }

  func addSheet(named name: String, in scope: ScopeID, isListed: Bool = true) -> GridID {
    let grid = cells.append(Grid(kind: .sheet(name: name), scope: scope))
    scopes[scope.rawValue].sheets[name.lowercased()] = grid
    if isListed { scopes[scope.rawValue].sheetOrder.append(grid) }
    return grid
  }

  /// Lets a scope name a sheet of another one; it is not counted among its sheets.
  func bindSheet(key: String, to grid: GridID, in scope: ScopeID) { scopes[scope.rawValue].sheets[key] = grid }

  func sheet(named name: String, in scope: ScopeID) -> GridID? { scopes[scope.rawValue].sheets[name.lowercased()] }

  /// The name of a sheet and its number, counted from 1.
  func sheet(_ grid: GridID) -> (name: String, number: Int)? {
    guard case .sheet(let name) = cells.grids[grid.index].kind,
      let position = scope(of: grid).sheetOrder.firstIndex(of: grid)
    else { return nil }
    return (name, position + 1)
  }

  // MARK: Settings

  func set(_ settings: ScopeSettings, of scope: ScopeID) { self.settings[scope.rawValue] = settings }

  /// Whether circles settle in any scope.
  var hasIteration: Bool { settings.contains { $0.iteration != nil } }

  /// How the formulas of a grid are understood.
  func settings(of grid: GridID) -> ScopeSettings {
    settings.count == 1 ? settings[0] : settings[cells.grids[grid.index].scope.rawValue]
  }

  // MARK: Names

  /// Makes room for names, when it is known how many come.
  func reserve(_ count: Int, in scope: ScopeID) { scopes[scope.rawValue].names.reserveCapacity(count) }

  /// What became of a name that was to get a cell.
  enum Addition {
    /// It means this cell from now on.
    case new(CellAddress)
    /// It had a cell before.
    case known(CellAddress)
  }

  /// Gives a named cell its place, the next free one of its scope; a name that has a cell keeps it.
  func add(_ name: String, key: String, in scope: ScopeID) -> Addition {
    let number = scope.rawValue
    let next = CellAddress(grid: scopes[number].namesGrid, row: scopes[number].spellings.count, column: 0)
    switch scopes[number].names.value(of: key, orEntering: .cell(next)) {
    case .cell(let known) where known != next: return .known(known)
    case .cell: break
    case .area, .table: scopes[number].names[key] = .cell(next)
    }
    scopes[number].spellings.append(name)
    return .new(next)
  }

  func bind(key: String, to binding: NameBinding, in scope: ScopeID) { scopes[scope.rawValue].names[key] = binding }

  func bind(key: String, to binding: NameBinding, onlyOn sheet: GridID) {
    scopes[cells.grids[sheet.index].scope.rawValue].localNames[sheet, default: [:]][key] = binding
  }

  /// Makes a table of cells on a sheet; its name stands for its data.
  func addSheetTable(key: String, _ table: SheetTable, in scope: ScopeID) {
    scopes[scope.rawValue].sheetTables[key] = table
    scopes[scope.rawValue].names[key] = .area(table.data)
  }

  func unbind(key: String, in scope: ScopeID) -> NameBinding? {
    scopes[scope.rawValue].names.removeValue(forKey: key)
  }

  /// Whether a cell is one that has a name and no other place.
  func isNamedCell(_ address: CellAddress) -> Bool {
    if case .names = grids[address.grid.index].kind { true } else { false }
  }

  func binding(of key: String, in scope: ScopeID) -> NameBinding? { scopes[scope.rawValue].names[key] }

  /// A cell as its user names it: `total`, `B7`, `Inputs!B7`, `ledger[2].A`.
  func name(of address: CellAddress) -> String {
    guard address.grid.rawValue >= 0, address.grid.index < cells.grids.count else { return "?" }
    let grid = cells.grids[address.grid.index]
    let scope = scopes[grid.scope.rawValue]
    switch grid.kind {
    case .names:
      return scope.prefix + (Int(address.row) < scope.spellings.count ? scope.spellings[Int(address.row)] : "?")
    case .hidden:
      return Int(address.column) < grid.standIns.count ? name(of: grid.standIns[Int(address.column)]) : ""
    case .sheet(let name):
      let cell = A1Notation.text(row: Int(address.row), column: Int(address.column))
      guard scope.sheetOrder.count > 1 || !scope.prefix.isEmpty else { return cell }
      let plain = SheetPrefix(name).text
      return (plain == name ? scope.prefix + name : SheetPrefix(scope.prefix + name).text) + "!\(cell)"
    case .table(let name):
      let column = Int(address.column) < grid.columnNames.count ? grid.columnNames[Int(address.column)] : "?"
      return scope.prefix + "\(name)[\(address.row + 1)].\(FieldName.text(column))"
    }
  }

  // MARK: Moving

  /// The names that stand for cells of a grid.
  func names(in grid: GridID) -> [BoundName] {
    scopes.indices.flatMap { scope in
      scopes[scope].names.compactMap { (name, binding) in
        switch binding {
        case .cell(let address) where address.grid == grid: break
        case .area(let area) where area.grid == grid: break
        default: return nil
        }
        return BoundName(scope: ScopeID(rawValue: scope), name: name, binding: binding)
      }
    }
  }

  /// Lets names go on meaning the cells they meant.
  func move(_ shift: GridShift) {
    for scope in scopes.indices {
      for (name, binding) in scopes[scope].names {
        switch binding {
        case .cell(let address) where address.grid == shift.grid:
          scopes[scope].names[name] = shift.moved(address).map { .cell($0) }
        case .area(let area) where area.grid == shift.grid:
          scopes[scope].names[name] = shift.moved(area).map { .area($0) }
        default: break
        }
      }
      for (name, table) in scopes[scope].sheetTables where table.area.grid == shift.grid {
        let moved = shift.moved(table.area)
        if let moved { scopes[scope].sheetTables[name]?.area = moved } else { scopes[scope].sheetTables[name] = nil }
      }
    }
  }
}

extension Dictionary {
  /// The value of a key, or else a new one that is entered; the table is searched once.
  mutating func value(of key: Key, orEntering new: @autoclosure () -> Value) -> Value {
    func read(_ value: inout Value) -> Value { value }
    return read(&self[key, default: new()])
  }
}
