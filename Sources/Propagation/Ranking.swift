/// A node of the dependency graph: something that is evaluated as a whole.
public struct NodeID: Hashable, Sendable, Comparable {
  public var rawValue: Int32
  @inlinable public init(_ rawValue: Int) { self.rawValue = Int32(truncatingIfNeeded: rawValue) }
  @inlinable public var index: Int { Int(rawValue) }
  public static func < (a: NodeID, b: NodeID) -> Bool { a.rawValue < b.rawValue }
}

/// The edges of a graph, kept by whoever owns the values.
///
/// Propagation never sees a value: an engine answers from its interval indexes, a reactive graph from lists.
public protocol DependencyEdges {
  /// Calls the body with each direct dependent of a node; one may come more than once.
  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void)
  /// Calls the body with each direct precedent of a node; one may come more than once.
  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void)
}

/// The rank of every node: an order in which each node comes after its precedents.
///
/// Ranks are unique. A node that is added gets the last rank; when an edge would run from a later to an earlier node, the
/// earlier node and all its indirect dependents *rise* behind everything else, keeping their order among themselves.
/// Ranks only rise, so that the set of the nodes to move is exactly the set of the nodes that the change makes dirty;
/// the holes they leave are closed by the next rebuild. These rules hold between calls:
///
/// - R1. `nodes[rank(n)]` is `n` for every node that is present.
/// - R2. The rank of a node is greater than the rank of each of its precedents.
public final class Ranking {
  /// The rank of each node, -1 for one that is not present.
  @exclusivity(unchecked) public internal(set) var ranks = Store<Int32>()
  /// The node of each rank, -1 for a hole.
  @exclusivity(unchecked) public internal(set) var nodes = Store<Int32>()
  /// How many nodes rose; a counter for tests.
  public private(set) var rises = 0

  public init() {}

  public var rankBound: Int { nodes.count }

  @inlinable @inline(__always)
  public func rank(of node: NodeID) -> Int { Int(ranks[node.index]) }

  @inlinable @inline(__always)
  public func node(at rank: Int) -> NodeID? { nodes[rank] < 0 ? nil : NodeID(Int(nodes[rank])) }

  /// Whether a node is present.
  public func contains(_ node: NodeID) -> Bool { node.index < ranks.count && ranks[node.index] >= 0 }

  /// Gives a node the last rank.
  public func append(_ node: NodeID) {
    while ranks.count <= node.index { ranks.append(-1) }
    if ranks[node.index] >= 0 { nodes[Int(ranks[node.index])] = -1 }
    ranks[node.index] = Int32(nodes.count)
    nodes.append(node.rawValue)
  }

  public func remove(_ node: NodeID) {
    guard contains(node) else { return }
    nodes[rank(of: node)] = -1
    ranks[node.index] = -1
  }

  /// Replaces all ranks by a topological order.
  public func assign(_ order: [NodeID], nodeBound: Int) {
    ranks.removeAll()
    nodes.removeAll()
    for _ in 0..<nodeBound { ranks.append(-1) }
    for node in order { nodes.append(node.rawValue) }
    for (rank, node) in order.enumerated() { ranks[node.index] = Int32(rank) }
  }

  /// Restores R2 after a node got new precedents or dependents.
  ///
  /// - Returns: The nodes that rose with the ranks they had; `nil` when the node depends on itself, in which case nothing
  ///   has changed and the caller must rebuild with ``StrongComponents``.
  /// - Complexity: O(*d*), where *d* is the number of edges of the node and of its indirect dependents, and O(*p*) in
  ///   the number of its precedents when no rank must change.
  public func restore(_ node: NodeID, in edges: some DependencyEdges) -> [(node: NodeID, formerRank: Int)]? {
    var mustRise = false
    let own = ranks[node.index]
    edges.forEachPrecedent(of: node) { if ranks[$0.index] >= own { mustRise = true } }
    var isTooLate = false
    edges.forEachDependent(of: node) { if ranks[$0.index] <= own { isTooLate = true } }
    guard mustRise || isTooLate else { return [] }

    var reached: Set<NodeID> = [node]
    var stack = [node]
    var closesCycle = false
    while let next = stack.popLast() {
      edges.forEachDependent(of: next) { dependent in
        if dependent == node { closesCycle = true }
        if reached.insert(dependent).inserted { stack.append(dependent) }
      }
      if closesCycle { return nil }
    }
    var rising = reached.sorted { ranks[$0.index] < ranks[$1.index] }
    // The node itself goes first: whatever reads it follows, whatever it reads stays before.
    rising.removeAll { $0 == node }
    rising.insert(node, at: 0)
    rises += rising.count
    return rising.map { each in
      let former = rank(of: each)
      append(each)
      return (each, former)
    }
  }

  /// The rules of this type that do not hold, worded for a bug report.
  public func brokenRules(in edges: some DependencyEdges) -> [String] {
    var broken: [String] = []
    for index in ranks.indices where ranks[index] >= 0 {
      let rank = ranks[index]
      if nodes[Int(rank)] != index {
        broken.append("R1: node \(index) has rank \(rank), which holds \(nodes[Int(rank)])")
      }
      edges.forEachPrecedent(of: NodeID(index)) { precedent in
        if ranks[precedent.index] >= rank {
          broken.append(
            "R2: node \(index) has rank \(rank), its precedent \(precedent.index) has \(ranks[precedent.index])")
        }
      }
    }
    return broken
  }
}
