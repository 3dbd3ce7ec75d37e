#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waiting, and doing meanwhile what there is to do. All of it happens on the thread that waits.
extension Inbox {
  /// Waits until there is something to read, or the other end is closed; `false` when an interrupt came.
  ///
  /// - Parameter surroundings: Performs what is done meanwhile, and makes room for what that prints.
  package func wait(untilReadable descriptor: Int32, within surroundings: (() -> Void) -> Void) -> Bool {
    while !isInterrupted() {
      let isReadable = sleep(watching: descriptor)
      run(within: surroundings)
      if isReadable { return !isInterrupted() }
    }
    return false
  }

  /// Waits for so long; `false` when an interrupt came before.
  package func wait(for duration: Duration, within surroundings: (() -> Void) -> Void = { $0() }) -> Bool {
    let end = ContinuousClock.now + duration
    return wait(while: { .now < end }, until: end, within: surroundings)
  }

  /// Waits as long as a condition holds, or until a time; `false` when an interrupt came before.
  ///
  /// - Parameter condition: Asked whenever something has been done.
  package func wait(
    while condition: () -> Bool, until end: ContinuousClock.Instant? = nil,
    within surroundings: (() -> Void) -> Void = { $0() }
  ) -> Bool {
    while condition() {
      guard !isInterrupted() else { return false }
      _ = sleep(watching: -1, atMost: end.map { $0 - .now })
      run(within: surroundings)
    }
    return true
  }

  /// Sleeps until something calls; `true` when there is something to read.
  private func sleep(watching descriptor: Int32, atMost limit: Duration? = nil) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: arrival, events: Int16(POLLIN), revents: 0),
    ]
    let pauses = [pause, limit].compactMap(\.self)
    let count = poll(&entries, nfds_t(entries.count), pauses.min().map(Self.milliseconds) ?? -1)
    return count > 0 && entries[0].revents != 0
  }

  /// Rounds up, so that nobody wakes before the time.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let count = max(0, (duration / .milliseconds(1)).rounded(.up))
    return count < Double(Int32.max) ? Int32(count) : .max
  }
}
