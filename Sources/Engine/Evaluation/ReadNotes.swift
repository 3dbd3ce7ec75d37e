import CellModel
import Propagation

/// What a formula reads while it runs, if that is known only then.
///
/// Such a formula reads *dynamically*: INDIRECT and OFFSET make references of what they are given. Every area it reads is
/// noted, and so is the last in rank of the dirty nodes that it meets: the engine evaluates that one first and comes back.
/// What it names is not noted, nor anything of other formulas, for those edges stand in the graph.
struct ReadNotes {
  private let graph: DependencyGraph
  private(set) var isReadingDynamically = false
  private(set) var areas: [Area] = []
  /// A dirty node that was read too early.
  private(set) var unsettledNode: NodeRank?
  /// Whose formula runs; it may be dirty itself.
  private var group: GroupID?
  /// What the formula names.
  private var named: [Area] = []
  /// Whether what it names is noted as well.
  private var notesNames = false

  init(_ graph: DependencyGraph) { self.graph = graph }

  /// Begins anew for a formula, of which what it reads dynamically is noted, or all that it reads.
  @inline(__always)
  mutating func begin(_ id: GroupID, readsDynamically: Bool, notesAll: Bool, at row: Int) {
    isReadingDynamically = readsDynamically || notesAll
    if !areas.isEmpty { areas.removeAll(keepingCapacity: true) }
    if !named.isEmpty { named.removeAll(keepingCapacity: true) }
    unsettledNode = nil
    group = id
    notesNames = notesAll
    if readsDynamically { takeNames(of: id, at: row) }
  }

  private mutating func takeNames(of id: GroupID, at row: Int) {
    let formulas = graph.formulas
    formulas.forEachReference(of: formulas[id]) { _, reference in
      if reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 { named.append(reference.area(at: row)) }
    }
  }

  /// Notes that a formula which reads dynamically reads an area.
  mutating func note(_ area: Area) {
    if !notesNames, isNamed(area) { return }
    if areas.last != area { areas.append(area) }
    if let node = graph.dirtyNode(in: area, except: group) { unsettledNode = max(unsettledNode ?? node, node) }
  }

  private func isNamed(_ area: Area) -> Bool { named.contains { $0.intersection(area) == area } }

  /// What was read that a formula which reads dynamically does not name.
  var areasBeyondNames: [Area] { notesNames ? areas.filter { !isNamed($0) } : areas }

  /// Whether some of an area was read.
  func meet(_ area: Area) -> Bool { areas.contains { $0.intersection(area) != nil } }
}
