extension Signal {
  /// A signal that fails with the transformed error.
  public func mapError<F>(_ transform: @escaping (Error) -> F) -> Signal<Value, F> {
    operated { MapError($0, transform) }
  }
}

extension SignalProducer {
  /// A producer that fails with the transformed error.
  public func mapError<F>(_ transform: @escaping (Error) -> F) -> SignalProducer<Value, F> {
    operated { MapError($0, transform) }
  }
}

/// Transforms the error.
final class MapError<Value, Error: Swift.Error, OutputError: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, OutputError>
  private let transform: (Error) -> OutputError

  init(_ downstream: Observer<Value, OutputError>, _ transform: @escaping (Error) -> OutputError) {
    self.downstream = downstream
    self.transform = transform
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) { downstream.receive(value, &delivery) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    switch termination {
    case .failed(let error): downstream.terminate(.failed(transform(error)), &delivery)
    case .completed: downstream.terminate(.completed, &delivery)
    case .interrupted: downstream.terminate(.interrupted, &delivery)
    }
  }
}
