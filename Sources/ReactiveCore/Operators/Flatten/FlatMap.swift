/// The error of a stream that cannot fail, as any other; it is never called.
private func widen<Error>(_ never: Never) -> Error {}

private func same<Error>(_ error: Error) -> Error { error }

extension Signal {
  /// The values of the streams that a function makes of the values; what the public forms call.
  fileprivate func flattened<U, InnerError, NewError>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, InnerError>,
    _ widenOuter: @escaping (Error) -> NewError, _ widenInner: @escaping (InnerError) -> NewError
  ) -> Signal<U, NewError> {
    .joined { observer, lifetime in
      join(strategy.outerInput(observer, during: lifetime, transform, widenOuter, widenInner), during: lifetime)
    }
  }
}

extension Signal {
  /// A signal of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Error>
  ) -> Signal<U, Error> {
    flattened(strategy, transform, same, same)
  }

  /// A signal of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    flattened(strategy, { transform($0).producer }, same, same)
  }

  /// A signal of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> Signal<U, Error> {
    flattened(strategy, transform, same, widen)
  }

  /// A signal of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Never {
    flattened(strategy, { transform($0).producer }, same, widen)
  }
}

extension Signal where Error == Never {
  /// A signal of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, F>
  ) -> Signal<U, F> {
    flattened(strategy, transform, widen, same)
  }

  /// A signal of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> {
    flattened(strategy, { transform($0).producer }, widen, same)
  }

  /// A signal of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> Signal<U, Never> {
    flattened(strategy, transform, same, same)
  }

  /// A signal of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Never> where Inner.Error == Never {
    flattened(strategy, { transform($0).producer }, same, same)
  }
}

extension SignalProducer {
  /// The values of the streams that a function makes of the values; what the public forms call.
  fileprivate func flattened<U, InnerError, NewError>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, InnerError>,
    _ widenOuter: @escaping (Error) -> NewError, _ widenInner: @escaping (InnerError) -> NewError
  ) -> SignalProducer<U, NewError> {
    .joined { observer, lifetime, delivery in
      join(
        strategy.outerInput(observer, during: lifetime, transform, widenOuter, widenInner), during: lifetime, &delivery)
    }
  }
}

extension SignalProducer {
  /// A producer of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Error>
  ) -> SignalProducer<U, Error> {
    flattened(strategy, transform, same, same)
  }

  /// A producer of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    flattened(strategy, { transform($0).producer }, same, same)
  }

  /// A producer of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> SignalProducer<U, Error> {
    flattened(strategy, transform, same, widen)
  }

  /// A producer of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
    flattened(strategy, { transform($0).producer }, same, widen)
  }
}

extension SignalProducer where Error == Never {
  /// A producer of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, F>
  ) -> SignalProducer<U, F> {
    flattened(strategy, transform, widen, same)
  }

  /// A producer of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> {
    flattened(strategy, { transform($0).producer }, widen, same)
  }

  /// A producer of the values of the producers that a function makes of the values, by a strategy.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<U, Never>
  ) -> SignalProducer<U, Never> {
    flattened(strategy, transform, same, same)
  }

  /// A producer of the values of the streams that a function makes of the values, by a strategy.
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Never> where Inner.Error == Never {
    flattened(strategy, { transform($0).producer }, same, same)
  }
}
