import Dispatch

extension DateScheduler {
  /// Suspends the task for an interval of the scheduler's clock.
  ///
  /// - Parameter leeway: By how much the task may sleep longer to save energy.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0)) async throws {
    try await sleep(until: currentDate.addingTimeInterval(interval), leeway: leeway)
  }

  /// Suspends the task until a date of the scheduler's clock; a date of the past is reached.
  ///
  /// - Parameter leeway: By how much the task may sleep longer to save energy.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until date: Date, leeway: DispatchTimeInterval = .seconds(0)) async throws {
    try Task.checkCancellation()
    guard date >= currentDate else { return }
    let sleeper = Sleeper((self as? TestScheduler)?.wokenTasks)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        sleeper.sleep(continuation)
        let wake = { sleeper.wake() }
        // Only repeated work has a leeway; the first round ends it.
        sleeper.alarm.inner =
          leeway.timeInterval > 0
          ? schedule(after: date, interval: .never, leeway: leeway, action: wake) : schedule(after: date, action: wake)
      }
    } onCancel: {
      sleeper.wake()
    }
    sleeper.isBack()
    try Task.checkCancellation()
  }

  /// The clock's dates, one every interval from an interval after now on.
  ///
  /// The timer runs from now on until the task that iterates is cancelled or nobody can iterate any more. Dates that are
  /// not taken are kept.
  ///
  /// - Parameter leeway: By how much a date may come late to save energy.
  public func timer(interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0)) -> AsyncStream<Date> {
    let ticker = Ticker((self as? TestScheduler)?.wokenTasks)
    ticker.timer.inner = schedule(
      after: currentDate.addingTimeInterval(interval), interval: interval, leeway: leeway
    ) { [self, weak ticker] in
      ticker?.tick(currentDate)
    }
    return AsyncStream(unfolding: { await ticker.next() }, onCancel: { [weak ticker] in ticker?.stop() })
  }
}

/// A task that sleeps, and what wakes it.
private final class Sleeper: @unchecked Sendable {
  let alarm = SerialDisposable()
  private let lock = ShortLock()
  private var continuation: CheckedContinuation<Void, Never>?
  private var isAwake = false
  private let wokenTasks: WokenTasks?

  init(_ wokenTasks: WokenTasks?) { self.wokenTasks = wokenTasks }

  func sleep(_ continuation: CheckedContinuation<Void, Never>) {
    lock.lock()
    let isAwake = isAwake
    if !isAwake { self.continuation = continuation }
    lock.unlock()
    if isAwake { resume(continuation) }
  }

  /// Wakes the task, or keeps it from falling asleep. A second call does nothing.
  func wake() {
    lock.lock()
    let continuation = continuation
    self.continuation = nil
    isAwake = true
    lock.unlock()
    alarm.dispose()
    if let continuation { resume(continuation) }
  }

  private func resume(_ continuation: CheckedContinuation<Void, Never>) {
    wokenTasks?.add()
    continuation.resume()
  }

  /// Takes note that the task goes on.
  func isBack() { wokenTasks?.remove() }
}
