/// Nodes that come into another graph because of an edge.
extension Graph {
  /// Brings two nodes, and all that is connected to them, into one graph. The session has entered both, unless they are new.
  ///
  /// What is in the common graph goes to the other one; of two others the one with fewer nodes goes, unless it is being
  /// evaluated.
  ///
  /// - Complexity: O(*n* log *n*) in the number of nodes that go, once for each two graphs that are joined.
  static func join(_ a: Node, _ b: Node, _ session: Session) -> Graph {
    let (first, second) = (a.graph, b.graph)
    guard first !== second else { return first }
    if first.isCommon {
      second.takeIn(a, of: first, session)
      return second
    }
    if second.isCommon {
      first.takeIn(b, of: second, session)
      return first
    }
    let takesFirst = (first.evaluations, first.roster.count) >= (second.evaluations, second.roster.count)
    let (graph, other) = takesFirst ? (first, second) : (second, first)
    graph.takeIn(other.roster.nodes.compactMap { $0 }, of: other, session)
    return graph
  }

  /// Takes a node of another graph with all that is connected to it.
  private func takeIn(_ node: Node, of other: Graph, _ session: Session) {
    var reached: Set<ObjectIdentifier> = [ObjectIdentifier(node)]
    var nodes = [node]
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      let neighbours = node.dependents.map(\.dependent) + node.precedents.compactMap { $0?.node }
      for neighbour in neighbours where reached.insert(ObjectIdentifier(neighbour)).inserted { nodes.append(neighbour) }
    }
    takeIn(nodes, of: other, session)
  }

  /// Takes nodes of another graph behind its own, in the order of their ranks, with all that waits to be settled there.
  private func takeIn(_ nodes: [Node], of other: Graph, _ session: Session) {
    guard let otherOwner = other.lock.owner(amongThoseOf: session), let owner = lock.owner(amongThoseOf: session) else {
      // A node that is being made, which nobody else knows.
      for node in nodes { register(node) }
      return
    }
    // A node that has no number yet has no edges: it is the only one.
    let ordered = nodes.count == 1 ? nodes : nodes.sorted { other.rank(of: $0) < other.rank(of: $1) }
    for node in ordered {
      let isDirty = node.id >= 0 && other.propagation.isDirty(.init(Int(node.id)))
      if node.id >= 0 { other.strike(node) }
      register(node)
      if isDirty {
        propagation.markDirty(.init(Int(node.id)))
        hasDirtyNodes = true
      }
    }
    unsettled += other.takeOut(\.unsettled)
    ending += other.takeOut(\.ending)
    // Calls further down the stack that have entered the other graph go on with nodes that are here now. Whoever began
    // first, this session or one that waits below it, keeps this graph until it has left everything.
    let keeper = owner.isBelow(otherOwner) ? owner : otherOwner
    if keeper !== owner {
      if isKept { owner.keepNoLonger(self) }
      lock.give(to: keeper)
    }
    keeper.keep(self)
  }

  /// Takes those out of a list that are in another graph by now.
  private func takeOut(_ list: ReferenceWritableKeyPath<Graph, ContiguousArray<Node>>) -> [Node] {
    guard !self[keyPath: list].isEmpty else { return [] }
    let gone = self[keyPath: list].filter { $0.graph !== self }
    if !gone.isEmpty { self[keyPath: list].removeAll { $0.graph !== self } }
    return gone
  }
}
