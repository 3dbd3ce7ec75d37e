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

  /// Queues a piece of work at a date.
  @discardableResult
  public func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
    let work = QueuedWork(action)
    let number = startTimer(at: date, repeating: .never, leeway: .nanoseconds(0)) { [self] number in
      stopTimer(number)
      work.perform()
    }
    return AnyDisposable { [self] in
      work.dispose()
      stopTimer(number)
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
    let number = startTimer(at: date, repeating: interval, leeway: leeway) { _ in work.performRound() }
    return AnyDisposable { [self] in
      work.dispose()
      stopTimer(number)
    }
  }

  // MARK: Timers

  /// Starts a timer that calls a function with its number.
  private func startTimer(
    at date: Date, repeating interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    _ handler: @escaping @Sendable (Int) -> Void
  ) -> Int {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    lock.lock()
    let number = nextTimer
    nextTimer += 1
    timers[number] = timer
    lock.unlock()
    timer.schedule(wallDeadline: DispatchWallTime(date), repeating: interval, leeway: leeway)
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

  /// How many pieces of work wait for a date.
  var timerCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return timers.count
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
