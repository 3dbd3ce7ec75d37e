extension MutableProperty {
  /// Binds the property to another one, within the graph.
  ///
  /// - Returns: What ends the binding; `nil` when this property already determines the other.
  func follow<P: PropertyProtocol>(_ source: P) -> (any Disposable)? where P.Value == Value {
    guard let target = graphNode as? ValueNode<Value> else { return nil }
    return DriveNode.bind(target, to: source.node)
  }
}
