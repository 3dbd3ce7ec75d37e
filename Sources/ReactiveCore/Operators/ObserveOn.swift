extension Signal {
  /// A signal that sends the events of this one from a scheduler.
  public func observe(on scheduler: any Scheduler) -> Signal<Value, Error> {
    operated { ObserveOn($0, on: scheduler, during: $1, interrupts: false) }
  }
}

extension SignalProducer {
  /// A producer whose events are sent from a scheduler; it starts its work where it is started.
  ///
  /// Disposing of it stops the work at once, and interrupts the observer on the scheduler.
  public func observe(on scheduler: any Scheduler) -> SignalProducer<Value, Error> {
    operated(interruptsLater: true) { ObserveOn($0, on: scheduler, during: $1, interrupts: true) }
  }
}

/// Sends each event from a scheduler.
final class ObserveOn<Value, Error: Swift.Error>: ScheduledOperator<Value, Value, Error>, @unchecked Sendable {
  override func receive(_ value: Value, _ delivery: inout Delivery) {
    schedule { [self] in send(value) }
  }
}
