import Propagation

/// From a change to settled values.
extension Graph {
  /// Takes note that a source has a new value. The session has entered; ``Session/leave(_:)`` settles and delivers.
  @inline(__always)
  func sourceChanged(_ node: Node, by session: Session) {
    if session.putsOff(in: self) { return settleLater(node, session) }
    propagation.beginInstant()
    if Recording.isOn { Recording.instantBegan(by: node, in: session) }
    if node.hasAudience { enqueue(node, session) }
    if !node.dependents.isEmpty {
      markDependents(of: node)
      evaluateDirty(session)
    }
  }

  /// Takes note of a change that has to wait.
  ///
  /// A later set before it is settled hides this value from observers; inside a transaction that is the point.
  private func settleLater(_ node: Node, _ session: Session) {
    unsettled.append(node)
    if node.isUnsettled { node.audience?.early.take()?.replace() }
    node.isUnsettled = true
    if !lock.isOwned(by: session) { session.visited.append(node) }
  }

  /// Takes note that a host changed by its own means. The session has entered.
  ///
  /// - Parameters:
  ///   - inputs: Those of its precedents that it has given another value; it need not be told of them.
  ///   - outputs: Those of its dependents that must be evaluated.
  func hostChanged(_ host: Node, inputs: [Node], outputs: [Node], by session: Session) {
    let isNested = session.putsOff(in: self)
    if !isNested {
      propagation.beginInstant()
      if Recording.isOn { Recording.instantBegan(by: host, in: session) }
    }
    for input in inputs {
      if input.hasAudience { enqueue(input, session) }
      markDependents(of: input, except: host)
    }
    for output in outputs { evaluateLater(output) }
    // An evaluation under way goes on with them; a transaction leaves them to its end.
    if isNested { hasDirtyNodes = true } else { evaluateDirty(session) }
  }

  /// Whether a node is what changed last of all that waits to be settled.
  func wasChangedLast(_ node: Node?) -> Bool {
    node != nil && unsettled.last === node
  }

  /// Takes note that a node's value is final. The session has entered.
  func becameFinal(_ node: Node) {
    ending.append(node)
  }

  /// Spreads the ends that wait, unless settling has to wait.
  func settleEnds(_ session: Session) {
    if !session.putsOff(in: self) { settleAll(session) }
  }

  func settleAll(_ session: Session) {
    while true {
      if !unsettled.isEmpty {
        var changed: ContiguousArray<Node> = []
        swap(&changed, &unsettled)
        propagation.beginInstant()
        for node in changed where node.isUnsettled {
          node.isUnsettled = false
          if Recording.isOn { Recording.instantBegan(by: node, in: session) }
          if node.hasAudience {
            node.audience?.early = nil
            enqueue(node, session)
          }
          markDependents(of: node)
        }
        hasDirtyNodes = false
        evaluateDirty(session)
      } else if hasDirtyNodes {
        hasDirtyNodes = false
        evaluateDirty(session)
      } else if let node = ending.popLast() {
        spreadEnd(from: node, session)
      } else {
        return
      }
    }
  }

  @inline(__always)
  private func markDependents(of node: Node, except excluded: Node? = nil) {
    // By index: the list stays as it is, and an iterator would count references.
    for index in 0..<node.dependents.count {
      let edge = node.dependents[index]
      edge.target._withUnsafeGuaranteedRef { dependent in
        if let excluded, dependent === excluded { return }
        if dependent.tellsPrecedentsApart { dependent.precedentChanged(Int(edge.slot)) }
        propagation.markDirty(NodeID(Int(dependent.id)))
      }
    }
  }

  private func evaluateDirty(_ session: Session) {
    evaluations += 1
    while let id = propagation.nextDirty() {
      // Not counted: a node that is let go during its evaluation is among those to be stopped afterwards.
      var next = roster.nodes[id.index].map { Unmanaged.passUnretained($0) }
      while let node = next { next = node._withUnsafeGuaranteedRef { evaluate($0, session) } }
    }
    evaluations -= 1
  }

  /// Evaluates a node and has its dependents follow.
  ///
  /// - Returns: The one that comes next, where that is known; it is not marked then.
  @inline(__always)
  private func evaluate(_ node: Node, _ session: Session) -> Unmanaged<Node>? {
    propagation.counters.evaluated += 1
    let outcome = node.evaluate()
    if Recording.isOn { Recording.evaluated(node, outcome, in: session) }
    switch outcome {
    case .changed:
      if node.hasAudience { enqueue(node, session) }
      guard node.graphReference.toOpaque() == Unmanaged.passUnretained(self).toOpaque() else {
        markElsewhere(node)
        return nil
      }
      // What is alone needs no order: a chain is walked along without its ranks being looked up.
      if node.dependents.count == 1, propagation.isSettled {
        let edge = node.dependents[0]
        edge.target._withUnsafeGuaranteedRef { dependent in
          if dependent.tellsPrecedentsApart { dependent.precedentChanged(Int(edge.slot)) }
        }
        return edge.target
      }
      markDependents(of: node)
    case .cutOff:
      propagation.counters.cutOff += 1
    case .postponed:
      break
    }
    return nil
  }

  /// Passes on a change of a node whose evaluation has brought it into another graph, which the session keeps.
  @inline(never)
  private func markElsewhere(_ node: Node) {
    let graph = node.graph
    graph.markDependents(of: node)
    graph.hasDirtyNodes = true
  }

  /// Marks a node dirty within the instant that is being evaluated.
  func evaluateLater(_ node: Node) {
    propagation.markDirty(NodeID(Int(node.id)))
  }

  func rank(of node: Node) -> Int { propagation.ranking.rank(of: NodeID(Int(node.id))) }

  private func spreadEnd(from first: Node, _ session: Session) {
    var nodes: ContiguousArray<Node> = [first]
    while let node = nodes.popLast() {
      guard !node.isFinal else { continue }
      node.isFinal = true
      // None is left, unless the end came from elsewhere.
      for slot in node.precedents.indices { disconnect(node, slot, session) }
      node.forgetPrecedents()
      session.stopping.append(node)
      if node.hasAudience {
        node.audience?.endIsPending = true
        session.deliveries(of: node).append(node, by: session)
      }
      while let edge = node.dependents.last {
        let dependent = edge.dependent
        let slot = Int(edge.slot)
        disconnect(dependent, slot, session)
        if dependent.precedentBecameFinal(slot) { nodes.append(dependent) }
      }
    }
  }

  @inline(__always)
  private func enqueue(_ node: Node, _ session: Session) {
    node.pending += 1
    session.deliveries(of: node).append(node, by: session)
  }
}
