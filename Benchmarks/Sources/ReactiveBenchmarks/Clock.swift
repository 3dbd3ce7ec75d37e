import Foundation

/// CPU time of this thread.
enum Clock {
  /// Nanoseconds of CPU time that this thread has used.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

/// Why a measurement was not made.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Counts what an observer is told, so that no row measures deliveries that did not happen.
final class Tally {
  var deliveries = 0
  var last = 0

  @inline(__always)
  func note(_ value: Int) {
    deliveries += 1
    last = value
  }
}

extension Thread {
  /// Runs a function on a thread with a stack of the given size and waits for its end; an error ends the program.
  static func onStack(ofMegabytes size: Int, _ body: @escaping () throws -> Void) {
    struct Unchecked: @unchecked Sendable { let body: () throws -> Void }
    let unchecked = Unchecked(body: body)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        try unchecked.body()
      } catch {
        fatalError("\(error)")
      }
      end.signal()
    }
    thread.stackSize = size << 20
    thread.start()
    end.wait()
  }
}
