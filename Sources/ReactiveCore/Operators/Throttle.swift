extension Signal {
  /// A signal that sends at most one value in each interval, the latest, on a scheduler.
  ///
  /// A value that comes when nothing was sent for an interval is sent as soon as the scheduler comes to it. The end of
  /// the stream is sent at once and drops a value that waits; ``throttle(_:on:discardWhenCompleted:)`` can keep it. When
  /// the clock is set back, the next value is sent at once.
  ///
  /// - Parameter interval: The interval in seconds; not negative.
  public func throttle(_ interval: TimeInterval, on scheduler: any DateScheduler) -> Signal<Value, Error> {
    throttle(interval, on: scheduler, discardWhenCompleted: true)
  }

  /// As ``throttle(_:on:)``, with a choice of what becomes of the last value.
  ///
  /// - Parameter discardWhenCompleted: Whether completion drops a value that waits. When `false`, the value is sent when
  ///   its time has come, and completion after it.
  public func throttle(
    _ interval: TimeInterval, on scheduler: any DateScheduler, discardWhenCompleted: Bool
  ) -> Signal<Value, Error> {
    operated { downstream, lifetime in
      TimedOperator(
        downstream, ThrottleStateMachine(interval, discardWhenCompleted: discardWhenCompleted), on: scheduler,
        during: lifetime, interrupts: false)
    }
  }
}

extension SignalProducer {
  /// A producer that sends at most one value in each interval, the latest, on a scheduler.
  ///
  /// A value that comes when nothing was sent for an interval is sent as soon as the scheduler comes to it. The end of
  /// the stream is sent at once and drops a value that waits; ``throttle(_:on:discardWhenCompleted:)`` can keep it. When
  /// the clock is set back, the next value is sent at once.
  ///
  /// - Parameter interval: The interval in seconds; not negative.
  public func throttle(_ interval: TimeInterval, on scheduler: any DateScheduler) -> SignalProducer<Value, Error> {
    throttle(interval, on: scheduler, discardWhenCompleted: true)
  }

  /// As ``throttle(_:on:)``, with a choice of what becomes of the last value.
  ///
  /// - Parameter discardWhenCompleted: Whether completion drops a value that waits. When `false`, the value is sent when
  ///   its time has come, and completion after it.
  public func throttle(
    _ interval: TimeInterval, on scheduler: any DateScheduler, discardWhenCompleted: Bool
  ) -> SignalProducer<Value, Error> {
    operated(interruptsLater: true) { downstream, lifetime in
      TimedOperator(
        downstream, ThrottleStateMachine(interval, discardWhenCompleted: discardWhenCompleted), on: scheduler,
        during: lifetime, interrupts: true)
    }
  }
}

/// When the values of a throttled stream are sent.
struct ThrottleStateMachine<Value>: TimedStateMachine {
  private let interval: TimeInterval
  private let discardWhenCompleted: Bool
  /// The date for which the last value that was sent was due.
  private var lastDue: Date?
  private var waiting: Value?
  private var isCompleted = false

  init(_ interval: TimeInterval, discardWhenCompleted: Bool) {
    precondition(interval >= 0, "the interval of a throttle is not negative")
    self.interval = interval
    self.discardWhenCompleted = discardWhenCompleted
  }

  mutating func receive(_ value: inout Value?, at now: Date) -> Date {
    swap(&waiting, &value)
    // A date in the future means that the clock was set back.
    guard let lastDue, lastDue <= now else { return now }
    return max(lastDue + interval, now)
  }

  mutating func complete() -> Bool {
    isCompleted = waiting != nil && !discardWhenCompleted
    return !isCompleted
  }

  mutating func timerFired(for due: Date) -> TimedStep<Value> {
    guard let value = waiting.take() else { return .none }
    lastDue = due
    return .send(value, thenComplete: isCompleted)
  }

  mutating func drop() -> Value? { waiting.take() }
}
