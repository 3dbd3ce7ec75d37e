extension Signal {
  /// A signal of the transformed values.
  public func map<U>(_ transform: @escaping (Value) -> U) -> Signal<U, Error> {
    operated { Map($0, transform) }
  }

  /// A signal that sends the same value in place of each value.
  // Disfavoured: a trailing closure of several arguments is the function of the other `map`, not a value.
  @_disfavoredOverload
  public func map<U>(value: U) -> Signal<U, Error> {
    operated { Map($0) { _ in value } }
  }

  /// A signal of one property of each value.
  public func map<U>(_ keyPath: KeyPath<Value, U>) -> Signal<U, Error> {
    operated { Map($0) { $0[keyPath: keyPath] } }
  }
}

extension SignalProducer {
  /// A producer of the transformed values.
  public func map<U>(_ transform: @escaping (Value) -> U) -> SignalProducer<U, Error> {
    operated { Map($0, transform) }
  }

  /// A producer that sends the same value in place of each value.
  // Disfavoured: a trailing closure of several arguments is the function of the other `map`, not a value.
  @_disfavoredOverload
  public func map<U>(value: U) -> SignalProducer<U, Error> {
    operated { Map($0) { _ in value } }
  }

  /// A producer of one property of each value.
  public func map<U>(_ keyPath: KeyPath<Value, U>) -> SignalProducer<U, Error> {
    operated { Map($0) { $0[keyPath: keyPath] } }
  }
}

extension Signal where Value == Bool {
  /// A signal of the negated values.
  public func negate() -> Signal<Bool, Error> { map { !$0 } }
}

extension SignalProducer where Value == Bool {
  /// A producer of the negated values.
  public func negate() -> SignalProducer<Bool, Error> { map { !$0 } }
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
