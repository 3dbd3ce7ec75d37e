extension Signal {
  /// A signal that sends a value when none has come after it for an interval, on a scheduler.
  ///
  /// A failure or interruption is sent as soon as the scheduler comes to it, and drops the value that waits.
  ///
  /// - Parameters:
  ///   - interval: The interval in seconds; not negative.
  ///   - discardWhenCompleted: Whether completion does so too. When `false`, the value that waits is sent at the end of
  ///     its interval, and completion after it.
  public func debounce(
    _ interval: TimeInterval, on scheduler: any DateScheduler, discardWhenCompleted: Bool = true
  ) -> Signal<Value, Error> {
    operated { downstream, lifetime in
      TimedOperator(
        downstream, DebounceStateMachine(interval, discardWhenCompleted: discardWhenCompleted), on: scheduler,
        during: lifetime, interrupts: false)
    }
  }
}

extension SignalProducer {
  /// A producer that sends a value when none has come after it for an interval, on a scheduler.
  ///
  /// A failure or interruption is sent as soon as the scheduler comes to it, and drops the value that waits.
  ///
  /// - Parameters:
  ///   - interval: The interval in seconds; not negative.
  ///   - discardWhenCompleted: Whether completion does so too. When `false`, the value that waits is sent at the end of
  ///     its interval, and completion after it.
  public func debounce(
    _ interval: TimeInterval, on scheduler: any DateScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer<Value, Error> {
    operated(interruptsLater: true) { downstream, lifetime in
      TimedOperator(
        downstream, DebounceStateMachine(interval, discardWhenCompleted: discardWhenCompleted), on: scheduler,
        during: lifetime, interrupts: true)
    }
  }
}

/// When the values of a debounced stream are sent.
struct DebounceStateMachine<Value>: TimedStateMachine {
  private let interval: TimeInterval
  private let discardWhenCompleted: Bool
  private var waiting: Value?
  /// When the waiting value is due; later than the timer that runs if values came meanwhile.
  private var due = Date.distantPast
  private var isCompleted = false

  init(_ interval: TimeInterval, discardWhenCompleted: Bool) {
    precondition(interval >= 0, "the interval of a debounce is not negative")
    self.interval = interval
    self.discardWhenCompleted = discardWhenCompleted
  }

  mutating func receive(_ value: inout Value?, at now: Date) -> Date {
    swap(&waiting, &value)
    due = now + interval
    return due
  }

  mutating func complete() -> Bool {
    isCompleted = waiting != nil && !discardWhenCompleted
    return !isCompleted
  }

  mutating func timerFired(for timerDue: Date) -> TimedStep<Value> {
    guard waiting != nil else { return .none }
    guard due <= timerDue else { return .startTimer(due) }
    return .send(waiting.take()!, thenComplete: isCompleted)
  }

  mutating func drop() -> Value? { waiting.take() }
}
