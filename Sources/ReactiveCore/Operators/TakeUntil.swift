extension Signal {
  /// A signal of the events up to the first value or the completion of a trigger, which completes it.
  ///
  /// An interruption of the trigger means nothing.
  public func take(until trigger: Signal<(), Never>) -> Signal {
    .joined { observer, lifetime in
      let junction = Junction(observer)
      join(JunctionInput(junction), during: lifetime)
      trigger.join(TakeUntilTrigger(junction), during: lifetime)
    }
  }

  /// A signal of the events up to the end of a lifetime, which completes it.
  public func take(during lifetime: Lifetime) -> Signal {
    .joined { observer, own in
      let junction = Junction(observer)
      join(JunctionInput(junction), during: own)
      own += lifetime.completing(junction)
    }
  }
}

extension SignalProducer {
  /// A producer that starts a trigger, then this producer, and sends its events up to the trigger's first value or its
  /// completion, which completes it.
  ///
  /// An interruption of the trigger means nothing.
  public func take(until trigger: SignalProducer<(), Never>) -> SignalProducer {
    .joined { observer, lifetime, delivery in
      let junction = Junction(observer)
      trigger.join(TakeUntilTrigger(junction), during: lifetime, &delivery)
      join(JunctionInput(junction), during: lifetime, &delivery)
    }
  }

  /// As ``take(until:)-(SignalProducer<(),Never>)``, with anything that stands for a producer.
  public func take<Trigger: SignalProducerConvertible>(until trigger: Trigger) -> SignalProducer
  where Trigger.Value == (), Trigger.Error == Never {
    take(until: trigger.producer)
  }

  /// A producer of the events up to the end of a lifetime, which completes it.
  ///
  /// When the lifetime has ended already, nothing is started.
  public func take(during lifetime: Lifetime) -> SignalProducer {
    .joined { observer, own, delivery in
      let junction = Junction(observer)
      own += lifetime.completing(junction)
      join(JunctionInput(junction), during: own, &delivery)
    }
  }
}

extension Lifetime {
  /// Completes what a junction feeds when the lifetime ends.
  ///
  /// - Returns: What keeps it from doing so.
  fileprivate func completing<Value, Error>(_ junction: Junction<Value, Error>) -> (any Disposable)? {
    observeEnded {
      Delivery.run {
        junction.lock()
        junction.terminate(.completed, &$0)
      }
    }
  }
}

/// Completes what a junction feeds when the trigger sends or completes.
private final class TakeUntilTrigger<Value, Error: Swift.Error>: Operator<(), Never>, @unchecked Sendable {
  private let junction: Junction<Value, Error>

  init(_ junction: Junction<Value, Error>) { self.junction = junction }

  override func receive(_ value: (), _ delivery: inout Delivery) {
    junction.lock()
    junction.terminate(.completed, &delivery)
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    guard case .completed = termination else { return }
    junction.lock()
    junction.terminate(.completed, &delivery)
  }
}
