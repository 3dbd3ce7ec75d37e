extension Signal where Value: EventProtocol, Error == Never {
  /// A signal of the events that this one sends as values.
  public func dematerialize() -> Signal<Value.Value, Value.Error> {
    operated { Dematerialize($0) }
  }
}

extension Signal where Value: ResultProtocol, Error == Never {
  /// A signal of the values in the results that this one sends; it fails with the first failure.
  public func dematerializeResults() -> Signal<Value.Success, Value.Failure> {
    operated { DematerializeResults($0) }
  }
}

extension SignalProducer where Value: EventProtocol, Error == Never {
  /// A producer of the events that this one sends as values; after a terminating one the rest of the work is stopped.
  public func dematerialize() -> SignalProducer<Value.Value, Value.Error> {
    operated(endsEarly: true) { Dematerialize($0) }
  }
}

extension SignalProducer where Value: ResultProtocol, Error == Never {
  /// A producer of the values in the results that this one sends; it fails with the first failure.
  public func dematerializeResults() -> SignalProducer<Value.Success, Value.Failure> {
    operated(endsEarly: true) { DematerializeResults($0) }
  }
}

/// Sends the events that come as values.
final class Dematerialize<Value: EventProtocol>: Operator<Value, Never>, @unchecked Sendable {
  private let downstream: Observer<Value.Value, Value.Error>

  init(_ downstream: Observer<Value.Value, Value.Error>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    switch value.event {
    case .value(let value): downstream.receive(value, &delivery)
    case .failed(let error): downstream.terminate(.failed(error), &delivery)
    case .completed: downstream.terminate(.completed, &delivery)
    case .interrupted: downstream.terminate(.interrupted, &delivery)
    }
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    downstream.terminate(termination.promoted(), &delivery)
  }
}

/// Sends the values in results.
final class DematerializeResults<Value: ResultProtocol>: Operator<Value, Never>, @unchecked Sendable {
  private let downstream: Observer<Value.Success, Value.Failure>

  init(_ downstream: Observer<Value.Success, Value.Failure>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    switch value.result {
    case .success(let value): downstream.receive(value, &delivery)
    case .failure(let error): downstream.terminate(.failed(error), &delivery)
    }
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    downstream.terminate(termination.promoted(), &delivery)
  }
}
