extension Signal {
  /// A signal of the events of this signal up to the first event of another, and of that one's events from then on.
  ///
  /// The completion of this signal is not passed on; a failure or an interruption is.
  public func take(untilReplacement signal: Signal) -> Signal {
    .joined { observer, lifetime in
      let junction = TakeUntilReplacement(observer)
      junction.setObservation(join(ReplacedInput(junction), during: lifetime))
      signal.join(ReplacementInput(junction), during: lifetime)
    }
  }
}

extension SignalProducer {
  /// A producer that starts another, then this, and sends the events of this up to the first event of the other, then the
  /// other's.
  ///
  /// The work of this one is stopped when it is replaced. Its completion is not passed on; a failure or an interruption is.
  public func take(untilReplacement replacement: SignalProducer) -> SignalProducer {
    .joined { observer, lifetime, delivery in
      let junction = TakeUntilReplacement(observer)
      replacement.join(ReplacementInput(junction), during: lifetime, &delivery)
      junction.setObservation(join(ReplacedInput(junction), during: lifetime, &delivery))
    }
  }

  /// As ``take(untilReplacement:)-(SignalProducer)``, with anything that stands for a producer.
  public func take<Replacement: SignalProducerConvertible>(untilReplacement replacement: Replacement) -> SignalProducer
  where Replacement.Value == Value, Replacement.Error == Error {
    take(untilReplacement: replacement.producer)
  }
}

/// Passes the events of one source on, then those of another.
final class TakeUntilReplacement<Value, Error: Swift.Error>: Junction<Value, Error>, @unchecked Sendable {
  private(set) var isReplaced = false
  /// What is to be stopped when it is replaced.
  private var observation: (any Disposable)?

  func setObservation(_ disposable: (any Disposable)?) {
    lock()
    if !isReplaced { observation = disposable }
    let isTooLate = isReplaced
    unlock()
    if isTooLate { disposable?.dispose() }
  }

  /// Stops the replaced source. Called with the lock held, and leaves with it.
  fileprivate func replace() {
    guard !isReplaced else { return }
    isReplaced = true
    let old = observation
    observation = nil
    unlock()
    old?.dispose()
    lock()
  }
}

/// Observes the source that is replaced.
private final class ReplacedInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let junction: TakeUntilReplacement<Value, Error>

  init(_ junction: TakeUntilReplacement<Value, Error>) { self.junction = junction }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    junction.lock()
    if junction.isReplaced { junction.unlock() } else { junction.send(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if case .completed = termination { return }
    junction.lock()
    if junction.isReplaced { junction.unlock() } else { junction.terminate(termination, &delivery) }
  }
}

/// Observes the source that replaces the other.
private final class ReplacementInput<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let junction: TakeUntilReplacement<Value, Error>

  init(_ junction: TakeUntilReplacement<Value, Error>) { self.junction = junction }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    junction.lock()
    junction.replace()
    junction.send(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    junction.lock()
    junction.replace()
    junction.terminate(termination, &delivery)
  }
}
