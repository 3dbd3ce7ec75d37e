/// Follows a signal from the start on.
final class SignalRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let signal: Signal<Value, Error>

  init(_ signal: Signal<Value, Error>) {
    self.signal = signal
    super.init(queues: false)
  }

  override func run(into observer: Observer<Value, Error>, during lifetime: Lifetime) {
    lifetime += signal.observe(with: observer)
  }
}

extension SignalProducer {
  /// A producer that follows a signal from its start on.
  init(following signal: Signal<Value, Error>) {
    self.init(SignalRecipe(signal))
  }
}
