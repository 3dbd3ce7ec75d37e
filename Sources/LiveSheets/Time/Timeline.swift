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
/// - R3. A call that is open belongs to a run, and a run to an action, a fetch or a call.
///
/// A timeline is part of a ``LiveSheet`` and is used by one thread at a time.
final class Timeline {
  /// The most micro-steps of an instant, and the most instants that follow from one change without time passing.
  static let stepLimit = 10_000
  /// How many timers may run while the clock is moved on once: each takes ten steps of those that a formula may take.
  var timerLimit: Int { max(sheet.environment.stepLimit / 10, 1) }
  /// How many different reports are kept until somebody takes them.
  private static let reportLimit = 1_000

  unowned let sheet: LiveSheet
  var engine: Engine { sheet.engine }
  /// The sheet itself; rows of tables of sheets follow.
  var instances: [TimeInstance] = []

  /// Time since load.
  var now = SheetTime.zero
  var timers = TimerQueue() { didSet { observer?.didChangePendingWork() } }
  var timerCount = 0

  /// What happens in the next micro-step.
  var pending: [Occurrence] = []
  /// The named events that this micro-step has told.
  var told = ToldEvents()
  /// What joins two streams and waits until both have been told, in the order of their ranks.
  var joining: [JoiningEvent] = []
  /// The clauses that the events of this micro-step have reached.
  var reached: [ReachedClause] = []
  /// Streams of HOLD that keep an event back.
  var holding: [(instance: TimeInstance, stream: Int)] = []
  /// Whether cells were set since formulas were last brought up to date.
  var isUnsettled = false { didSet { if isUnsettled { hasOldFormulas = true } } }
  /// Whether formulas are older than the cells they read; bindings and fetches may have to follow even if none is.
  var hasOldFormulas = false
  /// What is to be done in instants of its own once this one is over: answers that are there at once.
  var following: [() -> Void] = []

  var runs: [Int: ServiceRun] = [:] { didSet { observer?.didChangePendingWork() } }
  var runCount = 0
  /// Runs that have not been looked at since they began.
  var beginning: [Int] = []
  var calls: [Int: OpenCall] = [:] { didSet { observer?.didChangePendingWork() } }
  var callCount = 0
  /// Calls for the world outside, to be started when the instant is over, and those to be cancelled.
  var outbox: [ServiceCall] = []
  var cancelled: [Int] = []
  /// How often each service was called, and what it answers every call with.
  var services: [String: ServiceState] = [:]

  /// Findings at run time, such as a condition that is an error, each once until they are taken.
  var reports: [Diagnostic] = []
  var reported: Set<Diagnostic> = []
  /// Told what is read and set while somebody wants to know.
  var observer: (any StateObserver)? {
    didSet {
      engine.accessObserver = observer
      for instance in instances { instance.memory.observer = observer }
    }
  }

  init(_ sheet: LiveSheet) { self.sheet = sheet }

  /// Goes on where another one ended: time since load passes on, and no call has the number of an earlier one.
  init(_ sheet: LiveSheet, after former: Timeline) {
    self.sheet = sheet
    now = former.now
    callCount = former.callCount
    cancelled = former.cancelled
  }

  var isEmpty: Bool { instances.isEmpty }

  /// Ends a row that was deleted: no timer, run or call of it is left.
  func end(_ instance: TimeInstance) {
    instances.removeAll { $0 === instance }
    timers.cancelAll { if case .stream(let other, _, _) = $0 { other === instance } else { false } }
    holding.removeAll { $0.instance === instance }
    for (number, run) in runs {
      switch run.owner {
      case .action(let other, _) where other === instance, .fetch(let other, _) where other === instance: end(number)
      default: break
      }
    }
  }

  func report(_ diagnostic: Diagnostic) {
    guard reported.insert(diagnostic).inserted, reports.count < Self.reportLimit else { return }
    if !reports.contains(diagnostic) { reports.append(diagnostic) }
  }
}

/// An event of the next micro-step.
enum Occurrence {
  case event(TimeInstance, Int, CellValue)
  case action(TimeInstance, Int, ActionMoment, CellValue)
  /// A stream sends by itself.
  case stream(TimeInstance, Int, CellValue)
}

/// A reaction of a state, an action or a table that an event of this micro-step calls for.
struct ReachedClause {
  enum Clause {
    case state(Int, reaction: Int)
    case action(Int, reaction: Int)
    case table(Int)

    /// The place among all clauses: those of states come first, each in the order in which the sheet writes them.
    private var order: (Int, Int, Int) {
      switch self {
      case .state(let state, let reaction): (0, state, reaction)
      case .action(let action, let reaction): (1, action, reaction)
      case .table(let table): (2, table, 0)
      }
    }

    static func < (a: Clause, b: Clause) -> Bool { a.order < b.order }
  }
  var instance: TimeInstance
  var clause: Clause
  /// How many named events had been told by then.
  var told: Int
}
