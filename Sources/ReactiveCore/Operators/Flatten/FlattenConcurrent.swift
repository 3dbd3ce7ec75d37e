/// Runs a number of inner streams at once; those that come when so many are active wait.
final class FlattenConcurrent<Value, InnerError: Swift.Error, Error: Swift.Error>:
  Flattening<Value, InnerError, Error>, @unchecked Sendable
{
  private let limit: UInt
  /// The recipes of inner streams: as objects, which need no metadata of the values' types.
  private var waiting = Line<AnyObject>()

  init(_ downstream: Observer<Value, Error>, _ widen: @escaping (InnerError) -> Error, limit: UInt) {
    self.limit = limit
    super.init(downstream, widen)
  }

  override var isInnerDone: Bool { active == 0 && waiting.isEmpty }

  override func add(_ producer: SignalProducer<Value, InnerError>, _ delivery: inout Delivery) {
    lock()
    guard !isOver else { return unlock() }
    if active < limit, waiting.isEmpty {
      start(producer.recipe, &delivery)
    } else {
      waiting.append(producer.recipe)
      unlock()
    }
    startWaiting(&delivery)
  }

  /// Starts an inner stream. Called with the lock held; unlocks it.
  private func start(_ recipe: Recipe<Value, InnerError>, _ delivery: inout Delivery) {
    if recipe.isImmediate { return runImmediate(recipe, &delivery) }
    let inner = Inner(self)
    enter(inner)
    unlock()
    run(recipe, as: inner, &delivery)
    delivery.then { [self] _ in
      lock()
      inner.work.hasStarted = true
      unlock()
    }
  }

  /// Runs an inner stream that need not be stopped. Called with the lock held; unlocks it.
  private func runImmediate(_ recipe: Recipe<Value, InnerError>, _ delivery: inout Delivery) {
    enterImmediate()
    unlock()
    recipe.runImmediately(into: immediateInput, &delivery)
  }

  override func dropWaiting() {
    lock()
    var dropped = Line<AnyObject>()
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
      start(unsafeDowncast(waiting.removeFirst(), to: Recipe<Value, InnerError>.self), &delivery)
    }
    delivery.postpone { [self] in startWaiting(&$0) }
  }

  override func receive(_ value: Value, from inner: Inner, _ delivery: inout Delivery) {
    lock()
    send(value, &delivery)
  }

  override func inner(_ inner: Inner, ended termination: Termination<InnerError>, _ delivery: inout Delivery) {
    lock()
    leave(inner)
    if case .failed(let error) = termination { return fail(error, &delivery) }
    if isInnerDone || !inner.work.hasStarted {
      completeIfDone(&delivery)
    } else {
      unlock()
      startWaiting(&delivery)
    }
  }
}
