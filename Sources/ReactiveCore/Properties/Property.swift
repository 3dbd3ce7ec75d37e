/// A value that changes by itself, as a constant, a view of another property, or what derives from others.
///
/// A property that derives from others does not keep them alive: it keeps its last value, and its signal and producers
/// complete, when they are released. It is a node of a graph: when something changes, each derived property
/// is evaluated at most once, after everything it derives from, and observers are told afterwards.
@propertyWrapper
public final class Property<Value>: PropertyProtocol, NodeProviding {
  private let ownNode: ValueNode<Value>
  /// What it keeps alive, which may keep another alive in turn, and so on.
  private var captured: AnyObject?
  private var ownSignal: Signal<Value, Never>?

  /// Makes a property of a node, whose first use is this property's.
  init(owning node: ValueNode<Value>, capturing captured: AnyObject? = nil) {
    ownNode = node
    self.captured = captured
  }

  /// Makes a property of a node that has other users.
  init(sharing node: ValueNode<Value>, capturing captured: AnyObject? = nil) {
    node.use()
    ownNode = node
    self.captured = captured
  }

  deinit {
    ownNode.unuse()
    if captured != nil { Teardown.release(captured.take()) }
  }

  /// Makes a property that never changes. Its producer sends the value and completes.
  public convenience init(value: Value) {
    let node = ValueNode(value)
    node.isFinal = true
    self.init(owning: node)
  }

  /// Makes a property that mirrors another and keeps it alive.
  public convenience init<P: PropertyProtocol>(capturing property: P) where P.Value == Value {
    self.init(sharing: property.node, capturing: property)
  }

  /// Makes a property that mirrors another without keeping it alive.
  public convenience init<P: PropertyProtocol>(_ property: P) where P.Value == Value {
    self.init(sharing: property.node)
  }

  var graphNode: Node { ownNode }

  /// The current value.
  public var value: Value { ownNode.value }

  public var wrappedValue: Value { value }

  public var projectedValue: Property<Value> { self }

  /// Sends the current value when it is started, then each change. Completes when what the property derives from is gone.
  public var producer: SignalProducer<Value, Never> { SignalProducer(NodeRecipe(ownNode)) }

  /// Sends each change. Completes when what the property derives from is gone; who comes later is interrupted.
  public var signal: Signal<Value, Never> {
    ownNode.ownerLock.kept {
      ownSignal
    } make: {
      ownNode.makeSignal()
    } keep: {
      ownSignal = $0
    }
  }
}

extension Property: @unchecked Sendable {}
