precedencegroup BindingPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

extension BindingTargetProvider {
  /// Binds a target to a source: each value of the source is given to the target.
  ///
  /// A property is bound to its present value, too. The binding ends when the source ends, when the target's lifetime
  /// ends (for a property, when it is released), or when it is disposed of. It does not keep a property that is its
  /// target alive. It keeps the work of its source going.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> (any Disposable)?
  where Source.Value == Value {
    Binding.begin(from: source.producer, to: provider.bindingTarget)
  }

  /// Binds a target that takes optional values to a source whose values are not optional.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> (any Disposable)?
  where Value == Source.Value? {
    Binding.begin(from: source.producer.map { Optional($0) }, to: provider.bindingTarget)
  }
}

extension MutableProperty {
  /// Binds a property to another one: it takes the other's values in the instant in which they change, so that nothing
  /// that derives from both is evaluated in between.
  ///
  /// The binding ends when one of the two is released, or when it is disposed of; it keeps neither alive. A property that
  /// determines the other already takes the values when observers are told.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: PropertyProtocol>(
    property: MutableProperty<Value>, source: Source
  ) -> (any Disposable)? where Source.Value == Value {
    property.follow(source)
  }
}

extension Signal.Observer {
  /// Sends each value of a source to an observer, which the binding does not keep alive; the end is not passed on.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    observer: Signal<Value, Error>.Observer, source: Source
  ) -> any Disposable where Source.Value == Value {
    Binding.begin(
      from: source.producer,
      to: BindingTarget(lifetime: Lifetime(CompositeDisposable())) { [weak observer] in observer?.send(value: $0) })
  }
}

/// Gives the values of a stream to a function, and lets go of the target's lifetime when the stream ends.
private final class Binding<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let action: (Value) -> Void
  private let place: (any Disposable)?

  private init(_ action: @escaping (Value) -> Void, _ place: (any Disposable)?) {
    self.action = action
    self.place = place
  }

  static func begin(from source: SignalProducer<Value, Never>, to target: BindingTarget<Value>) -> any Disposable {
    source.startWithSignal { signal, interrupter in
      let place = target.lifetime.observeEnded(interrupter.dispose)
      signal.observe(with: Binding(target.action, place))
      return interrupter
    }
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) { action(value) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) { place?.dispose() }
}
