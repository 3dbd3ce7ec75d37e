import Propagation

/// Which groups the nodes of a graph are.
///
/// - R1. A node is one group, a cycle group, or gone.
/// - R2. Nodes are counted from 0 in the order in which they came.
struct GraphNodes: ~Copyable {
  /// The packed group of each node that has but one; ``GroupID/none`` for a cycle group and for a node that is gone.
  private var packed = Store<Int32>()
  private(set) var cycleGroups: [NodeID: CycleGroup] = [:]

  /// How many nodes there are, with those that are gone.
  var count: Int { packed.count }

  /// The group that is a node by itself; `nil` for a cycle group and for a node that is gone.
  @inline(__always)
  func single(_ node: NodeID) -> GroupID? { GroupID(packed: packed[node.index]) }

  /// Whether a node is a certain group and no other.
  @inline(__always)
  func isSingle(_ node: NodeID, _ id: GroupID) -> Bool { packed[node.index] == id.rawValue }

  func cycleGroup(_ node: NodeID) -> CycleGroup? { cycleGroups[node] }

  func forEachGroup(of node: NodeID, _ body: (GroupID) -> Void) {
    if let single = single(node) { return body(single) }
    for group in cycleGroups[node]?.members ?? [] { body(group) }
  }

  /// The groups of which some cells depend on themselves, as far as they have been evaluated.
  var groupsOnCycles: [GroupID] { cycleGroups.values.lazy.filter(\.hasCycle).flatMap(\.members) }

  /// Adds the node of one group.
  mutating func append(_ id: GroupID) -> NodeID {
    packed.append(id.rawValue)
    return NodeID(packed.count - 1)
  }

  /// Adds the node of a cycle group.
  mutating func append(_ group: CycleGroup) -> NodeID {
    packed.append(GroupID.none)
    let node = NodeID(packed.count - 1)
    cycleGroups[node] = group
    return node
  }

  /// Takes away the node of one group.
  func remove(_ node: NodeID) { packed[node.index] = GroupID.none }

  mutating func removeAll() {
    packed.removeAll()
    cycleGroups.removeAll(keepingCapacity: true)
  }

  /// Notes whether a cycle group has cells that depend on themselves.
  mutating func setHasCycle(_ hasCycle: Bool, of node: NodeID) { cycleGroups[node]?.hasCycle = hasCycle }
}
