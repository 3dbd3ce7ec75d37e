// What makes no sense of a stream that cannot fail. Each of these does what the function it takes the place of would
// do; they are here for the message.

extension Signal where Error == Never {
  @discardableResult
  @available(
    *, deprecated,
    message: "a signal that cannot fail does not call this: use observeValues(_:), observeCompleted(_:) or observe(_:)"
  )
  public func observeFailed(_ action: @escaping (Error) -> Void) -> (any Disposable)? { observe(.init()) }

  @available(*, deprecated, message: "a signal that cannot fail has no error to go on from: use promoteError(_:)")
  public func flatMapError<NewError>(
    _ transform: @escaping (Error) -> SignalProducer<Value, NewError>
  ) -> Signal<Value, NewError> { promoteError(NewError.self) }

  @available(*, deprecated, message: "a signal that cannot fail has no error to transform: use promoteError(_:)")
  public func mapError<NewError>(_ transform: @escaping (Error) -> NewError) -> Signal<Value, NewError> {
    promoteError(NewError.self)
  }
}

extension SignalProducer where Error == Never {
  @discardableResult
  @available(
    *, deprecated,
    message: "a producer that cannot fail does not call this: use startWithValues(_:) or startWithCompleted(_:)"
  )
  public func startWithFailed(_ action: @escaping (Error) -> Void) -> any Disposable { start(.init()) }

  @available(*, deprecated, message: "a producer that cannot fail has no error to go on from: use promoteError(_:)")
  public func flatMapError<NewError>(
    _ transform: @escaping (Error) -> SignalProducer<Value, NewError>
  ) -> SignalProducer<Value, NewError> { promoteError(NewError.self) }

  @available(*, deprecated, message: "a producer that cannot fail has no error to transform: use promoteError(_:)")
  public func mapError<NewError>(_ transform: @escaping (Error) -> NewError) -> SignalProducer<Value, NewError> {
    promoteError(NewError.self)
  }

  @available(
    *, deprecated, message: "a producer that cannot fail is not tried again: leave this out, or use repeat(_:)"
  )
  public func retry(upTo count: Int) -> SignalProducer<Value, Error> { self }
}

extension Signal.Observer where Error == Never {
  @available(
    *, deprecated,
    message: "a stream that cannot fail does not call `failed`: leave it out, or use `completed` or `interrupted`"
  )
  public convenience init(
    value: ((Value) -> Void)? = nil, failed: @escaping (Error) -> Void, completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil
  ) {
    self.init(value: value, completed: completed, interrupted: interrupted)
  }
}
