extension Property {
  /// Makes a property that has a first value and then those of a stream, which is started at once.
  ///
  /// The property's signal and producers complete when the stream ends in any way. The work of the stream is stopped when
  /// nobody holds or observes the property or what derives from it.
  public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
    self.init(owning: FedNode(initial, then: values).begin())
  }

  /// Makes a property that has a first value and then those of a signal, or of something else that a producer can be
  /// made of.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Values.Value == Value, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }
}

extension Property where Value: OptionalProtocol {
  /// Makes a property of optional values from a stream whose values are not optional.
  public convenience init(initial: Value, then values: SignalProducer<Value.Wrapped, Never>) {
    self.init(initial: initial, then: values.map { Value(reconstructing: $0) })
  }

  /// Makes a property of optional values from a signal whose values are not optional, or from something else that a
  /// producer can be made of.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Values.Value == Value.Wrapped, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }
}
