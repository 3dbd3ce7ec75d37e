extension PropertyProtocol {
  /// A property of the values of the properties that a function makes of this one's values.
  ///
  /// With `.latest` it is a node that reads the property made last, in the same instant in which that is chosen; it is
  /// settled like any other. With the other strategies it follows a stream, each value in an instant of its own.
  ///
  /// - Parameter strategy: What happens with several properties: `.latest` reads the last one; `.merge` takes each value of
  ///   all of them; `.concat` the next one's when the one before is released.
  public func flatMap<P: PropertyProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> P
  ) -> Property<P.Value> {
    if case .latest = strategy.kind {
      return Property(
        owning: FlattenNode.make(node) { value in
          let inner = transform(value)
          return FlattenNode.Selection(node: inner.node, keeper: inner)
        })
    }
    return Property(owning: FedNode.following(producer.flatMap(strategy) { transform($0).producer }))
  }
}

extension PropertyProtocol where Value: PropertyProtocol {
  /// A property of the values of the properties that this one has one after the other.
  ///
  /// - Parameter strategy: What happens with several of them, as for ``flatMap(_:_:)``.
  public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
    flatMap(strategy) { $0 }
  }
}
