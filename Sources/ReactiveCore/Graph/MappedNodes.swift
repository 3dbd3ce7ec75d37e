/// A node that is evaluated from one precedent.
class UnaryNode<Source, Value>: ValueNode<Value>, @unchecked Sendable {
  /// Alive while there is an edge from it.
  private let precedent: Unmanaged<ValueNode<Source>>

  fileprivate init(_ source: ValueNode<Source>, _ value: Value) {
    precedent = .passUnretained(source)
    super.init(value)
  }

  /// The source's value; the caller has entered, and there is an edge.
  @inline(__always)
  fileprivate final var sourceValue: Source { precedent._withUnsafeGuaranteedRef { $0.settledValue } }

  /// Adds the edge; without one when the source's value is final.
  fileprivate func follow(_ source: ValueNode<Source>) {
    if source.isFinal {
      isFinal = true
    } else {
      Graph.connect(source, to: self, 0, .current)
    }
  }
}

/// The transformed value of another node.
final class MapNode<Source, Value>: UnaryNode<Source, Value>, @unchecked Sendable {
  private let transform: (Source) -> Value

  private init(_ source: ValueNode<Source>, _ transform: @escaping (Source) -> Value) {
    self.transform = transform
    super.init(source, transform(source.settledValue))
  }

  static func make(_ source: ValueNode<Source>, _ transform: @escaping (Source) -> Value) -> MapNode {
    Session.building(on: source) {
      let node = MapNode(source, transform)
      node.follow(source)
      return node
    }
  }

  override func evaluate() -> Outcome {
    store(transform(sourceValue))
    return .changed
  }

  override var kind: String { "map" }
}

/// The value of another node, but for values that a function leaves out.
final class FilterNode<Value>: UnaryNode<Value, Value>, @unchecked Sendable {
  private let isIncluded: (_ former: Value, _ value: Value) -> Bool
  private let word: String

  private init(
    _ source: ValueNode<Value>, _ value: Value, _ word: String, _ isIncluded: @escaping (Value, Value) -> Bool
  ) {
    self.isIncluded = isIncluded
    self.word = word
    super.init(source, value)
  }

  /// Makes a node that begins with the source's value, or with the given one when the function leaves that out.
  ///
  /// - Parameter isIncluded: Called with the node's value and the source's.
  static func make(
    _ source: ValueNode<Value>, initial: Value? = nil, _ word: String,
    _ isIncluded: @escaping (_ former: Value, _ value: Value) -> Bool
  ) -> FilterNode {
    Session.building(on: source) {
      let present = source.settledValue
      let value = if let initial { isIncluded(initial, present) ? present : initial } else { present }
      let node = FilterNode(source, value, word, isIncluded)
      node.follow(source)
      return node
    }
  }

  override func evaluate() -> Outcome {
    let value = sourceValue
    guard isIncluded(settledValue, value) else { return .cutOff }
    store(value)
    return .changed
  }

  override var kind: String { word }
}

/// The last two values of another node.
final class PreviousNode<Value>: UnaryNode<Value, (Value, Value)>, @unchecked Sendable {
  static func make(_ source: ValueNode<Value>, _ initial: Value) -> PreviousNode {
    Session.building(on: source) {
      let node = PreviousNode(source, (initial, source.settledValue))
      node.follow(source)
      return node
    }
  }

  override func evaluate() -> Outcome {
    store((settledValue.1, sourceValue))
    return .changed
  }

  override var kind: String { "combinePrevious" }
}
