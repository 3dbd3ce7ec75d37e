import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work that other threads leave for the thread that owns a sheet.
///
/// Posting rings a bell, the reading end of a pipe, so that an owner asleep in `poll` wakes up. Letters are opened in the
/// order in which they were posted.
package final class Mailbox: Sendable {
  package typealias Letter = @Sendable () -> Void

  private let letters = Mutex<[Letter]>([])
  /// What becomes readable when a letter comes; -1 where the system gives no pipe, and then letters wait for a line.
  let bell: Int32
  /// Where a signal handler rings by writing a byte.
  let rope: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (bell, rope) = (ends[0], ends[1])
  }

  deinit {
    close(bell)
    close(rope)
  }

  /// Leaves a letter; any thread may.
  package func post(_ letter: @escaping Letter) {
    letters.withLock { waiting in
      waiting.append(letter)
      guard waiting.count == 1 else { return }
      var byte: UInt8 = 0
      _ = write(rope, &byte, 1)
    }
  }

  /// Opens the letters that are there; `false` when there are none. Those that come meanwhile wait for the next call.
  func open() -> Bool {
    let taken = letters.withLock { waiting in
      silence()
      defer { waiting = [] }
      return waiting
    }
    for letter in taken { letter() }
    return !taken.isEmpty
  }

  private func silence() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(bell, &bytes, bytes.count) > 0 {}
  }
}
