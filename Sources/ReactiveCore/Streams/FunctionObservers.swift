/// Calls a function with each value, without an event in between.
final class ValueObserver<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  private let action: (Value) -> Void

  init(_ action: @escaping (Value) -> Void) { self.action = action }

  override func receive(_ value: Value) { action(value) }

  override func receive(_ value: Value, _ delivery: inout Delivery) { action(value) }
}

/// Calls a function with each value and the failure.
final class ResultObserver<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  private let action: (Result<Value, Error>) -> Void

  init(_ action: @escaping (Result<Value, Error>) -> Void) { self.action = action }

  override func receive(_ value: Value) { action(.success(value)) }

  override func terminate(_ termination: Termination<Error>) {
    if case .failed(let error) = termination { action(.failure(error)) }
  }
}

/// Calls a function with the end of the stream.
final class EndObserver<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  private let action: (Termination<Error>) -> Void

  init(_ action: @escaping (Termination<Error>) -> Void) { self.action = action }

  override func terminate(_ termination: Termination<Error>) { action(termination) }
}

/// Calls a function for each kind of event that has one.
final class FunctionObserver<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  private let value: ((Value) -> Void)?
  private let failed: ((Error) -> Void)?
  private let completed: (() -> Void)?
  private let interrupted: (() -> Void)?

  init(
    _ value: ((Value) -> Void)?, _ failed: ((Error) -> Void)?, _ completed: (() -> Void)?, _ interrupted: (() -> Void)?
  ) {
    self.value = value
    self.failed = failed
    self.completed = completed
    self.interrupted = interrupted
  }

  override func receive(_ value: Value) { self.value?(value) }

  override func terminate(_ termination: Termination<Error>) {
    switch termination {
    case .failed(let error): failed?(error)
    case .completed: completed?()
    case .interrupted: interrupted?()
    }
  }
}
