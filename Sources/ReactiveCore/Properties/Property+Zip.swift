extension PropertyProtocol {
  /// A property of pairs: the first value of this one with the first of the other, the second with the second, and so on.
  public func zip<P: PropertyProtocol>(with other: P) -> Property<(Value, P.Value)> {
    let (a, b) = (ZipQueue(node), ZipQueue(other.node))
    return Property(owning: ZipNode.make([a, b]) { (a.takeFirst(), b.takeFirst()) })
  }

  /// A property of the values of two properties, paired by position.
  public static func zip<A: PropertyProtocol, B: PropertyProtocol>(
    _ a: A, _ b: B
  ) -> Property<(A.Value, B.Value)> where Value == A.Value {
    a.zip(with: b)
  }

  /// A property of the values of any number of properties of different types, joined by position.
  public static func zip<A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, each D: PropertyProtocol>(
    _ a: A, _ b: B, _ c: C, _ others: repeat each D
  ) -> Property<(A.Value, B.Value, C.Value, repeat (each D).Value)> where Value == A.Value {
    let (a, b, c) = (ZipQueue(a.node), ZipQueue(b.node), ZipQueue(c.node))
    let others = (repeat ZipQueue((each others).node))
    var queues: [AnyZipQueue] = [a, b, c]
    for other in repeat each others { queues.append(other) }
    return Property(
      owning: ZipNode.make(queues) {
        (a.takeFirst(), b.takeFirst(), c.takeFirst(), repeat (each others).takeFirst())
      })
  }

  /// A property of the values of many properties of one type, joined by position; `nil` when there are none.
  public static func zip<S: Sequence>(
    _ properties: S
  ) -> Property<[S.Element.Value]>? where S.Element: PropertyProtocol {
    let queues = properties.map { ZipQueue($0.node) }
    return queues.isEmpty ? nil : Property(owning: ZipNode.make(queues) { queues.map { $0.takeFirst() } })
  }

  /// A property of the values of many properties of one type, joined by position, which is constant when there are none.
  public static func zip<S: Sequence>(
    _ properties: S, emptySentinel: [S.Element.Value]
  ) -> Property<[S.Element.Value]> where S.Element: PropertyProtocol {
    zip(properties) ?? Property(value: emptySentinel)
  }

  /// As the form for any type before the dot, which the compiler infers here: `Property.zip([a, b])`.
  public static func zip<S: Sequence>(
    _ properties: S
  ) -> Property<[Value]>? where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property<Never>.zip(properties)
  }

  /// As the form for any type before the dot, which the compiler infers here.
  public static func zip<S: Sequence>(
    _ properties: S, emptySentinel: [Value]
  ) -> Property<[Value]> where S.Element: PropertyProtocol, S.Element.Value == Value {
    Property<Never>.zip(properties, emptySentinel: emptySentinel)
  }
}
