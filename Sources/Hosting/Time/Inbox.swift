import Dispatch
import ReactiveCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A scheduler for a thread that waits: for somebody to type, for an answer, for a time.
///
/// Any thread may schedule work; the thread that owns the inbox does it, while it waits or when it calls ``run(within:)``.
/// The arrival of work makes ``arrival`` readable, so that an owner asleep in `poll` wakes up. These rules hold:
///
/// - R1. Work is done in the order in which it was scheduled, what has a date in the order of the dates, behind what has
///   none.
/// - R2. Work that is scheduled by work is done at the next call, so that a stream of it cannot keep the owner from
///   reading.
///
/// Its dates stand still while the machine sleeps.
package final class Inbox: DateScheduler, @unchecked Sendable {
  private struct Work {
    var number: Int
    /// When it is due; `nil` for what is to be done at once.
    var date: Date?
    var action: () -> Void
  }

  private struct State {
    /// What is to be done at once, in the order in which it came.
    var work: [Work] = []
    /// What has a date, the earliest first.
    var timers: [Work] = []
    var count = 0
  }

  private let state = Atomic(State())
  private let start = (date: Date(), instant: SuspendingClock.now)
  /// Whether an interrupt ends the waiting.
  let isInterrupted: () -> Bool
  /// What becomes readable when work arrives; -1 where the system gives no pipe, and then work waits for a line.
  let arrival: Int32
  /// Where a byte wakes the owner, written by a signal handler, too.
  package let doorbell: Int32

  /// - Parameter isInterrupted: Asked while the owner waits, after each arrival.
  package init(isInterrupted: @escaping () -> Bool = { false }) {
    self.isInterrupted = isInterrupted
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (arrival, doorbell) = (ends[0], ends[1])
  }

  deinit {
    close(arrival)
    close(doorbell)
  }

  // MARK: Scheduling

  package var currentDate: Date {
    start.date.addingTimeInterval((SuspendingClock.now - start.instant) / .seconds(1))
  }

  @discardableResult
  package func schedule(_ action: @escaping () -> Void) -> (any Disposable)? { add(action, at: nil) }

  @discardableResult
  package func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? { add(action, at: date) }

  @discardableResult
  package func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? {
    let disposable = SerialDisposable()
    round(at: date, interval, disposable, action)
    return disposable
  }

  private func round(
    at date: Date, _ interval: DispatchTimeInterval, _ disposable: SerialDisposable, _ action: @escaping () -> Void
  ) {
    disposable.inner = add(
      { [weak self] in
        self?.round(at: date.addingTimeInterval(interval), interval, disposable, action)
        action()
      }, at: date)
  }

  private func add(_ action: @escaping () -> Void, at date: Date?) -> any Disposable {
    let number = state.modify { state in
      state.count += 1
      let work = Work(number: state.count, date: date, action: action)
      guard let date else {
        state.work.append(work)
        return work.number
      }
      let index = state.timers.firstIndex { ($0.date ?? date) > date } ?? state.timers.endIndex
      state.timers.insert(work, at: index)
      return work.number
    }
    var byte: UInt8 = 0
    _ = write(doorbell, &byte, 1)
    return AnyDisposable { [weak self] in self?.cancel(number) }
  }

  private func cancel(_ number: Int) {
    let cancelled = state.modify { state in
      let work = state.work.filter { $0.number == number } + state.timers.filter { $0.number == number }
      state.work.removeAll { $0.number == number }
      state.timers.removeAll { $0.number == number }
      return work
    }
    withExtendedLifetime(cancelled) {}
  }

  // MARK: Doing

  /// How long it is until there is something to do; `nil` while there is nothing.
  var pause: Duration? {
    let (hasWork, date) = state.withValue { (!$0.work.isEmpty, $0.timers.first?.date) }
    if hasWork { return .zero }
    return date.map { .seconds(max(0, $0.timeIntervalSince(currentDate))) }
  }

  /// Does what there is to do, without waiting.
  ///
  /// - Parameter surroundings: Performs it, and makes room for what it prints.
  package func run(within surroundings: (() -> Void) -> Void = { $0() }) {
    let now = currentDate
    let taken = state.modify { state in
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(arrival, &bytes, bytes.count) > 0 {}
      let due = state.timers.prefix { ($0.date ?? now) <= now }
      state.timers.removeFirst(due.count)
      defer { state.work = [] }
      return state.work + due
    }
    guard !taken.isEmpty else { return }
    surroundings { for work in taken { work.action() } }
  }
}
