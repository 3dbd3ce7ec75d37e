extension Signal {
  /// A signal without values whose identity was seen before.
  ///
  /// It holds every identity it has seen until it ends.
  ///
  /// - Parameter transform: Makes the identity of a value.
  public func uniqueValues<Identity: Hashable>(
    _ transform: @escaping (Value) -> Identity
  ) -> Signal<Value, Error> {
    operated { UniqueValues($0, transform) }
  }
}

extension SignalProducer {
  /// A producer without values whose identity was seen before.
  ///
  /// It holds every identity it has seen until it ends.
  ///
  /// - Parameter transform: Makes the identity of a value.
  public func uniqueValues<Identity: Hashable>(
    _ transform: @escaping (Value) -> Identity
  ) -> SignalProducer<Value, Error> {
    operated { UniqueValues($0, transform) }
  }
}

extension Signal where Value: Hashable {
  /// A signal without values that were sent before; it holds every value until it ends.
  public func uniqueValues() -> Signal<Value, Error> { uniqueValues { $0 } }
}

extension SignalProducer where Value: Hashable {
  /// A producer without values that were sent before; it holds every value until it ends.
  public func uniqueValues() -> SignalProducer<Value, Error> { uniqueValues { $0 } }
}

/// Drops values whose identity was seen before.
final class UniqueValues<Value, Identity: Hashable, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private var seen: Set<Identity> = []
  private let identity: (Value) -> Identity

  init(_ downstream: Observer<Value, Error>, _ identity: @escaping (Value) -> Identity) {
    self.downstream = downstream
    self.identity = identity
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if seen.insert(identity(value)).inserted { downstream.receive(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
