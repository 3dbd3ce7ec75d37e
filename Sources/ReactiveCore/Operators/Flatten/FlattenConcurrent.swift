/// Runs a number of inner streams at once; those that come when so many are active wait.
final class FlattenConcurrent<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  private let limit: UInt
  private var waiting = Line<SignalProducer<Value, InnerError>>()

  init(_ downstream: Observer<Value, Error>, _ widen: @escaping (InnerError) -> Error, limit: UInt) {
    self.limit = limit
    super.init(downstream, widen)
  }

  override var isInnerDone: Bool { active == 0 && waiting.isEmpty }

  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    lock()
    guard !isOver else { return unlock() }
    if producer.recipe.isImmediate, active < limit, waiting.isEmpty {
      runImmediate(producer, &delivery)
    } else {
      wait(producer)
    }
    startWaiting(&delivery)
  }

  /// Puts an inner stream behind those that wait. Called with the lock held; unlocks it.
  @inline(never)
  private func wait(_ producer: SignalProducer<Value, InnerError>) {
    waiting.append(producer)
    unlock()
  }

  /// Runs an inner stream that need not be stopped. Called with the lock held; unlocks it.
  private func runImmediate(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    enterImmediate()
    unlock()
    producer.recipe.runImmediately(into: immediateInput, &delivery)
  }

  override func dropWaiting() {
    lock()
    var dropped = Line<SignalProducer<Value, InnerError>>()
    swap(&dropped, &waiting)
    unlock()
    // Destroyed after the lock.
    _ = consume dropped
  }

  /// Starts what waits as long as there is room.
  ///
  /// An inner stream that ends within its start leaves it to this loop to start the next, so that any number of them
  /// does not nest.
  private func startWaiting(_ delivery: inout Delivery) {
    while !delivery.isFull {
      lock()
      guard !isOver, active < limit, !waiting.isEmpty else { return unlock() }
      let producer = waiting.removeFirst()
      if producer.recipe.isImmediate {
        runImmediate(producer, &delivery)
        continue
      }
      let inner = Inner(self)
      enter(inner)
      unlock()
      run(producer, as: inner, &delivery)
      if delivery.isFull {
        delivery.postpone { [self] in
          wasStarted(inner)
          startWaiting(&$0)
        }
        return
      }
      wasStarted(inner)
    }
    delivery.postpone { [self] in startWaiting(&$0) }
  }

  private func wasStarted(_ inner: Inner) {
    lock()
    inner.hasStarted = true
    unlock()
  }

  override func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {
    lock()
    send(value, &delivery)
  }

  override func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {
    lock()
    leave(inner)
    if case .failed(let error) = termination { return fail(error, &delivery) }
    if isInnerDone || !inner.hasStarted {
      completeIfDone(&delivery)
    } else {
      unlock()
      startWaiting(&delivery)
    }
  }
}
