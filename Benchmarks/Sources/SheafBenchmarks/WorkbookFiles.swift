import Foundation
import Sheaf

/// One workbook in a process of its own: how long it takes to load, recalculate and write, and what memory it needs.
enum WorkbookFiles {
  /// Prints seconds of CPU time and megabytes as one JSON object.
  static func measure(_ path: String) throws {
    var workbook: Workbook?
    // All threads count, for the reader may use more than one.
    let load = try seconds { workbook = try Workbook(path) }
    guard let workbook else { throw Failure("\(path) was not loaded") }
    let peak = try peakMegabytes()
    let recalculation = seconds { workbook.recalculate() }
    let target = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-\(getpid()).xlsx")
    defer { try? FileManager.default.removeItem(at: target) }
    let write = try seconds { try workbook.save(to: target.path) }
    let found = ["load": load, "recalculate": recalculation, "write": write, "peak": peak]
    print(String(decoding: try JSONEncoder().encode(found), as: UTF8.self))
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processSeconds()
    try body()
    return processSeconds() - start
  }

  /// Seconds of CPU time that all threads of this process have used.
  private static func processSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The most memory that this process has had so far.
  private static func peakMegabytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { throw Failure("/proc/self/status is not readable") }
    return kilobytes / 1024
  }
}
