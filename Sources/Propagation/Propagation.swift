/// The order of evaluation of one graph: which nodes are dirty, and which comes next.
///
/// An *instant* is one change from outside and all that follows from it. A node that is marked dirty is evaluated in
/// the order of the ranks, after all its precedents, and so at most once, unless an evaluation itself raises a node
/// that had been evaluated too early (``raise``). A node whose value came out equal marks nobody: that is the cut-off.
/// What is still dirty when an evaluation stops half-way is all there is to know for going on later.
///
/// Values and edges belong to the owner: cells of an engine, properties of a reactive graph.
public final class Propagation {
  /// How much work was done since the counters were reset; equal on every machine.
  public struct Counters: Sendable, Equatable {
    public var evaluated = 0
    public var cutOff = 0
    public var rankRaises = 0
    public init() {}
  }

  public let ranking = Ranking()
  public let dirty = RankSet()
  /// The number of the current instant.
  @exclusivity(unchecked) public private(set) var generation = 0
  @exclusivity(unchecked) public var counters = Counters()

  public init() {}

  @inlinable @inline(__always)
  public var isSettled: Bool { dirty.isEmpty }

  /// Opens the next instant.
  public func beginInstant() { generation += 1 }

  @inlinable @inline(__always)
  public func markDirty(_ node: NodeID) { dirty.insert(ranking.rank(of: node)) }

  /// Takes a node out of what is dirty, because its owner has brought it up to date by other means.
  public func clearDirty(_ node: NodeID) {
    if ranking.contains(node) { dirty.remove(ranking.rank(of: node)) }
  }

  public func isDirty(_ node: NodeID) -> Bool {
    ranking.contains(node) && dirty.contains(ranking.rank(of: node))
  }

  /// Takes the dirty node of the smallest rank.
  @inlinable @inline(__always)
  public func nextDirty() -> NodeID? {
    while let rank = dirty.popFirst() {
      if let node = ranking.node(at: rank) { return node }
    }
    return nil
  }

  /// Marks every node dirty.
  public func markAllDirty() {
    dirty.reserve(ranking.rankBound)
    for rank in 0..<ranking.rankBound where ranking.nodes[rank] >= 0 { dirty.insert(rank) }
  }

  public func append(_ node: NodeID) {
    let wasDirty = isDirty(node)
    if wasDirty { dirty.remove(ranking.rank(of: node)) }
    ranking.append(node)
    if wasDirty { markDirty(node) }
  }

  public func remove(_ node: NodeID) {
    if isDirty(node) { dirty.remove(ranking.rank(of: node)) }
    ranking.remove(node)
  }

  /// Replaces all ranks by a topological order and keeps what is dirty.
  public func assign(_ order: [NodeID], nodeBound: Int, dirty isDirty: (NodeID) -> Bool) {
    ranking.assign(order, nodeBound: nodeBound)
    dirty.removeAll()
    dirty.reserve(order.count)
    for node in order where isDirty(node) { markDirty(node) }
  }

  /// Raises a node and its dependents after its edges changed; see ``Ranking/restore(_:in:)``.
  ///
  /// - Returns: Whether the order could be restored; `false` means that the node depends on itself.
  public func restore(_ node: NodeID, in edges: some DependencyEdges) -> Bool {
    guard let risen = ranking.restore(node, in: edges) else { return false }
    counters.rankRaises += risen.count
    for (each, formerRank) in risen where dirty.remove(formerRank) { markDirty(each) }
    return true
  }
}
