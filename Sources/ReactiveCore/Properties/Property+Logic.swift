extension PropertyProtocol where Value == Bool {
  /// A property that is true when this one and another are.
  public func and<P: PropertyProtocol>(_ property: P) -> Property<Bool> where P.Value == Bool {
    let (a, b) = (node, property.node)
    return Property(owning: GatherNode.make([a, b]) { a.settledValue && b.settledValue })
  }

  /// A property that is true when this one or another is.
  public func or<P: PropertyProtocol>(_ property: P) -> Property<Bool> where P.Value == Bool {
    let (a, b) = (node, property.node)
    return Property(owning: GatherNode.make([a, b]) { a.settledValue || b.settledValue })
  }

  /// A property that is true when all of many are, or when there are none.
  public static func all<P: PropertyProtocol, Properties: Collection>(
    _ properties: Properties
  ) -> Property<Value> where P.Value == Value, Properties.Element == P {
    let nodes = properties.map { $0.node }
    return Property(owning: GatherNode.make(nodes) { nodes.allSatisfy { $0.settledValue } })
  }

  /// A property that is true when all of the given ones are.
  public static func all<P: PropertyProtocol>(_ properties: P...) -> Property<Value> where P.Value == Value {
    all(properties)
  }

  /// A property that is true when one of many is; false when there are none.
  public static func any<P: PropertyProtocol, Properties: Collection>(
    _ properties: Properties
  ) -> Property<Value> where P.Value == Value, Properties.Element == P {
    let nodes = properties.map { $0.node }
    return Property(owning: GatherNode.make(nodes) { nodes.contains { $0.settledValue } })
  }

  /// A property that is true when one of the given ones is.
  public static func any<P: PropertyProtocol>(_ properties: P...) -> Property<Value> where P.Value == Value {
    any(properties)
  }
}
