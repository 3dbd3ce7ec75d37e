extension Signal {
  /// A signal of the final result of a fold, sent when this one completes.
  ///
  /// Without any value the initial result is sent. A failed or interrupted signal sends no result.
  public func reduce<U>(
    _ initialResult: U, _ nextPartialResult: @escaping (U, Value) -> U
  ) -> Signal<U, Error> {
    reduce(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// As ``reduce(_:_:)``, changing the result in place.
  ///
  /// - Parameter nextPartialResult: Must not send into the same stream.
  public func reduce<U>(
    into initialResult: U, _ nextPartialResult: @escaping (inout U, Value) -> Void
  ) -> Signal<U, Error> {
    operated { Reduce($0, initialResult, nextPartialResult) }
  }
}

extension SignalProducer {
  /// A producer of the final result of a fold, sent when this one completes.
  ///
  /// Without any value the initial result is sent. A failed or interrupted producer sends no result.
  public func reduce<U>(
    _ initialResult: U, _ nextPartialResult: @escaping (U, Value) -> U
  ) -> SignalProducer<U, Error> {
    reduce(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// As ``reduce(_:_:)``, changing the result in place.
  ///
  /// - Parameter nextPartialResult: Must not send into the same stream.
  public func reduce<U>(
    into initialResult: U, _ nextPartialResult: @escaping (inout U, Value) -> Void
  ) -> SignalProducer<U, Error> {
    operated { Reduce($0, initialResult, nextPartialResult) }
  }
}

/// Sends the result of a fold on completion.
final class Reduce<Value, Output, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, Error>
  private var result: Output
  private let update: (inout Output, Value) -> Void

  init(_ downstream: Observer<Output, Error>, _ initial: Output, _ update: @escaping (inout Output, Value) -> Void) {
    self.downstream = downstream
    self.result = initial
    self.update = update
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) { update(&result, value) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .completed = termination { downstream.receive(result, &delivery) }
    delivery.then { [downstream] in downstream.terminate(termination, &$0) }
  }
}
