extension Signal {
  /// A signal of the transformed values.
  public func map<U>(_ transform: @escaping (Value) -> U) -> Signal<U, Error> {
    operated { Map($0, transform) }
  }
}

extension SignalProducer {
  /// A producer of the transformed values.
  public func map<U>(_ transform: @escaping (Value) -> U) -> SignalProducer<U, Error> {
    operated { Map($0, transform) }
  }
}

/// Transforms each value.
final class Map<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private let transform: (Value) -> Output

  init(_ downstream: Observer<Output, Error>, _ transform: @escaping (Value) -> Output) {
    self.downstream = downstream
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(transform(value), &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
