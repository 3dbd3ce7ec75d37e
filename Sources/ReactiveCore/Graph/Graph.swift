import Propagation

/// All properties of the program and the edges between them.
///
/// An *instant* is one change from outside and what follows from it: the source takes its value, the nodes that it
/// affects are evaluated in the order of their ranks, each at most once and after all its precedents, and then observers
/// are told. These rules hold:
///
/// - P1. A derived value is evaluated once an instant, from settled precedents; nobody sees a value in between.
/// - P2. A value that is set is there at once, and so is what derives from it, even inside an observer.
/// - P3. Deliveries happen in the order of the instants. What an observer sets is delivered after what was under way;
///   every observer sees every value in the same order.
/// - P4. Two threads never deliver values of one property at the same time: the second leaves its delivery to the first.
/// - P5. The lock is held while nodes are evaluated and never while observers run. Reading a value needs no more than the
///   value's own lock.
///
/// There is one graph and one lock, which a thread may take again: two threads that read or set each other's properties
/// inside their functions cannot wait for each other. Any two properties may be combined at any time, so no smaller lock
/// would do without an order among locks that users would have to know.
final class Graph: @unchecked Sendable {
  static let shared = Graph()

  let lock = RecursiveLock()
  let propagation = Propagation()
  private(set) var nodes: ContiguousArray<Node?> = []
  private var freeIDs: ContiguousArray<Int32> = []
  private(set) var nodeCount = 0

  // Every access has the lock. The check of exclusive access, which the run-time would make for each of these on the way
  // of every value, is left out: none is ever lent to a function that could come back here.

  /// How many calls are on the stack that want settling to wait: evaluations, modifications, transactions.
  @exclusivity(unchecked) private var holds = 0
  /// What changed while settling had to wait; their dependents and observers do not know yet.
  @exclusivity(unchecked) private var unsettled: ContiguousArray<Node> = []
  /// Whether something was marked dirty while settling had to wait.
  @exclusivity(unchecked) private var hasDirtyNodes = false
  /// Nodes whose value became final while settling had to wait.
  @exclusivity(unchecked) private var ending: ContiguousArray<Node> = []
  /// What is to be stopped as soon as the lock is free.
  @exclusivity(unchecked) private var stopping: ContiguousArray<Node> = []
  /// What is to be done then.
  @exclusivity(unchecked) private var actions: ContiguousArray<() -> Void> = []

  /// The sessions; those of threads that deliver stand first.
  @exclusivity(unchecked) private var sessions: ContiguousArray<Session> = []
  @exclusivity(unchecked) private var busySessions = 0

  @exclusivity(unchecked) var recorder: InstantRecorder?
  var labels: [ObjectIdentifier: String] = [:]

  private init() {}

  // MARK: Entering and leaving

  @inline(__always)
  func enter() { lock.lock() }

  /// Gives the lock back, after everything that changed is settled and delivered.
  ///
  /// Observers are called, and feeding is stopped, by the outermost call on the stack, so that no lock is held.
  @inline(__always)
  func leave() {
    if holds == 0 && (!unsettled.isEmpty || !ending.isEmpty || hasDirtyNodes) { settleAll() }
    if lock.isAboutToBeFree {
      if busySessions > 0 { deliverOwn() }
      if !stopping.isEmpty || !actions.isEmpty { return leaveAndAct() }
    }
    lock.unlock()
  }

  private func leaveAndAct() {
    var nodes: ContiguousArray<Node> = []
    swap(&nodes, &stopping)
    var actions: ContiguousArray<() -> Void> = []
    swap(&actions, &self.actions)
    lock.unlock()
    for node in nodes { node.stopFeeding() }
    for action in actions { action() }
  }

  /// Does something as soon as no lock is held; for what calls observers.
  func afterwards(_ action: @escaping () -> Void) {
    enter()
    actions.append(action)
    leave()
  }

  /// Runs a function with the lock held.
  func entered<Result>(_ body: () -> Result) -> Result {
    enter()
    defer { leave() }
    return body()
  }

  /// Runs a function during which nothing settles: what it sets makes one instant.
  func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    enter()
    defer { leave() }
    return try holding(body)
  }

  /// As ``transaction(_:)``, for a caller who has entered.
  @inline(__always)
  func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    holds += 1
    defer { holds -= 1 }
    return try body()
  }

  /// Makes a node and its edges: nothing changes meanwhile, and what the functions of the node set waits.
  func building<Result: Node>(_ body: () -> Result) -> Result {
    enter()
    defer { leave() }
    return holding(body)
  }

  // MARK: Changes

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

  private func settleAll() {
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

  // MARK: Deliveries

  @inline(__always)
  private func enqueue(_ node: Node) {
    node.pending += 1
    session(delivering: node).append(node)
  }

  /// The session that delivers what the node has to tell; this thread's, unless another is at it.
  @inline(__always)
  private func session(delivering node: Node) -> Session {
    guard let audience = node.audience else { return ownSession() }
    if let session = audience.session { return session }
    let session = ownSession()
    audience.beginDelivery(in: session)
    return session
  }

  /// The session of this thread; one that is not delivering yet is started by ``leave()``.
  @inline(__always)
  private func ownSession() -> Session {
    let thread = RecursiveLock.thread
    for index in 0..<busySessions where sessions[index].thread == thread { return sessions[index] }
    return newSession(of: thread)
  }

  @inline(__always)
  private func newSession(of thread: UInt) -> Session {
    if busySessions == sessions.count { sessions.append(Session()) }
    let session = sessions[busySessions]
    session.thread = thread
    busySessions += 1
    return session
  }

  /// Delivers what waits in this thread's session, unless a call further down the stack is doing so.
  private func deliverOwn() {
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

  // MARK: Edges

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
