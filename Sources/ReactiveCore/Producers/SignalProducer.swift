/// A recipe that makes a signal each time it is started.
///
/// A producer is *cold*: nothing happens until somebody starts it, and starting it twice does the work twice. Operators
/// make new recipes; they start nothing.
public struct SignalProducer<Value, Error: Swift.Error> {
  let recipe: Recipe<Value, Error>

  init(_ recipe: Recipe<Value, Error>) {
    self.recipe = recipe
  }

  /// Makes a producer of a function that is called at each start.
  ///
  /// - Parameter startHandler: Sends events to the observer it gets, now or later, and uses the lifetime to stop its work:
  ///   the lifetime ends when the started signal ends or is interrupted.
  public init(_ startHandler: @escaping (Signal<Value, Error>.Observer, Lifetime) -> Void) {
    recipe = HandlerRecipe(queues: true, startHandler)
  }

  /// Starts the work, and gives access to the signal it makes before anything is sent.
  ///
  /// - Parameter setup: Gets the signal, to be observed, and a disposable that interrupts it.
  /// - Returns: What the function returned.
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: any Disposable) -> Result
  ) -> Result {
    let run = ProducerRun(recipe)
    let signal = Signal(run.core)
    let result = setup(signal, run)
    run.start(recipe)
    return withExtendedLifetime(signal) { result }
  }

  /// Starts the work and sends its events to an observer.
  ///
  /// - Returns: What interrupts the work.
  @discardableResult
  public func start(_ observer: Signal<Value, Error>.Observer = .init()) -> any Disposable {
    start(with: observer)
  }

  /// Starts the work and sends its events to an observer of any class, with the full contract of a signal.
  @discardableResult
  func start(with observer: Observer<Value, Error>) -> any Disposable {
    let run = ProducerRun(recipe)
    _ = run.core.observe(observer)
    run.core.endIfNobodyListens()
    run.start(recipe)
    return run
  }
}

extension SignalProducer: @unchecked Sendable where Value: Sendable {}

/// One start of a producer; disposing of it interrupts the signal.
final class ProducerRun<Value, Error: Swift.Error>: Disposable, @unchecked Sendable {
  let core: Signal<Value, Error>.Core
  private let interruptsLater: Bool
  private let disposables = CompositeDisposable()
  private let isInterrupted = OnceFlag()
  private let isRunning = OnceFlag()

  init(_ recipe: Recipe<Value, Error>) {
    interruptsLater = recipe.interruptsLater
    core = Signal<Value, Error>.Core(queues: recipe.queues)
    core.setUpstream(disposables)
  }

  /// Runs the recipe, unless the run was interrupted while it was set up.
  func start(_ recipe: Recipe<Value, Error>) {
    _ = isRunning.raise()
    if isInterrupted.isRaised { interrupt() } else { recipe.run(on: core, during: Lifetime(disposables)) }
  }

  var isDisposed: Bool { isInterrupted.isRaised || disposables.isDisposed }

  func dispose() {
    guard isInterrupted.raise() else { return }
    if interruptsLater && isRunning.isRaised { disposables.dispose() } else { interrupt() }
  }

  private func interrupt() {
    Delivery.run { core.terminate(.interrupted, &$0) }
  }
}

/// What a producer does when it is started.
class Recipe<Value, Error: Swift.Error> {
  /// Whether the events may come from several threads, or from within observers.
  let queues: Bool
  /// Whether the recipe, when its lifetime ends before the stream, interrupts the stream itself: from a scheduler.
  let interruptsLater: Bool

  init(queues: Bool, interruptsLater: Bool = false) {
    self.queues = queues
    self.interruptsLater = interruptsLater
  }

  /// Starts the work and sends its events to the core of the started signal.
  ///
  /// - Parameter lifetime: Ends with the started signal.
  func run(on core: Signal<Value, Error>.Core, during lifetime: Lifetime) {
    run(into: Signal<Value, Error>.Observer(core), during: lifetime)
  }

  /// Starts the work and sends its events to the first of a row of operators; keeps the event contract.
  func run(into observer: Observer<Value, Error>, during lifetime: Lifetime) {
    preconditionFailure("a recipe runs into an observer")
  }
}

