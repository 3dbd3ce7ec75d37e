/// The values of several nodes, the first of each with the first of the others, the second with the second, and so on.
///
/// Values for which another node has none yet wait. The value is final as soon as a node whose value is final has
/// nothing waiting.
final class ZipNode<Value>: ValueNode<Value>, @unchecked Sendable {
  private var queues: [AnyZipQueue]
  /// Takes one value from each queue; `nil` when the value is final, or the node is not used any more.
  private var take: (() -> Value)?
  private var changed: ContiguousArray<Int> = []

  private init(_ queues: [AnyZipQueue], _ take: @escaping () -> Value) {
    self.queues = queues
    self.take = take
    for queue in queues { queue.append() }
    super.init(take())
  }

  /// Makes a node.
  ///
  /// - Parameter take: Takes one value from each of the queues.
  static func make(_ queues: [AnyZipQueue], _ take: @escaping () -> Value) -> ZipNode {
    Session.building(on: queues.map { $0.node }) {
      let node = ZipNode(queues, take)
      if queues.contains(where: { $0.node.isFinal }) {
        node.isFinal = true
        node.forgetPrecedents()
      } else {
        node.follow(queues.map { $0.node })
      }
      return node
    }
  }

  override var tellsPrecedentsApart: Bool { true }

  override func precedentChanged(_ slot: Int) { changed.append(slot) }

  override func evaluate() -> Outcome {
    for slot in changed { queues[slot].append() }
    changed.removeAll(keepingCapacity: true)
    guard let take, queues.allSatisfy({ !$0.isEmpty }) else { return .cutOff }
    store(take())
    if queues.contains(where: { $0.isOver && $0.isEmpty }) { graph.becameFinal(self) }
    return .changed
  }

  override func precedentBecameFinal(_ slot: Int) -> Bool {
    queues[slot].isOver = true
    return queues[slot].isEmpty
  }

  override func forgetPrecedents() {
    queues = []
    take = nil
  }

  override var kind: String { "zip" }
}

/// The values of one node that have not been zipped yet.
class AnyZipQueue {
  let node: Node
  /// Whether no value will be added any more.
  final var isOver = false

  fileprivate init(_ node: Node) { self.node = node }

  var isEmpty: Bool { true }

  /// Adds the node's present value.
  func append() {}
}

/// The values of one node of some type that have not been zipped yet.
final class ZipQueue<Value>: AnyZipQueue {
  private let source: ValueNode<Value>
  private var waiting: ContiguousArray<Value> = []
  private var next = 0

  init(_ source: ValueNode<Value>) {
    self.source = source
    super.init(source)
  }

  override var isEmpty: Bool { next == waiting.count }

  override func append() { waiting.append(source.settledValue) }

  func takeFirst() -> Value {
    let value = waiting[next]
    next += 1
    if next == waiting.count || next == 1_024 {
      waiting.removeFirst(next)
      next = 0
    }
    return value
  }
}
