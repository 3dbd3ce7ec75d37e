import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A scheduler that works on a serial dispatch queue.
///
/// Work that is done once keeps the scheduler alive until it is done or cancelled. Repeated work ends with the scheduler.
public final class QueueScheduler: DateScheduler, @unchecked Sendable {
  /// The scheduler of the main queue; unlike ``UIScheduler`` it never works at once.
  public static let main = QueueScheduler(internalQueue: .main)

  /// The queue on which the work is done.
  public let queue: DispatchQueue

  private let lock = ShortLock()
  private var timers: [Int: any DispatchSourceTimer] = [:]
  private var nextTimer = 0
  /// What is to be done once, by the moment of the clock.
  private var due: [UInt64: DueWork] = [:]

  init(internalQueue: DispatchQueue) {
    queue = internalQueue
  }

  /// Makes a scheduler that does its work on the given queue, one piece after the other even if that is concurrent.
  @available(macOS, deprecated: 10.10, obsoleted: 10.11, message: "use init(qos:name:targeting:)")
  @available(iOS, deprecated: 8.0, obsoleted: 9.0, message: "use init(qos:name:targeting:)")
  public convenience init(queue: DispatchQueue, name: String = "ReactiveCore.QueueScheduler") {
    self.init(internalQueue: DispatchQueue(label: name, target: queue))
  }

  /// Makes a scheduler with a new serial queue.
  ///
  /// - Parameters:
  ///   - qos: How urgent the work is.
  ///   - name: The label of the queue, for debuggers.
  ///   - targetQueue: The queue on which the new queue does its work.
  public convenience init(
    qos: DispatchQoS = .unspecified, name: String = "ReactiveCore.QueueScheduler",
    targeting targetQueue: DispatchQueue? = nil
  ) {
    self.init(internalQueue: DispatchQueue(label: name, qos: qos, target: targetQueue))
  }

  deinit {
    for timer in timers.values { timer.cancel() }
  }

  /// The date of the wall clock.
  public var currentDate: Date { Date() }

  /// Queues a piece of work.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> (any Disposable)? {
    let work = QueuedWork(action)
    queue.async { work.perform() }
    return work
  }

  /// Queues a piece of work at a date; what has the same date is done in the order of the calls.
  @discardableResult
  public func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
    let work = QueuedWork(action)
    let time = DispatchWallTime(date)
    lock.lock()
    let others = due[time.rawValue]
    let all = others ?? DueWork()
    all.add(work)
    due[time.rawValue] = all
    lock.unlock()
    if others == nil { startTimer(for: all, at: time) }
    return AnyDisposable { [self] in
      work.dispose()
      cancelOne(of: all, at: time)
    }
  }

  /// Queues a piece of work at a date and then again and again, up to a tenth of the interval late.
  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? {
    schedule(after: date, interval: interval, leeway: interval * 0.1, action: action)
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping () -> Void
  ) -> (any Disposable)? {
    precondition(interval.timeInterval >= 0, "the interval of repeated work is not negative")
    precondition(leeway.timeInterval >= 0, "the leeway of repeated work is not negative")
    let work = QueuedWork(action)
    let time = DispatchWallTime(date)
    let number = startTimer(at: time, repeating: interval, leeway: leeway) { _ in work.performRound() }
    return AnyDisposable { [self] in
      work.dispose()
      stopTimer(number)
    }
  }

  // MARK: Timers

  /// Starts a timer that calls a function with its number.
  private func startTimer(
    at time: DispatchWallTime, repeating interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    _ handler: @escaping @Sendable (Int) -> Void
  ) -> Int {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    lock.lock()
    let number = nextTimer
    nextTimer += 1
    timers[number] = timer
    lock.unlock()
    timer.schedule(wallDeadline: time, repeating: interval, leeway: leeway)
    timer.setEventHandler { handler(number) }
    timer.resume()
    return number
  }

  private func stopTimer(_ number: Int) {
    lock.lock()
    let timer = timers.removeValue(forKey: number)
    lock.unlock()
    timer?.cancel()
  }

  /// How many dates are waited for.
  var timerCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return timers.count
  }

  // MARK: Work that is done once

  // One timer for all that has one date: those of the queue do not keep the order of their starts.
  private func startTimer(for work: DueWork, at time: DispatchWallTime) {
    let number = startTimer(at: time, repeating: .never, leeway: .nanoseconds(0)) { [self] number in
      stopTimer(number)
      lock.lock()
      let isDue = due[time.rawValue] === work
      if isDue { due[time.rawValue] = nil }
      lock.unlock()
      if isDue { work.perform() }
    }
    lock.lock()
    work.timer = number
    let isCancelled = work.left == 0
    lock.unlock()
    if isCancelled { stopTimer(number) }
  }

  /// Takes note that a piece of work was cancelled; stops the timer when nothing is left to be done.
  private func cancelOne(of work: DueWork, at time: DispatchWallTime) {
    lock.lock()
    work.left -= 1
    let isOver = work.left == 0 && due[time.rawValue] === work
    if isOver { due[time.rawValue] = nil }
    let timer = isOver ? work.timer : nil
    lock.unlock()
    if let timer { stopTimer(timer) }
  }
}

extension DispatchWallTime {
  /// The moment of a date, or the end of what the clock can tell: the years 1970 to 2262.
  fileprivate init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds < 9_223_372_036 else {
      self = .distantFuture
      return
    }
    // The very first moments of 1970 mean "never" to the clock.
    let past = max(seconds, 1)
    let whole = past.rounded(.down)
    let nanoseconds = (past - whole) * 1_000_000_000
    self.init(timespec: timespec(tv_sec: Int(whole), tv_nsec: Int(nanoseconds)))
  }
}
