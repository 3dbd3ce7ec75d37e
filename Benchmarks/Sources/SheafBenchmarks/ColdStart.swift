import Foundation

/// The tool from the start of its process to the end.
enum ColdStart {
  /// `sheaf eval` of a small sheet: wall time and CPU time of 30 runs.
  static func rows() throws -> [Row] {
    let sheet = ToolProcess.root.appendingPathComponent("sheets/talk/cells.sheet").path
    let call = [try ToolProcess.tool(), "eval", sheet]
    let started = try times(of: call)
    // What this machine takes to start any process, busy as it is.
    let empty = try times(of: ["/bin/true"])
    return [
      Row("cold start of `sheaf eval`, wall, median of 30", median(started.wall), "ms", good: 20, must: 50),
      Row("  wall, least", started.wall.min() ?? 0, "ms"),
      Row("  CPU, median", median(started.processor), "ms"),
      Row("  CPU, least", started.processor.min() ?? 0, "ms"),
      Row("  an empty program in the same run, wall, median", median(empty.wall), "ms"),
    ]
  }

  /// Milliseconds of wall time and of CPU time of 30 runs, after three that warm the caches.
  private static func times(of call: [String]) throws -> (wall: [Double], processor: [Double]) {
    for _ in 0..<3 { _ = try ToolProcess.run(call) }
    var wall: [Double] = []
    var processor: [Double] = []
    for _ in 0..<30 {
      let time = try ToolProcess.run(call)
      wall.append(time.wall)
      processor.append(time.processor)
    }
    return (wall, processor)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
