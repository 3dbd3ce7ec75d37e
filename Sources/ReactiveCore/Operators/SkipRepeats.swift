extension Signal where Value: Equatable {
  /// A signal without values that equal the one sent before.
  public func skipRepeats() -> Signal<Value, Error> { skipRepeats(==) }
}

extension SignalProducer where Value: Equatable {
  /// A producer without values that equal the one sent before.
  public func skipRepeats() -> SignalProducer<Value, Error> { skipRepeats(==) }
}

extension Signal {
  /// A signal without values that are equivalent to the one sent before.
  ///
  /// - Parameter isEquivalent: Gets the value that was sent last, and the new one.
  public func skipRepeats(_ isEquivalent: @escaping (Value, Value) -> Bool) -> Signal<Value, Error> {
    operated { SkipRepeats($0, isEquivalent) }
  }
}

extension SignalProducer {
  /// A producer without values that are equivalent to the one sent before.
  ///
  /// - Parameter isEquivalent: Gets the value that was sent last, and the new one.
  public func skipRepeats(_ isEquivalent: @escaping (Value, Value) -> Bool) -> SignalProducer<Value, Error> {
    operated { SkipRepeats($0, isEquivalent) }
  }
}

/// Drops a value that is equivalent to the one sent before.
final class SkipRepeats<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private var previous: Value?
  private let isEquivalent: (Value, Value) -> Bool

  init(_ downstream: Observer<Value, Error>, _ isEquivalent: @escaping (Value, Value) -> Bool) {
    self.downstream = downstream
    self.isEquivalent = isEquivalent
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if case .some(let previous) = previous, isEquivalent(previous, value) { return }
    previous = .some(value)
    downstream.receive(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
