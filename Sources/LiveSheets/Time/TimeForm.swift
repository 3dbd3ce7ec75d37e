import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// All that a sheet says about time, read once; a sheet that is used in the rows of a table has one form and many
/// instances.
///
/// Addresses in it are those of named cells, or, in a table, those of the first row: an instance puts its own row there.
final class TimeForm {
  @exclusivity(unchecked) var events = KeptObjects<EventForm>()
  @exclusivity(unchecked) var states = KeptObjects<StateForm>()
  @exclusivity(unchecked) var tableReactions: [TableReaction] = []
  @exclusivity(unchecked) var actions: [ActionForm] = []
  @exclusivity(unchecked) var fetches: [FetchForm] = []
  /// In the order in which they set their inputs: those come last whose conditions read other cells.
  @exclusivity(unchecked) private(set) var bindings: [BindingForm] = []
  @exclusivity(unchecked) var streams: [StreamForm] = []
  /// The ranks of the streams, when all are read: each is above those of the streams it is made of.
  private(set) lazy var ranks: [Int] = rankedStreams()
  /// The clauses that each event reaches without a stream in between, when all are read.
  private(set) lazy var clausesOfEvents: [[ReachedClause.Clause]] = makeClausesOfEvents()
  @exclusivity(unchecked) var watches: [WatchForm] = []
  /// The table whose rows are the instances.
  let table: GridID?

  /// The numbers of what has a name, by its key.
  var eventNumbers: [String: Int] = [:]
  var actionNumbers: [String: Int] = [:]

  init(table: GridID? = nil) { self.table = table }

  func add(_ binding: BindingForm) {
    let place = binding.waits ? nil : bindings.firstIndex(where: \.waits)
    bindings.insert(binding, at: place ?? bindings.count)
  }

  var isEmpty: Bool {
    events.isEmpty && states.isEmpty && tableReactions.isEmpty && actions.isEmpty && fetches.isEmpty && bindings.isEmpty
  }

  /// Calls the body with each clause and the stream that reaches it.
  func forEachClause(_ body: (ReachedClause.Clause, _ stream: Int) -> Void) {
    for (state, form) in states.enumerated() {
      for (number, reaction) in form.reactions.enumerated() { body(.state(state, reaction: number), reaction.stream) }
    }
    for (action, form) in actions.enumerated() {
      for (number, reaction) in form.reactions.enumerated() { body(.action(action, reaction: number), reaction.stream) }
    }
    for (number, reaction) in tableReactions.enumerated() { body(.table(number), reaction.stream) }
  }

  private func makeClausesOfEvents() -> [[ReachedClause.Clause]] {
    var clauses: [[ReachedClause.Clause]] = Array(repeating: [], count: events.count)
    forEachClause { clause, stream in
      if case .event(let event) = streams[stream].kind { clauses[event].append(clause) }
    }
    return clauses
  }
}

/// Something whose changes a stream follows.
enum WatchForm {
  case cells(Area)
  /// A table, columns or a row of it, which other cells are when a row comes or goes, or what an anchor spills.
  case table(TimeExpression)

  var area: Area? { if case .cells(let area) = self { area } else { nil } }
}

/// An event as a sheet declares it or makes it of a stream.
///
/// A class, as a state is one: each event that happens asks for it, and a copy would count references to all its parts.
final class EventForm {
  let name: String
  /// The cell that holds the latest payload.
  let cell: CellAddress
  let rule: InputRule
  let span: SourceSpan
  /// The stream it comes from; `nil` for an event from outside.
  @exclusivity(unchecked) var stream: Int?
  let isPlain: Bool
  /// Whether it is a moment of an action, such as `add.failed`, that something reads as a value.
  let isMoment: Bool

  init(
    name: String, cell: CellAddress, rule: InputRule, span: SourceSpan, stream: Int?,
    isPlain: Bool, isMoment: Bool = false
  ) {
    (self.name, self.cell, self.rule, self.span) = (name, cell, rule, span)
    (self.stream, self.isPlain, self.isMoment) = (stream, isPlain, isMoment)
  }
}

/// A state as a sheet declares it.
final class StateForm {
  /// The clauses for one stream, of which the first that holds is taken.
  final class Reaction {
    let stream: Int
    @exclusivity(unchecked) var clauses: KeptObjects<Clause>

    init(stream: Int, clauses: [Clause]) { (self.stream, self.clauses) = (stream, KeptObjects(clauses)) }
  }

  /// What a state becomes, and the condition under which it does.
  final class Clause {
    let condition: TimeExpression?
    let value: TimeExpression

    init(condition: TimeExpression?, value: TimeExpression) { (self.condition, self.value) = (condition, value) }
  }

  let name: String
  let cell: CellAddress
  let reactions: KeptObjects<Reaction>

  init(name: String, cell: CellAddress, reactions: [Reaction]) {
    (self.name, self.cell, self.reactions) = (name, cell, KeptObjects(reactions))
  }
}

/// What the events of one stream do to a table: its clauses are carried out in their order, up to the first with a
/// condition that holds.
struct TableReaction {
  var table: Int
  var stream: Int
  var clauses: [TableClauseForm]
}

/// One clause of a table: what it does, and the condition under which it does so.
struct TableClauseForm {
  enum Change {
    case insert(Position, [TimeExpression?])
    case delete(condition: TimeExpression?)
    case update(column: Int, value: TimeExpression, condition: TimeExpression?)
  }
  enum Position {
    case first, last
    case before(TimeExpression)
    case after(TimeExpression)
  }
  var condition: TimeExpression?
  var change: Change
  var span: SourceSpan
  var unit: SheetUnit
}

/// An action: when it may begin, what it calls, and the cells that tell how it goes.
struct ActionForm {
  /// Its name in the whole.
  var name: String
  var condition: TimeExpression?
  /// The parts of the condition that AND joins, and behind them the whole, as its sheet has them: to say which does not hold.
  var conditions: [(part: TimeExpression, text: String)]
  var body: RunForm
  var isEnabled: CellAddress
  var isExecuting: CellAddress
  var value: CellAddress
  var error: CellAddress
  var parameters: [String]
  var reactions: [ActionReaction] = []

  /// Its name in its sheet: what a refusal says is a value there, whoever uses the sheet.
  var nameInSheet: String { body.unit.written(name) }
}

/// What the events of one stream do to an action: the first clause whose condition holds is taken.
struct ActionReaction {
  var stream: Int
  /// The arguments are values for the action's parameters, of which one that was left empty is blank.
  var clauses: [(condition: TimeExpression?, effect: ActionDefinition.Effect, arguments: [TimeExpression?])]
}

/// A cell whose value a service gives, again whenever what it asks for changes.
struct FetchForm {
  var name: String
  var cell: CellAddress
  var body: RunForm
  var placeholder: TimeExpression?
}

/// `input <~ expression`, or one way of `input <~> input`.
struct BindingForm {
  var target: CellAddress
  var targetName: String
  var rule: InputRule?
  var value: TimeExpression
  /// The other input of a two-way binding, the model.
  var model: (cell: CellAddress, name: String, rule: InputRule?)?
  var span: SourceSpan
  var unit: SheetUnit
  /// Whether the condition of its input reads other cells, which are set before it.
  var waits: Bool
}

/// An expression that calls services: the body of an action or a service, or what is fetched.
///
/// What it reads is taken when it begins: every name and reference in it becomes a parameter of ``function``, a LAMBDA
/// whose first parameters are those that are declared.
struct RunForm {
  var function: TimeExpression
  var reads: [TimeExpression]
  var span: SourceSpan
  var unit: SheetUnit
}
