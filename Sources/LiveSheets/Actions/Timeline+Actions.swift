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
      pending.append(.action(instance, action, .refused, .text(words)))
      return words
    }
    var inputs = Array(arguments.prefix(form.parameters.count))
    while inputs.count < form.parameters.count { inputs.append(.blank) }
    let payload: CellValue =
      switch inputs.count {
      case 0: .blank
      case 1: inputs[0]
      default: .array(CellArray(row: inputs))
      }
    instance.actionRuns[action] = begin(
      .action(instance, action), form.body, inputs + reads(of: form.body, in: instance))
    setCell(form.isExecuting, of: instance, to: .logical(true))
    pending.append(.action(instance, action, .started, payload))
    return nil
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
    pending.append(.action(instance, action, .values, value))
  }

  func actionSucceeded(_ value: CellValue, _ instance: TimeInstance, _ action: Int) {
    finish(action, of: instance, error: .blank)
    pending.append(.action(instance, action, .succeeded, value))
    pending.append(.action(instance, action, .finished, value))
  }

  func actionFailed(_ reason: String, _ instance: TimeInstance, _ action: Int) {
    finish(action, of: instance, error: .text(reason))
    pending.append(.action(instance, action, .failed, .text(reason)))
    pending.append(.action(instance, action, .finished, .text(reason)))
  }

  private func finish(_ action: Int, of instance: TimeInstance, error: CellValue) {
    guard !instance.hasEnded else { return }
    instance.actionRuns[action] = -1
    setCell(instance.form.actions[action].isExecuting, of: instance, to: .logical(false))
    setCell(instance.form.actions[action].error, of: instance, to: error)
  }
}
