extension SignalProducer {
  /// A producer that applies an operator of signals to the signal of each start.
  ///
  /// The function is called at each start, before anything is sent. Who disposes of a start is told at once; then the work
  /// of this producer is interrupted, and what the function returned is not observed any more.
  public func lift<U, F>(
    _ transform: @escaping (Signal<Value, Error>) -> Signal<U, F>
  ) -> SignalProducer<U, F> {
    SignalProducer<U, F>(LiftRecipe(recipe, transform))
  }

  /// Makes a function on producers of an operator of two signals.
  ///
  /// The work of the other producer is started first, so that it has what this one's first value is combined with.
  public func lift<U, F, V, G>(
    _ transform: @escaping (Signal<Value, Error>) -> (Signal<U, F>) -> Signal<V, G>
  ) -> (SignalProducer<U, F>) -> SignalProducer<V, G> {
    { other in
      SignalProducer<V, G> { observer, lifetime in
        self.startWithSignal { signal, interruptHandle in
          lifetime += interruptHandle
          other.startWithSignal { otherSignal, otherInterruptHandle in
            lifetime += otherInterruptHandle
            lifetime += transform(signal)(otherSignal).observe(observer)
          }
        }
      }
    }
  }
}

/// Sends another recipe's events through a signal and what a function makes of it.
private final class LiftRecipe<Source, SourceError: Swift.Error, Value, Error: Swift.Error>:
  Recipe<Value, Error>, @unchecked Sendable
{
  private var source: Recipe<Source, SourceError>?
  private let sourceDepth: Int
  private let transform: (Signal<Source, SourceError>) -> Signal<Value, Error>

  init(
    _ source: Recipe<Source, SourceError>, _ transform: @escaping (Signal<Source, SourceError>) -> Signal<Value, Error>
  ) {
    self.source = source
    self.transform = transform
    sourceDepth = source.depth
    super.init(queues: true)
  }

  deinit { Recipe<Source, SourceError>.release(&source) }

  override var depth: Int { sourceDepth + 1 }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    guard let source else { return }
    let run = ProducerRun(source)
    // Before the observation, so that the function's operators see the interruption.
    work.lifetime += run
    let signal = Signal<Source, SourceError>(run.core)
    // What the function returned is not held: its work stops as soon as nobody observes it, also while the source starts.
    work.lifetime += transform(signal).observe(with: CoreInput(core))
    run.start(source, &delivery)
    // Held until the work has been started.
    delivery.then { _ in withExtendedLifetime(signal) {} }
  }
}
