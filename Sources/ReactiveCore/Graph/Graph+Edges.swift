import Propagation

/// Nodes that come and go, and the edges between them.
extension Graph {
  /// Adds an edge from a precedent to a slot of a dependent.
  ///
  /// - Returns: `false` when the edge would make the node depend on itself; then there is none.
  /// - Complexity: O(1) for a new dependent; else as ``Ranking/restore(_:in:)``.
  @discardableResult
  func connect(_ precedent: Node, to dependent: Node, _ slot: Int) -> Bool {
    register(precedent)
    let isNew = dependent.id < 0
    register(dependent)
    while dependent.precedents.count <= slot { dependent.precedents.append(nil) }
    dependent.precedents[slot] = Node.Precedent(node: precedent, edge: Int32(precedent.dependents.count))
    precedent.dependents.append(Node.Edge(dependent: dependent, slot: Int32(slot)))
    precedent.uses += 1
    if isNew || propagation.restore(NodeID(Int(dependent.id)), in: self) { return true }
    disconnect(dependent, slot)
    return false
  }

  /// Removes the edge at a slot of a dependent, if there is one.
  func disconnect(_ dependent: Node, _ slot: Int) {
    guard slot < dependent.precedents.count, let link = dependent.precedents[slot] else { return }
    let precedent = link.node
    dependent.precedents[slot] = nil
    let index = Int(link.edge)
    let last = precedent.dependents.removeLast()
    if index < precedent.dependents.count {
      precedent.dependents[index] = last
      last.dependent.precedents[Int(last.slot)]?.edge = link.edge
    }
    release(precedent)
  }

  /// Takes one use away and lets the node go when none is left. The lock is held.
  func release(_ node: Node) {
    node.uses -= 1
    guard node.uses == 0 else { return }
    var unused: ContiguousArray<Node> = [node]
    while let node = unused.popLast() {
      for link in node.precedents {
        guard let link else { continue }
        let precedent = link.node
        let last = precedent.dependents.removeLast()
        if Int(link.edge) < precedent.dependents.count {
          precedent.dependents[Int(link.edge)] = last
          last.dependent.precedents[Int(last.slot)]?.edge = link.edge
        }
        precedent.uses -= 1
        if precedent.uses == 0 { unused.append(precedent) }
      }
      node.precedents = []
      node.forgetPrecedents()
      if !node.isFinal { stopping.append(node) }
      labels[ObjectIdentifier(node)] = nil
      unregister(node)
    }
  }

  private func register(_ node: Node) {
    guard node.id < 0 else { return }
    if let id = freeIDs.popLast() {
      node.id = id
      nodes[Int(id)] = node
    } else {
      node.id = Int32(nodes.count)
      nodes.append(node)
    }
    nodeCount += 1
    propagation.append(NodeID(Int(node.id)))
  }

  private func unregister(_ node: Node) {
    guard node.id >= 0 else { return }
    propagation.remove(NodeID(Int(node.id)))
    nodes[Int(node.id)] = nil
    freeIDs.append(node.id)
    node.id = -1
    nodeCount -= 1
    // Ranks only rise and leave holes behind; a pass over all of them pays for itself at this rate.
    let bound = propagation.ranking.rankBound
    if bound > 4_096 && bound > nodeCount * 4 && propagation.isSettled { compactRanks() }
  }

  private func compactRanks() {
    let ranking = propagation.ranking
    let order = (0..<ranking.rankBound).compactMap { ranking.node(at: $0) }
    propagation.assign(order, nodeBound: nodes.count) { _ in false }
  }
}

extension Graph: DependencyEdges {
  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void) {
    guard let node = nodes[node.index] else { return }
    for edge in node.dependents { body(NodeID(Int(edge.dependent.id))) }
  }

  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void) {
    guard let node = nodes[node.index] else { return }
    for link in node.precedents {
      if let link { body(NodeID(Int(link.node.id))) }
    }
  }
}
