import CellModel
import Engine

extension Timeline {
  /// The rules of this type that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules() -> [String] { brokenSettling() + brokenTimers() + brokenRuns() }

  private func brokenSettling() -> [String] {
    var broken: [String] = []
    if !pending.isEmpty { broken.append("R1: \(pending.map(\.name)) still wait") }
    if !following.isEmpty || !beginning.isEmpty { broken.append("R1: runs or answers still wait") }
    if !reached.isEmpty || !joining.isEmpty { broken.append("R1: clauses or streams still wait") }
    for instance in instances {
      for (number, binding) in instance.form.bindings.enumerated()
      where binding.value.value(in: engine, row: instance.row) != instance.bound[number] {
        broken.append("R1: the binding of \(binding.targetName) has not seen its value")
      }
      for (number, fetch) in instance.form.fetches.enumerated()
      where reads(of: fetch.body, in: instance) != instance.fetched[number] {
        broken.append("R1: \(fetch.name) has not seen what it reads")
      }
      for (number, area) in instance.form.watches.enumerated()
      where sheet.value(in: instance.at(area)) != instance.watched[number] {
        broken.append("R1: a change of \(engine.name(of: instance.at(area).topLeft)) was not noted")
      }
    }
    return broken
  }

  private func brokenTimers() -> [String] {
    timers.timers.filter { $0.due < now }.map { "R2: a timer was due at \($0.due.seconds), and it is \(now.seconds)" }
  }

  private func brokenRuns() -> [String] {
    var broken: [String] = []
    for (number, open) in calls {
      guard let run = runs[open.run], open.index < run.answers.count, run.answers[open.index].call == number else {
        broken.append("R3: call \(number) of \(open.call.service) belongs to no run")
        continue
      }
    }
    for (number, run) in runs where !isOwned(number, run) {
      broken.append("R3: run \(number) belongs to nothing")
    }
    for instance in instances {
      for (number, action) in instance.form.actions.enumerated() {
        let isExecuting = engine.value(at: instance.at(action.isExecuting)) == .logical(true)
        if isExecuting != runs.keys.contains(instance.actionRuns[number]) {
          broken.append(
            "R3: \(action.name).isExecuting is \(isExecuting), and its run is \(instance.actionRuns[number])")
        }
      }
    }
    return broken
  }

  private func isOwned(_ number: Int, _ run: ServiceRun) -> Bool {
    switch run.owner {
    case .action(let instance, let action): !instance.hasEnded && instance.actionRuns[action] == number
    case .fetch(let instance, let fetch): !instance.hasEnded && instance.fetchRuns[fetch] == number
    case .call(let call): calls[call]?.body == number
    }
  }
}
