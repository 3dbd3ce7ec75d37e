import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// A sheet document that is loaded into an engine: its cells are live.
///
/// What belongs to one text stands in ``loaded`` and is replaced as a whole when another text is run; what happens is in
/// the ``timeline``, what a prompt does in the ``editor``. Every change from outside is one *instant*: it takes effect, all that depends on it is brought up to date, and only
/// then can anything be read. What is wrong with the text is collected in ``diagnostics`` while the rest of the sheet
/// still evaluates. A live sheet is used by one thread at a time.
package final class LiveSheet {
  /// What a sheet may ask of the world around it; this room reads no file and no clock by itself.
  package struct Environment {
    package var catalog: FunctionCatalog
    /// Reads a file named in the sheet, relative to the sheet's folder.
    package var readFile: (String) throws -> [UInt8]
    /// What was read of used workbooks; sheets with the same environment share it.
    package var workbooks = WorkbookCache()
    /// The current date and time as a serial number.
    package var now: () -> Double
    package var seed: UInt64
    package var services: ServiceSupply
    /// The most steps that one evaluation of a formula may take.
    package var stepLimit = EngineSettings.defaultStepLimit
    /// Gives the most memory that there may be, in MB, where more is in use.
    package var exceededMemory: () -> Int? = { nil }
    /// Asked all the time while the sheet calculates, so it should be quick; when it gives `true`, calculating stops and
    /// ``LiveSheet/isSettled`` turns false until it is gone on with.
    package var isCancelled: () -> Bool = { false }
    /// Whether names that mean nothing and circles are looked for; who loads a text again and again knows them.
    package var findsFaults = true
    /// Whether the clock of formulas stands still but for the time that passes in the sheet, as in tests.
    package var hasVirtualClock = false

    package init(
      catalog: FunctionCatalog,
      readFile: @escaping (String) throws -> [UInt8] = { _ in throw FileRefused() },
      now: @escaping () -> Double = { LiveSheet.virtualStart }, seed: UInt64 = 0x5EAF,
      services: ServiceSupply = .program { _, _ in false }
    ) {
      self.catalog = catalog
      self.readFile = readFile
      self.now = now
      self.seed = seed
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
  /// The program and what it has become in an engine.
  var loaded: LoadedProgram
  /// Made last, of the sheet itself.
  @exclusivity(unchecked) private(set) var timeline: Timeline!
  /// What a prompt does to the sheet.
  private(set) lazy var editor: PromptEditor = PromptEditor(self, loaded.program.document)
  /// What services are called through while a run is evaluated.
  let hook = RunHook()
  /// What is known of the checks while they are judged.
  @exclusivity(unchecked) var judgement: CheckJudgement?
  /// Called at the end of each instant, when all is settled.
  @exclusivity(unchecked) var instantObserver: (() -> Void)?
  /// Called for each call of a service as it is made.
  package var callObserver: ((ServiceCall) -> Void)?

  package init(_ document: SheetDocument, environment: Environment) {
    self.environment = environment
    loaded = LoadedProgram(document, environment, hook)
    timeline = Timeline(self)
    prepareEngine()
    SheetLoader(loaded, timeline).load()
  }

  /// Runs another text in place of the present one; time goes on, and so does what has happened where the text is the same.
  ///
  /// - Parameters:
  ///   - former: The text that the sheet is now.
  ///   - replacement: Why another takes its place.
  /// - Returns: What has happened and has no place in the text.
  func run(
    _ document: SheetDocument, inPlaceOf former: SheetDocument, _ replacement: TextReplacement
  ) -> LostState? {
    let recordsChanges = engine.recordsChanges
    let state = CarriedState(self, former, replacement)
    let next = LoadedProgram(document, environment, hook)
    loaded = next
    let callCount = timeline.work.calls.count
    // What is asked at load may have been asked before, and then it is not asked.
    let callObserver = callObserver
    self.callObserver = nil
    timeline = Timeline(self, after: timeline)
    prepareEngine()
    SheetLoader(loaded, timeline).load()
    state.restore(to: self)
    self.callObserver = callObserver
    for call in openCalls where call.number > callCount { noteCall(call) }
    engine.recordsChanges = recordsChanges
    return state.lost(in: self)
  }

  /// Takes on a text that says something else of a few cells or checks than the present one, as another does after a key
  /// was typed.
  ///
  /// The sheet is then as if it had been loaded from that text. It must be as it was loaded: nothing was entered or has
  /// happened since.
  ///
  /// - Returns: `false` where the texts differ in more, where more happens than that cells are computed, or where cells
  ///   depend on themselves, of which it matters which is met first. The sheet must be loaded anew then.
  /// - Complexity: O(*n*) in the statements, a small fraction of what loading takes.
  package func takeOn(_ document: SheetDocument) -> Bool {
    guard timeline.isEmpty, !engine.isVolatile, engine.cycles().isEmpty else { return false }
    guard let change = TextChange(of: self, to: document) else { return false }
    TextChangeLoader(sheet: self, change: change, former: loaded).load(document)
    editor = PromptEditor(self, document)
    return !engine.isVolatile && engine.cycles().isEmpty
  }

  private func prepareEngine() {
    engine.settings.randomSeed = environment.seed
    engine.settings.stepLimit = environment.stepLimit
    engine.settings.isCancelled = environment.isCancelled
    engine.settings.exceededMemory = environment.exceededMemory
    var settings = ScopeSettings()
    settings.iteration = loaded.program.iteration.map(Iteration.init)
    engine.set(settings, of: scope)
    engine.settings.iteration = { [weak self] cell, ofScope in
      guard let self, loaded.workbooks.workbook(of: cell.grid) == nil else { return ofScope }
      return placing.home(of: cell).unit.declared.iteration.map(Iteration.init)
    }
    engine.settings.textReading = { [weak self] tree, address in self?.placing.tree(ofTextIn: address, tree) ?? tree }
    // The workbooks have the engine, which must not have them.
    let workbooks = loaded.workbooks
    engine.settings.phonetics = { [weak workbooks] in workbooks?.workbook(of: $0.grid)?.phonetics(at: $0) }
    engine.settings.pivotReport = { [weak workbooks] in workbooks?.workbook(of: $0.grid)?.pivot(in: $0) }
    engine.settings.shownFormula = { [unowned self] address in
      if let workbook = loaded.workbooks.workbook(of: address.grid) { return workbook.shownFormula(at: address) }
      return engine.hasFormula(at: address) ? lookup.writtenFormula(at: address).map { "=" + $0 } : nil
    }
    hook.elapsed = { [unowned self] in timeline.time.now.seconds }
    guard environment.hasVirtualClock else {
      engine.settings.readTime = environment.now
      return
    }
    let start = environment.now()
    engine.settings.readTime = { [unowned self] in start + timeline.time.now.seconds / 86_400 }
  }

  /// Everything wrong with the text, in its order: what could not be read, and what was found at load; of very much the
  /// beginning and how much more there is.
  package var diagnostics: [Diagnostic] {
    let text = loaded.program.document
    let ofText = text.unshownCount > 0 ? text.diagnostics.filter { !$0.isOne(of: .moreFindings) } : text.diagnostics
    return SheetDocument.shown(ofText + loaded.findings.list, beside: text.unshownCount + loaded.findings.unshownCount)
  }

  package var hasErrors: Bool {
    loaded.program.document.hasErrors || loaded.findings.hasErrors
  }

  package var checks: SheetChecks { SheetChecks(sheet: self) }

  /// The text that was loaded, in which checks and reports have their places.
  package var source: SourceText { loaded.program.document.source }

  /// The text with everything that was given at the prompt.
  package var document: SheetDocument { editor.text.document }

  package var charts: SheetCharts { SheetCharts(sheet: self) }

  package var tables: TableDirectory { TableDirectory(loaded: loaded) }

  /// Evaluates the formulas of a path, or all of them, again.
  package func recalculate(only path: String? = nil) {
    guard let path else { return engine.recalculateAll() }
    if case .success(let cell) = cell(path) {
      engine.markDirty(cell.area ?? Area(cell.address))
      engine.recalculate()
    }
  }

  /// Whether everything is calculated; not so when a calculation was cancelled. The next change goes on with it.
  package var isSettled: Bool { engine.isSettled }

  /// Whether changes are collected for ``takeChanges()``.
  package var recordsChanges: Bool {
    get { engine.recordsChanges }
    set { engine.recordsChanges = newValue }
  }
}

extension Iteration {
  /// What a file says at its head.
  fileprivate init(_ option: OptionDefinition) { self.init(rounds: option.rounds, tolerance: option.tolerance) }
}
