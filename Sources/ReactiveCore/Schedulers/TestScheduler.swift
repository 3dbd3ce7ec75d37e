import Dispatch

/// A scheduler whose clock stands still until it is told to go on.
///
/// Work is done within the call that moves the clock over its date, on the caller's thread, in the order of dates and,
/// at one date, in the order in which it was scheduled. While it is done the clock shows its date. Work may schedule more
/// work, which is done in the same call when it falls into its span, and may move the clock itself.
public final class TestScheduler: DateScheduler, @unchecked Sendable {
  private let lock = ShortLock()
  private var now: Date
  // Used under the lock, for one access at a time.
  @exclusivity(unchecked) private var agenda = Agenda()
  let wokenTasks = WokenTasks()

  /// Makes a scheduler.
  ///
  /// - Parameter startDate: What the clock shows at first.
  public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    now = startDate
  }

  // Repeated work holds what cancels it, which would hold it in turn.
  deinit { agenda.releaseActions() }

  /// What the clock shows.
  public var currentDate: Date {
    lock.lock()
    defer { lock.unlock() }
    return now
  }

  // MARK: Work

  /// Does a piece of work when the clock is next moved.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
    schedule(after: currentDate, action: action)
  }

  /// Does a piece of work after a delay.
  @discardableResult
  public func schedule(after delay: DispatchTimeInterval, action: @escaping () -> Void) -> (any Disposable)? {
    schedule(after: currentDate.addingTimeInterval(delay), action: action)
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
    let work = Agenda.Work(on: self, action)
    lock.lock()
    agenda.add(work, at: date)
    lock.unlock()
    return work
  }

  /// Does a piece of work at a date and then again and again; the leeway is not used.
  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0),
    action: @escaping () -> Void
  ) -> (any Disposable)? {
    precondition(interval.timeInterval >= 0, "the interval of repeated work is not negative")
    let rounds = SerialDisposable()
    scheduleRound(at: date, interval, rounds, action)
    return rounds
  }

  private func scheduleRound(
    at date: Date, _ interval: DispatchTimeInterval, _ rounds: SerialDisposable, _ action: @escaping () -> Void
  ) {
    // The agenda is the scheduler's own: a round cannot come when the scheduler is gone.
    rounds.inner = schedule(after: date) { [unowned self] in
      action()
      scheduleRound(at: date.addingTimeInterval(interval), interval, rounds, action)
    }
  }

  func cancel(_ work: Agenda.Work) {
    lock.lock()
    let action = agenda.remove(work)
    lock.unlock()
    // Released after the lock: what the work holds may come back here.
    withExtendedLifetime(action) {}
  }

  // MARK: The clock

  /// Moves the clock by the least bit, for work that is to be done as soon as possible.
  public func advance() {
    advance(by: .nanoseconds(1))
  }

  /// Moves the clock forward and does the work that falls into the interval.
  public func advance(by interval: DispatchTimeInterval) {
    advance(to: currentDate.addingTimeInterval(interval))
  }

  /// Moves the clock forward by seconds and does the work that falls into the interval.
  public func advance(by interval: TimeInterval) {
    advance(to: currentDate.addingTimeInterval(interval))
  }

  /// Moves the clock to a date and does the work up to it, that of the date included.
  ///
  /// - Precondition: The date does not lie before ``currentDate``.
  public func advance(to newDate: Date) {
    assert(currentDate <= newDate, "the clock is moved back with rewind(by:)")
    while performNext(until: newDate) {}
  }

  /// Does the next work up to a date, or sets the clock to the date when there is none; tells whether there was.
  func performNext(until newDate: Date) -> Bool {
    guard let next = takeNext(until: newDate) else { return false }
    next()
    return true
  }

  /// Takes the next work up to a date and sets the clock to its date, or to the given one when there is none.
  private func takeNext(until newDate: Date) -> (() -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    guard let date = agenda.nextDate, date <= newDate else {
      now = newDate
      return nil
    }
    now = date
    return agenda.removeFirst()
  }

  /// Does all work that is scheduled and leaves the clock in the distant future.
  public func run() {
    advance(to: .distantFuture)
  }

  /// Moves the clock back, as a user may do with a device's clock; what is scheduled keeps its dates.
  public func rewind(by interval: DispatchTimeInterval) {
    lock.lock()
    defer { lock.unlock() }
    let newDate = now.addingTimeInterval(-interval)
    assert(newDate <= now, "the clock is moved forward with advance(by:)")
    now = newDate
  }

  /// How many pieces of work have ever been scheduled.
  var workCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return agenda.additions
  }

  /// How many pieces of work are scheduled.
  var scheduledCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return agenda.count
  }
}
