extension Signal {
  /// A signal of this one's events as values.
  ///
  /// The terminating event is sent as a value too; then the signal completes, or is interrupted if that was the event.
  public func materialize() -> Signal<Event, Never> {
    operated { Materialize($0) }
  }

  /// A signal of this one's values and its failure as results.
  ///
  /// A failure is sent as a value; then the signal completes.
  public func materializeResults() -> Signal<Result<Value, Error>, Never> {
    operated { MaterializeResults($0) }
  }
}

extension SignalProducer {
  /// A producer of this one's events as values.
  ///
  /// The terminating event is sent as a value too; then the producer completes, or is interrupted if that was the event.
  public func materialize() -> SignalProducer<Signal<Value, Error>.Event, Never> {
    operated { Materialize($0) }
  }

  /// A producer of this one's values and its failure as results.
  ///
  /// A failure is sent as a value; then the producer completes.
  public func materializeResults() -> SignalProducer<Result<Value, Error>, Never> {
    operated { MaterializeResults($0) }
  }
}

/// Sends events as values.
final class Materialize<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Signal<Value, Error>.Event, Never>

  init(_ downstream: Observer<Signal<Value, Error>.Event, Never>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(.value(value), &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.receive(Signal<Value, Error>.Event(termination), &delivery)
    delivery.then { [downstream] in
      if case .interrupted = termination {
        downstream.terminate(.interrupted, &$0)
      } else {
        downstream.terminate(.completed, &$0)
      }
    }
  }
}

/// Sends values and the failure as results.
final class MaterializeResults<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Result<Value, Error>, Never>

  init(_ downstream: Observer<Result<Value, Error>, Never>) { self.downstream = downstream }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(.success(value), &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    switch termination {
    case .failed(let error):
      downstream.receive(.failure(error), &delivery)
      delivery.then { [downstream] in downstream.terminate(.completed, &$0) }
    case .completed: downstream.terminate(.completed, &delivery)
    case .interrupted: downstream.terminate(.interrupted, &delivery)
    }
  }
}
