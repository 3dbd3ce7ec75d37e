import CellModel
import Formulas
import Functions
import Propagation

/// The cells of a workbook, their formulas, and the one dependency graph between them.
///
/// A *grid* holds cells; sheets, tables and named cells are all grids. A *template* is a formula without its references,
/// compiled once; a *group* is a template with references and a run of rows of one column. A group that reads itself and
/// groups that read each other share a node of the graph (a *knot*); every other group is a node of its own. Between
/// calls these rules hold:
///
/// - R1. A row of a column belongs to at most one live group, and the column's index names that group.
/// - R2. A registered group has one entry in the readers of each column that it reads, covering all rows it reads.
/// - R3. A node's rank is greater than the rank of each node whose cells it reads (rules of `Ranking`).
/// - R4. A group that has dirty rows belongs to a dirty node.
/// - R5. A slot of `values` belongs to exactly one cell.
/// - R6. Whoever spills or is blocked has a formula; spill ranges have no cell in common and hold no other formula.
///
/// R1 and R2 let an edit find every cell it touches without a search; R3 lets a recalculation evaluate each dirty cell
/// once, after its precedents; R4 says that nothing dirty is forgotten; R5 lets whoever overwrites a cell free its slot,
/// and R6 lets a spill range be cleared without asking anybody. Edits restore R1 and R2 at once; R3 is restored before
/// the next recalculation, so that a load of many formulas orders the graph once.
///
/// An engine is used by one thread at a time.
package final class Engine {
  package let catalog: FunctionCatalog
  package var dateSystem: DateSystem = .from1900

  var values = ValueStore()
  var grids: [Grid] = []
  /// What the inner loops read, behind a constant pointer so that no access to it is checked.
  let core: UnsafeMutablePointer<EngineCore>
  var templates: [FormulaTemplate] = []
  var templateIDs: [TemplateKey: Int32] = [:]

  let propagation = Propagation()
  var knots: [Int32: Knot] = [:]
  /// Groups that came since the last ranking.
  var unranked: [Int32] = []
  var needsRebuild = false
  /// The grids that have readers of whole rows and the like.
  var wideReaderGrids: Set<Int32> = []
  var unregistered: [Int32] = []
  var liveGroupCount = 0

  /// Rows of filled groups that are dirty when not all are: intervals, not sorted.
  var dirtyRows: [Int32: [ClosedRange<Int32>]] = [:]
  /// What formulas with INDIRECT and its kin read last time.
  var dynamicReads: [Int32: [Area]] = [:]
  /// All areas for which such formulas stand among the readers; one that is no longer read costs an evaluation at most.
  var dynamicEntries: [Int32: Set<Area>] = [:]
  var volatileGroups: Set<Int32> = []

  var scopes: [Scope] = []
  /// The lone or first groups of formulas that name something unknown, by the name in lower case.
  var waitingForName: [String: Set<Int32>] = [:]

  var spills = SpillIndex() {
    didSet { core.pointee.hasSpills = !spills.isEmpty }
  }
  /// How often each anchor changed its spill range in this recalculation.
  var spillChanges: [CellAddress: Int] = [:]
  /// Anchors that depend on their own spill range, to be tried again at the next recalculation that has any work.
  var selfSpilling: Set<CellAddress> = []
  /// Groups on a cycle through what they read dynamically, once they have been tried again in this recalculation.
  var reopenedReaders: Set<Int32> = []
  var history = EditHistory()

  /// What changed since the last ``takeChanges()``, while ``recordsChanges`` is on.
  package var recordsChanges: Bool {
    get { core.pointee.recordsChanges }
    set { core.pointee.recordsChanges = newValue }
  }
  var changes: [CellAddress: CellValue] = [:]
  var changeOrder: [CellAddress] = []

  package var now: () -> Double = { 36_526 }
  package var randomSeed: UInt64 = 0x5EAF { didSet { random = RandomSequence(seed: randomSeed) } }
  var random = RandomSequence(seed: 0x5EAF)
  /// Told about reads and writes from outside while somebody wants to know.
  package var accessObserver: (any AccessObserver)?
  /// Asked once per block of work; a recalculation stops, resumably, when it gives `true`.
  package var isCancelled: () -> Bool = { false }

  /// Whether a recalculation has been cancelled in the middle of a group.
  var isStopped = false

  let evaluatorCache = EvaluationCache()
  let scratch = KernelScratch()
  /// Whether checked builds look at the rules by themselves; a test that reports broken rules turns it off.
  package var checksRules = true

  package init(catalog: FunctionCatalog = .standard) {
    self.catalog = catalog
    core = .allocate(capacity: 1)
    core.initialize(to: EngineCore())
  }

  deinit {
    for grid in grids { grid.deallocate() }
    core.pointee.deallocate()
    core.deallocate()
    scratch.deallocate()
  }

  /// The work done since the counters were last reset.
  package var counters: Propagation.Counters {
    var counters = propagation.counters
    counters.evaluated = core.pointee.evaluated
    counters.cutOff = core.pointee.cutOff
    return counters
  }

  package func resetCounters() {
    propagation.counters = Propagation.Counters()
    core.pointee.evaluated = 0
    core.pointee.cutOff = 0
  }

  package var generation: Int { propagation.generation }
}

/// The names of one sheet file or instance.
struct Scope {
  var names: [String: NameBinding] = [:]
  var sheets: [String: GridID] = [:]
  /// The sheets in the order in which they stand in the file.
  var sheetOrder: [GridID] = []
  var namesGrid: GridID
  /// The spelling of each name's definition, by its row in the names grid.
  var spellings: [String] = []
  /// Prefixed to the names of cells when they are described, as in `people[2].`.
  var prefix = ""
}
