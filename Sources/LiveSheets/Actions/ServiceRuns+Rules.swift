import CellModel
import Engine

extension ServiceRuns {
  /// The rules of this type that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    var broken: [String] = []
    if hasWaiting { broken.append("R4: runs or answers still wait") }
    for (number, open) in calls.open {
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
