/// Those who are told of a node's changes, whatever they are told.
class AnyAudience: @unchecked Sendable {
  final var endIsPending = false
  /// The session that delivers, while something is pending or being delivered.
  final var session: Session?
}

/// Those who are told of the changes of a node with a value of some type.
final class Audience<Value>: AnyAudience, @unchecked Sendable {
  /// What tells them; `nil` while nobody listens.
  private(set) var core: Signal<Value, Never>.Core?
  /// Values that have not been delivered and are not the node's value any more.
  private var kept: [Value] = []
  private var nextKept = 0

  func setCore(_ core: Signal<Value, Never>.Core?) { self.core = core }

  func sessionEnded() { session = nil }

  func keep(_ value: Value) { kept.append(value) }

  var hasKept: Bool { nextKept < kept.count }

  func takeKept() -> Value {
    let value = kept[nextKept]
    nextKept += 1
    if nextKept == kept.count {
      kept.removeAll(keepingCapacity: kept.count < 64)
      nextKept = 0
    }
    return value
  }
}
