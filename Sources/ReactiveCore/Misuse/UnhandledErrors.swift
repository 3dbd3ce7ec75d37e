// Values alone are for streams that cannot fail; these tell how to handle the error.

extension Signal {
  @discardableResult
  @available(
    *, unavailable,
    message: "this signal can fail: use observeResult(_:), or flatMapError(_:) before observeValues(_:)"
  )
  public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? { observe(.init(value: action)) }
}

extension SignalProducer {
  @discardableResult
  @available(
    *, unavailable,
    message: "this producer can fail: use startWithResult(_:), or flatMapError(_:) before startWithValues(_:)"
  )
  public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable { start(.init(value: action)) }
}
