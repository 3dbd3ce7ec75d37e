import CellModel
import Diagnostics
import Engine
import Functions
import LiveWorkbooks
import SheetPrograms
import SheetText

/// A program in an engine: the cells, grids, tables and checks that it has become, and what was found wrong on the way.
///
/// Who works with the cells of a text needs no more than this: time, a prompt and whoever looks on belong to the
/// ``LiveSheet``. It is used by one thread at a time.
final class LoadedProgram {
  let environment: LiveSheet.Environment
  @exclusivity(unchecked) private(set) var program: SheetProgram
  let engine: Engine
  /// The cells that the text defines.
  @exclusivity(unchecked) var definitions: DefinitionTable
  @exclusivity(unchecked) var grids: LoadedGrids
  /// Where expressions stand that no cell holds.
  let homes: FormulaHomes
  @exclusivity(unchecked) var tables = LoadedTables()
  /// The workbooks that the sheet uses.
  let workbooks: LoadedWorkbooks
  @exclusivity(unchecked) var checks = LoadedChecks()
  /// What is wrong with the text, but for what its reader has found.
  var findings: LoadedFindings

  /// Reads what a document means, for an engine with nothing in it but grids.
  init(_ document: SheetDocument, _ environment: LiveSheet.Environment, _ hook: RunHook) {
    self.environment = environment
    program = SheetProgram(document, readFile: environment.readFile, workbooks: environment.workbooks)
    findings = LoadedFindings(program.findings)
    let catalog = ServiceFunctions.catalog(environment.catalog, hook)
    let usesWorkbooks = program.units.contains { $0.workbook != nil }
    engine = Engine(catalog: usesWorkbooks ? LiveWorkbook.catalog(catalog) : catalog)
    grids = LoadedGrids(program.grids, in: engine)
    homes = FormulaHomes(of: program.units, on: grids.homes)
    workbooks = LoadedWorkbooks()
    definitions = DefinitionTable(program, grids, workbooks)
  }

  /// What a program is in the engine of the text before a change, but for its definitions and what is wrong with it.
  init(_ program: SheetProgram, changing former: LoadedProgram) {
    environment = former.environment
    self.program = program
    findings = LoadedFindings(program.findings)
    engine = former.engine
    grids = former.grids
    homes = FormulaHomes(of: program.units, on: grids.homes)
    workbooks = former.workbooks
    definitions = DefinitionTable(program, grids, workbooks)
    checks.rowCount = former.checks.rowCount
    grids.namesMoved = true
  }

  /// Lets go what only loading needs.
  func endLoading() { program.forgetRows() }
}

/// The grids of a loaded program.
struct LoadedGrids {
  let scope: ScopeID
  /// The grid of named cells, and the hidden ones with the conditions of checks and for ``FormulaHomes``.
  let names: GridID
  let checks: GridID
  let homes: GridID
  /// The places of the sheets in the order of the program.
  private let numbers: [GridID: Int]
  /// The sheets by the lower-case name on their `sheet` line; the part before the first such line is "". Those of used
  /// workbooks by their names with the prefix of the use, the first of each also by that alone.
  private(set) var sheets: [String: GridID]
  /// The first sheet, on which addresses lie that stand alone.
  var home: GridID? { sheets[""] }
  /// Whether the cells are those of another text but for some, so that names have rows in another order than the text.
  var namesMoved = false

  init(_ grids: ProgramGrids, in engine: Engine) {
    let scope = engine.names.addScope()
    self.scope = scope
    names = engine.names.namesGrid(of: scope)
    checks = engine.grids.addHidden(in: scope)
    homes = engine.grids.addHidden(in: scope)
    let made = grids.names.map { engine.names.addSheet(named: $0, in: scope) }
    numbers = Dictionary(made.enumerated().map { ($1, $0) }) { first, _ in first }
    sheets = grids.numbers.mapValues { made[$0] }
  }

  /// The grid on which addresses lie that stand alone in a statement of a unit.
  func grid(of statement: Statement, _ unit: SheetUnit) -> GridID {
    let section = unit.isMain ? statement.grid ?? "" : unit.gridName(statement.grid)
    return sheets[section.lowercased()] ?? home ?? GridID(rawValue: 0)
  }

  mutating func add(_ grid: GridID, named name: String) { sheets[name.lowercased()] = grid }

  /// The number of a sheet among those of the program.
  func number(of grid: GridID) -> Int? { numbers[grid] }
}

/// The checks of a loaded program.
struct LoadedChecks {
  var list: [LoadedCheck] = []
  /// How many rows their conditions have had; one that is taken away leaves its row.
  var rowCount = 0

