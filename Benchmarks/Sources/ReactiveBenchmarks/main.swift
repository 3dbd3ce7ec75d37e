import Foundation

// Prints one row per measurement: thread CPU time, the median of several rounds, for our reactive core, OpenCombine and
// plain closures. An argument picks the measurements whose name holds it; `--json` prints one JSON array of the rows
// instead. The exit code tells whether every row was measured; a missed goal does not change it.

/// Makes the measurements that are wanted and tells whether all could be made.
func measureAll(_ arguments: ArraySlice<String>) throws -> Bool {
  let isJSON = arguments.contains("--json")
  let wanted = arguments.first { !$0.hasPrefix("--") }
  let contests = (PropertyCases.contests + ShapeCases.contests + SignalCases.contests + ProducerCases.contests).map { contest in
    (name: contest.name, run: { [try contest.row()] })
  }
  var rows: [Row] = []
  var isComplete = true
  if !isJSON { print(Row.heading) }
  for measurement in contests + Growth.measurements where wanted.map({ measurement.name.contains($0) }) ?? true {
    do {
      for row in try measurement.run() {
        rows.append(row)
        if !isJSON { print(row.text) }
      }
      fflush(nil)
    } catch {
      FileHandle.standardError.write(Data("\(measurement.name): \(error)\n".utf8))
      isComplete = false
    }
  }
  if isJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(rows), as: UTF8.self))
  }
  return isComplete
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--alone", let name = arguments.dropFirst().first {
  do {
    print(try Alone.run(name))
    exit(0)
  } catch {
    print(error)
    exit(1)
  }
}
// OpenCombine takes 14 kB of stack to subscribe to one more `map`; a chain of a thousand needs more than the usual 8 MB.
Thread.onStack(ofMegabytes: 64) { exit(try measureAll(arguments) ? 0 : 1) }
