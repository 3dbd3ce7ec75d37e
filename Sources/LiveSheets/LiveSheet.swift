import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// A sheet document that is loaded into an engine: its cells are live.
///
/// Every change from outside is one *instant*: it takes effect, all that depends on it is brought up to date, and only
/// then can anything be read. What is wrong with the text is collected in ``diagnostics`` while the rest of the sheet
/// still evaluates. A live sheet is used by one thread at a time.
package final class LiveSheet {
  /// What a sheet may ask of the world around it; this room reads no file and no clock by itself.
  package struct Environment {
    /// Reads a file named in the sheet, relative to the sheet's folder.
    package var readFile: (String) throws -> [UInt8]
    /// The current date and time as a serial number.
    package var now: () -> Double
    package var seed: UInt64
    package var catalog: FunctionCatalog
    package var services: ServiceSupply
    /// Whether the clock of formulas stands still but for the time that passes in the sheet, as in tests.
    package var hasVirtualClock = false

    package init(
      readFile: @escaping (String) throws -> [UInt8] = { _ in throw FileRefused() },
      now: @escaping () -> Double = { LiveSheet.virtualStart }, seed: UInt64 = 0x5EAF,
      catalog: FunctionCatalog = .standard, services: ServiceSupply = .program { _, _ in false }
    ) {
      self.readFile = readFile
      self.now = now
      self.seed = seed
      self.catalog = catalog
      self.services = services
    }
  }

  /// The reason given when nobody supplies files.
  package struct FileRefused: Error, CustomStringConvertible {
    package init() {}
    package var description: String { "files are not available here" }
  }

  /// 2000-01-01T00:00:00Z, where the clock of tests starts.
  package static let virtualStart = 36_526.0

  package let environment: Environment
  package private(set) var engine: Engine
  var scope: ScopeID
  var storedDocument: SheetDocument
  /// Definitions given at the prompt that the text does not say yet, by name.
  var pendingText: [(name: String, formula: String)] = []

  /// What is known about named cells, by their address.
  var definitions: DefinitionTable
  /// The cells of ``definitions`` in the order of their definition.
  var order: [CellAddress] = []
  /// Fills, in the order of their definition.
  var fills: [Fill] = []
  var tableDefinitions: [LoadedTable] = []
  var checks: [LoadedCheck] = []
  /// What is known of the checks while they are judged.
  var judgement: CheckJudgement?
  var checkGrid: GridID
  var loadDiagnostics: [Diagnostic] = []
  var homeSheet: GridID?
  /// What the text means.
  private(set) var program: SheetProgram
  /// The keys of cells of tables of sheets whose names have dots, each behind that of its table.
  var dottedColumns: Set<String> = []
  /// What services are called through while a run is evaluated.
  let hook = RunHook()
  private(set) var timeline: Timeline!
  /// Called at the end of each instant, when all is settled.
  package var instantObserver: (() -> Void)?
  /// Called for each call of a service as it is made.
  package var callObserver: ((ServiceCall) -> Void)?
  /// The keys of tables whose file could not be read.
  var unreadTables: Set<String> = []
  /// The sheets by the lower-case name on their `sheet` line; the part before the first such line is "".
  var sheetGrids: [String: GridID] = [:]
  var formatCache: [CellAddress: String?] = [:]
  /// How many cells deep a format is being looked for.
  var formatDepth = 0
  var undoStack: [PromptEdit] = []
  var redoStack: [PromptEdit] = []
  /// Whether rows have moved in a way that the history cannot take back.
  var isHistoryVoid = false
  /// The cells of names that were taken back.
  var hiddenNames: [String: CellAddress] = [:]

  /// A cell that the text defines.
  final class Definition {
    var name: String
    var kind: CellKind
    var documentation: String?
    var span: SourceSpan?
    private(set) var formula: SheetFormula?
    /// The text in which the formula has its place; `nil` for what the prompt gave.
    private var source: SourceText?
    private var givenText: String?
    var format: String?
    var input: InputRule?
    /// The name on the `sheet` line above, which says where addresses that stand alone lie.
    var home: String?
    /// The sheet that defines it; `nil` for the sheet itself.
    var unit: SheetUnit?

    init(
      name: String, kind: CellKind, documentation: String? = nil, span: SourceSpan? = nil,
      formula: SheetFormula? = nil, formulaText: String? = nil, format: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.documentation = documentation
      self.span = span
      self.formula = formula
      givenText = formulaText
      self.format = format
    }

    /// The formula as written.
    var formulaText: String? {
      guard let source, let formula else { return givenText }
      return source[formula.span]
    }

    /// Takes a formula that stands in a text, from which its own text is cut when somebody asks for it.
    func setFormula(_ formula: SheetFormula?, in source: SourceText) {
      self.formula = formula
      self.source = formula == nil ? nil : source
      givenText = nil
    }

    /// Takes a formula that stands in no text.
    func setFormula(_ formula: SheetFormula, written text: String) {
      self.formula = formula
      source = nil
      givenText = text
    }
  }

  struct Fill {
    var area: Area
    var definition: Definition
  }

  package init(_ document: SheetDocument, environment: Environment = Environment()) {
    self.environment = environment
    storedDocument = document
    program = SheetProgram(document, readFile: environment.readFile)
    engine = Engine(catalog: ServiceFunctions.catalog(environment.catalog, hook))
    scope = engine.addScope()
    definitions = DefinitionTable(namesGrid: engine.namesGrid(of: scope))
    checkGrid = engine.addHiddenGrid(in: scope)
    timeline = Timeline(self)
    prepareEngine()
    load()
  }

  /// Loads the document anew into a fresh engine.
  func reload(_ document: SheetDocument) {
    let (keepsHistory, recordsChanges) = (engine.keepsHistory, engine.recordsChanges)
    timeline.endAll()
    storedDocument = document
    program = SheetProgram(document, readFile: environment.readFile)
    pendingText = []
    engine = Engine(catalog: ServiceFunctions.catalog(environment.catalog, hook))
    prepareEngine()
    scope = engine.addScope()
    checkGrid = engine.addHiddenGrid(in: scope)
    definitions = DefinitionTable(namesGrid: engine.namesGrid(of: scope))
    order = []
    fills = []
    tableDefinitions = []
    checks = []
    loadDiagnostics = []
    homeSheet = nil
    dottedColumns = []
    unreadTables = []
    sheetGrids = [:]
    formatCache = [:]
    timeline = Timeline(self, after: timeline)
    load()
    engine.keepsHistory = keepsHistory
    engine.recordsChanges = recordsChanges
  }

  private func prepareEngine() {
    engine.randomSeed = environment.seed
    hook.elapsed = { [unowned self] in timeline?.now.seconds ?? 0 }
    guard environment.hasVirtualClock else {
      engine.now = environment.now
      return
    }
    let start = environment.now()
    engine.now = { [unowned self] in start + (timeline?.now.seconds ?? 0) / 86_400 }
  }

  /// Everything wrong with the text, in its order: what could not be read, then what was found at load.
  package var diagnostics: [Diagnostic] {
    let all = storedDocument.diagnostics + loadDiagnostics
    return all.enumerated().sorted { a, b in
      let (x, y) = (a.element.labels.first?.span.lower ?? 0, b.element.labels.first?.span.lower ?? 0)
      return x != y ? x < y : a.offset < b.offset
    }.map(\.element)
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The sheet itself and then the sheets that it uses, each before those that it uses in turn.
  var units: [SheetUnit] { program.units }
  /// The names of what is no cell, by key, with the word of its kind: actions, services, used sheets.
  var otherNames: [String: String] { program.otherNames }

  /// The text with everything that was given at the prompt.
  package var document: SheetDocument {
    flushPendingText()
    return storedDocument
  }

  /// Evaluates the formulas of a path, or all of them, again.
  package func recalculate(only path: String? = nil) {
    guard let path else { return engine.recalculateAll() }
    if case .success(let cell) = cell(path) {
      engine.markDirty(cell.area ?? Area(cell.address))
      engine.recalculate()
    }
  }

  /// Whether changes are collected for ``takeChanges()``.
  package var recordsChanges: Bool {
    get { engine.recordsChanges }
    set { engine.recordsChanges = newValue }
  }

  /// Whether edits can be taken back by ``undo()``.
  package var keepsHistory: Bool {
    get { engine.keepsHistory }
    set { engine.keepsHistory = newValue }
  }
}
