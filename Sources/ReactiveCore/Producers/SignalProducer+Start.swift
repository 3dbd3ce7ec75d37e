extension SignalProducer {
  /// Starts the work and sends its events to an observer.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func start(_ observer: Signal<Value, Error>.Observer = .init()) -> any Disposable {
    start(with: observer)
  }

  /// Starts the work and calls a function with each event.
  ///
  /// - Returns: What interrupts the work.
  // In the program that calls this: see the observer.
  @inlinable
  @discardableResult
  public func start(_ action: @escaping Signal<Value, Error>.Observer.Action) -> any Disposable {
    start(Signal<Value, Error>.Observer(action))
  }

  /// Starts the work and calls a function with each value, and with the error if the producer fails.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func startWithResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    start(with: ResultObserver(action))
  }

  /// Starts the work and calls a function when it completes.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func startWithCompleted(_ action: @escaping () -> Void) -> any Disposable {
    start(.init(completed: action))
  }

  /// Starts the work and calls a function with the error if it fails.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func startWithFailed(_ action: @escaping (Error) -> Void) -> any Disposable {
    start(.init(failed: action))
  }

  /// Starts the work and calls a function if it is interrupted.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func startWithInterrupted(_ action: @escaping () -> Void) -> any Disposable {
    start(.init(interrupted: action))
  }
}

extension SignalProducer where Error == Never {
  /// Starts the work and calls a function with each value.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable {
    recipe.start(forValues: action) ?? start(with: ValueObserver(action))
  }
}
