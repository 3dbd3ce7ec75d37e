extension SignalProducer {
  /// A producer that does the work of this one for its completion only, and then the work of another one.
  ///
  /// A failure or interruption of the first is passed on, and the second is not started.
  public func then<U>(_ replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    succeeded(by: replacement)
  }

  /// As ``then(_:)-(SignalProducer<U,Error>)``, for what a producer can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Replacement.Value, Error> where Replacement.Error == Error {
    succeeded(by: replacement.producer)
  }

  /// As ``then(_:)-(SignalProducer<U,Error>)``, for a producer that cannot fail.
  public func then<U>(_ replacement: SignalProducer<U, Never>) -> SignalProducer<U, Error> {
    succeeded(by: replacement.promoteError(Error.self))
  }

  /// As ``then(_:)-(SignalProducer<U,Error>)``, for what a producer that cannot fail can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Replacement.Value, Error> where Replacement.Error == Never {
    succeeded(by: replacement.producer.promoteError(Error.self))
  }

  /// As ``then(_:)-(SignalProducer<U,Error>)``; it lets `then(.empty)` mean a producer of the same type.
  public func then(_ replacement: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    succeeded(by: replacement)
  }

  /// As ``then(_:)-(SignalProducer<Value,Error>)``, for what a producer can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Value, Error> where Replacement.Value == Value, Replacement.Error == Error {
    succeeded(by: replacement.producer)
  }

  fileprivate func succeeded<U>(by replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    let first: SignalProducer<U, Error> = operated { IgnoreValues($0) }
    return SignalProducer<U, Error>(ThenRecipe(first.recipe, replacement.recipe))
  }
}

/// What follows a producer that cannot fail may fail with any error.
extension SignalProducer where Error == Never {
  /// A producer that does the work of this one for its completion only, and then the work of another one, which may fail.
  public func then<U, NewError: Swift.Error>(
    _ replacement: SignalProducer<U, NewError>
  ) -> SignalProducer<U, NewError> {
    promoteError(NewError.self).succeeded(by: replacement)
  }

  /// As ``then(_:)-(SignalProducer<U,NewError>)``, for what a producer can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Replacement.Value, Replacement.Error> {
    promoteError(Replacement.Error.self).succeeded(by: replacement.producer)
  }

  /// As ``then(_:)-(SignalProducer<U,NewError>)``, for a producer that cannot fail.
  public func then<U>(_ replacement: SignalProducer<U, Never>) -> SignalProducer<U, Never> {
    succeeded(by: replacement)
  }

  /// As ``then(_:)-(SignalProducer<U,NewError>)``, for what a producer that cannot fail can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Replacement.Value, Never> where Replacement.Error == Never {
    succeeded(by: replacement.producer)
  }

  /// As ``then(_:)-(SignalProducer<U,NewError>)``; it lets `then(.empty)` mean a producer of the same type.
  public func then(_ replacement: SignalProducer<Value, Never>) -> SignalProducer<Value, Never> {
    succeeded(by: replacement)
  }

  /// As ``then(_:)-(SignalProducer<Value,Never>)``, for what a producer can be made of.
  public func then<Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<Value, Never> where Replacement.Value == Value, Replacement.Error == Never {
    succeeded(by: replacement.producer)
  }
}

/// Runs one recipe, and another one when it has completed.
private final class ThenRecipe<Value, Error: Swift.Error>: PairRecipe<Value, Error>, @unchecked Sendable {
  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    let pair = SuccessionRecipe<Value, Error> { [first = first!, second = second!] in
      var isFirst = true
      return { termination in
        guard let termination else { return .run(first) }
        guard case .completed = termination, isFirst else { return .end(termination) }
        isFirst = false
        return .run(second)
      }
    }
    pair.run(on: core, during: work, &delivery)
  }
}

/// Drops the values and passes the end on.
private final class IgnoreValues<Source, Value, Error: Swift.Error>: Operator<Source, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  override func receive(_ value: Source, _ delivery: inout Delivery) {}

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
