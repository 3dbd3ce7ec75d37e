import CellModel
import Diagnostics
import Engine
import SheetPrograms

/// What happens in a sheet: its instants, streams, timers, actions and fetches.
///
/// An *instant* is one change from outside and all that follows from it. It goes in *micro-steps*: events happen, their
/// clauses are evaluated on the settled values with the old states, the new states take effect together, and what
/// changes by that may be the events of the next step. These rules hold:
///
/// - R1. Between instants every formula is up to date, every binding and fetch has seen what it reads, and no event waits.
/// - R2. A timer is due later than now, or the next instant begins with it.
/// What runs and calls must keep to stands at ``ServiceRuns``.
///
/// A timeline is part of a ``LiveSheet`` and is used by one thread at a time.
final class Timeline {
  /// The most micro-steps of an instant, and the most instants that follow from one change without time passing.
  static let stepLimit = 10_000
  /// How many timers may run while the clock is moved on once: each takes ten steps of those that a formula may take.
  var timerLimit: Int { max(sheet.environment.stepLimit / 10, 1) }

  unowned let sheet: LiveSheet
  let engine: Engine
  /// The sheet itself; rows of tables of sheets follow.
  @exclusivity(unchecked) private(set) var instances: [TimeInstance] = []
  /// What instances have ever had to be looked at for, whenever anything has happened.
  @exclusivity(unchecked) private(set) var lookouts = Lookouts()

  /// Time since load.
  @exclusivity(unchecked) var now = SheetTime.zero
  @exclusivity(unchecked) var timers = TimerQueue() { didSet { observer?.didChangePendingWork() } }
  @exclusivity(unchecked) var step = MicroStep()
  /// Streams of HOLD that keep an event back, in the order in which they began to.
  @exclusivity(unchecked) var holding: [(instance: TimeInstance, stream: Int)] = [] {
    didSet { observer?.didChangePendingWork() }
  }
  /// Whether cells were set since formulas were last brought up to date.
  @exclusivity(unchecked) var isUnsettled = false { didSet { if isUnsettled { hasOldFormulas = true } } }
  /// Whether formulas are older than the cells they read; bindings and fetches may have to follow even if none is.
  @exclusivity(unchecked) var hasOldFormulas = false
  /// What the paths meant that were triggered.
  @exclusivity(unchecked) var triggers = KnownTriggers()
  /// What happens in the last of many instants that follow from one change; `nil` while there are few.
  @exclusivity(unchecked) var trace: [LoopPart]?
  /// Runs of actions, fetches and services, and their calls.
  private(set) lazy var work = ServiceRuns(self)
  /// Findings at run time, such as a condition that is an error.
  @exclusivity(unchecked) var reports = TimeReports()
  /// Told what is read and set while somebody wants to know.
  @exclusivity(unchecked) var observer: (any StateObserver)? {
    didSet {
      engine.accessObserver = observer
      for instance in instances { instance.memory.observer = observer }
    }
  }

  init(_ sheet: LiveSheet) {
    self.sheet = sheet
    engine = sheet.engine
  }

  /// Goes on where another one ended: time since load passes on, and no call has the number of an earlier one.
  init(_ sheet: LiveSheet, after former: Timeline) {
    self.sheet = sheet
    engine = sheet.engine
    now = former.now
    work.goOn(after: former.work)
  }

  var isEmpty: Bool { instances.isEmpty }

  /// Takes in the sheet itself, or a row of a table of sheets.
  func add(_ instance: TimeInstance) {
    instances.append(instance)
    lookouts.add(instance.form)
  }

  /// Ends a row that was deleted: no timer, run or call of it is left.
  func end(_ instance: TimeInstance) {
    instances.removeAll { $0 === instance }
    timers.cancelAll { if case .stream(let other, _, _) = $0 { other === instance } else { false } }
    holding.removeAll { $0.instance === instance }
    work.endAll(of: instance)
  }

  func report(_ diagnostic: Diagnostic) { reports.add(diagnostic) }
}
