/// Telling observers of what has settled.
extension Graph {
  @inline(__always)
  func enqueue(_ node: Node) {
    node.pending += 1
    session(delivering: node).append(node)
  }

  /// The session that delivers what the node has to tell; this thread's, unless another is at it.
  @inline(__always)
  func session(delivering node: Node) -> Session {
    guard let audience = node.audience else { return ownSession() }
    if let session = audience.session { return session }
    let session = ownSession()
    audience.beginDelivery(in: session)
    return session
  }

  /// The session of this thread; one that is not delivering yet is started by ``leave()``.
  @inline(__always)
  func ownSession() -> Session {
    let thread = RecursiveLock.thread
    for index in 0..<busySessions where sessions[index].thread == thread { return sessions[index] }
    return newSession(of: thread)
  }

  @inline(__always)
  func newSession(of thread: UInt) -> Session {
    if busySessions == sessions.count { sessions.append(Session()) }
    let session = sessions[busySessions]
    session.thread = thread
    busySessions += 1
    return session
  }

  /// Delivers what waits in this thread's session, unless a call further down the stack is doing so.
  func deliverOwn() {
    let session = ownSession()
    guard !session.isDelivering else { return }
    session.isDelivering = true
    deliverRest(of: session)
  }

  private func deliverRest(of session: Session) {
    while let node = session.popFirst() {
      node._withUnsafeGuaranteedRef { deliverNext(of: $0) }
      node.release()
    }
    session.isDelivering = false
    // Sessions of other threads may have come and gone meanwhile.
    busySessions -= 1
    if let index = sessions.firstIndex(where: { $0 == session }) { sessions.swapAt(index, busySessions) }
  }

  /// Delivers the oldest thing of a node that waits.
  private func deliverNext(of node: Node) {
    guard let audience = node.audience else { return }
    if node.pending > 0 {
      node.pending -= 1
      node.deliverValue(to: audience, of: self)
    } else if audience.endIsPending {
      audience.endIsPending = false
      node.deliverEnd(to: audience, of: self)
    }
    if node.pending == 0 && !audience.endIsPending { audience.endDelivery() }
  }

  /// Whether a change of a node without dependents has no other effect than a delivery, which can be made at once.
  @inline(__always)
  var isQuiet: Bool {
    busySessions == 0 && holds == 0 && lock.isAboutToBeFree && unsettled.isEmpty && ending.isEmpty && !hasDirtyNodes
      && recorder == nil
  }

  /// Delivers the value of a source without a queue, when nothing else is going on. Gives the lock back.
  @inline(__always)
  func deliverAtOnce(_ node: Node, to audience: AnyAudience, _ deliver: () -> Void) {
    let session = newSession(of: RecursiveLock.thread)
    session.isDelivering = true
    audience.beginDelivery(in: session)
    deliver()
    if node.pending == 0 && !audience.endIsPending { audience.endDelivery() }
    deliverRest(of: session)
    leave()
  }
}
