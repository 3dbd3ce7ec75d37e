/// A value that changes and can be observed.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource {
  /// The current value.
  var value: Value { get }

  /// Sends the current value when it is started, then each change; completes when there can be no more.
  var producer: SignalProducer<Value, Never> { get }

  /// Sends each change from now on; completes when there can be no more.
  var signal: Signal<Value, Never> { get }
}

/// A property of this module, which has a node in the graph.
protocol NodeProviding: AnyObject {
  var graphNode: Node { get }
}

extension PropertyProtocol {
  /// The property's node; for a property of another module, one that follows its signal.
  var node: ValueNode<Value> {
    if let own = self as? any NodeProviding { return unsafeDowncast(own.graphNode, to: ValueNode<Value>.self) }
    let node = FedNode(value, then: SignalProducer(following: signal))
    // Who asked for it is its only user.
    node.uses = 0
    return node.begin()
  }
}