  mutating func add(_ check: LoadedCheck) { list.append(check) }

  /// Takes the next free row for a condition.
  mutating func takeRow() -> Int {
    let row = max(list.count, rowCount)
    rowCount = row + 1
    return row
  }
}

/// What is wrong with a text beyond what its reader has found.
struct LoadedFindings {
  private(set) var list: [Diagnostic]
  /// How many names were found to mean nothing beyond those that ``list`` has.
  var unshownCount = 0

  init(_ found: [Diagnostic]) {
    list = []
    for diagnostic in found { add(diagnostic) }
  }

  var hasErrors: Bool { list.contains { $0.severity == .error } }

  /// Adds a finding; one about a sheet that is used more than once is told where the first of its uses stands.
  mutating func add(_ diagnostic: Diagnostic) {
    if let origin = diagnostic.origin,
      list.contains(where: { $0.origin == origin && $0.message == diagnostic.message })
    {
      return
    }
    list.append(diagnostic)
  }

  /// Adds a finding about the text of a unit.
  mutating func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { add(unit.located(diagnostic)) }

  /// Adds a finding that knows better what a text should have been than the one about the same place in a formula.
  mutating func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {
    let located = unit.located(diagnostic)
    list.removeAll {
      $0.labels.first?.span == located.labels.first?.span && $0.origin == located.origin
        && $0.isOne(of: .unknownName, .unknownFunction)
    }
    add(located)
  }
}

/// What the parts of a loaded program are called by those who work with all of it.
extension LoadedProgram {
  /// Whether a path is, or leads into, a used sheet, a workbook or a table whose file, or a definition whose text, could
  /// not be read: that has been told, and nobody knows what is in it.
  func isUnread(_ path: String) -> Bool {
    guard !(tables.unread.isEmpty && program.unreadUses.isEmpty) else { return false }
    let key = path.drop { $0 == "'" }.lowercased()
    return [tables.unread, program.unreadUses].contains { unread in
      unread.contains { key.hasPrefix($0) && (key.count == $0.count || key.dropFirst($0.count).first == ".") }
    }
  }

  var scope: ScopeID { grids.scope }
  var homeSheet: GridID? { grids.home }
  /// The sheet itself and then the sheets that it uses, each before those that it uses in turn.
  var units: [SheetUnit] { program.units }
  /// The names of what is no cell, by key, with the word of its kind: actions, services, used sheets.
  var otherNames: [String: String] { program.otherNames }

  var tableDefinitions: [LoadedTable] {
    get { tables.list }
    _modify { yield &tables.list }
  }

  /// The named cell of a row.
  func address(ofNamedRow row: Int32) -> CellAddress { CellAddress(grid: grids.names, row: Int(row), column: 0) }

  /// What formulas mean where they stand.
  var placing: FormulaPlacing { FormulaPlacing(loaded: self) }
  /// Finding cells by what people call them.
  var lookup: CellLookup { CellLookup(loaded: self) }
  /// What the text calls the cells.
  var places: CellPlaces { CellPlaces(loaded: self) }
  var formats: CellFormats { CellFormats(loaded: self) }
  /// All that formulas may name.
  var names: SheetNames { SheetNames(loaded: self) }
  /// All that the text defines.
  var definedCells: DefinedCells { DefinedCells(loaded: self) }
  /// Which cells the outside may set, and to what.
  var acceptance: InputAcceptance { InputAcceptance(loaded: self) }
  var entry: StatementEntry { StatementEntry(loaded: self) }
}

/// What the parts of a loaded sheet are called by those who work with all of it.
extension LiveSheet {
  var program: SheetProgram { loaded.program }
  package var engine: Engine { loaded.engine }
  var scope: ScopeID { loaded.scope }
  var homeSheet: GridID? { loaded.homeSheet }
  var units: [SheetUnit] { loaded.units }
  var otherNames: [String: String] { loaded.otherNames }
  var placing: FormulaPlacing { loaded.placing }
  var lookup: CellLookup { loaded.lookup }
  /// All that the text defines.
  package var definedCells: DefinedCells { loaded.definedCells }
  /// What cells are shown as.
  package var formats: CellFormats { loaded.formats }
  var acceptance: InputAcceptance { loaded.acceptance }

  var definitions: DefinitionTable {
    get { loaded.definitions }
    _modify { yield &loaded.definitions }
  }

  var tableDefinitions: [LoadedTable] {
    get { loaded.tableDefinitions }
    _modify { yield &loaded.tableDefinitions }
  }
}
