import CellModel
import Formulas
import Functions
import Propagation

/// The cells of a workbook, their formulas, and the one dependency graph between them.
///
/// It only arranges its parts, each of which keeps rules of its own and can be made without the whole:
///
/// - ``cells`` knows what cells hold (R5, and R6 of what has spilled),
/// - ``nameTable`` what names stand for,
/// - ``formulaStore`` which formula stands where (R1),
/// - ``graph`` who reads whom, and what is dirty (R2 to R4).
///
/// A part knows those above it in this list and none below. An edit goes through the ``editor``, after which all rules hold
/// but for the order of new formulas; a ``Recalculation`` is made for one pass and brings what is dirty up to date.
///
/// Whoever has an engine asks it for values and edits it; the rest stands under topics, each a type of its own: ``names``,
/// ``grids``, ``formulas``, ``dependencies``, ``cycles``, ``spills``, ``changes`` and ``expressions``.
///
/// An engine is used by one thread at a time, which other threads help where ``splitting`` says so.
package final class Engine {
  let cells: CellStore
  let nameTable: NameTable
  let formulaStore: FormulaStore
  let graph: DependencyGraph
  let editor: CellEditor
  package let settings = EngineSettings()
  let workspace = Workspace()
  /// Evaluates expressions that stand in no cell.
  package let expressions: ExpressionEvaluator
  /// The work done since the counters were last reset.
  @exclusivity(unchecked) private var work = WorkCounters()
  var ruleChecks = RuleChecks()

  package init(catalog: FunctionCatalog) {
    cells = CellStore()
    nameTable = NameTable(cells: cells, catalog: catalog)
    formulaStore = FormulaStore(names: nameTable)
    graph = DependencyGraph(formulas: formulaStore)
    editor = CellEditor(SpillWriter(graph: graph), settings)
    expressions = ExpressionEvaluator(graph, settings, workspace)
  }

  package var catalog: FunctionCatalog { nameTable.catalog }

  // MARK: Topics

  package var names: DefinedNames { DefinedNames(editor: editor) }
  package var grids: GridDirectory { GridDirectory(cells: cells, settings: settings) }
  package var formulas: WrittenFormulas { WrittenFormulas(store: formulaStore) }
  package var dependencies: CellDependencies { CellDependencies(graph: graph) }
  package var cycles: CellCycles { CellCycles(graph: graph, settings: settings) }
  package var spills: SpillRanges { SpillRanges(cells: cells) }
  package var changes: CellChanges { CellChanges(cells: cells) }

  // MARK: Values

  /// The value of a cell as the last recalculation left it.
  package func value(at address: CellAddress) -> CellValue {
    settings.accessObserver?.didRead(Area(address))
    return cells.value(at: address)
  }

  /// The values of an area; blank for one that has no cells.
  package func array(of area: Area) -> CellValue {
    if area.isEmpty { return .blank }
    settings.accessObserver?.didRead(area)
    let evaluator = Evaluator(graph, settings, workspace.memory, countsLogicals: false)
    do throws(CellError) { return .array(try evaluator.array(of: area)) } catch { return .error(error) }
  }

  /// The part of an area that can hold anything but blanks.
  package func usedArea(_ area: Area) -> Area { cells.usedArea(area) }

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
    return settings.atOneTime {
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

  /// Whether nothing is left to be evaluated; not so behind an edit, and when a recalculation was cancelled.
  package var isSettled: Bool { graph.isPrepared && graph.propagation.isSettled }

  /// Lets cells on cycles hold again what they held, and brings what reads them up to date; the cycles themselves do not
  /// go on.
  ///
  /// All else that they were made of must be as it was, and up to date.
  package func restore(_ cycles: CycleValues) {
    let groups = Set(cycles.entries.compactMap { formulaStore.group(at: $0.cell) })
    for entry in cycles.entries
    where formulaStore.group(at: entry.cell) != nil && cells.write(entry.value, at: entry.cell) {
      let row = Int(entry.cell.row)
      graph.forEachReader(in: entry.cell.grid, column: Int(entry.cell.column), rows: row...row) { reader in
        if !groups.contains(reader.group) { graph.markDirty(formulaStore[reader.group].rows, of: reader.group) }
      }
    }
    recalculate()
  }

  /// The memory that the parts take now.
  ///
  /// - Complexity: proportional to the blocks of cells, of 1,024 rows each.
  package var memoryUse: MemoryUse {
    var use = MemoryUse()
    use.cells = cells.byteCount
    use.values = cells.values.byteCount
    use.formulas = formulaStore.byteCount
    use.dependencies = graph.readers.byteCount
    return use
  }
}
