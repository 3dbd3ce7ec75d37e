import CellModel
import Engine

/// Actions: work that is triggered by name, one run at a time, while its condition holds.
struct Actions {
  let streams: Streams
  let work: ServiceRuns

  private var cells: InstantCells { streams.cells }

  /// Triggers an action within an instant, all cells being settled.
  ///
  /// - Returns: Why it was not enabled, or `nil` when it runs.
  func trigger(_ action: Int, of instance: TimeInstance, _ arguments: [CellValue]) -> String? {
    let form = instance.form.actions[action]
    if let words = refusal(of: form, in: instance) {
      refuse(action, of: instance, words)
      return words
    }
    var inputs = Array(arguments.prefix(form.parameters.count))
    while inputs.count < form.parameters.count { inputs.append(.blank) }
    start(action, of: instance, inputs, cells.reads(of: form.body, in: instance))
    return nil
  }

  private func start(_ action: Int, of instance: TimeInstance, _ arguments: [CellValue], _ reads: [CellValue]) {
    let form = instance.form.actions[action]
    instance.actionRuns[action] = work.begin(.action(instance, action), form.body, arguments + reads)
    cells.set(form.isExecuting, of: instance, to: .logical(true))
    let payload: CellValue =
      switch arguments.count {
      case 0: .blank
      case 1: arguments[0]
      default: .array(CellArray(row: arguments))
      }
    streams.step.pending.append(.action(instance, action, .started, payload))
  }

  private func refuse(_ action: Int, of instance: TimeInstance, _ words: String) {
    streams.step.pending.append(.action(instance, action, .refused, .text(words)))
  }

  /// Ends the run of an action within an instant: its open calls are cancelled, its value and its error stay.
  ///
  /// - Returns: Why there is nothing to stop, or `nil`.
  @discardableResult
  func stop(_ action: Int, of instance: TimeInstance) -> String? {
    let form = instance.form.actions[action]
    guard isRunning(form, in: instance) else { return "\(form.nameInSheet) is not running" }
    work.end(instance.actionRuns[action])
    work.results.abandon(action, instance)
    streams.step.pending.append(.action(instance, action, .stopped, .blank))
    return nil
  }

  // MARK: Clauses

  /// What an event makes of an action, judged and read on the picture on which all clauses are evaluated.
  func command(of action: Int, _ reaction: Int, in instance: TimeInstance) -> ActionCommand? {
    let form = instance.form.actions[action]
    let clause = form.reactions[reaction].clauses.first { clause in
      clause.condition.map { cells.holds($0, in: instance) } ?? true
    }
    guard let clause else { return nil }
    switch clause.effect {
    case .stop: return ActionCommand(instance: instance, action: action, kind: .stop)
    case .start:
      if let words = refusal(of: form, in: instance) {
        return ActionCommand(instance: instance, action: action, kind: .refuse(words))
      }
      return ActionCommand(
        instance: instance, action: action,
        kind: .start(
          arguments: clause.arguments.map { $0.map { cells.value(of: $0, in: instance) } ?? .blank },
          reads: cells.reads(of: form.body, in: instance)))
    }
  }

  /// Lets it take effect, when all clauses have been evaluated.
  func perform(_ command: ActionCommand) {
    let (instance, action) = (command.instance, command.action)
    guard !instance.hasEnded else { return }
    switch command.kind {
    case .stop: stop(action, of: instance)
    case .refuse(let words): refuse(action, of: instance, words)
    case .start(let arguments, let reads):
      // Of two events of one micro-step the second finds it running.
      guard instance.actionRuns[action] < 0 else {
        return refuse(action, of: instance, "\(instance.form.actions[action].nameInSheet) is running")
      }
      start(action, of: instance, arguments, reads)
    }
  }

  /// Whether a run is under way, as its cell says: whoever looks on is to see that what comes of an event depends on it.
  private func isRunning(_ form: ActionForm, in instance: TimeInstance) -> Bool {
    cells.engine.value(at: instance.at(form.isExecuting)) == .logical(true)
  }

  /// Which part of the condition keeps an action from running.
  private func refusal(of form: ActionForm, in instance: TimeInstance) -> String? {
    let name = form.nameInSheet
    if isRunning(form, in: instance) { return "\(name) is running" }
    guard let condition = form.condition, !cells.holds(condition, in: instance) else { return nil }
    if case .error(let error) = cells.value(of: condition, in: instance) {
      return "\(name) is not enabled: its condition is \(error.inWords)"
    }
    let text = form.conditions.first { !cells.holds($0.part, in: instance) }?.text ?? condition.tree.text()
    return "\(name) is not enabled: \(text) does not hold"
  }
}

/// What an event does to an action, which takes effect when all clauses of a micro-step have been evaluated.
struct ActionCommand {
  enum Kind {
    case stop
    case start(arguments: [CellValue], reads: [CellValue])
    case refuse(String)
  }
  var instance: TimeInstance
  var action: Int
  var kind: Kind
}
