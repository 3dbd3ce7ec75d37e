extension Signal where Error == Never {
  /// This signal, which cannot fail, as one that could.
  public func promoteError<F>(_: F.Type = F.self) -> Signal<Value, F> {
    operated { PromoteError($0) }
  }

  /// This signal itself.
  public func promoteError(_: Error.Type = Error.self) -> Signal<Value, Error> { self }
}

extension Signal where Value == Never {
  /// This signal, which sends no value, as one that could.
  public func promoteValue<U>(_: U.Type = U.self) -> Signal<U, Error> {
    operated { PromoteValue($0) }
  }

  /// This signal itself.
  public func promoteValue(_: Value.Type = Value.self) -> Signal<Value, Error> { self }
}

extension SignalProducer where Error == Never {
  /// This producer, which cannot fail, as one that could.
  public func promoteError<F>(_: F.Type = F.self) -> SignalProducer<Value, F> {
    operated { PromoteError($0) }
  }

  /// This producer itself.
  public func promoteError(_: Error.Type = Error.self) -> SignalProducer<Value, Error> { self }
}

extension SignalProducer where Value == Never {
  /// This producer, which sends no value, as one that could.
  public func promoteValue<U>(_: U.Type = U.self) -> SignalProducer<U, Error> {
    operated { PromoteValue($0) }
  }

  /// This producer itself.
  public func promoteValue(_: Value.Type = Value.self) -> SignalProducer<Value, Error> { self }
}

extension Termination where Error == Never {
  /// The same end for a stream that could fail.
  func promoted<F>() -> Termination<F> {
    switch self {
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

/// Passes events on to a stream that could fail.
final class PromoteError<Value, Error: Swift.Error>: Operator<Value, Never>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) { downstream.receive(value, &delivery) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    downstream.terminate(termination.promoted(), &delivery)
  }
}

/// Passes the end on to a stream that could send values.
final class PromoteValue<Value, Error: Swift.Error>: Operator<Never, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  override func receive(_ value: Never, _ delivery: inout Delivery) {}

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
