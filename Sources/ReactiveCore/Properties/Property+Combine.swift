extension PropertyProtocol {
  /// A property of the values of this one and another.
  public func combineLatest<P: PropertyProtocol>(with other: P) -> Property<(Value, P.Value)> {
    Property(owning: CombineNode.make(node, other.node))
  }

  /// A property of the latest values of two properties.
  public static func combineLatest<A: PropertyProtocol, B: PropertyProtocol>(
    _ a: A, _ b: B
  ) -> Property<(A.Value, B.Value)> where Value == A.Value {
    a.combineLatest(with: b)
  }

  /// A property of the latest values of any number of properties of different types.
  public static func combineLatest<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, each D: PropertyProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ others: repeat each D
  ) -> Property<(A.Value, B.Value, C.Value, repeat (each D).Value)> where Value == A.Value {
    let (a, b, c) = (a.node, b.node, c.node)
    let others = (repeat (each others).node)
    var sources: [Node] = [a, b, c]
    for other in repeat each others { sources.append(other) }
    return Property(
      owning: GatherNode.make(sources) {
        (a.settledValue, b.settledValue, c.settledValue, repeat (each others).settledValue)
      })
  }

  /// A property of the latest values of many properties of one type; `nil` when there are none.
  ///
  /// An update costs the same for any number of properties, as long as nobody else holds the array.
  public static func combineLatest<S: Sequence>(
    _ properties: S
  ) -> Property<[S.Element.Value]>? where S.Element: PropertyProtocol {
    let nodes = properties.map { $0.node }
    return nodes.isEmpty ? nil : Property(owning: CombineManyNode.make(nodes))
  }

  /// A property of the latest values of many properties of one type, which is constant when there are none.
  public static func combineLatest<S: Sequence>(
    _ properties: S, emptySentinel: [S.Element.Value]
  ) -> Property<[S.Element.Value]> where S.Element: PropertyProtocol {
    combineLatest(properties) ?? Property(value: emptySentinel)
  }

  /// As the form for any type before the dot, which the compiler infers here: `Property.combineLatest([a, b])`.
  public static func combineLatest<S: Sequence>(
    _ properties: S
  ) -> Property<[Value]>? where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property<Never>.combineLatest(properties)
  }

  /// As the form for any type before the dot, which the compiler infers here.
  public static func combineLatest<S: Sequence>(
    _ properties: S, emptySentinel: [Value]
  ) -> Property<[Value]> where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property<Never>.combineLatest(properties, emptySentinel: emptySentinel)
  }
}
