#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one thread does in the graphs: where it is, what waits until it leaves, what it has to tell.
///
/// A thread that *enters* a node has the lock of its graph until it leaves; calls nest. A graph that is entered inside of
/// another one is settled and free again when it is left, unless a transaction or a modification wants it to wait: then
/// it is *kept* until the outermost call has left. Observers are told after that, so that no lock is held.
///
/// Sessions are used again and never given back, so that references to them need not be counted.
final class Session: @unchecked Sendable {
  /// How many calls on the stack have entered.
  @exclusivity(unchecked) private var depth = 0
  /// How many calls are on the stack that want settling to wait: transactions, modifications, the making of nodes.
  @exclusivity(unchecked) var holds = 0
  /// Graphs that this session owns until its outermost call leaves.
  @exclusivity(unchecked) private var kept: ContiguousArray<Graph> = []
  /// What observers are to be told.
  let deliveries = DeliveryQueue()
  /// What is to be stopped as soon as no lock is held.
  @exclusivity(unchecked) var stopping: ContiguousArray<Node> = []
  /// What is to be done then.
  @exclusivity(unchecked) private var actions: [() -> Void] = []
  /// Where the thread stands among those that cross each other; ``Crossing`` has the rules.
  @exclusivity(unchecked) var turn = Turn()
  /// How many calls on the stack run a user's function on a value in place.
  @exclusivity(unchecked) private(set) var modifications = 0
  /// What was set in graphs of those below, who settle it.
  @exclusivity(unchecked) var visited: [Node] = []

  /// Takes notes while the thread makes a trace.
  @exclusivity(unchecked) var recorder: InstantRecorder?

  private init() {}

  // MARK: The thread's own

