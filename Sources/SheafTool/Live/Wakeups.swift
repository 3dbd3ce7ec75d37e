#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What happens while the tool waits for somebody to type or for an answer: timers come due, and other threads send
/// letters.
///
/// It sleeps in `poll` until there is something to do. All of it is done on the waiting thread itself.
final class Wakeups {
  let mailbox = Mailbox()
  /// The time until the next timer is due; `nil` while none runs.
  var nextDue: () -> Duration? = { nil }
  /// Lets what is due happen; called when a timer is due and when letters have been opened.
  var act: () -> Void = {}

  /// Waits until there is something to read, or the other end is closed; `false` when an interrupt came.
  ///
  /// - Parameter surroundings: Performs what happens meanwhile, and makes room for what that prints.
  func wait(untilReadable descriptor: Int32, within surroundings: (() -> Void) -> Void) -> Bool {
    while !Interruption.wasPromptInterrupted {
      let isReadable = sleep(watching: descriptor)
      happen(within: surroundings)
      if isReadable { return !Interruption.wasPromptInterrupted }
    }
    return false
  }

  /// Waits for so long; `false` when an interrupt came before.
  func wait(for duration: Duration, within surroundings: (() -> Void) -> Void) -> Bool {
    let end = ContinuousClock.now + duration
    return wait(while: { .now < end }, until: end, within: surroundings)
  }

  /// Waits as long as a condition holds, or until a time; `false` when an interrupt came before.
  func wait(
    while condition: () -> Bool, until end: ContinuousClock.Instant? = nil, within surroundings: (() -> Void) -> Void
  ) -> Bool {
    while condition() {
      guard !Interruption.wasPromptInterrupted else { return false }
      _ = sleep(watching: -1, atMost: end.map { $0 - .now })
      happen(within: surroundings)
    }
    return true
  }

  /// Lets happen what is due and opens the mail, without waiting.
  func happen(within surroundings: (() -> Void) -> Void = { $0() }) {
    // What is not open yet stays for the next time, so that a stream of letters cannot keep the prompt from reading.
    surroundings {
      let hadMail = mailbox.open()
      if hadMail || (nextDue() ?? .seconds(1)) <= .zero { act() }
    }
  }

  /// Sleeps until something calls; `true` when there is something to read.
  private func sleep(watching descriptor: Int32, atMost limit: Duration? = nil) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mailbox.bell, events: Int16(POLLIN), revents: 0),
    ]
    let pauses = [nextDue(), limit].compactMap(\.self)
    let count = poll(&entries, nfds_t(entries.count), pauses.min().map(Self.milliseconds) ?? -1)
    return count > 0 && entries[0].revents != 0
  }

  /// Rounds up, so that nobody wakes before the time.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let count = max(0, (duration / .milliseconds(1)).rounded(.up))
    return count < Double(Int32.max) ? Int32(count) : .max
  }
}
