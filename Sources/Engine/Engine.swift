import CellModel
import Formulas
import Functions
import Propagation

/// The cells of a workbook, their formulas, and the one dependency graph between them.
///
/// It only arranges its parts, each of which keeps rules of its own and can be made without the whole:
///
/// - ``cells`` knows what cells hold (R5, and R6 of what has spilled),
/// - ``names`` what names stand for,
/// - ``formulas`` which formula stands where (R1),
/// - ``graph`` who reads whom, and what is dirty (R2 to R4).
///
/// A part knows those above it in this list and none below. An edit goes through the ``editor``, after which all rules hold
/// but for the order of new formulas; a ``Recalculation`` is made for one pass and brings what is dirty up to date.
///
/// An engine is used by one thread at a time, which other threads help where ``splitting`` says so.
package final class Engine {
  let cells: CellStore
  let names: NameTable
  let formulas: FormulaStore
  let graph: DependencyGraph
  let editor: CellEditor
  package let settings = EngineSettings()
  let workspace = Workspace()
  /// The work done since the counters were last reset.
  @exclusivity(unchecked) private var work = WorkCounters()
  /// Whether checked builds look at the rules by themselves; a test that reports broken rules turns it off.
  package var checksRules = true
  #if ENGINE_CHECKS
    var ruleChecks = RuleChecks()
  #endif

  package init(catalog: FunctionCatalog) {
    cells = CellStore()
    names = NameTable(cells: cells, catalog: catalog)
    formulas = FormulaStore(names: names)
    graph = DependencyGraph(formulas: formulas)
    editor = CellEditor(SpillWriter(graph: graph), settings)
  }

  package var catalog: FunctionCatalog { names.catalog }

  /// Whether TRUE and FALSE are the numbers 1 and 0 to formulas that go on with them, as in LibreOffice; it is set
  /// before there are formulas.
  package var countsLogicals: Bool {
    get { cells.countsLogicals }
    set { cells.countsLogicals = newValue }
  }

  /// Which day has the serial number 1; it is set before there are formulas.
  package var dateSystem: DateSystem {
    get { cells.dateSystem }
    set { cells.dateSystem = newValue }
  }

  // MARK: Recalculating

  /// Brings every dirty cell up to date, precedents first, each at most once.
  ///
  /// - Returns: Whether all is settled; `false` when it was cancelled, and calling again goes on where it stopped.
  /// - Complexity: proportional to what is dirty. The order of evaluation is restored first if formulas changed.
  @discardableResult
  package func recalculate() -> Bool {
    var isIdle = graph.isPrepared
    defer { checkRules(isIdle: isIdle) }
    graph.prepare()
    graph.propagation.beginInstant()
    graph.markVolatile()
    graph.markFormulaReaders()
    guard !graph.propagation.isSettled else { return true }
    isIdle = false
    return atOneTime {
      var pass = Recalculation(editor.spillWriter, settings, workspace)
      let isSettled = pass.run()
      settings.clock.noteCells()
      work += pass.work
      return isSettled
    }
  }

  /// Marks everything dirty and brings it up to date.
  package func recalculateAll() {
    graph.prepare()
    graph.markAllDirty()
    recalculate()
  }

  /// Marks the formulas of an area dirty, so that the next recalculation evaluates them again.
  package func markDirty(_ area: Area) {
    graph.prepare()
    graph.markDirty(area)
  }

  /// The cells that depend on themselves, one list per cycle, as the last recalculation found them.
  package func cycles() -> [[CellAddress]] {
    graph.prepare()
    return graph.cycles()
  }

  /// How a circle through a cell settles; `nil` where it does not.
  func iteration(ofCircleThrough cell: CellAddress) -> Iteration? {
    names.settings(of: cell.grid).iteration.flatMap { settings.iteration(cell, $0) }
  }

  /// Those of the ``cycles()`` that do not settle, with the cells that are `#CYCLE!`.
  package func unsettledCycles() -> [[CellAddress]] {
    cycles().compactMap { cycle in
      guard let first = cycle.first, iteration(ofCircleThrough: first) == nil else { return nil }
      guard names.settings(of: first.grid).judgesCirclesByReading else { return cycle }
      let errors = cycle.filter { cell in
        if case .error(let error) = cells.value(at: cell) { error.code == .cycle } else { false }
      }
      return errors.isEmpty ? nil : errors
    }
  }

  /// The work done since the counters were last reset.
  package var counters: WorkCounters {
    var counters = work
    counters.rankRaises = graph.propagation.counters.rankRaises
    counters.indexesMade = workspace.cache.keptCount
    counters.indexHits = workspace.cache.hitCount
    return counters
  }

  package func resetCounters() {
    graph.propagation.counters = Propagation.Counters()
    workspace.cache.resetCounters()
    work = WorkCounters()
  }

  package var generation: Int { graph.propagation.generation }

  /// What evaluates expressions outside of a pass, on the cells as they are.
  ///
  /// - Parameter countsLogicals: Whether what it reads has 1 and 0 for logicals; by default, as the engine has it.
  func makeEvaluator(countsLogicals: Bool? = nil) -> Evaluator {
    Evaluator(graph, settings, workspace.memory, countsLogicals: countsLogicals)
  }

  /// What evaluates expressions outside of a pass, when edits may have come before.
  func prepareEvaluator() -> Evaluator {
    graph.prepare()
    workspace.forget()
    return makeEvaluator()
  }

  /// Whether nothing is left to be evaluated; not so behind an edit, and when a recalculation was cancelled.
  package var isSettled: Bool { graph.isPrepared && graph.propagation.isSettled }
}
