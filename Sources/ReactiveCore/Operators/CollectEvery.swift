import Dispatch

extension Signal {
  /// A signal that sends, at the end of each interval, the array of the values that came in it.
  ///
  /// The first interval begins now. A failure or interruption is sent as soon as the scheduler comes to it, and drops the
  /// values of the interval.
  ///
  /// - Parameters:
  ///   - skipEmpty: Whether nothing is sent for an interval without values.
  ///   - discardWhenCompleted: Whether completion drops the values of the interval, too. When `false`, they are sent at
  ///     the end of the interval, and completion after them.
  public func collect(
    every interval: DispatchTimeInterval, on scheduler: any DateScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> Signal<[Value], Error> {
    operated { downstream, lifetime in
      CollectEvery(
        downstream, CollectStateMachine(skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted), interval,
        on: scheduler, during: lifetime, interrupts: false)
    }
  }
}

extension SignalProducer {
  /// A producer that sends, at the end of each interval, the array of the values that came in it.
  ///
  /// The first interval begins with the start. A failure or interruption is sent as soon as the scheduler comes to it,
  /// and drops the values of the interval.
  ///
  /// - Parameters:
  ///   - skipEmpty: Whether nothing is sent for an interval without values.
  ///   - discardWhenCompleted: Whether completion drops the values of the interval, too. When `false`, they are sent at
  ///     the end of the interval, and completion after them.
  public func collect(
    every interval: DispatchTimeInterval, on scheduler: any DateScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> SignalProducer<[Value], Error> {
    operated(interruptsLater: true) { downstream, lifetime in
      CollectEvery(
        downstream, CollectStateMachine(skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted), interval,
        on: scheduler, during: lifetime, interrupts: true)
    }
  }
}

/// What came in an interval, and whether it is to be sent.
struct CollectStateMachine<Value> {
  private let skipEmpty: Bool
  private let discardWhenCompleted: Bool
  private var values: [Value] = []
  private var isCompleted = false

  init(skipEmpty: Bool, discardWhenCompleted: Bool) {
    self.skipEmpty = skipEmpty
    self.discardWhenCompleted = discardWhenCompleted
  }

  mutating func receive(_ value: Value) { values.append(value) }

  /// Takes the completion of the source; tells whether it is sent at once, or else at the end of the interval.
  mutating func complete() -> Bool {
    isCompleted = !discardWhenCompleted
    return discardWhenCompleted
  }

  /// Takes the end of an interval: what to send, and whether completion follows.
  mutating func intervalEnded() -> (values: [Value]?, thenComplete: Bool) {
    let values = drop()
    return (values.isEmpty && skipEmpty ? nil : values, isCompleted)
  }

  /// Takes the values out.
  mutating func drop() -> [Value] {
    var taken: [Value] = []
    swap(&taken, &values)
    return taken
  }
}

/// Sends what came in an interval at its end.
final class CollectEvery<Value, Error: Swift.Error>: ScheduledOperator<Value, [Value], Error>, @unchecked Sendable {
  private let lock = ShortLock()
  private var machine: CollectStateMachine<Value>
  private let timer = SerialDisposable()

  init(
    _ downstream: Observer<[Value], Error>, _ machine: CollectStateMachine<Value>, _ interval: DispatchTimeInterval,
    on scheduler: any DateScheduler, during lifetime: Lifetime, interrupts: Bool
  ) {
    self.machine = machine
    super.init(downstream, on: scheduler, during: lifetime, interrupts: interrupts)
    let first = scheduler.currentDate.addingTimeInterval(interval)
    timer.inner = scheduler.schedule(after: first, interval: interval, leeway: interval * 0.1) { [self] in
      intervalEnded()
    }
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard isActive else { return }
    lock.lock()
    machine.receive(value)
    lock.unlock()
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .completed = termination {
      lock.lock()
      let comesAtOnce = machine.complete()
      lock.unlock()
      if !comesAtOnce { return }
    }
    timer.dispose()
    super.terminate(termination, &delivery)
  }

  private func intervalEnded() {
    lock.lock()
    let (values, thenComplete) = machine.intervalEnded()
    lock.unlock()
    if let values { send(values) }
    if thenComplete { end(.completed) }
  }

  override func dropWaiting() {
    timer.dispose()
    lock.lock()
    let dropped = machine.drop()
    lock.unlock()
    withExtendedLifetime(dropped) {}
  }
}
