/// Runs another recipe through one operator.
final class OperatorRecipe<Source, SourceError: Swift.Error, Value, Error: Swift.Error>:
  Recipe<Value, Error>, @unchecked Sendable
{
  /// How the operator stands to the work before it.
  enum Kind {
    /// It ends when its source does.
    case plain
    /// It may end before its source, which is stopped then.
    case endsEarly
    /// It may send from several threads. An interruption comes through its source.
    case queues
    /// It may send from several threads, and has more sources than one. An interruption begins behind it.
    case joins
  }

  private var source: Recipe<Source, SourceError>?
  private let kind: Kind
  private let sourceDepth: Int
  // Kept, because a row of operators may be long.
  private let isPlainAndFed: Bool
  private let makeOperator: (Observer<Value, Error>, StartedWork) -> Observer<Source, SourceError>

  init(
    _ source: Recipe<Source, SourceError>, _ kind: Kind,
    _ makeOperator: @escaping (Observer<Value, Error>, StartedWork) -> Observer<Source, SourceError>
  ) {
    self.source = source
    self.kind = kind
    self.makeOperator = makeOperator
    sourceDepth = source.depth
    isPlainAndFed = kind == .plain && source.isFed
    super.init(queues: kind == .queues || kind == .joins)
  }

  deinit { Recipe.release(&source) }

  override var depth: Int { sourceDepth + 1 }

  override var isFed: Bool { isPlainAndFed }

  override func start(for observer: Observer<Value, Error>) -> (any Disposable)? {
    guard isPlainAndFed else { return nil }
    let work = FinishedWork()
    let output = FinishAtEnd(observer, work)
    Delivery.run { run(into: output, during: work, &$0) }
    return work
  }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    let input = CoreInput(core)
    var work = work
    switch kind {
    case .plain, .endsEarly: break
    case .queues:
      let inner = StartedWork()
      work.setInterrupter(inner)
      work = inner
    case .joins:
      let inner = StartedWork()
      work.lifetime += inner
      work = inner
    }
    source!.runNested(into: makeOperator(input, work), during: work, &delivery)
  }

  override func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    switch kind {
    case .plain:
      source!.runNested(into: makeOperator(observer, work), during: work, &delivery)
    case .endsEarly:
      let inner = StartedWork()
      work.setInterrupter(inner)
      let output = DisposeAtEnd(observer, inner)
      source!.runNested(into: makeOperator(output, inner), during: inner, &delivery)
    case .queues, .joins:
      super.run(into: observer, during: work, &delivery)
    }
  }
}

/// Passes events on, and finishes the work after the end.
private final class FinishAtEnd<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let work: StartedWork

  init(_ downstream: Observer<Value, Error>, _ work: StartedWork) {
    self.downstream = downstream
    self.work = work
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) { downstream.receive(value, &delivery) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
    delivery.then { [work] _ in work.finish() }
  }
}

/// Passes events on up to the end, and disposes of what is before it then.
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
    // What is before sends an interruption when it is stopped.
    guard !hasEnded else { return }
    hasEnded = true
    downstream.terminate(termination, &delivery)
    delivery.then { [upstream] _ in upstream.dispose() }
  }
}

extension SignalProducer {
  /// A producer that runs this one through an operator.
  ///
  /// Whoever interrupts the started signal interrupts this producer, and the operator sees that; only an operator that
  /// `queues` does not: the started signal is interrupted behind it, and then the operator's lifetime ends.
  ///
  /// - Parameters:
  ///   - endsEarly: Whether the operator may end the stream before its source does; then the source's work is stopped.
  ///   - queues: Whether the operator may send from several threads.
  ///   - interruptsLater: Whether an operator that `queues` sees to interruptions itself, when they come through its
  ///     source or when its lifetime ends.
  ///   - makeOperator: Called at each start. Gets what receives the operator's events and a lifetime that ends with them.
  func operated<Output, OutputError>(
    endsEarly: Bool = false, queues: Bool = false, interruptsLater: Bool = false,
    _ makeOperator: @escaping (Observer<Output, OutputError>, Lifetime) -> Observer<Value, Error>
  ) -> SignalProducer<Output, OutputError> {
    SignalProducer<Output, OutputError>(
      OperatorRecipe(
        recipe, interruptsLater ? .queues : queues ? .joins : endsEarly ? .endsEarly : .plain
      ) { makeOperator($0, $1.lifetime) })
  }

  /// As ``operated(endsEarly:queues:interruptsLater:_:)``, for an operator that needs no lifetime.
  func operated<Output, OutputError>(
    endsEarly: Bool = false,
    _ makeOperator: @escaping (Observer<Output, OutputError>) -> Observer<Value, Error>
  ) -> SignalProducer<Output, OutputError> {
    SignalProducer<Output, OutputError>(
      OperatorRecipe(recipe, endsEarly ? .endsEarly : .plain) { observer, _ in makeOperator(observer) })
  }
}
