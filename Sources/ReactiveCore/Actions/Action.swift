/// Work that is started with an input, one piece at a time, and only while it is enabled.
///
/// ``apply(_:)`` makes a producer; each start of it tries to start the work. While work is under way the action is
/// disabled: a start fails with ``ActionError/disabled``. Whether the work may start, and that it has, is decided in one
/// step between all threads.
///
/// When a piece of work ends, the observers of its producer are told first; then the action is not executing any more, and
/// may be applied again; then ``events`` and what derives from it send the end. The action is kept alive by work that is
/// under way. When it is released, all its signals complete.
public final class Action<Input, Output, Error: Swift.Error> {
  /// The events of all pieces of work.
  public let events: Signal<Signal<Output, Error>.Event, Never>

  /// The values of all pieces of work.
  public let values: Signal<Output, Never>

  /// The errors of all pieces of work.
  public let errors: Signal<Error, Never>

  /// Sends whenever a piece of work completes.
  public let completed: Signal<(), Never>

  /// Sends whenever a start fails because the action is disabled.
  public let disabledErrors: Signal<(), Never>

  /// Whether work is under way.
  public let isExecuting: Property<Bool>

  /// Whether work can be started. Observers are told of it before those of ``isExecuting``.
  public let isEnabled: Property<Bool>

  /// Ends when the action is released.
  public let lifetime: Lifetime

  private let token: Lifetime.Token
  private let state: AnyObject
  private let execution = MutableProperty(false)
  /// `nil` for an action whose work something else does.
  private let availability: ValueNode<Bool>?
  private let work: (Action, Input) -> SignalProducer<Output, ActionError<Error>>
  fileprivate let eventInput: Signal<Signal<Output, Error>.Event, Never>.Observer
  private let disabledInput: Signal<(), Never>.Observer

  /// Makes an action that is enabled while a predicate holds for its state.
  ///
  /// - Parameters:
  ///   - state: Kept alive by the action.
  ///   - isEnabled: Called once now and once for each change of the state.
  ///   - execute: Makes the work of a state for which the predicate holds, and an input.
  public init<State: PropertyProtocol>(
    state: State, enabledIf isEnabled: @escaping (State.Value) -> Bool,
    execute: @escaping (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    self.state = state
    (lifetime, token) = Lifetime.make()
    (events, eventInput) = Signal.pipe()
    (disabledErrors, disabledInput) = Signal.pipe()
    values = events.compactMap { $0.value }
    errors = events.compactMap { $0.error }
    completed = events.compactMap { $0.isCompleted ? () : nil }

    let execution = execution.node
    let availability = AvailabilityNode.make(state.node, execution, isEnabled)
    self.availability = availability
    self.isEnabled = Property(owning: availability)
    // Reads the availability, too, to come after it.
    isExecuting = Property(owning: GatherNode.make([execution, availability]) { execution.settledValue }).skipRepeats()

    work = { action, input in
      SignalProducer { observer, lifetime in
        guard let state = availability.begin() else {
          observer.send(error: .disabled)
          action.disabledInput.send(value: ())
          return
        }
        execute(state, input).startWithSignal { signal, interrupter in
          let work = ActionWork(observer, of: action)
          lifetime.observeEnded {
            interrupter.dispose()
            availability.finish()
            work.actionIsFree()
          }
          signal.observe(with: work)
        }
      }
    }
  }

  /// Makes an action whose work something else does, which also knows whether it may start and whether it is under way.
  ///
  /// - Parameters:
  ///   - events: The events of all pieces of work, whoever started them.
  ///   - start: Makes a producer that starts a piece of work and sends its events, or fails with
  ///     ``ActionError/disabled``.
  package init(
    isEnabled: Property<Bool>, isExecuting: Property<Bool>, events: Signal<Signal<Output, Error>.Event, Never>,
    start: @escaping (Input) -> SignalProducer<Output, ActionError<Error>>
  ) {
    state = isEnabled
    availability = nil
    (lifetime, token) = Lifetime.make()
    (self.events, eventInput) = Signal.pipe()
    (disabledErrors, disabledInput) = Signal.pipe()
    values = self.events.compactMap { $0.value }
    errors = self.events.compactMap { $0.error }
    completed = self.events.compactMap { $0.isCompleted ? () : nil }
    self.isEnabled = isEnabled
    self.isExecuting = isExecuting
    work = { action, input in
      start(input).on(failed: { error in
        if case .disabled = error { action.disabledInput.send(value: ()) }
      })
    }
    lifetime += events.observeValues { [eventInput] in eventInput.send(value: $0) }
  }

  deinit {
    eventInput.sendCompleted()
    disabledInput.sendCompleted()
    availability?.end()
  }

  /// A producer that starts the action's work and sends its events, or fails when the action is disabled.
  ///
  /// Disposing of what a start returns interrupts the work. The producer keeps the action alive.
  public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Error>> {
    work(self, input)
  }
}

extension Action: @unchecked Sendable {}

extension Action: BindingTargetProvider {
  /// Applies the action to each value, which it ignores while it is disabled; does not keep the action alive.
  public var bindingTarget: BindingTarget<Input> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.apply($0).start() }
  }
}

/// Passes the events of one piece of work on, first to those who started it, then to the action's observers.
///
/// These are told of the end when the action can be applied again, be it that the work came to its end or that who started
/// it has interrupted it.
private final class ActionWork<Input, Output, Error: Swift.Error>: Operator<Output, Error>, @unchecked Sendable {
  private let downstream: Observer<Output, ActionError<Error>>
  private let action: Action<Input, Output, Error>
  private let lock = ShortLock()
  /// The end, while it waits for the action to be free.
  private var end: Termination<Error>?
  private var isActionFree = false

  init(_ downstream: Observer<Output, ActionError<Error>>, of action: Action<Input, Output, Error>) {
    self.downstream = downstream
    self.action = action
  }

  override func receive(_ value: Output, _ delivery: inout Delivery) {
    downstream.receive(value, &delivery)
    tell(.value(value), &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    switch termination {
    case .failed(let error): downstream.terminate(.failed(.producerFailed(error)), &delivery)
    case .completed: downstream.terminate(.completed, &delivery)
    case .interrupted: downstream.terminate(.interrupted, &delivery)
    }
    delivery.then { [self] in hasEnded(termination, &$0) }
  }

  private func hasEnded(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock.lock()
    let isActionFree = isActionFree
    if !isActionFree { end = termination }
    lock.unlock()
    if isActionFree { tell(Signal.Event(termination), &delivery) }
  }

  /// The action can be applied again.
  func actionIsFree() {
    lock.lock()
    isActionFree = true
    let end = end
    self.end = nil
    lock.unlock()
    if let end { Delivery.run { tell(Signal.Event(end), &$0) } }
  }

  private func tell(_ event: Signal<Output, Error>.Event, _ delivery: inout Delivery) {
    delivery.then { [action] in action.eventInput.receive(event, &$0) }
  }
}
