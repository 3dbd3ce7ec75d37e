extension Signal {
  /// A signal of the latest value and the value of a sampler, sent when the sampler sends.
  ///
  /// It completes when both have completed; an interruption of either interrupts it.
  public func sample<T>(with sampler: Signal<T, Never>) -> Signal<(Value, T), Error> {
    .joined { observer, lifetime in
      let sample = Sample<Value, T, Error>(observer)
      join(SampledInput(sample), during: lifetime)
      sampler.join(SamplerInput(sample), during: lifetime)
    }
  }

  /// A signal of the latest value, sent when a sampler sends.
  ///
  /// It completes when both have completed; an interruption of either interrupts it.
  public func sample(on sampler: Signal<(), Never>) -> Signal {
    sample(with: sampler).map { $0.0 }
  }
}

extension SignalProducer {
  /// A producer that starts this producer, then a sampler, and sends the latest value and the value of the sampler when
  /// the sampler sends.
  public func sample<U>(with sampler: SignalProducer<U, Never>) -> SignalProducer<(Value, U), Error> {
    .joined { observer, lifetime, delivery in
      let sample = Sample<Value, U, Error>(observer)
      join(SampledInput(sample), during: lifetime, &delivery)
      sampler.join(SamplerInput(sample), during: lifetime, &delivery)
    }
  }

  /// As ``sample(with:)-(SignalProducer<U,Never>)``, with anything that stands for a producer.
  public func sample<Sampler: SignalProducerConvertible>(
    with sampler: Sampler
  ) -> SignalProducer<(Value, Sampler.Value), Error> where Sampler.Error == Never {
    sample(with: sampler.producer)
  }

  /// A producer that starts this producer, then a sampler, and sends the latest value when the sampler sends.
  public func sample(on sampler: SignalProducer<(), Never>) -> SignalProducer {
    sample(with: sampler).map { $0.0 }
  }

  /// As ``sample(on:)-(SignalProducer<(),Never>)``, with anything that stands for a producer.
  public func sample<Sampler: SignalProducerConvertible>(on sampler: Sampler) -> SignalProducer
  where Sampler.Value == (), Sampler.Error == Never {
    sample(on: sampler.producer)
  }
}

/// Sends the latest value of one source when the other sends.
final class Sample<Value, Mark, Error: Swift.Error>: Junction<(Value, Mark), Error>, @unchecked Sendable {
  private var latest: Value?
  private var hasOneCompleted = false

  func receive(_ value: Value) {
    var old = Optional(value)
    lock()
    swap(&old, &latest)
    unlock()
    // Released after the lock.
    withExtendedLifetime(old) {}
  }

  func receive(mark: Mark, _ delivery: inout Delivery) {
    lock()
    if let latest { send((latest, mark), &delivery) } else { unlock() }
  }

  func sourceEnded(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock()
    if case .completed = termination, !hasOneCompleted {
      hasOneCompleted = true
      unlock()
    } else {
      terminate(termination, &delivery)
    }
  }
}

/// Observes the source whose values are sampled.
private final class SampledInput<Value, Mark, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let sample: Sample<Value, Mark, Error>

  init(_ sample: Sample<Value, Mark, Error>) { self.sample = sample }

  override func receive(_ value: Value, _ delivery: inout Delivery) { sample.receive(value) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    sample.sourceEnded(termination, &delivery)
  }
}

/// Observes the sampler.
private final class SamplerInput<Value, Mark, Error: Swift.Error>: Operator<Mark, Never>, @unchecked Sendable {
  private let sample: Sample<Value, Mark, Error>

  init(_ sample: Sample<Value, Mark, Error>) { self.sample = sample }

  override func receive(_ value: Mark, _ delivery: inout Delivery) { sample.receive(mark: value, &delivery) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    switch termination {
    case .completed: sample.sourceEnded(.completed, &delivery)
    case .interrupted: sample.sourceEnded(.interrupted, &delivery)
    }
  }
}
