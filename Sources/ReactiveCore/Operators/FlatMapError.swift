extension Signal {
  /// A signal that goes on with a producer when this signal fails.
  public func flatMapError<F>(_ transform: @escaping (Error) -> SignalProducer<Value, F>) -> Signal<Value, F> {
    .joined { observer, lifetime in join(FlatMapError(observer, lifetime, transform), during: lifetime) }
  }

  /// A signal that goes on with another stream when this signal fails.
  public func flatMapError<Inner: SignalProducerConvertible>(
    _ transform: @escaping (Error) -> Inner
  ) -> Signal<Value, Inner.Error> where Inner.Value == Value {
    flatMapError { transform($0).producer }
  }
}

extension SignalProducer {
  /// A producer that goes on with another when this one fails.
  public func flatMapError<F>(_ transform: @escaping (Error) -> SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    .joined { observer, lifetime, delivery in
      join(FlatMapError(observer, lifetime, transform), during: lifetime, &delivery)
    }
  }

  /// A producer that goes on with another stream when this one fails.
  public func flatMapError<Inner: SignalProducerConvertible>(
    _ transform: @escaping (Error) -> Inner
  ) -> SignalProducer<Value, Inner.Error> where Inner.Value == Value {
    flatMapError { transform($0).producer }
  }
}

/// Starts a producer in place of a stream that fails.
final class FlatMapError<Value, Error: Swift.Error, OutputError: Swift.Error>:
  Operator<Value, Error>, @unchecked Sendable
{
  private let downstream: Observer<Value, OutputError>
  private let lifetime: Lifetime
  private let transform: (Error) -> SignalProducer<Value, OutputError>

  init(
    _ downstream: Observer<Value, OutputError>, _ lifetime: Lifetime,
    _ transform: @escaping (Error) -> SignalProducer<Value, OutputError>
  ) {
    self.downstream = downstream
    self.lifetime = lifetime
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    switch termination {
    case .failed(let error): transform(error).join(downstream, during: lifetime, &delivery)
    case .completed: downstream.terminate(.completed, &delivery)
    case .interrupted: downstream.terminate(.interrupted, &delivery)
    }
  }
}
