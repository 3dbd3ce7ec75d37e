extension Signal {
  /// A signal of the values that pass a test.
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value, Error> {
    operated { Filter($0, isIncluded) }
  }
}

extension SignalProducer {
  /// A producer of the values that pass a test.
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> SignalProducer<Value, Error> {
    operated { Filter($0, isIncluded) }
  }
}

/// Passes on the values that pass a test.
final class Filter<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let isIncluded: (Value) -> Bool

  init(_ downstream: Observer<Value, Error>, _ isIncluded: @escaping (Value) -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if isIncluded(value) { downstream.receive(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
