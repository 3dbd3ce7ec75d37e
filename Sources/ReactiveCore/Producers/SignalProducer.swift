/// A recipe that makes a signal each time it is started.
///
/// A producer is *cold*: nothing happens until somebody starts it, and starting it twice does the work twice. Operators
/// make new recipes; they start nothing.
///
/// Whoever starts a producer may interrupt it. The interruption begins where the events come from and goes through the
/// operators like any other end; then what the work holds is disposed of.
public struct SignalProducer<Value, Error: Swift.Error> {
  /// The type of the signals that starts make.
  public typealias ProducedSignal = Signal<Value, Error>

  let recipe: Recipe<Value, Error>

  init(_ recipe: Recipe<Value, Error>) {
    self.recipe = recipe
  }

  /// Makes a producer of a function that is called at each start.
  ///
  /// - Parameter startHandler: Sends events to the observer it gets, now or later, and uses the lifetime to stop its work:
  ///   the lifetime ends when the started signal ends or is interrupted. The signal is interrupted, too, when nobody holds
  ///   the observer any more, nor what the start returned.
  public init(_ startHandler: @escaping (Signal<Value, Error>.Observer, Lifetime) -> Void) {
    recipe = HandlerRecipe(queues: true, startHandler)
  }

  /// Makes a producer of a function that sees to it that it sends one event at a time.
  ///
  /// - Parameter startHandler: As for ``init(_:)-(_,Lifetime)``; a value that is sent by an observer of the started signal is
  ///   delivered at once, within the delivery under way.
  public static func unserialized(
    _ startHandler: @escaping (Signal<Value, Error>.Observer, Lifetime) -> Void
  ) -> SignalProducer {
    SignalProducer(HandlerRecipe(queues: false, startHandler))
  }

  /// Starts the work, and gives access to the signal it makes before anything is sent.
  ///
  /// The work does not begin when the signal is interrupted meanwhile. It ends when nobody holds or observes the signal.
  ///
  /// - Parameter setup: Gets the signal, to be observed, and a disposable that interrupts it.
  /// - Returns: What the function returned.
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: any Disposable) -> Result
  ) -> Result {
    let run = ProducerRun(recipe)
    let signal = Signal(run.core)
    let handle = InterruptHandle(run)
    let result = setup(signal, handle)
    run.start(recipe)
    return withExtendedLifetime((signal, handle)) { result }
  }

  /// Starts the work and sends its events to an observer of any class, with the full contract of a signal.
  @discardableResult
  func start(with observer: Observer<Value, Error>) -> any Disposable {
    if recipe.isInstant {
      Delivery.run { recipe.run(into: observer, during: .uninterrupted, &$0) }
      return StartedWork.finished
    }
    if let handle = recipe.start(for: observer) { return handle }
    let run = ProducerRun(recipe)
    run.core.attach(observer)
    run.start(recipe)
    return InterruptHandle(run)
  }
}

extension SignalProducer: @unchecked Sendable {}
