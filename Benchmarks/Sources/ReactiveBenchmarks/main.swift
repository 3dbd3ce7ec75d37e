import Foundation

// Prints one row per measurement: thread CPU time, the median of several rounds, for our reactive core, OpenCombine and
// plain closures. An argument picks the rows whose name holds it; `--json` prints one JSON array of the rows instead.

/// Makes the measurements that are wanted and tells whether all could be made.
func measureAll() throws -> Bool {
  let arguments = CommandLine.arguments.dropFirst()
  let isJSON = arguments.contains("--json")
  let wanted = arguments.first { !$0.hasPrefix("--") }
  let measurements: [(name: String, run: () throws -> Row)] =
    PropertyCases.contests.map { contest in (contest.name, contest.row) }
  var rows: [Row] = []
  var isComplete = true
  if !isJSON { print(Row.heading) }
  for measurement in measurements where wanted.map({ measurement.name.contains($0) }) ?? true {
    do {
      let row = try measurement.run()
      rows.append(row)
      if !isJSON {
        print(row.text)
        fflush(nil)
      }
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

// OpenCombine takes 14 kB of stack to subscribe to one more `map`; a chain of a thousand needs more than the usual 8 MB.
Thread.onStack(ofMegabytes: 64) { exit(try measureAll() ? 0 : 1) }
