import CellModel
import Formulas

/// The names of a workbook as those who make and read it know them.
///
/// A formula that waited for a name is read anew as soon as the name means something.
package struct DefinedNames {
  let editor: CellEditor

  private var table: NameTable { editor.names }

  /// Opens a scope: a set of names with the column in which named cells live.
  package func addScope(prefix: String = "") -> ScopeID { table.addScope(prefix: prefix) }

  package func settings(of scope: ScopeID) -> ScopeSettings { table.settings[scope.rawValue] }

  /// Says how formulas of a scope are understood, before there are any.
  package func set(_ settings: ScopeSettings, of scope: ScopeID) { table.set(settings, of: scope) }

  /// Whether circles settle in any scope.
  package var hasIteration: Bool { table.hasIteration }

  /// Adds a sheet; one that is not listed can be named but is not counted among the sheets.
  package func addSheet(named name: String, in scope: ScopeID, isListed: Bool = true) -> GridID {
    table.addSheet(named: name, in: scope, isListed: isListed)
  }

  /// Adds a table with its columns and no rows, and binds its name.
  ///
  /// - Parameter shown: How many of the columns belong to the table as a whole; all where nothing is said.
  package func addTable(
    named name: String, columns: [String], shown: Int? = nil, rows: Int, in scope: ScopeID
  ) -> GridID {
    var added = Grid(kind: .table(name: name), scope: scope)
    added.columnNames = columns
    added.shownColumnCount = shown ?? columns.count
    added.rowCount = rows
    let grid = table.cells.append(added)
    table.cells.reserve(columns: columns.count, in: grid)
    bind(name, to: .table(grid), in: scope)
    return grid
  }

  package func sheet(named name: String, in scope: ScopeID) -> GridID? { table.sheet(named: name, in: scope) }
  package func sheets(in scope: ScopeID) -> [GridID] { table.scopes[scope.rawValue].sheetOrder }

  /// The grid in whose only column the named cells of a scope lie.
  package func namesGrid(of scope: ScopeID) -> GridID { table.scopes[scope.rawValue].namesGrid }

  package func all(in scope: ScopeID) -> [String] { table.scopes[scope.rawValue].spellings }

  /// A cell as its user names it: `total`, `B7`, `Inputs!B7`, `ledger[2].A`.
  package func name(of address: CellAddress) -> String { table.name(of: address) }

  /// Makes room for names, when it is known how many come.
  package func reserve(_ count: Int, in scope: ScopeID) { table.reserve(count, in: scope) }

  /// Gives a named cell its place, the next free one of its scope; a name that has a cell keeps it.
  ///
  /// Formulas that waited for the name are read anew.
  package func add(_ name: String, in scope: ScopeID) -> CellAddress {
    add(name, in: scope, key: name.lowercased())
  }

  /// Gives a name its place whose lower-case form is at hand.
  package func add(_ name: String, in scope: ScopeID, key: String) -> CellAddress {
    switch table.add(name, key: key, in: scope) {
    case .known(let address): return address
    case .new(let address):
      editor.readWaiting(for: key)
      return address
    }
  }

  /// Binds a name; formulas that waited for it are read anew.
  package func bind(_ name: String, to binding: NameBinding, in scope: ScopeID) {
    let key = name.lowercased()
    table.bind(key: key, to: binding, in: scope)
    editor.readWaiting(for: key)
  }

  /// Binds a name that is known on one sheet alone; formulas that waited for it are read anew.
  package func bind(_ name: String, to binding: NameBinding, onlyOn sheet: GridID) {
    let key = name.lowercased()
    table.bind(key: key, to: binding, onlyOn: sheet)
    editor.readWaiting(for: key)
  }

  /// Lets formulas of a scope name a sheet of another one; formulas that waited for it are read anew.
  package func bindSheet(_ name: String, to grid: GridID, in scope: ScopeID) {
    let key = name.lowercased()
    table.bindSheet(key: key, to: grid, in: scope)
    editor.readWaiting(for: key)
  }

  /// Makes a table of cells on a sheet, so that structured references of a scope reach them.
  package func addSheetTable(named name: String, _ table: SheetTable, in scope: ScopeID) {
    let key = name.lowercased()
    self.table.addSheetTable(key: key, table, in: scope)
    editor.readWaiting(for: key)
  }

  /// The table of a name that lies on a sheet.
  package func sheetTable(named name: String, in scope: ScopeID) -> SheetTable? {
    table.scopes[scope.rawValue].sheetTables[name.lowercased()]
  }

  /// Takes a name away; formulas that use it become `#NAME?`.
  package func unbind(_ name: String, in scope: ScopeID) {
    guard let binding = table.unbind(key: name.lowercased(), in: scope) else { return }
    editor.readFormulas(reading: binding, in: scope)
  }

  package func binding(of name: String, in scope: ScopeID) -> NameBinding? {
    table.binding(of: name.lowercased(), in: scope)
  }
}
