import Foundation

/// Thread CPU time and how a row of the table is printed.
enum Clock {
  /// Seconds of CPU time that this thread has used.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The least CPU seconds of several runs of a body.
  static func least(of runs: Int, _ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
      let start = now()
      body()
      least = min(least, now() - start)
    }
    return least
  }
}

/// One row of the table: what was measured, and its goal.
struct Row {
  var name: String
  var value: Double
  var unit: String
  var good: Double
  var must: Double

  var text: String {
    let verdict = value <= good ? "good" : value <= must ? "must" : "MISSED"
    let columns = [
      name.padding(toLength: 52, withPad: " ", startingAt: 0), String(format: "%10.2f %@", value, unit),
      String(format: "goal %g / %g", good, must), verdict,
    ]
    return columns.joined(separator: "  ")
  }
}
