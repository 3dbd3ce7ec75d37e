/// Hears the inner stream that came last; stops the one before.
final class FlattenLatest<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  private var current: Inner?

  override var isInnerDone: Bool { current == nil }

  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    let inner = Inner(self)
    lock()
    guard !isOver else { return unlock() }
    let old = current
    if let old { leave(old) }
    current = inner
    enter(inner)
    unlock()
    old?.work.dispose()
    run(producer, as: inner, &delivery)
  }

  override func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {
    lock()
    if inner === current { send(value, &delivery) } else { unlock() }
  }

  override func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {
    lock()
    leave(inner)
    guard inner === current else { return unlock() }
    current = nil
    if case .failed(let error) = termination { return fail(error, &delivery) }
    completeIfDone(&delivery)
  }
}
