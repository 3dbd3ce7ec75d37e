import Propagation

/// From a change to settled values.
extension Graph {
  /// Takes note that a source has a new value. The lock is held; ``leave()`` settles and delivers.
  @inline(__always)
  func sourceChanged(_ node: Node) {
    if holds > 0 {
      unsettled.append(node)
      // A later set before it is settled would hide this value from observers; inside a transaction that is the point.
      return
    }
    propagation.beginInstant()
    recorder?.instantBegan(by: node)
    if node.hasAudience { enqueue(node) }
    if !node.dependents.isEmpty {
      markDependents(of: node)
      evaluateDirty()
    }
  }

  /// Takes note that a host changed by its own means. The lock is held.
  ///
  /// - Parameters:
  ///   - inputs: Those of its precedents that it has given another value; it need not be told of them.
  ///   - outputs: Those of its dependents that must be evaluated.
  func hostChanged(_ host: Node, inputs: [Node], outputs: [Node]) {
    let isNested = holds > 0
    if !isNested {
      propagation.beginInstant()
      recorder?.instantBegan(by: host)
    }
    for input in inputs {
      if input.hasAudience { enqueue(input) }
      markDependents(of: input, except: host)
    }
    for output in outputs { evaluateLater(output) }
    // An evaluation under way goes on with them; a transaction leaves them to its end.
    if isNested { hasDirtyNodes = true } else { evaluateDirty() }
  }

  /// Whether a node is what changed last of all that waits to be settled.
  func wasChangedLast(_ node: Node?) -> Bool {
    node != nil && unsettled.last === node
  }

  /// Takes note that a node's value is final. The lock is held.
  func becameFinal(_ node: Node) {
    ending.append(node)
  }

  /// Spreads the ends that wait, unless settling has to wait. The lock is held.
  func settleEnds() {
    if holds == 0 { settleAll() }
  }

  func settleAll() {
    while true {
      if !unsettled.isEmpty {
        var changed: ContiguousArray<Node> = []
        swap(&changed, &unsettled)
        propagation.beginInstant()
        var told = Set<ObjectIdentifier>()
        for node in changed where told.insert(ObjectIdentifier(node)).inserted {
          recorder?.instantBegan(by: node)
          if node.hasAudience { enqueue(node) }
          markDependents(of: node)
        }
        hasDirtyNodes = false
        evaluateDirty()
      } else if hasDirtyNodes {
        hasDirtyNodes = false
        evaluateDirty()
      } else if let node = ending.popLast() {
        spreadEnd(from: node)
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

  private func evaluateDirty() {
    holds += 1
    while let id = propagation.nextDirty() {
      // Not counted: a node that is let go during its evaluation is among those to be stopped afterwards.
      guard let node = nodes[id.index].map({ Unmanaged.passUnretained($0) }) else { continue }
      node._withUnsafeGuaranteedRef { evaluate($0) }
    }
    holds -= 1
  }

  @inline(__always)
  private func evaluate(_ node: Node) {
    propagation.counters.evaluated += 1
    let outcome = node.evaluate()
    if let recorder { recorder.evaluated(node, outcome) }
    switch outcome {
    case .changed:
      if node.hasAudience { enqueue(node) }
      markDependents(of: node)
    case .cutOff:
      propagation.counters.cutOff += 1
    case .postponed:
      break
    }
  }

  /// Marks a node dirty within the instant that is being evaluated.
  func evaluateLater(_ node: Node) {
    propagation.markDirty(NodeID(Int(node.id)))
  }

  func rank(of node: Node) -> Int { propagation.ranking.rank(of: NodeID(Int(node.id))) }

  private func spreadEnd(from first: Node) {
    var nodes: ContiguousArray<Node> = [first]
    while let node = nodes.popLast() {
      guard !node.isFinal else { continue }
      node.isFinal = true
      // None is left, unless the end came from elsewhere.
      for slot in node.precedents.indices { disconnect(node, slot) }
      node.forgetPrecedents()
      stopping.append(node)
      if node.hasAudience {
        node.audience?.endIsPending = true
        session(delivering: node).append(node)
      }
      while let edge = node.dependents.last {
        let dependent = edge.dependent
        let slot = Int(edge.slot)
        disconnect(dependent, slot)
        if dependent.precedentBecameFinal(slot) { nodes.append(dependent) }
      }
    }
  }
}
