/// A binding from one property to another as a part of the graph.
///
/// The target takes the value in the same instant, before anything that derives from both is evaluated: a binding makes
/// no value in between. It is a node of its own so that a property can be bound to several others and still be set. Only
/// the target uses it, so that it goes with the target.
final class DriveNode<Value>: Node, @unchecked Sendable {
  /// Both are `nil` once the binding has ended.
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
    let session = Session.current
    let graphs = session.enter([source, target])
    defer { for graph in graphs { session.leave(graph) } }
    guard !source.isFinal else {
      target.set(source.settledValue)
      let over = AnyDisposable()
      over.dispose()
      return over
    }
    let node = DriveNode(source, target)
    node.follow([source])
    let slot = target.precedents.firstIndex { $0 == nil } ?? target.precedents.count
    let isConnected = Graph.connect(node, to: target, slot, session)
    // From here on only the target uses the node.
    node.graph.release(node, session)
    guard isConnected else { return nil }
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
    private let node: DriveNode
    private let slot: Int

    init(_ node: DriveNode, _ slot: Int) {
      self.node = node
      self.slot = slot
    }

    var isDisposed: Bool {
      let session = Session.current
      let graph = session.enter(node)
      defer { session.leave(graph) }
      return node.target == nil
    }

    func dispose() {
      let session = Session.current
      let graph = session.enter(node)
      if let target = node.target { graph.disconnect(target, slot, session) }
      session.leave(graph)
    }
  }
}
