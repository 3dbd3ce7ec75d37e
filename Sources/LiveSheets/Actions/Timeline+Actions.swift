import CellModel
import Engine

/// Actions: work that is triggered by name, one run at a time, while its condition holds.
extension Timeline {
  /// Triggers an action within an instant.
  ///
  /// - Returns: Why it was not enabled, or `nil` when it runs.
  func trigger(_ action: Int, of instance: TimeInstance, _ arguments: [CellValue]) -> String? {
    settle()
    let form = instance.form.actions[action]
    if let words = refusal(of: form, in: instance) {
      refuse(action, of: instance, words)
      return words
    }
    var inputs = Array(arguments.prefix(form.parameters.count))
    while inputs.count < form.parameters.count { inputs.append(.blank) }
    start(action, of: instance, inputs, reads(of: form.body, in: instance))
    return nil
  }

  /// What a body reads, now.
  func reads(of body: RunForm, in instance: TimeInstance) -> [CellValue] {
    body.reads.map { $0.value(in: engine, row: instance.row) }
  }

  private func start(_ action: Int, of instance: TimeInstance, _ arguments: [CellValue], _ reads: [CellValue]) {
    let form = instance.form.actions[action]
    instance.actionRuns[action] = work.begin(.action(instance, action), form.body, arguments + reads)
    setCell(form.isExecuting, of: instance, to: .logical(true))
    let payload: CellValue =
      switch arguments.count {
      case 0: .blank
      case 1: arguments[0]
      default: .array(CellArray(row: arguments))
      }
    step.pending.append(.action(instance, action, .started, payload))
  }

  private func refuse(_ action: Int, of instance: TimeInstance, _ words: String) {
    step.pending.append(.action(instance, action, .refused, .text(words)))
  }

  /// Ends the run of an action within an instant: its open calls are cancelled, its value and its error stay.
  ///
  /// - Returns: Why there is nothing to stop, or `nil`.
  @discardableResult
  func stop(_ action: Int, of instance: TimeInstance) -> String? {
    let form = instance.form.actions[action]
    let run = instance.actionRuns[action]
    guard run >= 0 else { return "\(form.name) is not running" }
    work.end(run)
    instance.actionRuns[action] = -1
    setCell(form.isExecuting, of: instance, to: .logical(false))
    step.pending.append(.action(instance, action, .stopped, .blank))
    return nil
  }

  /// Forgets the run of an action, which has ended without a word.
  func abandon(_ action: Int, of instance: TimeInstance) {
    instance.actionRuns[action] = -1
    setCell(instance.form.actions[action].isExecuting, of: instance, to: .logical(false))
  }

  // MARK: Clauses

  /// What an event makes of an action, judged and read on the picture on which all clauses are evaluated.
  func command(of action: Int, _ reaction: Int, in instance: TimeInstance) -> ActionCommand? {
    let form = instance.form.actions[action]
    let clause = form.reactions[reaction].clauses.first { clause in
      clause.condition.map { holds($0, in: instance) } ?? true
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
          arguments: clause.arguments.map { $0?.value(in: engine, row: instance.row) ?? .blank },
          reads: reads(of: form.body, in: instance)))
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
        return refuse(action, of: instance, "\(instance.form.actions[action].name) is running")
      }
      start(action, of: instance, arguments, reads)
    }
  }

  /// Which part of the condition keeps an action from running.
  private func refusal(of form: ActionForm, in instance: TimeInstance) -> String? {
    let name = form.name
    if engine.value(at: instance.at(form.isExecuting)) == .logical(true) { return "\(name) is running" }
    guard let condition = form.condition, !holds(condition, in: instance) else { return nil }
    if case .error(let error) = condition.value(in: engine, row: instance.row) {
      return "\(name) is not enabled: its condition is \(LiveSheet.words(for: error))"
    }
    let part = form.conditions.first { !holds($0, in: instance) } ?? condition
    return "\(name) is not enabled: \(part.tree.text()) does not hold"
  }

  func actionGave(_ value: CellValue, _ instance: TimeInstance, _ action: Int) {
    guard !instance.hasEnded else { return }
    setCell(instance.form.actions[action].value, of: instance, to: value)
    step.pending.append(.action(instance, action, .values, value))
  }

  func actionSucceeded(_ value: CellValue, _ instance: TimeInstance, _ action: Int) {
    finish(action, of: instance, error: .blank)
    step.pending.append(.action(instance, action, .succeeded, value))
    step.pending.append(.action(instance, action, .finished, value))
  }

  func actionFailed(_ reason: String, _ instance: TimeInstance, _ action: Int) {
    finish(action, of: instance, error: .text(reason))
    step.pending.append(.action(instance, action, .failed, .text(reason)))
    step.pending.append(.action(instance, action, .finished, .text(reason)))
  }

  private func finish(_ action: Int, of instance: TimeInstance, error: CellValue) {
    guard !instance.hasEnded else { return }
    instance.actionRuns[action] = -1
    setCell(instance.form.actions[action].isExecuting, of: instance, to: .logical(false))
    setCell(instance.form.actions[action].error, of: instance, to: error)
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
