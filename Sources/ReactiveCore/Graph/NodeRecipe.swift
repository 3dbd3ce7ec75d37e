/// Keeps a node in use.
final class NodeUse<Value>: @unchecked Sendable {
  let node: ValueNode<Value>

  init(_ node: ValueNode<Value>) {
    self.node = node
    node.use()
  }

  deinit {
    node.unuse()
  }
}

/// The producer of a property: the present value, then the changes.
final class NodeRecipe<Value>: Recipe<Value, Never>, @unchecked Sendable {
  private let use: NodeUse<Value>

  init(_ node: ValueNode<Value>) {
    use = NodeUse(node)
    super.init(queues: true)
  }

  override var isFed: Bool { true }

  override func run(on core: Signal<Value, Never>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    use.node.feed(core, during: work.lifetime)
  }

  override func run(into observer: Observer<Value, Never>, during work: StartedWork, _ delivery: inout Delivery) {
    let feed = EventFeed(observer)
    work.setInterrupter(FedWork(feed))
    if !feed.endsBeforeItBegins(&delivery) { use.node.feed(feed, &delivery) }
  }

  override func start(for observer: Observer<Value, Never>) -> (any Disposable)? {
    let feed = EventFeed(observer)
    Delivery.run { use.node.feed(feed, &$0) }
    return feed
  }

  override func start(forValues action: @escaping (Value) -> Void) -> (any Disposable)? {
    use.node.feed(action)
  }
}

/// Feeds the core of a started producer; for it the property completes when its signal is interrupted.
final class FeedInput<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let core: Signal<Value, Never>.Core

  init(_ core: Signal<Value, Never>.Core) { self.core = core }

  deinit { core.inputWasReleased() }

  override func receive(_ value: Value, _ delivery: inout Delivery) { core.send(value, &delivery) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    core.terminate(.completed, &delivery)
  }
}

/// Leaves out values that were under way, or not settled, when the observer came: it has been given the last of them.
final class SkipPending<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let downstream: Observer<Value, Never>
  private var rest: Int
  /// What it was given before it was settled; what is told of it comes after the rest.
  private var early: EarlyValue?

  init(_ count: Int, _ early: EarlyValue?, _ downstream: Observer<Value, Never>) {
    rest = count
    self.early = early
    self.downstream = downstream
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    if rest > 0 {
      rest -= 1
    } else if early.take()?.wasReplaced ?? true {
      downstream.receive(value, &delivery)
    }
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    downstream.terminate(termination, &delivery)
  }
}
