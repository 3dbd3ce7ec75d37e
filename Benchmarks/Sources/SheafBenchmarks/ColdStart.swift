import Foundation

/// The tool from the start of its process to the end.
enum ColdStart {
  private static let benchmarks = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `sheaf eval` of a small sheet: wall time and CPU time of 30 runs.
  static func rows() throws -> [Row] {
    let root = benchmarks.deletingLastPathComponent()
    let environment = ProcessInfo.processInfo.environment
    let tool = environment["SHEAF"] ?? root.appendingPathComponent(".build/release/sheaf").path
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw Failure("there is no tool at \(tool): build it with `swift build -c release --product sheaf`, or set SHEAF")
    }
    let sheet = root.appendingPathComponent("sheets/talk/cells.sheet").path
    let call = [tool, "eval", sheet]
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
    for _ in 0..<3 { _ = try run(call) }
    var wall: [Double] = []
    var processor: [Double] = []
    for _ in 0..<30 {
      let time = try run(call)
      wall.append(time.wall)
      processor.append(time.processor)
    }
    return (wall, processor)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// Milliseconds from before a process is made until it has ended, and of CPU time that it used.
  private static func run(_ call: [String]) throws -> (wall: Double, processor: Double) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = call.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }

    let start = wallTime()
    var child: pid_t = 0
    guard posix_spawn(&child, call[0], &actions, nil, words, environ) == 0 else {
      throw Failure("\(call[0]) does not start")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child else { throw Failure("\(call[0]) was lost") }
    let end = wallTime()
    guard status == 0 else { throw Failure("`\(call.joined(separator: " "))` fails") }
    return ((end - start) * 1e3, (seconds(usage.ru_utime) + seconds(usage.ru_stime)) * 1e3)
  }

  private static func wallTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
}
