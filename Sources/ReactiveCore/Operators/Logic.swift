extension Signal where Value == Bool {
  /// A signal that tells whether the latest values of this signal and another are both true.
  public func and(_ booleans: Signal) -> Signal {
    combineLatest(with: booleans).map { $0 && $1 }
  }

  /// A signal that tells whether one of the latest values of this signal and another is true.
  public func or(_ booleans: Signal) -> Signal {
    combineLatest(with: booleans).map { $0 || $1 }
  }

  /// A signal that tells whether the latest values of all signals are true.
  public static func all<BooleansCollection: Collection>(_ booleans: BooleansCollection) -> Signal
  where BooleansCollection.Element == Signal {
    combineLatest(booleans).map { !$0.contains(false) }
  }

  /// As ``all(_:)-(BooleansCollection)``.
  public static func all(_ booleans: Signal...) -> Signal {
    all(booleans)
  }

  /// A signal that tells whether one of the latest values of all signals is true.
  public static func any<BooleansCollection: Collection>(_ booleans: BooleansCollection) -> Signal
  where BooleansCollection.Element == Signal {
    combineLatest(booleans).map { $0.contains(true) }
  }

  /// As ``any(_:)-(BooleansCollection)``.
  public static func any(_ booleans: Signal...) -> Signal {
    any(booleans)
  }
}

extension SignalProducer where Value == Bool {
  /// A producer that tells whether the latest values of this producer and another are both true.
  public func and(_ booleans: SignalProducer) -> SignalProducer {
    combineLatest(with: booleans).map { $0 && $1 }
  }

  /// A producer that tells whether the latest values of this producer and another are both true.
  public func and<Booleans: SignalProducerConvertible>(_ booleans: Booleans) -> SignalProducer
  where Booleans.Value == Value, Booleans.Error == Error {
    and(booleans.producer)
  }

  /// A producer that tells whether one of the latest values of this producer and another is true.
  public func or(_ booleans: SignalProducer) -> SignalProducer {
    combineLatest(with: booleans).map { $0 || $1 }
  }

  /// A producer that tells whether one of the latest values of this producer and another is true.
  public func or<Booleans: SignalProducerConvertible>(_ booleans: Booleans) -> SignalProducer
  where Booleans.Value == Value, Booleans.Error == Error {
    or(booleans.producer)
  }

  /// A producer that tells whether the latest values of all producers are true; true when there are none.
  public static func all<BooleansCollection: Collection>(_ booleans: BooleansCollection) -> SignalProducer
  where BooleansCollection.Element == SignalProducer {
    combineLatest(booleans, emptySentinel: []).map { !$0.contains(false) }
  }

  /// As ``all(_:)-(BooleansCollection)``.
  public static func all(_ booleans: SignalProducer...) -> SignalProducer {
    all(booleans)
  }

  /// As ``all(_:)-(BooleansCollection)``, of anything that stands for a producer.
  public static func all<Booleans: SignalProducerConvertible, BooleansCollection: Collection>(
    _ booleans: BooleansCollection
  ) -> SignalProducer
  where Booleans.Value == Value, Booleans.Error == Error, BooleansCollection.Element == Booleans {
    all(booleans.map(\.producer))
  }

  /// A producer that tells whether one of the latest values of all producers is true; false when there are none.
  public static func any<BooleansCollection: Collection>(_ booleans: BooleansCollection) -> SignalProducer
  where BooleansCollection.Element == SignalProducer {
    combineLatest(booleans, emptySentinel: []).map { $0.contains(true) }
  }

  /// As ``any(_:)-(BooleansCollection)``.
  public static func any(_ booleans: SignalProducer...) -> SignalProducer {
    any(booleans)
  }

  /// As ``any(_:)-(BooleansCollection)``, of anything that stands for a producer.
  public static func any<Booleans: SignalProducerConvertible, BooleansCollection: Collection>(
    _ booleans: BooleansCollection
  ) -> SignalProducer
  where Booleans.Value == Value, Booleans.Error == Error, BooleansCollection.Element == Booleans {
    any(booleans.map(\.producer))
  }
}
