import Propagation

extension Graph {
  /// The rules about edges and ranks that do not hold in any graph, worded for a bug report; for tests.
  static func brokenRules() -> [String] {
    all.flatMap { graph in Session.current.look(into: graph) { graph.ownBrokenRules() } }
  }

  /// The rules about edges and ranks that do not hold, worded for a bug report.
  ///
  /// - G1. An edge is known at both ends: `dependents[edge]` of the precedent and `precedents[slot]` of the dependent.
  /// - G2. A node's rank is greater than that of each precedent.
  /// - G3. A node is in the graph exactly while something uses it, and each dependent is such a use.
  /// - G4. Nothing is dirty between instants.
  /// - G5. The nodes of a graph say that they are in it.
  private func ownBrokenRules() -> [String] {
    var broken: [String] = []
    for (index, node) in roster.nodes.enumerated() {
      guard let node else { continue }
      if Int(node.id) != index { broken.append("G3: node \(index) says that it is node \(node.id)") }
      if node.graph !== self { broken.append("G5: node \(index) is in another graph") }
      if node.uses <= 0 || Int(node.uses) < node.dependents.count {
        broken.append("G3: node \(index) has \(node.dependents.count) dependents and \(node.uses) uses")
      }
      for (position, edge) in node.dependents.enumerated() {
        let slot = Int(edge.slot)
        let link = slot < edge.dependent.precedents.count ? edge.dependent.precedents[slot] : nil
        if link?.node !== node || link.map({ Int($0.edge) }) != position {
          broken.append("G1: node \(index) lists \(edge.dependent.id), whose slot \(slot) does not say so")
        }
      }
      for (slot, link) in node.precedents.enumerated() {
        guard let link else { continue }
        let edge = Int(link.edge)
        if edge >= link.node.dependents.count || link.node.dependents[edge].dependent !== node {
          broken.append("G1: slot \(slot) of node \(index) reads \(link.node.id), which does not list it")
        }
      }
    }
    broken += propagation.ranking.brokenRules(in: self).map { "G2: \($0)" }
    broken += propagation.dirty.brokenRules()
    if !propagation.isSettled { broken.append("G4: \(propagation.dirty.count) nodes are dirty") }
    return broken
  }
}