/// Calls a function of a user.
final class HandlerRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private let handler: (Signal<Value, Error>.Observer, Lifetime) -> Void

  init(queues: Bool, _ handler: @escaping (Signal<Value, Error>.Observer, Lifetime) -> Void) {
    self.handler = handler
    super.init(queues: queues)
  }

  override func run(on core: Signal<Value, Error>.Core, during lifetime: Lifetime) {
    handler(Signal<Value, Error>.Observer(core), lifetime)
  }

  override func run(into observer: Observer<Value, Error>, during lifetime: Lifetime) {
    // A user's function may send what it likes from where it likes: a core of its own keeps the contract.
    let core = Signal<Value, Error>.Core(queues: queues)
    let disposables = CompositeDisposable()
    core.setUpstream(disposables)
    lifetime += core.observe(observer)
    core.endIfNobodyListens()
    handler(Signal<Value, Error>.Observer(core), Lifetime(disposables))
  }
}

/// Runs another recipe through one operator.
final class OperatorRecipe<Source, SourceError: Swift.Error, Value, Error: Swift.Error>:
  Recipe<Value, Error>, @unchecked Sendable
{
  private let source: Recipe<Source, SourceError>
  private let endsEarly: Bool
  private let makeOperator: (Observer<Value, Error>, Lifetime) -> Observer<Source, SourceError>

  init(
    _ source: Recipe<Source, SourceError>, endsEarly: Bool, queues: Bool, interruptsLater: Bool,
    _ makeOperator: @escaping (Observer<Value, Error>, Lifetime) -> Observer<Source, SourceError>
  ) {
    self.source = source
    self.endsEarly = endsEarly
    self.makeOperator = makeOperator
    super.init(queues: queues || source.queues, interruptsLater: interruptsLater || source.interruptsLater)
  }

  override func run(into observer: Observer<Value, Error>, during lifetime: Lifetime) {
    if endsEarly {
      let disposables = CompositeDisposable()
      lifetime += disposables
      let ending = DisposeAtEnd(observer, disposables)
      let own = Lifetime(disposables)
      source.run(into: makeOperator(ending, own), during: own)
    } else {
      source.run(into: makeOperator(observer, lifetime), during: lifetime)
    }
  }
}

/// Passes events on up to the end, and stops the work behind it then.
final class DisposeAtEnd<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let upstream: any Disposable
  private var hasEnded = false

  init(_ downstream: Observer<Value, Error>, _ upstream: any Disposable) {
    self.downstream = downstream
    self.upstream = upstream
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if !hasEnded { downstream.receive(value, &delivery) }
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    // What is behind may send an interruption when it is stopped.
    guard !hasEnded else { return }
    hasEnded = true
    downstream.terminate(termination, &delivery)
    delivery.then { [upstream] _ in upstream.dispose() }
  }
}

extension SignalProducer {
  /// A producer that runs this one through an operator.
  ///
  /// - Parameters:
  ///   - endsEarly: Whether the operator may end the stream before its source does; then the source's work is stopped.
  ///   - queues: Whether the operator may send from several threads.
  ///   - interruptsLater: Whether the operator interrupts the stream when its lifetime ends before.
  ///   - makeOperator: Called at each start. Gets what receives the operator's events and a lifetime that ends with them.
  func operated<Output, OutputError>(
    endsEarly: Bool = false, queues: Bool = false, interruptsLater: Bool = false,
    _ makeOperator: @escaping (Observer<Output, OutputError>, Lifetime) -> Observer<Value, Error>
  ) -> SignalProducer<Output, OutputError> {
    SignalProducer<Output, OutputError>(
      OperatorRecipe(recipe, endsEarly: endsEarly, queues: queues, interruptsLater: interruptsLater, makeOperator))
  }

  /// As ``operated(endsEarly:queues:_:)``, for an operator that needs no lifetime.
  func operated<Output, OutputError>(
    endsEarly: Bool = false,
    _ makeOperator: @escaping (Observer<Output, OutputError>) -> Observer<Value, Error>
  ) -> SignalProducer<Output, OutputError> {
    operated(endsEarly: endsEarly) { observer, _ in makeOperator(observer) }
  }
}
