extension Signal {
  /// A signal of pairs of a value and the one before it, from the second value on.
  public func combinePrevious() -> Signal<(Value, Value), Error> {
    operated { CombinePrevious($0, nil) }
  }

  /// A signal of pairs of a value and the one before it.
  ///
  /// - Parameter initial: What the first value is paired with.
  public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Error> {
    operated { CombinePrevious($0, .some(initial)) }
  }
}

extension SignalProducer {
  /// A producer of pairs of a value and the one before it, from the second value on.
  public func combinePrevious() -> SignalProducer<(Value, Value), Error> {
    operated { CombinePrevious($0, nil) }
  }

  /// A producer of pairs of a value and the one before it.
  ///
  /// - Parameter initial: What the first value is paired with.
  public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Error> {
    operated { CombinePrevious($0, .some(initial)) }
  }
}

/// Pairs each value with the one before it.
final class CombinePrevious<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<(Value, Value), Error>
  private var previous: Value?

  init(_ downstream: Observer<(Value, Value), Error>, _ initial: Value?) {
    self.downstream = downstream
    previous = initial
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    let previous = previous
    self.previous = .some(value)
    if case .some(let previous) = previous { downstream.receive((previous, value), &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
