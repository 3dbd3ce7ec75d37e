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
    EnginePreparation(sheet: self).prepare()
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
    let recordsChanges = engine.changes.areRecorded
    let state = CarriedState(self, former, replacement)
    let next = LoadedProgram(document, environment, hook)
    loaded = next
    let callCount = timeline.work.calls.count
    // What is asked at load may have been asked before, and then it is not asked.
    let callObserver = callObserver
    self.callObserver = nil
    timeline = Timeline(self, after: timeline)
    EnginePreparation(sheet: self).prepare()
    SheetLoader(loaded, timeline).load()
    state.restore(to: self)
    self.callObserver = callObserver
    for call in services.openCalls where call.number > callCount { noteCall(call) }
    engine.changes.areRecorded = recordsChanges
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
    guard timeline.isEmpty, !engine.dependencies.isVolatile, engine.cycles.all().isEmpty else { return false }
    guard let change = TextChange(of: self, to: document) else { return false }
    TextChangeLoader(sheet: self, change: change, former: loaded).load(document)
    editor = PromptEditor(self, document)
    return !engine.dependencies.isVolatile && engine.cycles.all().isEmpty
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

  package var triggers: TriggerFinder { TriggerFinder(sheet: self) }

  package var services: SheetServices { SheetServices(sheet: self) }

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
    get { engine.changes.areRecorded }
    set { engine.changes.areRecorded = newValue }
  }
}
