import Propagation

/// A part of the properties of the program with the edges between them, and one lock.
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
/// There is one graph for each host, such as a sheet, with all that is connected to it, and a common one for the rest.
/// Nodes with an edge between them are in one graph: an edge between two graphs brings what is connected to its ends into
/// one of them (``join(_:_:_:)``), and there it stays. So two sheets on two threads do not wait for each other, and as soon as
/// something combines them they settle in one instant.
///
/// A node is read and written by a thread that has entered its graph, and comes into another one only by a thread that has
/// entered both. Functions of nodes may set, read and combine what is in other graphs, which takes their locks in any order; ``Crossing``
/// says why nobody waits forever.
final class Graph: @unchecked Sendable {
  /// The graph of all nodes that are connected to no host.
  static let common = Graph(isCommon: true)
  static let commonReference = Unmanaged.passUnretained(common)

  let lock = GraphLock()
  let isCommon: Bool
  let propagation = Propagation()

  // Every access has the lock. The check of exclusive access, which the run-time would make for each of these on the way
  // of every value, is left out: none is ever lent to a function that could come back here.

  /// The nodes that have edges; the common graph has all the others, too, but need not know them.
  @exclusivity(unchecked) var roster = Roster()
  /// How many evaluations of dirty nodes are on the stack.
  @exclusivity(unchecked) var evaluations = 0
  /// What changed while settling had to wait; their dependents and observers do not know yet.
  @exclusivity(unchecked) var unsettled: ContiguousArray<Node> = []
  /// Whether something was marked dirty while settling had to wait.
  @exclusivity(unchecked) var hasDirtyNodes = false
  /// Nodes whose value became final while settling had to wait.
  @exclusivity(unchecked) var ending: ContiguousArray<Node> = []
  /// Whether its owner keeps it after having left it.
  @exclusivity(unchecked) var isKept = false

  private init(isCommon: Bool = false) { self.isCommon = isCommon }

  /// Whether something waits to be settled.
  @inline(__always)
  var mustSettle: Bool { !unsettled.isEmpty || !ending.isEmpty || hasDirtyNodes }

  // MARK: Graphs that come and go

  private struct Stock {
    var all: [Graph] = [Graph.common]
    var spare: [Graph] = []
  }

  /// Graphs are used again and never given back: a thread may be about to look whether one still is that of its node.
  private static let stock = Atomic(Stock())

  /// A graph without nodes; until it has one it belongs to the caller.
  static func unused() -> Graph {
    stock.modify { stock in
      if let graph = stock.spare.popLast() { return graph }
      let graph = Graph()
      stock.all.append(graph)
      return graph
    }
  }

  /// All graphs that there are, the common one first.
  static var all: [Graph] { stock.value.all }

  /// Lets others in; a graph that has lost its nodes is put aside.
  @inline(__always)
  func free() {
    if roster.count == 0 && !isCommon { Graph.stock.modify { $0.spare.append(self) } }
    lock.free()
  }

  /// Which nodes have which number.
  struct Roster {
    private(set) var nodes: ContiguousArray<Node?> = []
    private var freeIDs: ContiguousArray<Int32> = []
    private(set) var count = 0

    mutating func add(_ node: Node) {
      if let id = freeIDs.popLast() {
        node.id = id
        nodes[Int(id)] = node
      } else {
        node.id = Int32(nodes.count)
        nodes.append(node)
      }
      count += 1
    }

    mutating func remove(_ node: Node) {
      nodes[Int(node.id)] = nil
      freeIDs.append(node.id)
      node.id = -1
      count -= 1
    }
  }
}
