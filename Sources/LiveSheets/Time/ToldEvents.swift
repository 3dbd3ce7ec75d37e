import CellModel

/// The named events of a micro-step, in the order in which they were told.
///
/// An event may happen more than once in one: MERGE can send twice, and a transaction can fire it again. Then each
/// clause finds in the event's name the payload by which it was reached.
struct ToldEvents {
  private var events: [(cell: CellAddress, payload: CellValue)] = []
  private var step = 0
  /// Whether an event happened more than once.
  private(set) var hasRepeats = false

  var count: Int { events.count }

  /// Begins a micro-step.
  mutating func begin() {
    events.removeAll(keepingCapacity: true)
    hasRepeats = false
    step += 1
  }

  mutating func note(_ number: Int, of instance: TimeInstance, _ cell: CellAddress, _ payload: CellValue) {
    if instance.eventSteps[number] == step { hasRepeats = true }
    instance.eventSteps[number] = step
    events.append((cell, payload))
  }

  /// The payloads that the first events have left; the last of all where an event has not happened by then.
  func payloads(before count: Int) -> [CellAddress: CellValue] {
    var payloads: [CellAddress: CellValue] = [:]
    for (cell, payload) in events { payloads[cell] = payload }
    for (cell, payload) in events.prefix(count) { payloads[cell] = payload }
    return payloads
  }
}
