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
  var nodes: ContiguousArray<Node?> = []
  var freeIDs: ContiguousArray<Int32> = []
  var nodeCount = 0

  // Every access has the lock. The check of exclusive access, which the run-time would make for each of these on the way
  // of every value, is left out: none is ever lent to a function that could come back here.

  /// How many calls are on the stack that want settling to wait: evaluations, modifications, transactions.
  @exclusivity(unchecked) var holds = 0
  /// What changed while settling had to wait; their dependents and observers do not know yet.
  @exclusivity(unchecked) var unsettled: ContiguousArray<Node> = []
  /// Whether something was marked dirty while settling had to wait.
  @exclusivity(unchecked) var hasDirtyNodes = false
  /// Nodes whose value became final while settling had to wait.
  @exclusivity(unchecked) var ending: ContiguousArray<Node> = []
  /// What is to be stopped as soon as the lock is free.
  @exclusivity(unchecked) var stopping: ContiguousArray<Node> = []
  /// What is to be done then, each by the thread that asked for it.
  @exclusivity(unchecked) var actions: ContiguousArray<(thread: UInt, action: () -> Void)> = []

  /// The sessions; those of threads that deliver stand first.
  @exclusivity(unchecked) var sessions: ContiguousArray<Session> = []
  @exclusivity(unchecked) var busySessions = 0

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
    let actions = takeOwnActions()
    lock.unlock()
    for node in nodes { node.stopFeeding() }
    for action in actions { action() }
  }

  /// What this thread is to do now; nothing while it delivers further down the stack, which comes first.
  private func takeOwnActions() -> [() -> Void] {
    let thread = RecursiveLock.thread
    guard !sessions[..<busySessions].contains(where: { $0.thread == thread && $0.isDelivering }) else { return [] }
    let own = actions.filter { $0.thread == thread }
    if !own.isEmpty { actions.removeAll { $0.thread == thread } }
    return own.map(\.action)
  }

  /// Does something on this thread as soon as no lock is held and the observers of what has changed have been told; for
  /// what calls observers itself.
  func afterwards(_ action: @escaping () -> Void) {
    enter()
    actions.append((RecursiveLock.thread, action))
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
}
