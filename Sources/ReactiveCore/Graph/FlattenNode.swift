private let outerSlot = 0
private let innerSlot = 1

/// The value of the node that another node's value selects, wherever the selection moves.
///
/// Slot 0 is the outer node, slot 1 the inner one that is selected. When the selection moves to a node that comes later in
/// the order of evaluation, this node and its dependents are put behind it and evaluated in its wake, so that what it
/// reads is settled.
final class FlattenNode<Outer, Value>: ValueNode<Value>, @unchecked Sendable {
  /// A node, and what keeps it in use while it is being connected.
  struct Selection {
    let node: ValueNode<Value>
    let keeper: AnyObject
  }

  /// These three are `nil` when the value is final, or the node is not used any more.
  private var outer: ValueNode<Outer>?
  private var select: ((Outer) -> Selection)?
  private var inner: ValueNode<Value>?
  private var selectionChanged = false

  private init(_ outer: ValueNode<Outer>, _ select: @escaping (Outer) -> Selection, first: Selection) {
    self.outer = outer
    self.select = select
    inner = first.node
    super.init(first.node.settledValue)
  }

  static func make(_ outer: ValueNode<Outer>, _ select: @escaping (Outer) -> Selection) -> FlattenNode {
    Session.building(on: outer) {
      let first = select(outer.settledValue)
      // What is selected is built upon, too.
      return Session.building(on: first.node) {
        let node = FlattenNode(outer, select, first: first)
        withExtendedLifetime(first) { node.follow([outer, first.node]) }
        return node
      }
    }
  }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) {
    if slot == outerSlot { selectionChanged = true }
  }

  override func evaluate() -> Outcome {
    if selectionChanged, let outer {
      selectionChanged = false
      if moveSelection(outer.settledValue) { return .postponed }
    }
    guard let inner else { return .cutOff }
    store(inner.settledValue)
    return .changed
  }

  /// Connects the node that a new value of the outer one selects.
  ///
  /// - Returns: Whether this node had to be put behind it and must wait.
  private func moveSelection(_ value: Outer) -> Bool {
    guard let select else { return false }
    let session = Session.current
    let selection = select(value)
    graph.disconnect(self, innerSlot, session)
    inner = selection.node
    return withExtendedLifetime(selection) {
      let entered = session.enter(selection.node)
      defer { session.leave(entered) }
      guard !selection.node.isFinal else { return false }
      let (graph, rank) = (graph, graph.rank(of: self))
      // A selection that derives from this very node is read once and not followed.
      Graph.connect(selection.node, to: self, innerSlot, session)
      guard self.graph !== graph || graph.rank(of: self) != rank else { return false }
      self.graph.evaluateLater(self)
      self.graph.hasDirtyNodes = true
      return true
    }
  }

  override func precedentBecameFinal(_ slot: Int) -> Bool {
    guard slot == outerSlot else { return super.precedentBecameFinal(slot) }
    // The outer node's last value may be the property that is selected, which must not be kept alive by that. Taken out
    // before they are let go: what the function captured may be that property, whose end comes back to this node.
    let former = (outer.take(), select.take())
    return withExtendedLifetime(former) { super.precedentBecameFinal(slot) }
  }

  override func forgetPrecedents() {
    outer = nil
    // What the function captured may be a property that selects others in the same way, and so on.
    Teardown.release(select.take())
    inner = nil
  }

  override var kind: String { "flatten" }
}
