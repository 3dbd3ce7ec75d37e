/// Those who are told of a node's changes, whatever they are told. The graph's lock is held whenever it is used.
class AnyAudience: @unchecked Sendable {
  /// What tells them; `nil` while nobody listens.
  private(set) final var core: AnyCore?
  final var endIsPending = false
  /// Whether there are values that have not been delivered and are not the node's value any more.
  final var hasKept = false
  /// Where its deliveries wait, while something is pending or being delivered.
  @exclusivity(unchecked) private(set) final var queue: DeliveryQueue?
  /// Cores that were replaced during a delivery, which does not count its reference to the core.
  @exclusivity(unchecked) private final var formerCores: [AnyCore] = []

  /// Takes another core in place of the present one.
  final func setCore(_ newCore: AnyCore?) {
    if queue != nil, let core { formerCores.append(core) }
    core = newCore
  }

  @inline(__always)
  final func beginDelivery(in queue: DeliveryQueue) { self.queue = queue }

  /// Ends the deliveries, when nothing is pending any more.
  @inline(__always)
  final func endDelivery() {
    queue = nil
    if !formerCores.isEmpty { formerCores = [] }
  }
}

/// Those who are told of the changes of a node with a value of some type.
final class Audience<Value>: AnyAudience, @unchecked Sendable {
  private var kept: [Value] = []
  private var nextKept = 0

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
