extension SignalProducer {
  /// A producer that does the work of this one and, when that has completed, the work of another one.
  ///
  /// An interruption of the first counts as its completion. The second is not started before its turn.
  public func concat(_ next: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    SignalProducer(ConcatRecipe(recipe, next.recipe))
  }

  /// As ``concat(_:)-(SignalProducer<Value,Error>)``, for what a producer can be made of.
  public func concat<Next: SignalProducerConvertible>(
    _ next: Next
  ) -> SignalProducer<Value, Error> where Next.Value == Value, Next.Error == Error {
    concat(next.producer)
  }

  /// A producer that sends one more value before it completes.
  public func concat(value: Value) -> SignalProducer<Value, Error> {
    concat(SignalProducer(value: value))
  }

  /// A producer that fails where this one completes.
  public func concat(error: Error) -> SignalProducer<Value, Error> {
    concat(SignalProducer(error: error))
  }

  /// A producer that does the work of another one first and, when that has completed, the work of this one.
  public func prefix(_ previous: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    previous.concat(self)
  }

  /// As ``prefix(_:)-(SignalProducer<Value,Error>)``, for what a producer can be made of.
  public func prefix<Previous: SignalProducerConvertible>(
    _ previous: Previous
  ) -> SignalProducer<Value, Error> where Previous.Value == Value, Previous.Error == Error {
    previous.producer.concat(self)
  }

  /// A producer that sends a value first.
  public func prefix(value: Value) -> SignalProducer<Value, Error> {
    prefix(SignalProducer(value: value))
  }
}

/// Runs one recipe after another.
///
/// A row of these, nested to the left or to the right, is run as one succession: its length costs neither depth nor time
/// for each value.
final class ConcatRecipe<Value, Error: Swift.Error>: PairRecipe<Value, Error>, @unchecked Sendable {
  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    let row = SuccessionRecipe<Value, Error> { [self] in
      var rest: [Recipe<Value, Error>] = [self]
      return { termination in
        if case .failed(let error) = termination { return .end(.failed(error)) }
        while let next = rest.popLast() {
          guard let concat = next as? ConcatRecipe else { return .run(next) }
          rest.append(concat.second!)
          rest.append(concat.first!)
        }
        return .end(.completed)
      }
    }
    row.run(on: core, during: work, &delivery)
  }
}
