/// Hears an inner stream up to its completion; ignores those that come meanwhile.
final class FlattenThrottle<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    let inner = Inner(self)
    lock()
    guard !isOver, active == 0 else { return unlock() }
    enter(inner)
    unlock()
    run(producer.recipe, as: inner, &delivery)
  }

  override func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {
    lock()
    send(value, &delivery)
  }

  override func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {
    lock()
    leave(inner)
    switch termination {
    case .failed(let error): fail(error, &delivery)
    case .completed: completeIfDone(&delivery)
    case .interrupted: terminate(.interrupted, &delivery)
    }
  }
}
