/// Hears the inner stream that came last; stops the one before.
final class FlattenLatest<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  private var current: Inner?
  /// How many inner streams have come.
  private var turn = 0

  override var isInnerDone: Bool { active == 0 }

  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    if producer.recipe.isImmediate { return addImmediate(producer, &delivery) }
    let inner = Inner(self)
    lock()
    guard !isOver else { return unlock() }
    let old = current
    if let old { leave(old) }
    current = inner
    turn += 1
    enter(inner)
    unlock()
    old?.work.dispose()
    run(producer.recipe, as: inner, &delivery)
  }

  private func addImmediate(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    lock()
    guard !isOver else { return unlock() }
    let old = current
    if let old { leave(old) }
    current = nil
    turn += 1
    let ownTurn = turn
    enterImmediate()
    unlock()
    if let old {
      // What this stops may have sent the next inner stream.
      old.work.dispose()
      lock()
      let isReplaced = ownTurn != turn
      unlock()
      guard !isReplaced else { return immediateCompleted(&delivery) }
    }
    producer.recipe.runImmediately(into: immediateInput, &delivery)
    if delivery.isFull { delivery.postpone { [self] _ in withExtendedLifetime(self) {} } }
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
