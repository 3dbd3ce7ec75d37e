extension Signal {
  /// A signal of the values transformed on a scheduler, where only the latest is when the scheduler is behind.
  ///
  /// A value that comes before the scheduler has taken up the one before replaces it. What is left when the stream ends is
  /// transformed and sent before the end, unless the stream was interrupted or disposed of.
  public func lazyMap<U>(on scheduler: any Scheduler, transform: @escaping (Value) -> U) -> Signal<U, Error> {
    operated { LazyMap($0, transform, on: scheduler, during: $1, interrupts: false) }
  }
}

extension SignalProducer {
  /// A producer of the values transformed on a scheduler, where only the latest is when the scheduler is behind.
  ///
  /// A value that comes before the scheduler has taken up the one before replaces it. What is left when the stream ends is
  /// transformed and sent before the end, unless the stream was interrupted or disposed of.
  public func lazyMap<U>(on scheduler: any Scheduler, transform: @escaping (Value) -> U) -> SignalProducer<U, Error> {
    operated(interruptsLater: true) { LazyMap($0, transform, on: scheduler, during: $1, interrupts: true) }
  }
}

/// Transforms the latest value on a scheduler.
final class LazyMap<Value, Output, Error: Swift.Error>: ScheduledOperator<Value, Output, Error>, @unchecked Sendable {
  private let transform: (Value) -> Output
  private let lock = ShortLock()
  /// The value that the scheduler has not come to; there is work for it on the scheduler.
  private var waiting: Value?

  init(
    _ downstream: Observer<Output, Error>, _ transform: @escaping (Value) -> Output, on scheduler: any Scheduler,
    during lifetime: Lifetime, interrupts: Bool
  ) {
    self.transform = transform
    super.init(downstream, on: scheduler, during: lifetime, interrupts: interrupts)
  }

  private func exchange(_ value: Value?) -> Value? {
    var value = value
    lock.lock()
    swap(&waiting, &value)
    lock.unlock()
    return value
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard isActive, exchange(value) == nil else { return }
    schedule { [self] in
      if let value = exchange(nil) { send(transform(value)) }
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .interrupted = termination { dropWaiting() }
    super.terminate(termination, &delivery)
  }

  override func dropWaiting() { _ = exchange(nil) }
}
