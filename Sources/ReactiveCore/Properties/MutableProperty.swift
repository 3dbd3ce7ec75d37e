/// A property whose value can be set.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
  // Declared once more, so that the compiler finds the one type for all the protocols of a conforming class by itself.
  associatedtype Value

  var value: Value { get set }

  /// Ends when the property is released.
  var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
  /// Sets the property, which it does not keep alive.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
  }
}

/// A settable property whose value can be changed in place.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
  /// Reads the value and keeps others from changing it meanwhile.
  func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result

  /// Changes the value in place.
  func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result
}

/// A value that can be set and observed.
///
/// Setting it brings everything that derives from it up to date and then tells the observers, before the setter returns.
/// A value that is set inside an observer is there at once; observers are told of it after they have been told of what was
/// under way, so that all see the same values in the same order. Values may be set from any thread: when another thread
/// is telling this property's observers, that thread tells them of the new value, too.
@propertyWrapper
public final class MutableProperty<Value>: ComposableMutablePropertyProtocol, NodeProviding {
  private let ownNode: ValueNode<Value>
  private var ownSignal: Signal<Value, Never>?
  private var token: Lifetime.Token?

  /// Makes a property with a first value.
  public init(_ initialValue: Value) {
    ownNode = ValueNode(initialValue)
    ownNode.isSource = true
  }

  /// Makes a property of a node that is set in a way of its own.
  init(of node: ValueNode<Value>) {
    ownNode = node
    ownNode.isSource = true
  }

  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  deinit {
    // In this order: who hooked on to the lifetime goes first, then the observers are told.
    token?.dispose()
    ownNode.endAndUnuse()
  }

  var graphNode: Node { ownNode }

  /// The current value.
  public var value: Value {
    get { ownNode.value }
    set { ownNode.set(newValue) }
  }

  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  public var projectedValue: MutableProperty<Value> { self }

  /// Ends when the property is released.
  public var lifetime: Lifetime {
    Lifetime(
      ownNode.ownerLock.kept {
        token
      } make: {
        Lifetime.Token()
      } keep: {
        token = $0
      })
  }

  /// Sends the current value when it is started, then each change. Completes when the property is released.
  public var producer: SignalProducer<Value, Never> { SignalProducer(NodeRecipe(ownNode)) }

  /// Sends each change. Completes when the property is released.
  public var signal: Signal<Value, Never> {
    ownNode.ownerLock.kept {
      ownSignal
    } make: {
      ownNode.makeSignal()
    } keep: {
      ownSignal = $0
    }
  }

  /// Replaces the value.
  ///
  /// - Returns: The value before.
  @discardableResult
  public func swap(_ newValue: Value) -> Value {
    let session = Session.current
    let graph = session.enter(ownNode)
    defer { session.leave(graph) }
    let former = ownNode.settledValue
    ownNode.set(newValue)
    return former
  }

  /// Changes the value in place, and tells observers once.
  ///
  /// Other threads that read this property, or that set or modify properties, may wait meanwhile. What the function sets itself is settled when it has
  /// returned. It must not read this property other than through its argument.
  ///
  /// When the function throws, the value stays as the function left it, and observers are told of it.
  @discardableResult
  public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    let session = Session.current
    let graph = session.enter(ownNode)
    defer { session.leave(graph) }
    guard ownNode.acceptsEverything else {
      var value = ownNode.settledValue
      defer { ownNode.set(value) }
      return try session.holding { try action(&value) }
    }
    defer { ownNode.graph.sourceChanged(ownNode, by: session) }
    return try session.modifying { try ownNode.modify(action) }
  }

  /// Reads the value and keeps others from changing it meanwhile.
  @discardableResult
  public func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result {
    let session = Session.current
    let graph = session.enter(ownNode)
    defer { session.leave(graph) }
    return try action(ownNode.settledValue)
  }
}

extension MutableProperty: @unchecked Sendable {}
