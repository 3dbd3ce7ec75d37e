import CellModel
import SheetPrograms

/// What happens in one micro-step, and what has been added for the next.
struct MicroStep {
  /// What happens in the next one.
  var pending: [Occurrence] = []
  /// What happens in this one.
  private(set) var events: [Occurrence] = []
  /// The named events that this one has told.
  var told = ToldEvents()
  /// What joins several streams and waits until all have been told.
  var joining: [JoiningEvent] = []
  /// The clauses that its events have reached.
  private(set) var reached: [ReachedClause] = []
  /// Rows that are new and begin once they have settled.
  var beginning: [TimeInstance] = []

  /// Whether nothing of it is left to do.
  var isOver: Bool { reached.isEmpty && joining.isEmpty && beginning.isEmpty }

  /// Begins the next one, in which happens what is pending.
  mutating func begin() {
    // The memory of the last one's events is that of the next pending ones.
    events.removeAll(keepingCapacity: true)
    swap(&events, &pending)
    told.begin()
  }

  /// Forgets the events: all have been told. What a row keeps alive must not outlive it.
  mutating func endEvents() { events.removeAll(keepingCapacity: true) }

  mutating func reach(_ clause: ReachedClause.Clause, of instance: TimeInstance) {
    reached.append(ReachedClause(instance: .passUnretained(instance), clause: clause, place: told.place))
  }

  mutating func reach(_ clauses: [ReachedClause.Clause], of instance: TimeInstance) {
    for clause in clauses { reach(clause, of: instance) }
  }

  /// Puts the clauses that one event has reached into their order: which clause of a state comes last does not depend on
  /// which of the streams got a name.
  ///
  /// Most come in their order and few do not, so each is moved to where it belongs; those that are equal stay as they came.
  mutating func orderReached(from first: Int) {
    guard reached.count > first + 1 else { return }
    for next in (first + 1)..<reached.count {
      var place = next
      while place > first, reached[place].clause < reached[place - 1].clause {
        reached.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  /// Forgets the clauses that were reached: they have been evaluated.
  mutating func endReached() { reached.removeAll(keepingCapacity: true) }

  /// Takes the rows that begin now; one that was deleted meanwhile does not.
  mutating func takeBeginning() -> [TimeInstance] {
    if beginning.isEmpty { return [] }
    defer { beginning.removeAll() }
    return beginning.filter { !$0.hasEnded }
  }

  /// Takes what is joined next: of the lowest rank, and of a stream what belongs first.
  mutating func takeJoining() -> JoiningEvent? {
    guard var next = joining.indices.first else { return nil }
    for index in joining.indices.dropFirst() where joining[index] < joining[next] { next = index }
    return joining.remove(at: next)
  }
}

/// A reaction of a state, an action or a table that an event of this micro-step calls for.
struct ReachedClause {
  enum Clause {
    case state(Int, reaction: Int)
    case action(Int, reaction: Int)
    case table(Int)

    /// The place among all clauses: those of states come first, each in the order in which the sheet writes them.
    private var order: (kind: Int, statement: Int, reaction: Int) {
      switch self {
      case .state(let state, let reaction): (0, state, reaction)
      case .action(let action, let reaction): (1, action, reaction)
      case .table(let table): (2, table, 0)
      }
    }

    static func < (a: Clause, b: Clause) -> Bool {
      let (a, b) = (a.order, b.order)
      if a.kind != b.kind { return a.kind < b.kind }
      return a.statement != b.statement ? a.statement < b.statement : a.reaction < b.reaction
    }
  }
  /// It does not end before its clauses have been evaluated.
  let instance: Unmanaged<TimeInstance>
  let clause: Clause
  /// Which named events had been told by then.
  let place: ToldEvents.Place
}
