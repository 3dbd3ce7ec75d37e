import Propagation

/// A part of the graph that something else evaluates: a sheet whose engine keeps values of its own.
///
/// *Inputs* are properties that are set or bound from outside. In an instant that changes some of them the host is
/// evaluated once, after all that they derive from: it *applies* the new values, settles by its own means and says what
/// changed. *Outputs* are properties that read what it has; only those that changed are evaluated. So whatever combines
/// outputs of one host or of several sees settled values only. An output whose value came out equal is cut off, so a host
/// may name keys that did not change.
///
/// All functions run with the lock of the host's graph held and must not call an observer, nor set the host itself. A host
/// has a graph of its own until an edge connects it with another's: before that the two do not wait for each other.
package final class GraphHost<Key: Hashable, Value>: @unchecked Sendable {
  private let node: HostNode<Key, Value>

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - apply: Takes new values of inputs, brings everything up to date and gives the keys of what may have changed.
  ///   - read: The settled value of a key.
  ///   - areEqual: Whether two values are the same for those who follow.
  package init(
    apply: @escaping ([(key: Key, value: Value)]) -> [Key], read: @escaping (Key) -> Value,
    areEqual: @escaping (Value, Value) -> Bool
  ) {
    node = HostNode(apply: apply, read: read, areEqual: areEqual)
    let session = Session.current
    let graph = Graph.unused()
    session.enter(graph)
    graph.register(node)
    session.leave(graph)
  }

  deinit {
    node.endAndUnuse()
  }

  /// A property of the value of a key, which completes when the host is released.
  package func output(_ key: Key) -> Property<Value> {
    let node = node
    if let present = read({ node.outputs[key].map { Property(sharing: $0) } }) { return present }
    return Property(owning: OutputNode.make(key, of: node))
  }

  /// A property that sets the value of a key.
  ///
  /// It must be held as long as it is to be set or followed: when it is released it lets the key go.
  ///
  /// - Parameter accept: Gives the value to take in place of one that is about to be set, or `nil` to refuse it.
  package func input(_ key: Key, accept: @escaping (Value) -> Value?) -> MutableProperty<Value> {
    MutableProperty(of: InputNode.make(key, of: node, accept))
  }

  /// Changes what the host has by its own means, in an instant.
  ///
  /// - Parameter body: Makes the change and gives the keys of what may have changed.
  package func perform<Result, Failure: Error>(
    _ body: () throws(Failure) -> (result: Result, changed: [Key])
  ) throws(Failure) -> Result {
    let session = Session.current
    let graph = session.enter(node)
    defer { session.leave(graph) }
    let (result, changed) = try body()
    node.changedByItself(changed, session)
    return result
  }

  /// Does something as soon as no lock is held: for what calls observers.
  package func afterwards(_ action: @escaping () -> Void) {
    Session.current.afterwards(action)
  }

  /// Reads what the host has while nothing changes it.
  package func read<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let session = Session.current
    let graph = session.enter(node)
    defer { session.leave(graph) }
    return try body()
  }
}

/// The node of a host: dirty when an input was set.
private final class HostNode<Key: Hashable, Value>: Node, @unchecked Sendable {
  private let apply: ([(key: Key, value: Value)]) -> [Key]
  let read: (Key) -> Value
  let areEqual: (Value, Value) -> Bool
  /// Owned by their properties; they take themselves out.
  @exclusivity(unchecked) var outputs: [Key: OutputNode<Key, Value>] = [:]
  @exclusivity(unchecked) var inputs: [Key: InputNode<Key, Value>] = [:]
  private var slots: [InputNode<Key, Value>?] = []
  private var changedSlots: ContiguousArray<Int> = []

  init(
    apply: @escaping ([(key: Key, value: Value)]) -> [Key], read: @escaping (Key) -> Value,
    areEqual: @escaping (Value, Value) -> Bool
  ) {
    self.apply = apply
    self.read = read
    self.areEqual = areEqual
    super.init()
  }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) { changedSlots.append(slot) }

  override func evaluate() -> Outcome {
    let sets = changedSlots.compactMap { slot in slots[slot].map { (key: $0.key, value: $0.settledValue) } }
    changedSlots.removeAll(keepingCapacity: true)
    for key in apply(sets) {
      if let output = outputs[key] { graph.evaluateLater(output) }
    }
    return .cutOff
  }

  /// Takes in what the host changed by itself: inputs follow, outputs are evaluated.
  func changedByItself(_ keys: [Key], _ session: Session) {
    guard !keys.isEmpty, !outputs.isEmpty || !inputs.isEmpty else { return }
    let changedInputs = keys.compactMap { inputs[$0] }.filter { !areEqual($0.settledValue, read($0.key)) }
    let changedOutputs = keys.compactMap { outputs[$0] }
    guard !changedInputs.isEmpty || !changedOutputs.isEmpty else { return }
    for input in changedInputs { input.store(read(input.key)) }
    graph.hostChanged(self, inputs: changedInputs, outputs: changedOutputs, by: session)
  }

  func connect(_ input: InputNode<Key, Value>) {
    let slot = slots.firstIndex { $0 == nil } ?? slots.count
    if slot == slots.count { slots.append(nil) }
    slots[slot] = input
    inputs[input.key] = input
    Graph.connect(input, to: self, slot, .current)
  }

  // An input that was released leaves its slot to another.
  override func precedentBecameFinal(_ slot: Int) -> Bool {
    if let input = slots[slot] { inputs[input.key] = nil }
    slots[slot] = nil
    return false
  }

  override func forgetPrecedents() {
    slots = []
    inputs = [:]
    outputs = [:]
  }

  override var kind: String { "host" }
}

/// What reads one value of a host.
private final class OutputNode<Key: Hashable, Value>: ValueNode<Value>, @unchecked Sendable {
  private let key: Key
  private var host: HostNode<Key, Value>?

  private init(_ key: Key, _ host: HostNode<Key, Value>) {
    self.key = key
    self.host = host
    super.init(host.read(key))
  }

  static func make(_ key: Key, of host: HostNode<Key, Value>) -> OutputNode {
    Session.building(on: host) {
      let node = OutputNode(key, host)
      node.follow([host])
      if !node.isFinal { host.outputs[key] = node }
      return node
    }
  }

  override func evaluate() -> Outcome {
    guard let host else { return .cutOff }
    let value = host.read(key)
    guard !host.areEqual(value, settledValue) else { return .cutOff }
    store(value)
    return .changed
  }

  override func forgetPrecedents() {
    if let host, host.outputs[key] === self { host.outputs[key] = nil }
    host = nil
  }

  override var kind: String { "cell" }
}

/// What sets one value of a host.
private final class InputNode<Key: Hashable, Value>: ValueNode<Value>, @unchecked Sendable {
  let key: Key
  private let accept: (Value) -> Value?

  private init(_ key: Key, _ value: Value, _ accept: @escaping (Value) -> Value?) {
    self.key = key
    self.accept = accept
    super.init(value)
  }

  static func make(
    _ key: Key, of host: HostNode<Key, Value>, _ accept: @escaping (Value) -> Value?
  ) -> InputNode {
    Session.building(on: host) {
      let node = InputNode(key, host.read(key), accept)
      host.connect(node)
      return node
    }
  }

  override var acceptsEverything: Bool { false }

  override func accepted(_ value: Value) -> Value? { accept(value) }

  override var kind: String { "input" }
}
