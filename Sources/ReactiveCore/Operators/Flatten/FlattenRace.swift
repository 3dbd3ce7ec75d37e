/// Hears the inner stream that sends an event first; stops the others.
final class FlattenRace<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  private var winner: Inner?

  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    let inner = Inner(self)
    lock()
    guard !isOver, winner == nil else { return unlock() }
    enter(inner)
    unlock()
    run(producer.recipe, as: inner, &delivery)
  }

  /// Makes an inner stream the winner if there is none. Called with the lock held.
  ///
  /// - Returns: Whether it is the winner; the lock is held then.
  private func wins(_ inner: Inner) -> Bool {
    if let winner {
      if winner === inner { return true }
      leave(inner)
      unlock()
      return false
    }
    winner = inner
    unlock()
    stop(allBut: inner)
    lock()
    return true
  }

  override func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {
    lock()
    if wins(inner) { send(value, &delivery) }
  }

  override func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {
    lock()
    guard wins(inner) else { return }
    leave(inner)
    switch termination {
    case .failed(let error): fail(error, &delivery)
    case .completed: completeIfDone(&delivery)
    case .interrupted: terminate(.interrupted, &delivery)
    }
  }
}
