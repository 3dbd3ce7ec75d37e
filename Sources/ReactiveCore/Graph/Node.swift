import Synchronization

/// A node of the graph: something that has a value which may change.
///
/// A *source* is set from outside; a *derived* node is evaluated from its precedents. The graph owns the nodes that have
/// edges; it lets one go when nothing *uses* it: no property, producer or observed signal holds it and no dependent reads
/// it. All state is read and written by threads that have entered, but for the value, which has a lock of its own.
class Node: @unchecked Sendable {
  /// One edge, as its precedent sees it.
  struct Edge {
    /// Not counted, as an evaluation reads it for every edge: a dependent takes its edges away before it goes.
    let target: Unmanaged<Node>
    /// Which of the dependent's precedents this is.
    let slot: Int32

    init(dependent: Node, slot: Int32) {
      target = .passUnretained(dependent)
      self.slot = slot
    }

    var dependent: Node { target.takeUnretainedValue() }
  }

  /// One edge, as its dependent sees it.
  struct Precedent {
    /// Not counted: the graph keeps a node that a dependent reads.
    unowned(unsafe) let node: Node
    /// Where the edge is in the precedent's list.
    var edge: Int32
  }

  /// What came of an evaluation.
  enum Outcome {
    /// The value is new: dependents are evaluated, observers are told.
    case changed
    /// Nothing changed: the dependents stay as they are.
    case cutOff
    /// The node was put behind a precedent that is not settled yet, and will be evaluated again.
    case postponed
  }

  /// The number under which the graph knows the node; -1 while it has no edges.
  final var id: Int32 = -1
  /// How many properties, producers, signals and dependents need the node.
  final var uses: Int32 = 1
  /// How many values have not been delivered to observers: the present one, and before it those that the audience keeps.
  final var pending: Int32 = 0
  private final let graphAddress = Synchronization.Atomic<UInt>(Graph.commonReference.address)
  /// Whether the value will never change again.
  final var isFinal = false
  /// Whether the node is set from outside; it may be bound to others, but does not end with them.
  final var isSource = false
  /// Whether observers may have to be told of changes.
  final var hasAudience = false
  /// Whether its value is new since it was last settled: the one before has been delivered, or waits for that.
  final var isUnsettled = false
  /// Whether a user gave it a name.
  final var isNamed = false
  // Not checked for exclusive access, as in ``Graph``: it is looked at on the way of every value.
  @exclusivity(unchecked) final var dependents: ContiguousArray<Edge> = []
  /// The precedents by slot; `nil` where there is none any more.
  final var precedents: ContiguousArray<Precedent?> = []
  /// Those who are told of changes, once somebody has asked for a signal; the same from then on.
  final var audience: AnyAudience?

  init() {}

  /// The graph in which the node is, the common one until it is connected to another. A thread that has not entered it
  /// must look again when it has its lock.
  final var graph: Graph {
    @inline(__always) get { graphReference.takeUnretainedValue() }
    set { graphAddress.store(Unmanaged.passUnretained(newValue).address, ordering: .releasing) }
  }

  /// The graph for the ways of every value, on which the reference is not counted: graphs are never given back.
  @inline(__always)
  final var graphReference: Unmanaged<Graph> {
    Unmanaged(address: graphAddress.load(ordering: .acquiring))
  }

  /// Adds the edges of a new node; its value is final when all of theirs are.
  final func follow(_ sources: [Node]) {
    var isFinal = true
    let session = Session.current
    for (slot, source) in sources.enumerated() where !source.isFinal {
      Graph.connect(source, to: self, slot, session)
      isFinal = false
    }
    self.isFinal = isFinal
  }

  /// Takes note of one more who needs the node.
  final func use() {
    let session = Session.current
    let graph = session.enter(self)
    uses += 1
    session.leave(graph)
  }

  /// Takes note of one less.
  final func unuse() {
    let session = Session.current
    let graph = session.enter(self)
    graph.release(self, session)
    session.leave(graph)
  }

  /// Makes the value final for one who needed the node and is gone; observers are told.
  final func endAndUnuse() {
    let session = Session.current
    let graph = session.enter(self)
    graph.becameFinal(self)
    graph.settleEnds(session)
    graph.release(self, session)
    session.leave(graph)
  }

  /// Brings the value up to date. Called at most once an instant, after all precedents.
  func evaluate() -> Outcome { .cutOff }

  /// Whether ``precedentChanged(_:)`` wants to be called.
  var tellsPrecedentsApart: Bool { false }

  /// Notes which precedent changed; ``evaluate()`` follows.
  func precedentChanged(_ slot: Int) {}

  /// Whether the node's value is final now that one more of its precedents is; the edge is gone already.
  func precedentBecameFinal(_ slot: Int) -> Bool {
    !isSource && !precedents.contains { $0 != nil }
  }

  /// Lets the precedents go; called when the value is final or nobody uses the node any more.
  ///
  /// Nodes that hold each other would be released one inside the other, a stack frame for each of a long chain.
  func forgetPrecedents() {}

  /// Ends whatever feeds the node; called without the lock after nobody uses it any more or its value became final.
  func stopFeeding() {}

  /// The value in words, for traces and pictures.
  var describedValue: String { "" }

  /// What kind of node it is, in a word.
  var kind: String { "property" }

  /// Tells the audience of the oldest value that waits. Leaves the graph meanwhile and gives the one it has entered then.
  func deliverValue(to audience: AnyAudience, _ graph: Graph, _ session: Session) -> Graph { graph }

  /// Tells the audience of the end. Leaves the graph meanwhile and gives the one it has entered then.
  func deliverEnd(to audience: AnyAudience, _ graph: Graph, _ session: Session) -> Graph { graph }
}

extension Unmanaged {
  /// A reference to an object that is never given back, by its address.
  @inline(__always)
  init(address: UInt) { self = .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped) }

  @inline(__always)
  var address: UInt { UInt(bitPattern: toOpaque()) }
}
