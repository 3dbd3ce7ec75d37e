import CellModel

/// The named events of a micro-step, in the order in which they were told.
///
/// An event may happen more than once in one: MERGE can send twice, and a transaction can fire it again. Then each
/// clause finds in the event's name the payload by which it was reached.
struct ToldEvents {
  private var events: [(cell: CellAddress, payload: CellValue)] = []
  /// How many had been told when each moment of the micro-step began: an event with all that comes of it.
  private var moments: [Int] = []
  private var step = 0
  /// Whether an event happened more than once.
  private(set) var hasRepeats = false

  /// Where a clause is that is reached now.
  var place: Place { Place(moment: moments.count - 1, count: events.count) }

  /// A moment, and how many events had been told by then.
  struct Place {
    var moment: Int
    var count: Int
  }

  /// Begins a micro-step.
  mutating func begin() {
    events.removeAll(keepingCapacity: true)
    moments.removeAll(keepingCapacity: true)
    hasRepeats = false
    step += 1
  }

  mutating func beginMoment() { moments.append(events.count) }

  mutating func note(_ number: Int, of instance: TimeInstance, _ cell: CellAddress, _ payload: CellValue) {
    if instance.eventSteps[number] == step { hasRepeats = true }
    instance.eventSteps[number] = step
    events.append((cell, payload))
  }

  /// The payloads that the last events have left.
  var last: [CellAddress: CellValue] { payloads(of: events[...]) }

  /// The payloads that a clause finds which was reached at a place: of an event of its moment the one by which it was reached, or
  /// that of the moment; of another the one before, or the last of all where the event had not happened by then.
  func payloads(at place: Place) -> [CellAddress: CellValue] {
    let begin = moments[place.moment]
    let end = place.moment + 1 < moments.count ? moments[place.moment + 1] : events.count
    var payloads = last
    for part in [events[..<end], events[begin..<place.count]] {
      payloads.merge(self.payloads(of: part)) { $1 }
    }
    return payloads
  }

  private func payloads(of events: ArraySlice<(cell: CellAddress, payload: CellValue)>) -> [CellAddress: CellValue] {
    var payloads: [CellAddress: CellValue] = [:]
    for (cell, payload) in events { payloads[cell] = payload }
    return payloads
  }
}
