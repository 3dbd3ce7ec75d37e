extension Signal {
  /// A signal that sends the values and the completion of this one after a delay, on a scheduler.
  ///
  /// A failure or interruption is sent as soon as the scheduler comes to it, and drops what waits.
  ///
  /// - Parameter interval: The delay in seconds; not negative.
  public func delay(_ interval: TimeInterval, on scheduler: any DateScheduler) -> Signal<Value, Error> {
    operated { Delay($0, interval, on: scheduler, during: $1, interrupts: false) }
  }
}

extension SignalProducer {
  /// A producer that sends its values and its completion after a delay, on a scheduler.
  ///
  /// A failure or interruption is sent as soon as the scheduler comes to it, and drops what waits.
  ///
  /// - Parameter interval: The delay in seconds; not negative.
  public func delay(_ interval: TimeInterval, on scheduler: any DateScheduler) -> SignalProducer<Value, Error> {
    operated(interruptsLater: true) { Delay($0, interval, on: scheduler, during: $1, interrupts: true) }
  }
}

/// Sends values and completion some time later.
final class Delay<Value, Error: Swift.Error>: ScheduledOperator<Value, Value, Error>, @unchecked Sendable {
  private let interval: TimeInterval
  private let clock: any DateScheduler
  private let timers = Timers()

  init(
    _ downstream: Observer<Value, Error>, _ interval: TimeInterval, on scheduler: any DateScheduler,
    during lifetime: Lifetime, interrupts: Bool
  ) {
    precondition(interval >= 0, "a delay is not negative")
    self.interval = interval
    clock = scheduler
    super.init(downstream, on: scheduler, during: lifetime, interrupts: interrupts)
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    later { $0.send(value) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    guard case .completed = termination else { return super.terminate(termination, &delivery) }
    later { $0.end(.completed) }
  }

  private func later(_ step: @escaping (Delay) -> Void) {
    guard isActive else { return }
    let date = clock.currentDate.addingTimeInterval(interval)
    timers.start({ clock.schedule(after: date, action: $0) }, { [self] in step(self) })
  }

  override func dropWaiting() { timers.dispose() }
}

/// The timers that have not fired; disposing of them stops them all.
final class Timers: Disposable, @unchecked Sendable {
  private let lock = ShortLock()
  private var waiting: [Int: SerialDisposable]? = [:]
  private var next = 0

  /// Starts a timer.
  ///
  /// - Parameters:
  ///   - schedule: Schedules the function it gets.
  ///   - action: What to do when the time has come.
  func start(_ schedule: (@escaping () -> Void) -> (any Disposable)?, _ action: @escaping () -> Void) {
    let timer = SerialDisposable()
    lock.lock()
    let number = next
    next += 1
    waiting?[number] = timer
    let isOver = waiting == nil
    lock.unlock()
    guard !isOver else { return }
    timer.inner = schedule { [self] in
      if remove(number) { action() }
    }
  }

  /// Takes a timer out; tells whether it was there.
  private func remove(_ number: Int) -> Bool {
    lock.lock()
    let timer = waiting?.removeValue(forKey: number)
    lock.unlock()
    return timer != nil
  }

  var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return waiting == nil
  }

  func dispose() {
    lock.lock()
    let timers = waiting
    waiting = nil
    lock.unlock()
    guard let timers else { return }
    for (_, timer) in timers.sorted(by: { $0.key < $1.key }) { timer.dispose() }
  }
}
