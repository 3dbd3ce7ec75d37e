extension Signal {
  /// A signal that calls functions before it passes the events of this one on.
  ///
  /// They are called once for each event, whatever number of observers the signal has.
  ///
  /// - Parameters:
  ///   - event: Gets each event, before the function for its kind.
  ///   - failed: Gets the error when the signal fails.
  ///   - completed: Called when the signal completes.
  ///   - interrupted: Called when the signal is interrupted.
  ///   - terminated: Called for the end of any kind, after the function for its kind.
  ///   - disposed: Called when the work behind the signal is over: after the observers have seen the end, or when nobody
  ///     observes the signal any more.
  ///   - value: Gets each value.
  public func on(
    event: ((Event) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil,
    value: ((Value) -> Void)? = nil
  ) -> Signal<Value, Error> {
    let effects = Effects(
      event: event, failed: failed, completed: completed, interrupted: interrupted, terminated: terminated,
      value: value)
    guard let disposed else { return operated { On($0, effects) } }
    return operated { observer, lifetime in
      lifetime.observeEnded(disposed)
      return On(observer, effects)
    }
  }
}

extension SignalProducer {
  /// A producer that calls functions when it is started and before it passes events on.
  ///
  /// - Parameters:
  ///   - starting: Called before the work starts.
  ///   - started: Called after the work was started; a producer that does all its work at once has ended by then.
  ///   - event: Gets each event, before the function for its kind.
  ///   - failed: Gets the error when the producer fails.
  ///   - completed: Called when the producer completes.
  ///   - interrupted: Called when the producer is interrupted.
  ///   - terminated: Called for the end of any kind, after the function for its kind.
  ///   - disposed: Called when the work is over, after the observers have seen the end.
  ///   - value: Gets each value.
  public func on(
    starting: (() -> Void)? = nil,
    started: (() -> Void)? = nil,
    event: ((Signal<Value, Error>.Event) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil,
    value: ((Value) -> Void)? = nil
  ) -> SignalProducer<Value, Error> {
    let effects = Effects(
      event: event, failed: failed, completed: completed, interrupted: interrupted, terminated: terminated,
      value: value)
    return SignalProducer(
      OnRecipe(recipe, effects, starting: starting, started: started, disposed: disposed))
  }
}

/// The functions that are called for events.
struct Effects<Value, Error: Swift.Error> {
  let event: ((Signal<Value, Error>.Event) -> Void)?
  let failed: ((Error) -> Void)?
  let completed: (() -> Void)?
  let interrupted: (() -> Void)?
  let terminated: (() -> Void)?
  let value: ((Value) -> Void)?
}

/// Calls functions for events and passes them on.
final class On<Value, Error: Swift.Error>: Operator<Value, Error>, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let effects: Effects<Value, Error>

  init(_ downstream: Observer<Value, Error>, _ effects: Effects<Value, Error>) {
    self.downstream = downstream
    self.effects = effects
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if effects.event != nil { tell(value) }
    if let action = effects.value { action(value) }
    downstream.receive(value, &delivery)
  }

  // A function of its own: what it needs to know of the event's type costs time.
  @inline(never)
  private func tell(_ value: Value) { effects.event?(.value(value)) }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    if let event = effects.event { event(Signal<Value, Error>.Event(termination)) }
    switch termination {
    case .failed(let error): effects.failed?(error)
    case .completed: effects.completed?()
    case .interrupted: effects.interrupted?()
    }
    effects.terminated?()
    downstream.terminate(termination, &delivery)
  }
}

/// Runs another recipe, with functions called around the start and for its events.
final class OnRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  private var source: Recipe<Value, Error>?
  private let sourceDepth: Int
  private let effects: Effects<Value, Error>
  private let starting: (() -> Void)?
  private let started: (() -> Void)?
  private let disposed: (() -> Void)?

  init(
    _ source: Recipe<Value, Error>, _ effects: Effects<Value, Error>, starting: (() -> Void)?, started: (() -> Void)?,
    disposed: (() -> Void)?
  ) {
    self.source = source
    sourceDepth = source.depth
    self.effects = effects
    self.starting = starting
    self.started = started
    self.disposed = disposed
    super.init(queues: false)
  }

  deinit { Recipe.release(&source) }

  override var depth: Int { sourceDepth + 1 }

  override func run(into observer: Observer<Value, Error>, during work: StartedWork, _ delivery: inout Delivery) {
    // A work with a core of its own, so that the functions are told of an interruption whatever the source is, and of the
    // end of the work even when what is behind this operator goes on: a delay, a concatenation.
    let run = ProducerRun(source!)
    if let disposed { run.lifetime.observeEnded(disposed) }
    run.core.attach(On(observer, effects))
    work.setInterrupter(run)
    starting?()
    if delivery.isFull {
      delivery.postpone { [source] in run.start(source!, &$0) }
    } else {
      delivery.room -= 1
      run.start(source!, &delivery)
      delivery.room += 1
    }
    if let started { delivery.then { _ in started() } }
  }
}
