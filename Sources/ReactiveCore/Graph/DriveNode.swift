/// A binding from one property to another as a part of the graph.
///
/// The target takes the value in the same instant, before anything that derives from both is evaluated: a binding makes
/// no value in between. It is a node of its own so that a property can be bound to several others and still be set.
final class DriveNode<Value>: Node, @unchecked Sendable {
  /// `nil` once the binding has ended.
  private var source: ValueNode<Value>?
  private var target: ValueNode<Value>?

  private init(_ source: ValueNode<Value>, _ target: ValueNode<Value>) {
    self.source = source
    self.target = target
    super.init()
  }

  /// Binds a property to another, beginning with its present value.
  ///
  /// - Returns: What ends the binding; `nil` when the target already determines the source, so that there cannot be an
  ///   edge.
  static func bind(_ target: ValueNode<Value>, to source: ValueNode<Value>) -> (any Disposable)? {
    let graph = Graph.shared
    graph.enter()
    defer { graph.leave() }
    guard !source.isFinal else {
      target.set(source.settledValue)
      let over = AnyDisposable()
      over.dispose()
      return over
    }
    let node = DriveNode(source, target)
    node.follow([source])
    let slot = target.precedents.firstIndex { $0 == nil } ?? target.precedents.count
    guard graph.connect(node, to: target, slot) else {
      graph.release(node)
      return nil
    }
    target.set(source.settledValue)
    return Binding(node, slot)
  }

  override func evaluate() -> Outcome {
    guard let source, let target else { return .cutOff }
    return target.drive(source.settledValue) ? .changed : .cutOff
  }

  override func forgetPrecedents() {
    source = nil
    target = nil
  }

  override var kind: String { "binding" }

  /// What ends a binding.
  private final class Binding: Disposable, @unchecked Sendable {
    private let flag = OnceFlag()
    private let node: DriveNode
    private let slot: Int

    init(_ node: DriveNode, _ slot: Int) {
      self.node = node
      self.slot = slot
    }

    var isDisposed: Bool { flag.isRaised || node.isFinal }

    func dispose() {
      guard flag.raise() else { return }
      let graph = Graph.shared
      graph.enter()
      // Another binding may have the slot when this one ended with its source.
      if let target = node.target, slot < target.precedents.count, target.precedents[slot]?.node === node {
        graph.disconnect(target, slot)
      }
      node.forgetPrecedents()
      graph.release(node)
      graph.leave()
    }
  }
}
