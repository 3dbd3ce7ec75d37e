import CellModel
import Engine

extension Timeline {
  /// The rules of this type that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules() -> [String] { brokenSettling() + brokenTimers() + work.brokenRules() }

  private func brokenSettling() -> [String] {
    var broken: [String] = []
    if !step.pending.isEmpty { broken.append("R1: \(step.pending.map(\.name)) still wait") }
    if !step.isOver { broken.append("R1: clauses, streams or new states still wait") }
    broken += step.newStates.brokenRules(of: instances)
    for instance in instances {
      for (number, binding) in instance.form.bindings.enumerated()
      where binding.value.value(in: engine, row: instance.row) != instance.seen.bound[number] {
        broken.append("R1: the binding of \(binding.targetName) has not seen its value")
      }
      for (number, fetch) in instance.form.fetches.enumerated()
      where reads(of: fetch.body, in: instance) != instance.seen.fetched[number] {
        broken.append("R1: \(fetch.name) has not seen what it reads")
      }
      for (number, watch) in instance.form.watches.enumerated()
      where value(of: watch, in: instance) != instance.seen.watched[number] {
        let name = watch.area.map { engine.name(of: instance.at($0).topLeft) } ?? "a table"
        broken.append("R1: a change of \(name) was not noted")
      }
    }
    return broken
  }

  private func brokenTimers() -> [String] {
    timers.timers.filter { $0.due < now }.map { "R2: a timer was due at \($0.due.seconds), and it is \(now.seconds)" }
  }
}
