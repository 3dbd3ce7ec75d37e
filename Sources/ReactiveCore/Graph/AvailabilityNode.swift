private let stateSlot = 0

/// Whether an action may be started: its state allows it, and it is not under way.
///
/// The node keeps the state for which the predicate was asked, so that work is always started with a state that allows it.
final class AvailabilityNode<State>: ValueNode<Bool>, @unchecked Sendable {
  /// `nil` when the value is final, or the node is not used any more.
  private var source: ValueNode<State>?
  private let execution: ValueNode<Bool>
  private let allows: (State) -> Bool
  private var state: State
  private var isAllowed: Bool
  private var stateChanged = false

  private init(_ source: ValueNode<State>, _ execution: ValueNode<Bool>, _ allows: @escaping (State) -> Bool) {
    self.source = source
    self.execution = execution
    self.allows = allows
    state = source.settledValue
    isAllowed = allows(state)
    super.init(isAllowed)
  }

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - execution: Whether the action is under way; set by ``begin()`` and ``finish()``.
  ///   - allows: Called once now and once for each change of the state.
  static func make(
    _ source: ValueNode<State>, _ execution: ValueNode<Bool>, _ allows: @escaping (State) -> Bool
  ) -> AvailabilityNode {
    Session.building(on: [source, execution]) {
      let node = AvailabilityNode(source, execution, allows)
      node.follow([source, execution])
      return node
    }
  }

  /// Takes note that the action is under way, unless it must not be started now.
  ///
  /// Of several threads that ask at once, one is answered with the state.
  func begin() -> State? {
    let session = Session.current
    let graph = session.enter(self)
    defer { session.leave(graph) }
    guard isAllowed, !execution.settledValue else { return nil }
    let state = state
    execution.set(true)
    return state
  }

  /// Takes note that the action is not under way any more.
  func finish() { execution.set(false) }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) {
    if slot == stateSlot { stateChanged = true }
  }

  override func evaluate() -> Outcome {
    guard let source else { return .cutOff }
    if stateChanged {
      stateChanged = false
      state = source.settledValue
      isAllowed = allows(state)
    }
    let isAvailable = isAllowed && !execution.settledValue
    guard isAvailable != settledValue else { return .cutOff }
    store(isAvailable)
    return .changed
  }

  override func forgetPrecedents() { source = nil }

  override var kind: String { "isEnabled" }
}
