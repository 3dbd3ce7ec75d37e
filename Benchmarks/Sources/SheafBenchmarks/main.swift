import Foundation
import Sheaf

// Prints one row per measurement: the least CPU time of several runs on one thread, and the goal (good / must) beside it.
// An argument picks the workloads whose name holds it, and one behind `calls` or `functions` some of their formulas; `--json` prints one JSON array of the rows instead.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--resident", let shape = arguments.dropFirst().first {
  // A process of its own, so that no memory freed by another measurement is used again.
  do {
    print(try Memory.residentBytes(of: shape))
    exit(0)
  } catch {
    print(error)
    exit(1)
  }
}

// One load of a sheet and nothing else, for a profiler that counts instructions.
if arguments.first == "--load", let file = arguments.dropFirst().first {
  try Loading.once(String(contentsOfFile: file, encoding: .utf8))
  exit(0)
}

// One workbook, for a script that runs others beside it.
if arguments.first == "--workbook", let file = arguments.dropFirst().first {
  try WorkbookFiles.measure(file)
  exit(0)
}

// CPU time is that of the thread which calculates; only the rows about several cores use more.
Sheet.threadLimit = 1

let isJSON = arguments.contains("--json")
let words = arguments.filter { !$0.hasPrefix("--") }
let wanted = words.first
let part = words.dropFirst().first
let workloads: [(name: String, run: () throws -> [Row])] = [
  ("filled", Columns.filled),
  ("running", Columns.runningTotal),
  ("chain", Graphs.chains),
  ("fan", Graphs.fanOut),
  ("random", Graphs.random),
  ("schedule", Graphs.schedule),
  ("edit", Graphs.smallEdit),
  ("ranges", Ranges.rows),
  ("arrays", Arrays.rows),
  ("calls", { try Calls.rows(holding: part) }),
  ("events", Events.rows),
  ("threads", Threads.twoSheets),
  ("cores", Cores.rows),
  ("load", Loading.rows),
  ("keys", Keystrokes.rows),
  ("memory", Memory.rows),
  ("start", ColdStart.rows),
  ("explore", Exploring.rows),
  ("peers", PeerWorkloads.rows),
  ("functions", { try FunctionCalls.rows(holding: part) }),
]
let chosen = workloads.filter { workload in
  wanted.map { workload.name.contains($0) } ?? !["peers", "functions"].contains(workload.name)
}
if chosen.isEmpty {
  print("no workload is named so; there are " + workloads.map(\.name).joined(separator: ", "))
  exit(2)
}

var rows: [Row] = []
var isComplete = true
for workload in chosen {
  do {
    for row in try workload.run() {
      rows.append(row)
      if !isJSON {
        print(row.text)
        fflush(nil)
      }
    }
  } catch {
    FileHandle.standardError.write(Data("\(workload.name): \(error)\n".utf8))
    isComplete = false
  }
}
if isJSON {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  print(String(decoding: try encoder.encode(rows), as: UTF8.self))
}
exit(isComplete ? 0 : 1)
