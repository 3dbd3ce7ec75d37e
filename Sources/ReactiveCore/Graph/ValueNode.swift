/// A node with a value of some type.
class ValueNode<Value>: Node, @unchecked Sendable {
  private final let valueLock = ShortLock()
  /// For what a property of the node keeps: here it takes no room, in the property it would be one of its words.
  final let ownerLock = ShortLock()
  /// Whether ``modify(_:)`` is changing the value in place.
  private final var isBeingModified = false
  private final var wasDriven = false
  // Only ``modify(_:)`` lends it out, and says so in ``isBeingModified``: a check by the run-time would look up the thread.
  @exclusivity(unchecked) private final var stored: Value

  init(_ value: Value) {
    stored = value
    super.init()
  }

  // MARK: The value

  /// The value, for any thread, which need not enter.
  final var value: Value {
    valueLock.lock()
    if isBeingModified {
      valueLock.unlock()
      return valueAfterModification
    }
    let value = stored
    valueLock.unlock()
    return value
  }

  private var valueAfterModification: Value {
    let session = Session.current
    precondition(session.modifications == 0, "a property was read inside its own `modify`")
    let graph = session.enter(self)
    defer { session.leave(graph) }
    return stored
  }

  /// The value; the caller has entered, so nobody else writes it.
  @inline(__always)
  final var settledValue: Value { stored }

  /// Replaces the value and keeps the one before for those who have not been told of it. The caller has entered.
  @inline(__always)
  final func store(_ value: Value) {
    if pending > 0 { keep() }
    precondition(!isBeingModified, "a property was set inside its own `modify`")
    var value = value
    valueLock.lock()
    swap(&value, &stored)
    valueLock.unlock()
    // What was there before is released here, after the lock.
  }

  /// Keeps the value if those who have not been told of it are to be: not one that is replaced before it was settled, nor
  /// one that came while nobody listened.
  @inline(never)
  private func keep() {
    if let ownAudience, ownAudience.keptCount < pending { ownAudience.keep(stored) }
  }

  private final var ownAudience: Audience<Value>? {
    guard let audience else { return nil }
    return unsafeDowncast(audience, to: Audience<Value>.self)
  }