  private static let spare = Atomic<[Session]>([])

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let session = Unmanaged<Session>.fromOpaque(pointer).takeUnretainedValue()
        Session.spare.modify { $0.append(session) }
      #else
        guard let pointer else { return }
        let session = Unmanaged<Session>.fromOpaque(pointer).takeUnretainedValue()
        Session.spare.modify { $0.append(session) }
      #endif
    }
    return key
  }()

  /// The session of the calling thread.
  @inline(__always)
  static var current: Session { reference.takeUnretainedValue() }

  /// The session of the calling thread, for the ways of every value, on which a reference is not counted.
  @inline(__always)
  static var reference: Unmanaged<Session> {
    guard let pointer = pthread_getspecific(key) else { return .passUnretained(newSession()) }
    return .fromOpaque(pointer)
  }

  @inline(never)
  private static func newSession() -> Session {
    let session = spare.modify { $0.popLast() } ?? Session()
    pthread_setspecific(key, Unmanaged.passRetained(session).toOpaque())
    return session
  }

  /// A number that stands for the session; it is even and never zero.
  @inline(__always)
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  static func at(_ address: UInt) -> Session? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Entering

  /// Enters the graph of a node, which may be another one when the lock has come.
  @inline(__always)
  func enter(_ node: Node) -> Graph { reference(entering: node).takeUnretainedValue() }

  /// Enters a node as ``enter(_:)`` does; the reference to its graph is not counted.
  @inline(__always)
  func reference(entering node: Node) -> Unmanaged<Graph> {
    depth += 1
    while true {
      let graph = node.graphReference
      graph._withUnsafeGuaranteedRef { $0.lock.lock(self) }
      if node.graphReference.toOpaque() == graph.toOpaque() { return graph }
      goBack(from: graph.takeUnretainedValue())
    }
  }

  private func enterIfFree(_ node: Node) -> Graph? {
    while true {
      let graph = node.graph
      guard graph.lock.lockIfFree(self) else { return nil }
      if node.graph === graph {
        depth += 1
        return graph
      }
      goBack(from: graph)
    }
  }

  @inline(never)
  private func goBack(from graph: Graph) {
    if graph.lock.unlock() && !graph.isKept { graph.lock.free() }
  }

  /// Enters a graph.
  func enter(_ graph: Graph) {
    depth += 1
    graph.lock.lock(self)
  }

  /// Looks at a graph, which may be one without nodes, and changes nothing.
  func look<Result>(into graph: Graph, _ body: () -> Result) -> Result {
    enter(graph)
    defer {
      goBack(from: graph)
      end()
    }
    return body()
  }

  /// Enters the graphs of several nodes; while it waits for one it holds none of the others, if it did not before.
  func enter(_ nodes: [Node]) -> [Graph] {
    guard depth == 0 else { return nodes.map { enter($0) } }
    var first = 0
    while true {
      var graphs = [enter(nodes[first])]
      let busy = nodes.indices.first { index in
        guard let graph = enterIfFree(nodes[index]) else { return true }
        graphs.append(graph)
        return false
      }
      guard let busy else { return graphs }
      first = busy
      for graph in graphs { leave(graph) }
    }
  }

  // MARK: Leaving

  /// Leaves a graph, after everything that changed in it is settled.
  ///
  /// The outermost call on the stack has observers told and feeding stopped, when no lock is held.
  @inline(__always)
  func leave(_ graph: Graph) {
    if graph.mustSettle { settle(graph) }
    if depth > 1 || !kept.isEmpty || turn.hasBelow { return leaveNested(graph) }
    depth = 0
    if graph.lock.unlock() { graph.free() }
    follow()
  }

  @inline(never)
  private func leaveNested(_ graph: Graph) {
    if graph.lock.unlock() && !graph.isKept {
      if graph.mustSettle { keep(graph) } else { graph.free() }
    }
    end()
  }

  /// Begins what may enter several graphs; ``end()`` follows.
  func begin() { depth += 1 }

  /// Ends what ``begin()`` has begun.
  func end() {
    if holds == 0 { settleKept() }
    if depth == 1 {
      giveBack()
      depth = 0
      follow()
    } else {
      depth -= 1
    }
  }

  /// Frees what was kept and lets those below go on.
  private func giveBack() {
    while let graph = kept.popLast() {
      graph.isKept = false
      if graph.lock.depth == 0 { graph.free() }
    }
    guard turn.hasBelow else { return }
    Crossing.finished(self)
    // What was set there is settled when those whose it is have gone on. Nothing is held here meanwhile.
    let visited = visited
    self.visited = []
    for node in visited { leave(enter(node)) }
  }

  /// Does what must be done without a lock.
  @inline(__always)
  private func follow() {
    if deliveries.isDue { deliveries.deliver(by: self) }
    doWhatWaits()
  }

  /// Stops what has ended and does what was asked for. No lock is held.
  @inline(__always)
  func doWhatWaits() {
    if !stopping.isEmpty || !actions.isEmpty { act() }
  }

  @inline(never)
  private func act() {
    var nodes: ContiguousArray<Node> = []
    swap(&nodes, &stopping)
    // While observers are told further down the stack, the rest of them comes first.
    var own: [() -> Void] = []
    if !deliveries.isDelivering { swap(&own, &actions) }
    for node in nodes { node.stopFeeding() }
    for action in own { action() }
  }

  /// Does something on this thread as soon as no lock is held and the observers of what has changed have been told; for
  /// what calls observers itself.
  func afterwards(_ action: @escaping () -> Void) {
    begin()
    actions.append(action)
    end()
  }

  // MARK: Settling

  /// Whether what changes in a graph must wait, for the end of a call further down the stack or for those whose it is.
  @inline(__always)
  func putsOff(in graph: Graph) -> Bool {
    holds > 0 || graph.evaluations > 0 || (turn.hasBelow && !graph.lock.isOwned(by: self))
  }

  @inline(never)
  private func settle(_ graph: Graph) {
    if !putsOff(in: graph) { graph.settleAll(self) }
  }

  private func settleKept() {
    while let graph = kept.first(where: { $0.mustSettle && $0.evaluations == 0 }) { graph.settleAll(self) }
  }

  /// Has a graph stay this session's until the outermost call leaves.
  func keep(_ graph: Graph) {
    guard !graph.isKept else { return }
    graph.isKept = true
    kept.append(graph)
  }

  func keepNoLonger(_ graph: Graph) {
    graph.isKept = false
    kept.removeAll { $0 === graph }
  }

  /// Whether the call that has entered is the only one on the stack, so that observers can be told when it leaves.
  @inline(__always)
  var isOutermost: Bool { depth == 1 && holds == 0 && kept.isEmpty && turn.below == nil }

  /// Runs a function during which nothing settles: what it sets makes one instant.
  func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    begin()
    defer { end() }
    return try holding(body)
  }

  /// As ``transaction(_:)``, for a caller who has entered.
  @inline(__always)
  func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    holds += 1
    defer { holds -= 1 }
    return try body()
  }

  /// As ``holding(_:)``, for a function that changes a value in place: there is one such thread at a time.
  func modifying<Result>(_ body: () throws -> Result) rethrows -> Result {
    Crossing.modifications.lock(self)
    modifications += 1
    defer {
      modifications -= 1
      if Crossing.modifications.unlock() { Crossing.modifications.free() }
    }
    return try holding(body)
  }

  /// Makes a node that reads another one, and its edge: what the functions of the node set waits.
  static func building<Result: Node>(on source: Node, _ body: () -> Result) -> Result {
    let session = current
    let graph = session.enter(source)
    defer { session.leave(graph) }
    return session.holding(body)
  }

  /// Makes a node that reads several others, and its edges: what the functions of the node set waits.
  static func building<Result: Node>(on sources: [Node], _ body: () -> Result) -> Result {
    let session = current
    let graphs = sources.isEmpty ? [] : session.enter(sources)
    defer { for graph in graphs { session.leave(graph) } }
    return session.holding(body)
  }
}
