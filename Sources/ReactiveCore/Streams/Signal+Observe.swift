extension Signal {
  /// Calls a function with each event from now on.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended; then the function gets `interrupted`.
  // In the program that calls this: see the observer.
  @inlinable
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
