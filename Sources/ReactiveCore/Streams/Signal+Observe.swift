extension Signal {
  /// Calls a function with each event from now on.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended; then the function gets `interrupted`.
  @discardableResult
  public func observe(_ action: @escaping Signal<Value, Error>.Observer.Action) -> (any Disposable)? {
    observe(Observer(action))
  }

  /// Calls a function with each value and with the failure, as results.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended.
  @discardableResult
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> (any Disposable)? {
    observe(with: ResultObserver(action))
  }

  /// Calls a function when the signal completes.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended.
  @discardableResult
  public func observeCompleted(_ action: @escaping () -> Void) -> (any Disposable)? {
    observe(with: EndObserver { if case .completed = $0 { action() } })
  }

  /// Calls a function when the signal fails.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended.
  @discardableResult
  public func observeFailed(_ action: @escaping (Error) -> Void) -> (any Disposable)? {
    observe(with: EndObserver { if case .failed(let error) = $0 { action(error) } })
  }

  /// Calls a function when the signal is interrupted, or at once when it has ended.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended.
  @discardableResult
  public func observeInterrupted(_ action: @escaping () -> Void) -> (any Disposable)? {
    observe(with: EndObserver { if case .interrupted = $0 { action() } })
  }
}

extension Signal where Error == Never {
  /// Calls a function with each value.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended.
  @discardableResult
  public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? {
    observe(with: ValueObserver(action))
  }
}

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
