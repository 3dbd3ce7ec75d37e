// What makes no sense of a stream that sends no value. Each of these does what the function it takes the place of would
// do; they are here for the message.

extension Signal where Value == Never {
  @discardableResult
  @available(
    *, deprecated, message: "a signal without values has no results but failures: use observeFailed(_:) or observe(_:)"
  )
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> (any Disposable)? {
    observeFailed { action(.failure($0)) }
  }
}

extension SignalProducer where Value == Never {
  @discardableResult
  @available(
    *, deprecated, message: "a producer without values has no results but failures: use startWithFailed(_:)"
  )
  public func startWithResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    startWithFailed { action(.failure($0)) }
  }
}

extension Signal where Value == Never, Error == Never {
  @discardableResult
  @available(
    *, deprecated,
    message: "a signal without values and errors has no results: use observeCompleted(_:) or observeInterrupted(_:)"
  )
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> (any Disposable)? {
    observe(.init())
  }

  @discardableResult
  @available(
    *, deprecated, message: "a signal without values does not call this: use observeCompleted(_:) or observe(_:)"
  )
  public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? { observe(.init()) }
}

extension SignalProducer where Value == Never, Error == Never {
  @discardableResult
  @available(
    *, deprecated,
    message: "a producer without values and errors has no results: use startWithCompleted(_:)"
  )
  public func startWithResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable { start(.init()) }

  @discardableResult
  @available(
    *, deprecated, message: "a producer without values does not call this: use startWithCompleted(_:) or start()"
  )
  public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable { start(.init()) }
}
