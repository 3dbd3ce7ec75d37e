import CellModel

/// The time that has passed in a sheet since it was loaded, and the timers that wait for more of it.
///
/// - R1. A timer is due later than now, or the next instant begins with it.
final class VirtualTime {
  @exclusivity(unchecked) private(set) var now: SheetTime
  @exclusivity(unchecked) private(set) var timers = TimerQueue() { didSet { observer?.didChangePendingWork() } }
  /// Told whenever timers change, while somebody wants to know.
  @exclusivity(unchecked) var observer: (any StateObserver)?

  /// Begins with no timers.
  init(at now: SheetTime = .zero) { self.now = now }

  /// When the next timer is due; `nil` when none waits.
  var nextDue: SheetTime? { timers.next?.due }

  /// Moves the clock on; it never goes back.
  func move(to time: SheetTime) { if time > now { now = time } }

  /// Sets a timer.
  ///
  /// - Returns: Its number, which no other gets.
  @discardableResult
  func schedule(_ delay: SheetTime, _ kind: SheetTimer.Kind) -> Int { timers.set(kind, due: now + delay) }

  /// When a timer is due; now for one that is not there any more.
  func due(of timer: Int) -> SheetTime { timers.timers.first { $0.number == timer }?.due ?? now }

  func takeNext() -> SheetTimer? { timers.popNext() }

  /// Takes the timers that are due by now.
  func takeAllDue() -> [SheetTimer] {
    var due: [SheetTimer] = []
    while let next = timers.next, next.due <= now {
      _ = timers.popNext()
      due.append(next)
    }
    return due
  }

  func cancel(_ timer: Int) { timers.cancel(timer) }

  func cancelAll() { timers.cancelAll() }

  /// Cancels the timers of the streams of a row that is not there any more.
  func cancelAll(of instance: TimeInstance) {
    timers.cancelAll { if case .stream(let other, _, _) = $0 { other === instance } else { false } }
  }

  /// The rules of this type that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules() -> [String] {
    timers.timers.filter { $0.due < now }.map { "R1: a timer was due at \($0.due.seconds), and it is \(now.seconds)" }
  }
}
