import CellModel
import Diagnostics
import Engine
import Functions
import LiveWorkbooks
import SheetPrograms
import SheetText

/// A program in an engine: the cells, grids, tables and checks that it has become, and what was found wrong on the way.
struct LoadedProgram {
  private(set) var program: SheetProgram
  let engine: Engine
  /// The cells that the text defines.
  var definitions: DefinitionTable
  var grids: LoadedGrids
  /// Where expressions stand that no cell holds.
  let homes: FormulaHomes
  var tables = LoadedTables()
  /// The workbooks that the sheet uses.
  let workbooks: LoadedWorkbooks
  var checks: [LoadedCheck] = []
  /// What is wrong with the text, but for what its reader has found.
  var findings: [Diagnostic]
  /// How many names were found to mean nothing beyond those that ``findings`` has.
  var unshownCount = 0
  /// How many rows the conditions of checks have had.
  var checkRowCount = 0
  /// Whether the cells are those of another text but for some, so that names have rows in another order than the text.
  let isChanged: Bool

  /// Reads what a document means, for an engine with nothing in it but grids.
  init(_ document: SheetDocument, _ environment: LiveSheet.Environment, _ hook: RunHook) {
    program = SheetProgram(document, readFile: environment.readFile, workbooks: environment.workbooks)
    findings = program.findings
    let catalog = ServiceFunctions.catalog(environment.catalog, hook)
    let usesWorkbooks = program.units.contains { $0.workbook != nil }
    engine = Engine(catalog: usesWorkbooks ? LiveWorkbook.catalog(catalog) : catalog)
    grids = LoadedGrids(program.grids, in: engine)
    homes = FormulaHomes(of: program.units, on: grids.homes)
    workbooks = LoadedWorkbooks()
    definitions = DefinitionTable(program, grids, workbooks)
    isChanged = false
  }

  /// What a program is in the engine of the text before a change, but for its definitions and what is wrong with it.
  init(_ program: SheetProgram, changing former: LoadedProgram) {
    self.program = program
    findings = program.findings
    engine = former.engine
    grids = former.grids
    homes = FormulaHomes(of: program.units, on: grids.homes)
    workbooks = former.workbooks
    definitions = DefinitionTable(program, grids, workbooks)
    checkRowCount = former.checkRowCount
    isChanged = true
  }

  /// Lets go what only loading needs.
  mutating func endLoading() { program.forgetRows() }
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

  init(_ grids: ProgramGrids, in engine: Engine) {
    let scope = engine.addScope()
    self.scope = scope
    names = engine.namesGrid(of: scope)
    checks = engine.addHiddenGrid(in: scope)
    homes = engine.addHiddenGrid(in: scope)
    let made = grids.names.map { engine.addSheet(named: $0, in: scope) }
    numbers = Dictionary(made.enumerated().map { ($1, $0) }) { first, _ in first }
    sheets = grids.numbers.mapValues { made[$0] }
  }

  mutating func add(_ grid: GridID, named name: String) { sheets[name.lowercased()] = grid }

  /// The number of a sheet among those of the program.
  func number(of grid: GridID) -> Int? { numbers[grid] }
}

/// What the parts of a loaded sheet are called by those who work with all of it.
extension LiveSheet {
  var program: SheetProgram { loaded.program }
  package var engine: Engine { loaded.engine }
  var scope: ScopeID { loaded.grids.scope }
  var homeSheet: GridID? { loaded.grids.home }
  /// The sheet itself and then the sheets that it uses, each before those that it uses in turn.
  var units: [SheetUnit] { loaded.program.units }
  /// The names of what is no cell, by key, with the word of its kind: actions, services, used sheets.
  var otherNames: [String: String] { loaded.program.otherNames }
  var checks: [LoadedCheck] { loaded.checks }

  var definitions: DefinitionTable {
    get { loaded.definitions }
    _modify { yield &loaded.definitions }
  }

  var tableDefinitions: [LoadedTable] {
    get { loaded.tables.list }
    _modify { yield &loaded.tables.list }
  }
}
