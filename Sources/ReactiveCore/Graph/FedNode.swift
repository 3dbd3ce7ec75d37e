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

  override func stopFeeding() { feed.dispose() }

  override var kind: String { "stream" }
}

/// Sets a node to what a stream sends.
private final class Feeder<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let node: ValueNode<Value>

  init(_ node: ValueNode<Value>) { self.node = node }

  override func receive(_ value: Value, _ delivery: inout Delivery) { node.set(value) }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) { node.end() }
}
