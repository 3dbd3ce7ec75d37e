import CellModel
import Propagation

/// What a formula reads while it runs, if that is known only then.
///
/// Such a formula reads *dynamically*: INDIRECT and OFFSET make references of what they are given. Every area it reads is
/// noted, and so is the last in rank of the dirty nodes that it meets: the engine evaluates that one first and comes back.
/// Of any other formula nothing is noted, for its edges stand in the graph.
struct ReadNotes {
  private(set) var isReadingDynamically = false
  private(set) var areas: [Area] = []
  /// A dirty node that was read too early.
  private(set) var unsettledNode: NodeRank?
  /// Whose formula runs; it may be dirty itself.
  private var group: GroupID?

  /// Begins anew for a formula.
  mutating func begin(_ id: GroupID, readsDynamically: Bool) {
    isReadingDynamically = readsDynamically
    if !areas.isEmpty { areas.removeAll(keepingCapacity: true) }
    unsettledNode = nil
    group = id
  }

  /// Notes that a formula which reads dynamically reads an area.
  mutating func note(_ area: Area, in graph: DependencyGraph) {
    if areas.last != area { areas.append(area) }
    if let node = graph.dirtyNode(in: area, except: group) { unsettledNode = max(unsettledNode ?? node, node) }
  }

  /// Whether some of an area was read.
  func meet(_ area: Area) -> Bool { areas.contains { $0.intersection(area) != nil } }
}
