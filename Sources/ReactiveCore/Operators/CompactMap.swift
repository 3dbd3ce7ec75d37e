extension Signal {
  /// A signal of the transformed values without those that become `nil`.
  public func compactMap<U>(_ transform: @escaping (Value) -> U?) -> Signal<U, Error> {
    operated { CompactMap($0, transform) }
  }

  /// As ``compactMap(_:)``.
  @available(*, deprecated, renamed: "compactMap")
  public func filterMap<U>(_ transform: @escaping (Value) -> U?) -> Signal<U, Error> {
    compactMap(transform)
  }
}

extension SignalProducer {
  /// A producer of the transformed values without those that become `nil`.
  public func compactMap<U>(_ transform: @escaping (Value) -> U?) -> SignalProducer<U, Error> {
    operated { CompactMap($0, transform) }
  }

  /// As ``compactMap(_:)``.
  @available(*, deprecated, renamed: "compactMap")
  public func filterMap<U>(_ transform: @escaping (Value) -> U?) -> SignalProducer<U, Error> {
    compactMap(transform)
  }
}

extension Signal where Value: OptionalProtocol {
  /// A signal of the values that are not `nil`, unwrapped.
  public func skipNil() -> Signal<Value.Wrapped, Error> { compactMap { $0.optional } }
}

extension SignalProducer where Value: OptionalProtocol {
  /// A producer of the values that are not `nil`, unwrapped.
  public func skipNil() -> SignalProducer<Value.Wrapped, Error> { compactMap { $0.optional } }
}

/// Transforms each value and drops `nil`.
final class CompactMap<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private let transform: (Value) -> Output?

  init(_ downstream: Observer<Output, Error>, _ transform: @escaping (Value) -> Output?) {
    self.downstream = downstream
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if let output = transform(value) { downstream.receive(output, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
