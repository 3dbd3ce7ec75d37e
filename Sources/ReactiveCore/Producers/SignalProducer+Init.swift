extension SignalProducer {
  /// Makes a producer that follows a signal from each start on.
  ///
  /// It does not send what the signal has sent before, and is interrupted when the signal has ended.
  public init(_ signal: Signal<Value, Error>) {
    self.init(following: signal)
  }

  /// Makes the producer that a signal, a property or a result stands for.
  public init<T: SignalProducerConvertible>(_ base: T) where T.Value == Value, T.Error == Error {
    self = base.producer
  }

  /// Makes a producer of one value.
  public init(value: Value) {
    self.init(ValueRecipe(value))
  }

  /// Makes a producer of the value that a function returns, which is called at each start.
  public init(_ action: @escaping () -> Value) {
    self.init(OutcomeRecipe { .success(action()) })
  }

  /// Makes a producer of the value or the error that a function returns, which is called at each start.
  public init(_ action: @escaping () -> Result<Value, Error>) {
    self.init(OutcomeRecipe(action))
  }

  /// Makes a producer that fails at once.
  public init(error: Error) {
    self.init(EndRecipe(.failed(error)))
  }

  /// Makes a producer of a value, or of an error.
  public init(result: Result<Value, Error>) {
    self.init(OutcomeRecipe { result })
  }

  /// Makes a producer of the elements of a sequence.
  ///
  /// Each start iterates once, as far as it is let: an endless sequence is welcome where an operator ends the stream.
  public init<S: Sequence>(_ values: S) where S.Element == Value {
    self.init(SequenceRecipe(values))
  }

  /// Makes a producer of the listed values.
  public init(values first: Value, _ second: Value, _ tail: Value...) {
    self.init(SequenceRecipe([first, second] + tail))
  }

  /// A producer that completes at once.
  public static var empty: SignalProducer { SignalProducer(EndRecipe(.completed)) }

  /// A producer that is interrupted at once.
  static var interrupted: SignalProducer { SignalProducer(EndRecipe(.interrupted)) }

  /// A producer that sends nothing and does not end; it can be interrupted.
  public static var never: SignalProducer { SignalProducer(NeverRecipe()) }
}

extension SignalProducer where Error == any Swift.Error {
  /// Makes a producer of the value that a function returns or of the error that it throws; it is called at each start.
  public init(_ action: @escaping () throws -> Value) {
    self.init(OutcomeRecipe { Result(catching: action) })
  }
}

/// These say no more than those for any error, and let the compiler find that a plain value cannot fail.
extension SignalProducer where Error == Never {
  /// Makes a producer of one value.
  public init(value: Value) {
    self.init(ValueRecipe(value))
  }

  /// Makes a producer of the elements of a sequence.
  public init<S: Sequence>(_ values: S) where S.Element == Value {
    self.init(SequenceRecipe(values))
  }

  /// Makes a producer of the listed values.
  public init(values first: Value, _ second: Value, _ tail: Value...) {
    self.init(SequenceRecipe([first, second] + tail))
  }
}
