import Propagation

/// Nodes that come and go, and the edges between them.
extension Graph {
  /// Adds an edge from a precedent to a slot of a dependent. The session has entered both, unless they are new.
  ///
  /// - Returns: `false` when the edge would make the node depend on itself; then there is none.
  /// - Complexity: O(1) for a new dependent; else as ``Ranking/restore(_:in:)``.
  @discardableResult
  static func connect(_ precedent: Node, to dependent: Node, _ slot: Int, _ session: Session) -> Bool {
    let graph = join(precedent, dependent, session)
    graph.register(precedent)
    let isNew = dependent.id < 0
    graph.register(dependent)
    while dependent.precedents.count <= slot { dependent.precedents.append(nil) }
    dependent.precedents[slot] = Node.Precedent(node: precedent, edge: Int32(precedent.dependents.count))
    precedent.dependents.append(Node.Edge(dependent: dependent, slot: Int32(slot)))
    precedent.uses += 1
    if isNew || graph.propagation.restore(NodeID(Int(dependent.id)), in: graph) { return true }
    graph.disconnect(dependent, slot, session)
    return false
  }

  /// Removes the edge at a slot of a dependent, if there is one.
  func disconnect(_ dependent: Node, _ slot: Int, _ session: Session) {
    guard slot < dependent.precedents.count, let link = dependent.precedents[slot] else { return }
    let precedent = link.node
    dependent.precedents[slot] = nil
    let index = Int(link.edge)
    let last = precedent.dependents.removeLast()
    if index < precedent.dependents.count {
      precedent.dependents[index] = last
      last.dependent.precedents[Int(last.slot)]?.edge = link.edge
    }
    release(precedent, session)
  }

  /// Takes one use away and lets the node go when none is left. The session has entered.
  func release(_ node: Node, _ session: Session) {
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
      if !node.isFinal { session.stopping.append(node) }
      if node.isNamed { Labels.remove(node) }
      unregister(node)
    }
  }

  /// Gives a node a number and the last rank.
  func register(_ node: Node) {
    guard node.id < 0 else { return }
    roster.add(node)
    propagation.append(NodeID(Int(node.id)))
    if !isCommon { node.graph = self }
  }

  private func unregister(_ node: Node) {
    guard node.id >= 0 else { return }
    strike(node)
    if !isCommon { node.graph = .common }
    // Ranks only rise and leave holes behind; a pass over all of them pays for itself at this rate.
    let bound = propagation.ranking.rankBound
    if bound > 4_096 && bound > roster.count * 4 && propagation.isSettled { compactRanks() }
  }

  /// Takes back a node's number and rank. It says that it is in this graph until another one has it.
  func strike(_ node: Node) {
    propagation.remove(NodeID(Int(node.id)))
    roster.remove(node)
  }

  private func compactRanks() {
    let ranking = propagation.ranking
    let order = (0..<ranking.rankBound).compactMap { ranking.node(at: $0) }
    propagation.assign(order, nodeBound: roster.nodes.count) { _ in false }
  }
}

extension Graph: DependencyEdges {
  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void) {
    guard let node = roster.nodes[node.index] else { return }
    for edge in node.dependents { body(NodeID(Int(edge.dependent.id))) }
  }

  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void) {
    guard let node = roster.nodes[node.index] else { return }
    for link in node.precedents {
      if let link { body(NodeID(Int(link.node.id))) }
    }
  }
}
