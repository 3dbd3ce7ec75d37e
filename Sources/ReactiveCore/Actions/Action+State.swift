extension Action {
  /// Makes an action whose work depends on a property, which it keeps alive.
  public convenience init<P: PropertyProtocol>(
    state: P, execute: @escaping (P.Value, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { _ in true }, execute: execute)
  }

  /// Makes an action that is enabled while a property is true.
  public convenience init<P: PropertyProtocol>(
    enabledIf isEnabled: P, execute: @escaping (Input) -> SignalProducer<Output, Error>
  ) where P.Value == Bool {
    self.init(state: isEnabled, enabledIf: { $0 }, execute: { _, input in execute(input) })
  }

  /// Makes an action that is enabled while a property has a value other than `nil`.
  public convenience init<P: PropertyProtocol, T>(
    unwrapping state: P, execute: @escaping (T, Input) -> SignalProducer<Output, Error>
  ) where P.Value == T? {
    self.init(state: state, enabledIf: { $0 != nil }, execute: { state, input in execute(state!, input) })
  }

  /// Makes an action that is enabled while a property is valid.
  public convenience init<T, E>(
    validated state: ValidatingProperty<T, E>, execute: @escaping (T, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state.result.map { $0.value }, execute: execute)
  }

  /// Makes an action that is enabled whenever it is not under way.
  public convenience init(execute: @escaping (Input) -> SignalProducer<Output, Error>) {
    self.init(enabledIf: Property(value: true), execute: execute)
  }
}

extension Action where Input == Void {
  /// A producer that starts the action's work and sends its events, or fails when the action is disabled.
  public func apply() -> SignalProducer<Output, ActionError<Error>> {
    apply(())
  }

  /// Makes an action without input whose work depends on a property, which it keeps alive.
  public convenience init<P: PropertyProtocol, T>(
    state: P, execute: @escaping (T) -> SignalProducer<Output, Error>
  ) where P.Value == T {
    self.init(state: state) { state, _ in execute(state) }
  }

  /// Makes an action without input that is enabled while a property has a value other than `nil`.
  public convenience init<P: PropertyProtocol, T>(
    unwrapping state: P, execute: @escaping (T) -> SignalProducer<Output, Error>
  ) where P.Value == T? {
    self.init(unwrapping: state) { state, _ in execute(state) }
  }

  /// Makes an action without input that is enabled while a property is valid.
  public convenience init<T, E>(
    validated state: ValidatingProperty<T, E>, execute: @escaping (T) -> SignalProducer<Output, Error>
  ) {
    self.init(validated: state) { state, _ in execute(state) }
  }
}
