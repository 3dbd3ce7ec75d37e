/// A source that follows a stream.
final class FedNode<Value>: ValueNode<Value>, @unchecked Sendable {
  private let feed = SerialDisposable()
  private var stream: SignalProducer<Value, Never>?

  /// Makes a node with a first value; ``begin()`` starts the stream.
  init(_ value: Value, then stream: SignalProducer<Value, Never>) {
    self.stream = stream
    super.init(value)
  }

  func begin() -> FedNode {
    if let stream {
      self.stream = nil
      feed.inner = stream.start(with: Feeder(self))
    }
    return self
  }

  /// Makes a node of a stream that sends a value at once, and goes on with what follows.
  static func following(_ stream: SignalProducer<Value, Never>) -> FedNode {
    let feeder = Feeder<Value>()
    let feed = stream.start(with: feeder)
    guard let first = feeder.takeFirst() else { preconditionFailure("the stream of a property sends a value at once") }
    let node = FedNode(first, then: .never)
    node.stream = nil
    node.feed.inner = feed
    feeder.begin(node)
    return node
  }

  override func stopFeeding() { feed.dispose() }

  override var kind: String { "stream" }
}

/// Sets a node to what a stream sends; keeps what comes before there is a node.
private final class Feeder<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let lock = ShortLock()
  private var node: ValueNode<Value>?
  private var early: [Value] = []
  private var endedEarly = false

  init(_ node: ValueNode<Value>? = nil) { self.node = node }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    lock.lock()
    let node = node
    if node == nil { early.append(value) }
    lock.unlock()
    node?.set(value)
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {
    lock.lock()
    let node = node
    if node == nil { endedEarly = true }
    lock.unlock()
    node?.end()
  }

  /// The last of the values that came so far, for the node to begin with.
  func takeFirst() -> Value? {
    lock.lock()
    defer { lock.unlock() }
    return early.popLast()
  }

  /// Gives what has come meanwhile to the node, and from now on all the rest.
  func begin(_ node: ValueNode<Value>) {
    lock.lock()
    let values = early
    early = []
    let isOver = endedEarly
    self.node = node
    lock.unlock()
    if let last = values.last { node.set(last) }
    if isOver { node.end() }
  }
}
