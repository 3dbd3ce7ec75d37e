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
    waiting.append(producer)
    unlock()
    startWaiting(&delivery)
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
