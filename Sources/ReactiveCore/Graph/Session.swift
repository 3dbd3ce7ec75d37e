/// The deliveries of one thread: what observers are told after an instant, in order.
///
/// There are as many as threads have ever delivered at the same time. They are used again and never given back, so that
/// references to them need not be counted. The graph's lock is held whenever one is used.
struct Session {
  private struct State {
    var thread: UInt = 0
    var isDelivering = false
    var nodes: ContiguousArray<Unmanaged<Node>> = []
    var next = 0
  }

  private let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  /// The thread that delivers.
  var thread: UInt {
    get { state.pointee.thread }
    nonmutating set { state.pointee.thread = newValue }
  }

  /// Whether a loop is delivering.
  var isDelivering: Bool {
    get { state.pointee.isDelivering }
    nonmutating set { state.pointee.isDelivering = newValue }
  }

  func append(_ node: Node) { state.pointee.nodes.append(.passRetained(node)) }

  /// Takes the node that has to deliver next; the caller releases it.
  func popFirst() -> Unmanaged<Node>? {
    let next = state.pointee.next
    guard next < state.pointee.nodes.count else { return nil }
    let node = state.pointee.nodes[next]
    if next + 1 == state.pointee.nodes.count {
      state.pointee.nodes.removeAll(keepingCapacity: next < 1_024)
      state.pointee.next = 0
    } else if next == 1_023 {
      state.pointee.nodes.removeFirst(next + 1)
      state.pointee.next = 0
    } else {
      state.pointee.next = next + 1
    }
    return node
  }

  static func == (a: Session, b: Session) -> Bool { a.state == b.state }
}
