extension Signal {
  /// A signal of the values after the first value or the completion of a trigger.
  ///
  /// The end is passed on at any time; an interruption of the trigger means nothing.
  public func skip(until trigger: Signal<(), Never>) -> Signal {
    .joined { observer, lifetime in
      let skip = SkipUntil(observer)
      trigger.join(SkipUntilTrigger(skip), during: lifetime)
      join(skip, during: lifetime)
    }
  }
}

extension SignalProducer {
  /// A producer that starts a trigger, then this producer, and sends its values after the trigger's first value or its
  /// completion.
  ///
  /// The end is passed on at any time; an interruption of the trigger means nothing.
  public func skip(until trigger: SignalProducer<(), Never>) -> SignalProducer {
    .joined { observer, lifetime, delivery in
      let skip = SkipUntil(observer)
      trigger.join(SkipUntilTrigger(skip), during: lifetime, &delivery)
      join(skip, during: lifetime, &delivery)
    }
  }

  /// As ``skip(until:)-(SignalProducer<(),Never>)``, with anything that stands for a producer.
  public func skip<Trigger: SignalProducerConvertible>(until trigger: Trigger) -> SignalProducer
  where Trigger.Value == (), Trigger.Error == Never {
    skip(until: trigger.producer)
  }
}

/// Drops values until it is opened.
final class SkipUntil<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let isOpen = OnceFlag()

  init(_ downstream: Observer<Value, Error>) { self.downstream = downstream }

  func open() { _ = isOpen.raise() }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if isOpen.isRaised { downstream.receive(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}

/// Opens the skipping operator when the trigger sends or completes.
private final class SkipUntilTrigger<Value, Error: Swift.Error>: Operator<(), Never>, @unchecked Sendable {
  private let skip: SkipUntil<Value, Error>

  init(_ skip: SkipUntil<Value, Error>) { self.skip = skip }

  override func receive(_ value: (), _ delivery: inout Delivery) { skip.open() }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    if case .completed = termination { skip.open() }
  }
}
