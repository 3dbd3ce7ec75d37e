/// A stream of events that all its observers see alike.
///
/// A signal is *hot*: it sends whether or not somebody observes it, and an observer sees what is sent after it came. It is
/// alive until it ends with a terminating event, until its input is released, or until it is neither held nor observed.
/// ``SignalProducer`` is the cold counterpart, which starts work for each observer.
///
/// Events are delivered on the thread that sends them, before `send` returns, to the observers in the order in which
/// they were added. The guide's page *The event contract* numbers these rules.
public final class Signal<Value, Error: Swift.Error> {
  let core: Core

  init(_ core: Core) {
    self.core = core
    core.shellWasMade()
  }

  deinit { core.shellWasReleased() }

  private convenience init(queues: Bool, _ generator: (Observer, Lifetime) -> Void) {
    let core = Core(queues: queues)
    let disposables = CompositeDisposable()
    core.setUpstream(disposables)
    self.init(core)
    generator(Observer(core), Lifetime(disposables))
  }

  /// Makes a signal and calls the generator with its input at once.
  ///
  /// Events that come from several threads are delivered one after the other. The signal is interrupted when nobody holds
  /// the input any more.
  ///
  /// - Parameter generator: Gets the input and a lifetime that ends with the signal.
  public convenience init(_ generator: (Observer, Lifetime) -> Void) {
    self.init(queues: true, generator)
  }

  /// Makes a signal whose input leaves it to the caller to send one event at a time.
  ///
  /// A value that an observer sends is delivered at once, within the delivery under way.
  public static func unserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
    Signal(queues: false, generator)
  }

  /// Makes a signal whose values wait for the end of the delivery under way, first in, first out.
  public static func reentrantUnserialized(_ generator: (Observer, Lifetime) -> Void) -> Signal {
    Signal(queues: true, generator)
  }

  /// A signal that sends nothing and never ends.
  public static var never: Signal {
    let core = Core(queues: false)
    return Signal(core)
  }

  /// A signal that has completed; who observes it is interrupted.
  public static var empty: Signal {
    Signal { observer, _ in observer.sendCompleted() }
  }

  private static func pipe(queues: Bool, _ disposable: (any Disposable)?) -> (output: Signal, input: Observer) {
    let core = Core(queues: queues)
    core.setUpstream(disposable)
    return (Signal(core), Observer(core))
  }

  /// Makes a signal and its input.
  ///
  /// - Parameter disposable: Disposed of when the signal ends.
  public static func pipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
    pipe(queues: true, disposable)
  }

  /// As ``pipe(disposable:)``, for a caller who sends one event at a time.
  public static func unserializedPipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
    pipe(queues: false, disposable)
  }

  /// As ``pipe(disposable:)``, for a caller whose observers send values into the same pipe.
  public static func reentrantUnserializedPipe(
    disposable: (any Disposable)? = nil
  ) -> (output: Signal, input: Observer) {
    pipe(queues: true, disposable)
  }

  /// Sends the events from now on to an observer.
  ///
  /// - Returns: What ends the observation, or `nil` when the signal has ended; then the observer is interrupted.
  @discardableResult
  public func observe(_ observer: Observer) -> (any Disposable)? {
    core.observe(observer)
  }

  /// Sends the events from now on to an observer of a subclass.
  @discardableResult
  func observe(with observer: ReactiveCore.Observer<Value, Error>) -> (any Disposable)? {
    core.observe(observer)
  }
}

extension Signal: @unchecked Sendable {}

/// Something that is a signal; for constraints.
public protocol SignalProtocol<Value, Error>: AnyObject {
  associatedtype Value
  associatedtype Error: Swift.Error
  /// The signal itself.
  var signal: Signal<Value, Error> { get }
}

extension Signal: SignalProtocol {
  public var signal: Signal { self }
}

extension Signal {
  /// A signal that one operator feeds from this one.
  ///
  /// - Parameter makeOperator: Gets the input of the new signal; what it returns observes this one.
  func operated<Output, OutputError>(
    _ makeOperator: (ReactiveCore.Observer<Output, OutputError>) -> ReactiveCore.Observer<Value, Error>
  ) -> Signal<Output, OutputError> {
    let output = Signal<Output, OutputError>.Core(queues: false)
    let observation = core.observe(makeOperator(CoreInput(output)))
    output.setUpstream(observation)
    return Signal<Output, OutputError>(output)
  }

  /// As ``operated(_:)``, for an operator that holds more than its observation: a timer, another stream.
  ///
  /// - Parameters:
  ///   - queues: Whether the operator may send from several threads.
  ///   - makeOperator: Gets the input of the new signal and a lifetime that ends with it.
  func operated<Output, OutputError>(
    queues: Bool = false,
    _ makeOperator: (ReactiveCore.Observer<Output, OutputError>, Lifetime) -> ReactiveCore.Observer<Value, Error>
  ) -> Signal<Output, OutputError> {
    let output = Signal<Output, OutputError>.Core(queues: queues)
    let disposables = CompositeDisposable()
    output.setUpstream(disposables)
    disposables += core.observe(makeOperator(CoreInput(output), Lifetime(disposables)))
    return Signal<Output, OutputError>(output)
  }
}
