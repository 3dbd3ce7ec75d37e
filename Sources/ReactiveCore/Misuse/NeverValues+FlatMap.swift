// As NeverValues.swift: a stream without values has none to make streams of. There is one function for each form of
// `flatMap`, so that the compiler is never in doubt between two.

extension Signal where Value == Never {
  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Error>
  ) -> Signal<U, Error> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error { promoteValue(Inner.Value.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> Signal<U, Error> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Never { promoteValue(Inner.Value.self) }
}

extension Signal where Value == Never, Error == Never {
  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, F>
  ) -> Signal<U, F> { promoteValue(U.self).promoteError(F.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> { promoteValue(Inner.Value.self).promoteError(Inner.Error.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> Signal<U, Never> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a signal without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Never> where Inner.Error == Never { promoteValue(Inner.Value.self) }
}

extension SignalProducer where Value == Never {
  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Error>
  ) -> SignalProducer<U, Error> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error { promoteValue(Inner.Value.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> SignalProducer<U, Error> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never { promoteValue(Inner.Value.self) }
}

extension SignalProducer where Value == Never, Error == Never {
  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, F>
  ) -> SignalProducer<U, F> { promoteValue(U.self).promoteError(F.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> { promoteValue(Inner.Value.self).promoteError(Inner.Error.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> SignalProducer<U, Never> { promoteValue(U.self) }

  @discardableResult
  @available(*, deprecated, message: "a producer without values has none to make streams of: use promoteValue(_:)")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Never> where Inner.Error == Never { promoteValue(Inner.Value.self) }
}
