import Foundation
import Sheaf

// Prints one row per workload: the least CPU time of several runs on one thread, and the goal (good / must) beside it.
// An argument picks the workloads whose name holds it.

let wanted = CommandLine.arguments.dropFirst().first
let workloads: [(String, () throws -> [Row])] = [
  ("filled", { try Workloads.filledColumn() }),
  ("running", { [try Workloads.runningTotal()] }),
  ("chain", { try Workloads.chain() }),
  ("fan", { [try Workloads.fanOut()] }),
  ("random", { [try Workloads.randomGraph()] }),
  ("edit", { [try Workloads.smallEdit()] }),
  ("load", { [try Workloads.load()] }),
]
for (name, run) in workloads where wanted.map({ name.contains($0) }) ?? true {
  do {
    for row in try run() { print(row.text) }
  } catch {
    print("\(name): \(error)")
    exit(1)
  }
}