  /// Changes the value in place. The caller has entered.
  final func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    if pending > 0 { keep() }
    precondition(!isBeingModified, "a property was modified inside its own `modify`")
    valueLock.lock()
    isBeingModified = true
    valueLock.unlock()
    defer {
      valueLock.lock()
      isBeingModified = false
      valueLock.unlock()
    }
    return try action(&stored)
  }

  /// Sets a source's value from outside and sees to all that follows.
  final func set(_ value: Value) {
    Session.reference._withUnsafeGuaranteedRef { session in
      session.reference(entering: self)._withUnsafeGuaranteedRef { graph in set(value, graph, session) }
    }
  }

  @inline(__always)
  private final func set(_ value: Value, _ graph: Graph, _ session: Session) {
    if !isFinal {
      guard acceptsEverything else { return setIfAccepted(value, graph, session) }
      store(value)
      if hasAudience, dependents.isEmpty, session.isQuiet(in: graph), deliverAtOnce(value, graph, session) { return }
      graph.sourceChanged(self, by: session)
    }
    session.leave(graph)
  }

  @inline(never)
  private func setIfAccepted(_ value: Value, _ graph: Graph, _ session: Session) {
    if let value = accepted(value) {
      store(value)
      // What accepts a value may have connected the node.
      self.graph.sourceChanged(self, by: session)
    }
    session.leave(graph)
  }

  /// Takes the value of a binding, within an instant; ``evaluate()`` follows.
  ///
  /// - Returns: Whether it was accepted.
  final func drive(_ value: Value) -> Bool {
    guard !isFinal, let value = accepted(value) else { return false }
    store(value)
    wasDriven = true
    return true
  }

  /// A source changes in the course of an instant when it is bound to another property.
  override func evaluate() -> Outcome {
    guard wasDriven else { return .cutOff }
    wasDriven = false
    return .changed
  }

  /// Whether ``accepted(_:)`` need not be asked.
  var acceptsEverything: Bool { true }

  /// What to take in place of a value that is about to be set from outside; `nil` refuses it.
  func accepted(_ value: Value) -> Value? { value }

  /// Makes a source's value final.
  final func end() {
    let session = Session.current
    let graph = session.enter(self)
    if !isFinal { graph.becameFinal(self) }
    session.leave(graph)
  }

  // MARK: Observers

  /// The signal of the changes from now on.
  final func makeSignal() -> Signal<Value, Never> {
    let session = Session.current
    let graph = session.enter(self)
    defer { session.leave(graph) }
    guard let core = livingCore() else { return .empty }
    return Signal(core)
  }

  /// Sends the present value and then the changes to the core of a started producer.
  final func feed(_ core: Signal<Value, Never>.Core, during lifetime: Lifetime) {
    let session = Session.current
    core.beginFirstDelivery()
    let graph = session.enter(self)
    let value = stored
    var isOver = true
    if let source = livingCore() {
      isOver = false
      lifetime += source.observeIfAlive(newcomer(FeedInput(core)))
    }
    session.leave(graph)
    core.finishFirstDelivery(value)
    if isOver { Delivery.run { core.terminate(.completed, &$0) } }
  }

  /// Gives an observer the present value, then the changes and the end.
  final func feed(_ feed: EventFeed<Value>, _ delivery: inout Delivery) {
    let session = Session.current
    let graph = session.enter(self)
    let value = stored
    let source = livingCore()
    feed.take(source?.observeIfAlive(newcomer(feed)), at: source)
    session.leave(graph)
    feed.begin(with: value, &delivery)
  }

  /// Gives a function the present value and then the changes.
  ///
  /// - Returns: What ends that.
  final func feed(_ action: @escaping (Value) -> Void) -> any Disposable {
    ValueFeed.begin(action) { feed in
      let session = Session.current
      let graph = session.enter(self)
      defer { session.leave(graph) }
      let source = livingCore()
      return (stored, source, source?.observeIfAlive(newcomer(feed)))
    }
  }

  /// What an observer that is given the present value is told of; what waits to be told is not newer. The caller has entered,
  /// and there is an audience.
  private func newcomer(_ observer: Observer<Value, Never>) -> Observer<Value, Never> {
    guard pending > 0 || isUnsettled else { return observer }
    var early: EarlyValue?
    if isUnsettled, let audience {
      early = audience.early ?? EarlyValue()
      audience.early = early
    }
    return SkipPending(Int(pending), early, observer)
  }

  /// The core that tells observers of changes; `nil` when there will be none. The caller has entered.
  private func livingCore() -> Signal<Value, Never>.Core? {
    if let audience, let core = audience.core, core.isAlive {
      return isFinal && !audience.endIsPending ? nil : unsafeDowncast(core, to: Signal<Value, Never>.Core.self)
    }
    guard !isFinal else { return nil }
    let core = Signal<Value, Never>.Core(queues: false)
    let audience = ownAudience ?? Audience<Value>()
    self.audience = audience
    audience.setCore(core)
    hasAudience = true
    uses += 1
    core.setUpstream(AudienceEnd(self))
    return core
  }

  /// Nobody can hear the changes any more, or all have been told of the end.
  fileprivate func audienceEnded() {
    let session = Session.current
    let graph = session.enter(self)
    // Another core may have taken the place of the one that ended.
    if let audience, let core = audience.core, !core.isAlive {
      audience.setCore(nil)
      hasAudience = false
    }
    graph.release(self, session)
    session.leave(graph)
  }

  final override var describedValue: String { "\(stored)" }

  final override func deliverValue(to audience: AnyAudience, _ graph: Graph, _ session: Session) -> Graph {
    let value = audience.hasKept ? unsafeDowncast(audience, to: Audience<Value>.self).takeKept() : stored
    return send(value, to: audience, graph, session).takeUnretainedValue()
  }

  /// Tells the observers, if nobody is telling them now.
  @inline(__always)
  private func deliverAtOnce(_ value: Value, _ graph: Graph, _ session: Session) -> Bool {
    // Not counted: a node keeps its audience.
    guard let audience = audience.map({ Unmanaged.passUnretained($0) }) else { return false }
    return audience._withUnsafeGuaranteedRef { audience in
      guard !audience.isDelivering else { return false }
      session.deliveries.deliverAtOnce(self, to: audience, session) { send(value, to: audience, graph, session) }
      return true
    }
  }

  @inline(__always)
  private func send(
    _ value: Value, to audience: AnyAudience, _ graph: Graph, _ session: Session
  ) -> Unmanaged<Graph> {
    // Not counted: the audience keeps a core that is replaced until the delivery is over.
    guard let core = audience.core.map({ Unmanaged.passUnretained($0) }) else { return .passUnretained(graph) }
    session.leave(graph)
    core._withUnsafeGuaranteedRef { core in
      let core = unsafeDowncast(core, to: Signal<Value, Never>.Core.self)
      core.delivering(by: session) { Delivery.run { core.send(value, &$0) } }
    }
    return session.reference(entering: self)
  }

  final override func deliverEnd(to audience: AnyAudience, _ graph: Graph, _ session: Session) -> Graph {
    guard let core = audience.core else { return graph }
    session.leave(graph)
    Delivery.run { unsafeDowncast(core, to: Signal<Value, Never>.Core.self).terminate(.completed, &$0) }
    return session.enter(self)
  }
}

/// Lets a node go when nobody can hear its changes any more.
private final class AudienceEnd<Value>: Disposable, @unchecked Sendable {
  private let flag = OnceFlag()
  private let node: ValueNode<Value>

  init(_ node: ValueNode<Value>) { self.node = node }

  var isDisposed: Bool { flag.isRaised }

  func dispose() {
    if flag.raise() { node.audienceEnded() }
  }
}
