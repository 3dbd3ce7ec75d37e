/// Follows a signal from the start on.
final class SignalRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let signal: Signal<Value, Error>

  init(_ signal: Signal<Value, Error>) {
    self.signal = signal
    super.init(queues: false)
  }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    work.lifetime += signal.observe(with: CoreInput(core))
  }
}

extension SignalProducer {
  /// A producer that follows a signal from its start on.
  init(following signal: Signal<Value, Error>) {
    self.init(SignalRecipe(signal))
  }
}
