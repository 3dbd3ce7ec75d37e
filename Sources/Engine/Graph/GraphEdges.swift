import CellModel
import Propagation

/// The edges between nodes as the ranks see them.
struct GraphEdges: DependencyEdges {
  let graph: DependencyGraph

  private func forEachGroup(of node: NodeID, _ body: (GroupID) -> Void) {
    graph.nodes.forEachGroup(of: node, body)
  }

  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void) {
    forEachGroup(of: node) { id in
      let own = graph.formulas[id].area
      forEachReader(of: own, node, body)
      guard !graph.cells.spills.isEmpty else { return }
      graph.cells.spills.forEachAnchor(overlapping: own) { anchor in
        guard own.contains(anchor), let area = graph.cells.spills.area(of: anchor) else { return }
        forEachReader(of: area, node, body)
      }
    }
  }

  private func forEachReader(of area: Area, _ own: NodeID, _ body: (NodeID) -> Void) {
    for column in area.columnRange {
      graph.forEachReader(in: area.grid, column: column, rows: area.rowRange) { entry in
        // An entry may stem from an earlier evaluation, which read something else.
        if entry.reference == nil, !graph.hasRead(entry.group, area) { return }
        report(entry.group, own, body)
      }
    }
  }

  /// Whether a node comes before all others that read some area.
  func comesFirst(_ node: NodeID, amongReadersOf area: Area) -> Bool {
    let ranking = graph.propagation.ranking
    let own = ranking.rank(of: node)
    var isFirst = true
    forEachReader(of: area, node) { if ranking.rank(of: $0) <= own { isFirst = false } }
    return isFirst
  }

  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void) {
    forEachGroup(of: node) { id in
      graph.forEachAreaRead(by: id) { area in
        graph.formulas.forEachOwner(in: area) { report($0, node, body) }
      }
    }
  }

  private func report(_ group: GroupID, _ own: NodeID, _ body: (NodeID) -> Void) {
    if let node = graph.formulas[group].node, node != own { body(node) }
  }
}
