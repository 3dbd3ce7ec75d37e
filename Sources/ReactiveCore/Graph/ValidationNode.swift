private let innerSlot = 0

/// The result of the last proposal to a validating property.
///
/// Slot 0 is the property that takes what is valid, slot 1 the one that the validator depends on, if there is one. A
/// proposal sets this node from outside, and the inner property after it, in one instant; the inner property's change then
/// needs no validation.
final class ValidationNode<Value, ValidationError: Swift.Error>:
  ValueNode<ValidatingProperty<Value, ValidationError>.Result>, @unchecked Sendable
{
  typealias Validation = ValidatingProperty<Value, ValidationError>

  /// `nil` when the value is final, or the node is not used any more.
  private var inner: ValueNode<Value>?
  private let validator: (Value) -> Validation.Decision
  private let write: (Value) -> Void
  /// Whether the inner property's change that is under way comes from here.
  private var hasWritten = false
  private var innerChanged = false
  private var dependencyChanged = false

  private init(
    _ inner: ValueNode<Value>, _ validator: @escaping (Value) -> Validation.Decision,
    _ write: @escaping (Value) -> Void
  ) {
    self.inner = inner
    self.validator = validator
    self.write = write
    let value = inner.settledValue
    super.init(Validation.Result(value, validator(value)))
  }

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - validator: Called with the lock held; reads the settled value of the dependency and keeps that node alive.
  ///   - write: Sets the inner property, unless it is gone.
  static func make(
    _ inner: ValueNode<Value>, _ dependency: Node?, _ validator: @escaping (Value) -> Validation.Decision,
    _ write: @escaping (Value) -> Void
  ) -> ValidationNode {
    Session.building(on: dependency.map { [inner, $0] } ?? [inner]) {
      let node = ValidationNode(inner, validator, write)
      node.follow(dependency.map { [inner, $0] } ?? [inner])
      return node
    }
  }

  /// Validates a value and sets the inner property to what is taken.
  func propose(_ value: Value) {
    let session = Session.current
    let graph = session.enter(self)
    defer { session.leave(graph) }
    session.holding {
      store(Validation.Result(value, validator(value)))
      self.graph.sourceChanged(self, by: session)
      writeBack()
    }
  }

  /// Sets the inner property to what was taken, if something was; it changes when this instant is over.
  private func writeBack() {
    guard let value = settledValue.value else { return }
    write(value)
    // A property that is gone, or that refuses the value, does not change.
    hasWritten = inner?.graph.wasChangedLast(inner) ?? false
  }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) {
    if slot == innerSlot { innerChanged = true } else { dependencyChanged = true }
  }

  override func evaluate() -> Outcome {
    guard let inner else { return .cutOff }
    let wasSetDirectly = innerChanged && !hasWritten
    let mustWrite = dependencyChanged
    if innerChanged { hasWritten = false }
    innerChanged = false
    dependencyChanged = false
    guard wasSetDirectly || mustWrite else { return .cutOff }
    let value = wasSetDirectly ? inner.settledValue : settledValue.proposed
    store(Validation.Result(value, validator(value)))
    if mustWrite { writeBack() }
    return .changed
  }

  override func forgetPrecedents() { inner = nil }

  override var kind: String { "validation" }
}
