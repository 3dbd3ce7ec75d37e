import Foundation

/// The tool as a process of its own.
enum ToolProcess {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The tool to be measured: the one that `SHEAF` names, else the release build.
  static func tool() throws -> String {
    let path = ProcessInfo.processInfo.environment["SHEAF"] ?? root.appendingPathComponent(".build/release/sheaf").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Failure("there is no tool at \(path): build it with `swift build -c release --product sheaf`, or set SHEAF")
    }
    return path
  }

  /// Milliseconds from before a process is made until it has ended, and of CPU time that it used.
  static func run(_ call: [String]) throws -> (wall: Double, processor: Double) {
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
