/// The latest values of two nodes.
final class CombineNode<A, B>: ValueNode<(A, B)>, @unchecked Sendable {
  /// Keeps the sources; `nil` when the value is final, or the node is not used any more.
  private var sources: (a: ValueNode<A>, b: ValueNode<B>)?
  // The same, to be read without counting references.
  private let a: Unmanaged<ValueNode<A>>
  private let b: Unmanaged<ValueNode<B>>

  private init(_ a: ValueNode<A>, _ b: ValueNode<B>) {
    sources = (a, b)
    self.a = .passUnretained(a)
    self.b = .passUnretained(b)
    super.init((a.settledValue, b.settledValue))
  }

  static func make(_ a: ValueNode<A>, _ b: ValueNode<B>) -> CombineNode {
    Session.building(on: [a, b]) {
      let node = CombineNode(a, b)
      node.follow([a, b])
      return node
    }
  }

  override func evaluate() -> Outcome {
    guard sources != nil else { return .cutOff }
    store((a._withUnsafeGuaranteedRef { $0.settledValue }, b._withUnsafeGuaranteedRef { $0.settledValue }))
    return .changed
  }

  override func forgetPrecedents() { sources = nil }

  override var kind: String { "combineLatest" }
}

/// What a function makes of the latest values of several nodes of different types.
final class GatherNode<Value>: ValueNode<Value>, @unchecked Sendable {
  /// `nil` when the value is final, or the node is not used any more.
  private var gather: (() -> Value)?

  private init(_ gather: @escaping () -> Value) {
    self.gather = gather
    super.init(gather())
  }

  /// Makes a node.
  ///
  /// - Parameter gather: Reads the settled values of the nodes and keeps the nodes alive.
  static func make(_ sources: [Node], _ gather: @escaping () -> Value) -> GatherNode {
    Session.building(on: sources) {
      let node = GatherNode(gather)
      node.follow(sources)
      return node
    }
  }

  override func evaluate() -> Outcome {
    guard let gather else { return .cutOff }
    store(gather())
    return .changed
  }

  override func forgetPrecedents() { gather = nil }

  override var kind: String { "combineLatest" }
}

/// The latest values of many nodes of one type.
///
/// Only what changed is written, so that an update costs the same for ten precedents and for ten thousand, as long as
/// nobody else holds the array.
final class CombineManyNode<Value>: ValueNode<[Value]>, @unchecked Sendable {
  /// Empty when the value is final, or the node is not used any more.
  private var sources: [ValueNode<Value>]
  private var changed: ContiguousArray<Int> = []

  private init(_ sources: [ValueNode<Value>]) {
    self.sources = sources
    super.init(sources.map { $0.settledValue })
  }

  static func make(_ sources: [ValueNode<Value>]) -> CombineManyNode {
    Session.building(on: sources) {
      let node = CombineManyNode(sources)
      node.follow(sources)
      return node
    }
  }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) { changed.append(slot) }

  override func evaluate() -> Outcome {
    modify { values in
      for slot in changed { values[slot] = sources[slot].settledValue }
    }
    changed.removeAll(keepingCapacity: true)
    return .changed
  }

  override func forgetPrecedents() { sources = [] }

  override var kind: String { "combineLatest" }
}
