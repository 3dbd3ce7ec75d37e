extension Signal {
  /// A signal that fails with the first error that an action returns for a value.
  public func attempt(_ action: @escaping (Value) -> Result<(), Error>) -> Signal<Value, Error> {
    attemptMap { value in action(value).map { value } }
  }

  /// A signal of the transformed values that fails with the first error.
  public func attemptMap<U>(_ transform: @escaping (Value) -> Result<U, Error>) -> Signal<U, Error> {
    operated { AttemptMap($0, transform) }
  }
}

extension Signal where Error == any Swift.Error {
  /// A signal that fails with the first error that an action throws for a value.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, Error> {
    attemptMap { value in Result { try action(value) }.map { value } }
  }

  /// A signal of the transformed values that fails with the first error thrown.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> Signal<U, Error> {
    attemptMap { value in Result { try transform(value) } }
  }
}

extension Signal where Error == Never {
  /// A signal that fails with the first error that an action throws for a value.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, any Swift.Error> {
    promoteError((any Swift.Error).self).attempt(action)
  }

  /// A signal of the transformed values that fails with the first error thrown.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> Signal<U, any Swift.Error> {
    promoteError((any Swift.Error).self).attemptMap(transform)
  }
}

extension SignalProducer {
  /// A producer that fails with the first error that an action returns for a value; the rest of the work is stopped.
  public func attempt(_ action: @escaping (Value) -> Result<(), Error>) -> SignalProducer<Value, Error> {
    attemptMap { value in action(value).map { value } }
  }

  /// A producer of the transformed values that fails with the first error; the rest of the work is stopped.
  public func attemptMap<U>(_ transform: @escaping (Value) -> Result<U, Error>) -> SignalProducer<U, Error> {
    operated(endsEarly: true) { AttemptMap($0, transform) }
  }
}

extension SignalProducer where Error == any Swift.Error {
  /// A producer that fails with the first error that an action throws for a value; the rest of the work is stopped.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, Error> {
    attemptMap { value in Result { try action(value) }.map { value } }
  }

  /// A producer of the transformed values that fails with the first error thrown; the rest of the work is stopped.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> SignalProducer<U, Error> {
    attemptMap { value in Result { try transform(value) } }
  }
}

extension SignalProducer where Error == Never {
  /// A producer that fails with the first error that an action throws for a value; the rest of the work is stopped.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, any Swift.Error> {
    promoteError((any Swift.Error).self).attempt(action)
  }

  /// A producer of the transformed values that fails with the first error thrown; the rest of the work is stopped.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> SignalProducer<U, any Swift.Error> {
    promoteError((any Swift.Error).self).attemptMap(transform)
  }
}

/// Transforms each value and ends with the first error.
final class AttemptMap<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private let transform: (Value) -> Result<Output, Error>

  init(_ downstream: Observer<Output, Error>, _ transform: @escaping (Value) -> Result<Output, Error>) {
    self.downstream = downstream
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    switch transform(value) {
    case .success(let output): downstream.receive(output, &delivery)
    case .failure(let error): downstream.terminate(.failed(error), &delivery)
    }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
