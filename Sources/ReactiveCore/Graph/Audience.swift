/// Those who are told of a node's changes, whatever they are told. The graph's lock is held whenever it is used.
class AnyAudience: @unchecked Sendable {
  /// What tells them; `nil` while nobody listens.
  private(set) final var core: AnyCore?
  final var endIsPending = false
  /// Whether there are values that have not been delivered and are not the node's value any more.
  final var hasKept = false
  /// There while the node's value has not been settled and somebody has come who was given it already.
  final var early: EarlyValue?
  // Not counted: the queue is its session's, which is never given back.
  @exclusivity(unchecked) private final var queueReference: Unmanaged<DeliveryQueue>?
  /// Cores that were replaced during a delivery, which does not count its reference to the core.
  @exclusivity(unchecked) private final var formerCores: [AnyCore] = []

  /// Where its deliveries wait, while something is pending or being delivered.
  final var queue: DeliveryQueue? { queueReference?.takeUnretainedValue() }

  /// Whether something is pending or being delivered.
  @inline(__always) final var isDelivering: Bool { queueReference != nil }

  /// Takes another core in place of the present one.
  final func setCore(_ newCore: AnyCore?) {
    if isDelivering, let core { formerCores.append(core) }
    core = newCore
  }

  @inline(__always)
  final func beginDelivery(in queue: DeliveryQueue) { queueReference = .passUnretained(queue) }

  /// Ends the deliveries, when nothing is pending any more.
  @inline(__always)
  final func endDelivery() {
    queueReference = nil
    if !formerCores.isEmpty { formerCores = [] }
  }
}

/// A value that was given to those who came before it was settled; they are not told of it again.
final class EarlyValue: Sendable {
  private let isReplaced = OnceFlag()

  /// Whether the node was set again before it was settled: what is told then is another value.
  var wasReplaced: Bool { isReplaced.isRaised }

  func replace() { _ = isReplaced.raise() }
}

/// Those who are told of the changes of a node with a value of some type.
final class Audience<Value>: AnyAudience, @unchecked Sendable {
  private var kept: [Value] = []
  private var nextKept = 0

  /// One less than is pending when the node's present value is among that, else as much.
  var keptCount: Int { kept.count - nextKept }

  func keep(_ value: Value) {
    kept.append(value)
    hasKept = true
  }

  func takeKept() -> Value {
    let value = kept[nextKept]
    nextKept += 1
    if nextKept == kept.count {
      kept.removeAll(keepingCapacity: kept.count < 64)
      nextKept = 0
      hasKept = false
    }
    return value
  }
}
