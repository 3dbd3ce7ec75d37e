import CellModel
import SheetPrograms

/// What happens in one micro-step, and what has been added for the next.
struct MicroStep {
  /// What happens in the next one.
  var pending: [Occurrence] = []
  /// The named events that this one has told.
  var told = ToldEvents()
  /// What joins two streams and waits until both have been told, in the order of their ranks.
  var joining: [JoiningEvent] = []
  /// The clauses that its events have reached.
  var reached: [ReachedClause] = []

  /// Whether nothing of it is left to do.
  var isOver: Bool { reached.isEmpty && joining.isEmpty }

  /// Begins the next one.
  ///
  /// - Returns: The events that happen in it.
  mutating func begin() -> [Occurrence] {
    let events = pending
    pending.removeAll(keepingCapacity: true)
    told.begin()
    return events
  }

  mutating func reach(_ clause: ReachedClause.Clause, of instance: TimeInstance) {
    reached.append(ReachedClause(instance: instance, clause: clause, told: told.count))
  }

  /// Puts the clauses that one event has reached into their order: which clause of a state comes last does not depend on
  /// which of the streams got a name.
  mutating func orderReached(from first: Int) {
    if reached.count > first + 1 { reached[first...].sort { $0.clause < $1.clause } }
  }

  /// Takes the clauses that were reached.
  mutating func takeReached() -> [ReachedClause] {
    let clauses = reached
    reached.removeAll(keepingCapacity: true)
    return clauses
  }

  /// Takes what is joined next: of the lowest rank.
  mutating func takeJoining() -> JoiningEvent? {
    guard var next = joining.indices.first else { return nil }
    for index in joining.indices.dropFirst() where joining[index].rank < joining[next].rank { next = index }
    return joining.remove(at: next)
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
