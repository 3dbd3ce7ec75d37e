extension Signal {
  /// A signal of each value together with the latest value of another signal, once that has sent one.
  ///
  /// It ends with this signal; the end of the other means nothing.
  public func withLatest<U>(from samplee: Signal<U, Never>) -> Signal<(Value, U), Error> {
    .joined { observer, lifetime in
      let latest = SharedLatest<U>()
      samplee.join(LatestInput(latest), during: lifetime)
      join(WithLatest(observer, latest), during: lifetime)
    }
  }

  /// A signal of each value together with the latest value of a producer, which is started at once.
  public func withLatest<U>(from samplee: SignalProducer<U, Never>) -> Signal<(Value, U), Error> {
    .joined { observer, lifetime in
      let latest = SharedLatest<U>()
      join(WithLatest(observer, latest), during: lifetime)
      Delivery.run { _ = samplee.join(LatestInput(latest), during: lifetime, &$0) }
    }
  }

  /// As ``withLatest(from:)-(SignalProducer<U,Never>)``, of anything that stands for a producer.
  public func withLatest<Samplee: SignalProducerConvertible>(
    from samplee: Samplee
  ) -> Signal<(Value, Samplee.Value), Error> where Samplee.Error == Never {
    withLatest(from: samplee.producer)
  }
}

extension SignalProducer {
  /// A producer that starts another, then this, and sends each value of this together with the latest of the other.
  ///
  /// It ends with this producer; the end of the other means nothing.
  public func withLatest<U>(from samplee: SignalProducer<U, Never>) -> SignalProducer<(Value, U), Error> {
    .joined { observer, lifetime, delivery in
      let latest = SharedLatest<U>()
      samplee.join(LatestInput(latest), during: lifetime, &delivery)
      join(WithLatest(observer, latest), during: lifetime, &delivery)
    }
  }

  /// As ``withLatest(from:)-(SignalProducer<U,Never>)``, of anything that stands for a producer.
  public func withLatest<Samplee: SignalProducerConvertible>(
    from samplee: Samplee
  ) -> SignalProducer<(Value, Samplee.Value), Error> where Samplee.Error == Never {
    withLatest(from: samplee.producer)
  }
}

/// The latest value of a source, for another thread.
final class SharedLatest<Value>: @unchecked Sendable {
  private let lock = ShortLock()
  private var latest: Value?

  var value: Value? {
    lock.lock()
    defer { lock.unlock() }
    return latest
  }

  func set(_ value: Value) {
    var old = Optional(value)
    lock.lock()
    swap(&old, &latest)
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(old) {}
  }
}

/// Keeps the latest value of a source.
private final class LatestInput<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let latest: SharedLatest<Value>

  init(_ latest: SharedLatest<Value>) { self.latest = latest }

  override func receive(_ value: Value, _ delivery: inout Delivery) { latest.set(value) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {}
}

/// Pairs each value with the latest of another source.
final class WithLatest<Value, Other, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<(Value, Other), Error>
  private let latest: SharedLatest<Other>

  init(_ downstream: Observer<(Value, Other), Error>, _ latest: SharedLatest<Other>) {
    self.downstream = downstream
    self.latest = latest
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if let latest = latest.value { downstream.receive((value, latest), &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
