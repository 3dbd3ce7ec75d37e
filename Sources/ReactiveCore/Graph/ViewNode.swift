/// Another node's value in another form, which can be set in that form.
private final class ViewNode<Source, Value>: ValueNode<Value>, @unchecked Sendable {
  /// `nil` when the value is final, or the node is not used any more.
  private var source: ValueNode<Source>?
  private let get: (Source) -> Value
  private let set: (Value) -> Void

  private init(_ source: ValueNode<Source>, _ get: @escaping (Source) -> Value, _ set: @escaping (Value) -> Void) {
    self.source = source
    self.get = get
    self.set = set
    super.init(get(source.settledValue))
  }

  static func make(
    _ source: ValueNode<Source>, _ get: @escaping (Source) -> Value, _ set: @escaping (Value) -> Void
  ) -> ViewNode {
    Session.building(on: source) {
      let node = ViewNode(source, get, set)
      node.follow([source])
      // It can be set, or at least refuse to be, as long as it is there.
      node.isFinal = false
      return node
    }
  }

  override func evaluate() -> Outcome {
    guard let source else { return .cutOff }
    store(get(source.settledValue))
    return .changed
  }

  override var acceptsEverything: Bool { false }

  // What is set comes back from the source.
  override func accepted(_ value: Value) -> Value? {
    set(value)
    return nil
  }

  override func forgetPrecedents() { source = nil }

  override var kind: String { "view" }
}

extension PropertyProtocol {
  /// A property that shows this one's value in another form and can be set in that form.
  ///
  /// - Parameters:
  ///   - get: The form of a value.
  ///   - set: Sets this property, or whatever it comes from. Runs with the lock of the graph held.
  package func view<U>(_ get: @escaping (Value) -> U, set: @escaping (U) -> Void) -> MutableProperty<U> {
    MutableProperty(of: ViewNode.make(node, get, set))
  }
}
