extension Signal {
  /// A signal that fails with the first error that an action returns for a value.
  public func attempt(_ action: @escaping (Value) -> Result<(), Error>) -> Signal<Value, Error> {
    operated {
      AttemptMap($0) { (value) throws(Error) in
        try action(value).get()
        return value
      }
    }
  }

  /// A signal of the transformed values that fails with the first error.
  public func attemptMap<U>(_ transform: @escaping (Value) -> Result<U, Error>) -> Signal<U, Error> {
    operated { AttemptMap($0) { (value) throws(Error) in try transform(value).get() } }
  }
}

extension Signal where Error == any Swift.Error {
  /// A signal that fails with the first error that an action throws for a value.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, Error> {
    attemptMap { value in
      try action(value)
      return value
    }
  }

  /// A signal of the transformed values that fails with the first error thrown.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> Signal<U, Error> {
    operated { AttemptMap($0, transform) }
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
    operated(endsEarly: true) {
      AttemptMap($0) { (value) throws(Error) in
        try action(value).get()
        return value
      }
    }
  }

  /// A producer of the transformed values that fails with the first error; the rest of the work is stopped.
  public func attemptMap<U>(_ transform: @escaping (Value) -> Result<U, Error>) -> SignalProducer<U, Error> {
    operated(endsEarly: true) { AttemptMap($0) { (value) throws(Error) in try transform(value).get() } }
  }
}

extension SignalProducer where Error == any Swift.Error {
  /// A producer that fails with the first error that an action throws for a value; the rest of the work is stopped.
  public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, Error> {
    attemptMap { value in
      try action(value)
      return value
    }
  }

  /// A producer of the transformed values that fails with the first error thrown; the rest of the work is stopped.
  public func attemptMap<U>(_ transform: @escaping (Value) throws -> U) -> SignalProducer<U, Error> {
    operated(endsEarly: true) { AttemptMap($0, transform) }
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
  private let transform: (Value) throws(Error) -> Output

  init(_ downstream: Observer<Output, Error>, _ transform: @escaping (Value) throws(Error) -> Output) {
    self.downstream = downstream
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    let output: Output
    do {
      output = try transform(value)
    } catch {
      return downstream.terminate(.failed(error), &delivery)
    }
    downstream.receive(output, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
