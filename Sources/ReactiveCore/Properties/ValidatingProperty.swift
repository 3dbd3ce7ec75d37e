/// A settable property that validates what it is set to.
///
/// It is a view of another property, its *inner* one. A value that is set is *proposed* to the validator, which accepts
/// it, replaces it or refuses it; the inner property takes what is not refused. ``result`` tells of the last proposal.
/// A value that the inner property is set to directly is validated, too, but has been taken already, even if it is
/// invalid.
///
/// A validator may depend on another property: when that changes, the last proposal is validated again, and taken unless
/// it is refused. Result and value change in one instant, so that no observer sees one without the other.
public final class ValidatingProperty<Value, ValidationError: Swift.Error>: MutablePropertyProtocol, NodeProviding {
  /// The result of the last proposal.
  public let result: Property<Result>

  private let inner: any ComposableMutablePropertyProtocol<Value>
  private let innerNode: ValueNode<Value>
  private let validation: ValidationNode<Value, ValidationError>

  private init<Inner: ComposableMutablePropertyProtocol>(
    _ inner: Inner, dependingOn dependency: Node?, validator: @escaping (Value) -> Decision
  ) where Inner.Value == Value {
    self.inner = inner
    innerNode = inner.node
    validation = ValidationNode.make(innerNode, dependency, validator) { [weak inner] in inner?.value = $0 }
    result = Property(sharing: validation, capturing: NodeEnd(of: validation))
  }

  /// Makes a property that validates what another one is set to, and keeps that one alive.
  ///
  /// - Parameter validator: Called once now, for each proposal, and for each value that the inner property is set to.
  ///   Other threads that set properties wait meanwhile.
  public convenience init<Inner: ComposableMutablePropertyProtocol>(
    _ inner: Inner, _ validator: @escaping (Value) -> Decision
  ) where Inner.Value == Value {
    self.init(inner, dependingOn: nil, validator: validator)
  }

  /// Makes a property with a first value, which need not be valid.
  public convenience init(_ initial: Value, _ validator: @escaping (Value) -> Decision) {
    self.init(MutableProperty(initial), validator)
  }

  /// Makes a property that validates what another one is set to, depending on a third one.
  ///
  /// - Parameter other: Not kept alive.
  public convenience init<Other: PropertyProtocol>(
    _ inner: MutableProperty<Value>, with other: Other, _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    let other = other.node
    self.init(inner, dependingOn: other) { validator($0, other.settledValue) }
  }

  /// Makes a property with a first value, whose validation depends on another property.
  ///
  /// - Parameter other: Not kept alive.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// Makes a property that validates what another one is set to, depending on what was proposed to a third one, be it
  /// valid or not.
  ///
  /// - Parameter other: Not kept alive.
  public convenience init<U, E: Swift.Error>(
    _ inner: MutableProperty<Value>, with other: ValidatingProperty<U, E>,
    _ validator: @escaping (Value, U) -> Decision
  ) {
    let other = other.validation
    self.init(inner, dependingOn: other) { validator($0, other.settledValue.proposed) }
  }

  /// Makes a property with a first value, whose validation depends on what was proposed to another property, be it valid
  /// or not.
  ///
  /// - Parameter other: Not kept alive.
  public convenience init<U, E: Swift.Error>(
    _ initial: Value, with other: ValidatingProperty<U, E>, _ validator: @escaping (Value, U) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  var graphNode: Node { innerNode }

  /// The value of the inner property. Setting it proposes a value.
  public var value: Value {
    get { inner.value }
    set { validation.propose(newValue) }
  }

  /// The producer of the inner property.
  public var producer: SignalProducer<Value, Never> { inner.producer }

  /// The signal of the inner property.
  public var signal: Signal<Value, Never> { inner.signal }

  /// The lifetime of the inner property.
  public var lifetime: Lifetime { inner.lifetime }
}

extension ValidatingProperty: @unchecked Sendable {}

/// Ends a node when it is released itself.
private final class NodeEnd: Sendable {
  private let node: Node

  init(of node: Node) { self.node = node }

  deinit {
    node.endAndUnuse()
  }
}
