extension BindingTargetProvider {
  @available(
    *, unavailable,
    message: "this stream can fail and a binding cannot: target <~ source.flatMapError { _ in … } says what is set then"
  )
  @discardableResult
  public static func <~ <Source: SignalProducerConvertible>(provider: Self, source: Source) -> (any Disposable)?
  where Source.Value == Value {
    preconditionFailure("unavailable")
  }

  @available(
    *, unavailable,
    message: "the source's values are of another type than the target's: target <~ source.map { … } converts them"
  )
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> (any Disposable)? {
    preconditionFailure("unavailable")
  }
}

extension Property {
  @available(
    *, unavailable,
    message: "a Property follows what it was made of and cannot be bound: make the target a MutableProperty"
  )
  @discardableResult
  public static func <~ <Source: SignalProducerConvertible>(
    property: Property<Value>, source: Source
  ) -> (any Disposable)? {
    preconditionFailure("unavailable")
  }
}
