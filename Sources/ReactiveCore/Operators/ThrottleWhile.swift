extension Signal {
  /// A signal that holds the values of this one back while a property is true, and sends all events on a scheduler.
  ///
  /// Of the values that come meanwhile the latest is sent when the property becomes false; the end of the stream comes at
  /// once and drops it; an interruption drops those, too, that the scheduler has not come to. A property that has been released keeps its last value. The property is not kept alive.
  public func throttle<P: PropertyProtocol>(
    while shouldThrottle: P, on scheduler: any Scheduler
  ) -> Signal<Value, Error> where P.Value == Bool {
    operated { downstream, lifetime in
      ThrottleWhile(downstream, shouldThrottle.producer, on: scheduler, during: lifetime, interrupts: false)
    }
  }
}

extension SignalProducer {
  /// A producer that holds its values back while a property is true, and sends all events on a scheduler.
  ///
  /// Of the values that come meanwhile the latest is sent when the property becomes false; the end of the stream comes at
  /// once and drops it; an interruption drops those, too, that the scheduler has not come to. A property that has been released keeps its last value. A start does not keep the property alive.
  public func throttle<P: PropertyProtocol>(
    while shouldThrottle: P, on scheduler: any Scheduler
  ) -> SignalProducer<Value, Error> where P.Value == Bool {
    let flags = shouldThrottle.producer
    return operated(interruptsLater: true) { downstream, lifetime in
      ThrottleWhile(downstream, flags, on: scheduler, during: lifetime, interrupts: true)
    }
  }
}

/// Which values pass while a flag goes up and down.
struct ThrottleWhileStateMachine<Value> {
  private var isHolding = false
  private var held: Value?
  /// What the scheduler has not come to, from `next` on.
  private var passed: [Value?] = []
  private var next = 0

  /// Takes a value and leaves what is to be dropped in its place.
  ///
  /// - Returns: Whether a value more is to be sent.
  mutating func receive(_ value: inout Value?) -> Bool {
    if isHolding {
      swap(&held, &value)
      return false
    }
    passed.append(value.take())
    return true
  }

  /// Takes the state of the flag.
  ///
  /// - Returns: Whether a value more is to be sent.
  mutating func hold(_ isHolding: Bool) -> Bool {
    self.isHolding = isHolding
    guard !isHolding, let value = held.take() else { return false }
    passed.append(value)
    return true
  }

  /// Takes out the value that is sent next.
  mutating func takeNext() -> Value? {
    guard next < passed.count else { return nil }
    defer {
      next += 1
      if next == passed.count {
        passed.removeAll(keepingCapacity: next < 64)
        next = 0
      }
    }
    return passed[next].take()
  }

  /// Takes all values out.
  mutating func drop() -> [Value?] {
    var taken: [Value?] = []
    swap(&taken, &passed)
    taken.append(held.take())
    next = 0
    return taken
  }
}

/// Holds the latest value back while a flag is up.
final class ThrottleWhile<Value, Error: Swift.Error>: ScheduledOperator<Value, Value, Error>, @unchecked Sendable {
  private let lock = ShortLock()
  private var machine = ThrottleWhileStateMachine<Value>()

  init(
    _ downstream: Observer<Value, Error>, _ flags: SignalProducer<Bool, Never>, on scheduler: any Scheduler,
    during lifetime: Lifetime, interrupts: Bool
  ) {
    super.init(downstream, on: scheduler, during: lifetime, interrupts: interrupts)
    lifetime += flags.start(Signal<Bool, Never>.Observer(value: { [self] in hold($0) }))
  }

  private func hold(_ isHolding: Bool) {
    lock.lock()
    let passes = machine.hold(isHolding)
    lock.unlock()
    if passes { sendNext() }
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard isActive else { return }
    var value: Value? = value
    lock.lock()
    let passes = machine.receive(&value)
    lock.unlock()
    if passes { sendNext() }
  }

  /// Sends the next value on the scheduler. Values are numbered by the state machine, so that two threads that call this
  /// at once do not change their order.
  private func sendNext() {
    schedule { [self] in
      lock.lock()
      let value = machine.takeNext()
      lock.unlock()
      if let value { send(value) }
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .interrupted = termination { dropWaiting() }
    super.terminate(termination, &delivery)
  }

  override func dropWaiting() {
    lock.lock()
    let dropped = machine.drop()
    lock.unlock()
    withExtendedLifetime(dropped) {}
  }
}
