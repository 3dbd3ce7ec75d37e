import Synchronization

/// What one thread has to tell observers after its instants, in order.
///
/// Other threads add what they have to tell of a property whose observers this one is telling, or is about to. Whoever adds
/// something or changes what waits at a node has entered the node.
final class DeliveryQueue: @unchecked Sendable {
  private let lock = ShortLock()
  @exclusivity(unchecked) private var nodes: ContiguousArray<Unmanaged<Node>> = []
  @exclusivity(unchecked) private var next = 0
  /// Whether something waits, to be asked without the lock.
  ///
  /// Another thread adds a node only while this queue has it or delivers it, and has entered the node as the one that
  /// delivers does afterwards; so the loop sees what came.
  private let hasNodes = Synchronization.Atomic<Bool>(false)
  /// Whether a loop is delivering; for the thread whose queue it is, as the next.
  @exclusivity(unchecked) private(set) var isDelivering = false
  /// Whether there is something to deliver that no loop will come to by itself.
  @exclusivity(unchecked) private(set) var isDue = false

  @inline(__always)
  func append(_ node: Node, by session: Session) {
    let entry = Unmanaged.passRetained(node)
    lock.lock()
    nodes.append(entry)
    hasNodes.store(true, ordering: .releasing)
    lock.unlock()
    if session.deliveries === self && !isDelivering { isDue = true }
  }

  /// Takes the node that has to deliver next; the caller releases it.
  @inline(__always)
  private func popFirst() -> Unmanaged<Node>? { hasNodes.load(ordering: .acquiring) ? pop() : nil }

  @inline(never)
  private func pop() -> Unmanaged<Node>? {
    lock.lock()
    defer { lock.unlock() }
    guard next < nodes.count else { return nil }
    let node = nodes[next]
    next += 1
    if next == nodes.count {
      nodes.removeAll(keepingCapacity: next <= 1_024)
      next = 0
      hasNodes.store(false, ordering: .relaxed)
    } else if next == 1_024 {
      nodes.removeFirst(next)
      next = 0
    }
    return node
  }

  /// Delivers what waits. No lock is held.
  @inline(never)
  func deliver(by session: Session) {
    isDue = false
    isDelivering = true
    deliverRest(session)
  }

  private func deliverRest(_ session: Session) {
    while let node = popFirst() {
      node._withUnsafeGuaranteedRef { deliverNext(of: $0, session) }
      node.release()
    }
    isDelivering = false
  }

  /// Delivers the oldest thing of a node that waits.
  private func deliverNext(of node: Node, _ session: Session) {
    var graph = session.enter(node)
    if let audience = node.audience {
      if node.pending > 0 {
        node.pending -= 1
        graph = node.deliverValue(to: audience, graph, session)
      } else if audience.endIsPending {
        audience.endIsPending = false
        graph = node.deliverEnd(to: audience, graph, session)
      }
      endIfDone(node, audience)
    }
    session.leave(graph)
  }

  @inline(__always)
  private func endIfDone(_ node: Node, _ audience: AnyAudience) {
    if node.pending == 0 && !audience.endIsPending { audience.endDelivery() }
  }

  /// Delivers the value of a source without waiting in line, when nothing else is going on. The session leaves the node.
  ///
  /// - Parameter deliver: Leaves the graph, tells the observers and enters the node again.
  @inline(__always)
  func deliverAtOnce(_ node: Node, to audience: AnyAudience, _ session: Session, _ deliver: () -> Unmanaged<Graph>) {
    isDelivering = true
    audience.beginDelivery(in: self)
    deliver()._withUnsafeGuaranteedRef { graph in
      endIfDone(node, audience)
      session.leave(graph)
    }
    deliverRest(session)
    session.doWhatWaits()
  }
}

extension Session {
  /// Where a node's deliveries go: to the thread that is at it, else to this one.
  @inline(__always)
  func deliveries(of node: Node) -> DeliveryQueue {
    guard let audience = node.audience else { return deliveries }
    if let queue = audience.queue { return queue }
    audience.beginDelivery(in: deliveries)
    return deliveries
  }

  /// Whether a change of a node without dependents has no other effect than a delivery, which can be made at once.
  @inline(__always)
  func isQuiet(in graph: Graph) -> Bool {
    isOutermost && !deliveries.isDelivering && !deliveries.isDue && graph.evaluations == 0 && !graph.mustSettle
      && !Recording.isOn
  }
}
