extension Signal where Value: SignalProducerConvertible, Error == Value.Error {
  /// A signal of the values of the streams that this signal sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never {
  /// A signal of the values of the streams that this signal sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// A signal of the values of the streams that this signal sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
  /// A signal of the values of the streams that this signal sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Value.Error {
  /// A producer of the values of the streams that this producer sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
  /// A producer of the values of the streams that this producer sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// A producer of the values of the streams that this producer sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
  /// A producer of the values of the streams that this producer sends, by a strategy.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    flatMap(strategy) { $0.producer }
  }
}
