/// How many values a slot took in the states of a search that did not come to its end.
struct SlotGrowth: Equatable {
  var slot: Int
  var valueCount: Int

  /// The fewest values, and the most slots, that are worth telling.
  private static let leastValues = 4
  private static let mostSlots = 3

  /// The slots that still took new values at the end, those with the most values first.
  ///
  /// The end is the last tenth of the states, and no less than the last round that was seen whole: in a wide space the
  /// first states of a round are those that grow.
  /// A slot that is known to have grown most comes first, however many values it took. A slot that has taken all of its values early makes the space large, but not endless: it is not told.
  /// - Complexity: O(*s* × *w*), where *s* is the number of states and *w* their width.
  static func found(in states: PackedStates, lastWholeRound: Int, first: Int? = nil) -> [SlotGrowth] {
    let late = min(states.count - max(states.count / 10, 1), lastWholeRound)
    var found: [SlotGrowth] = []
    for slot in 0..<states.width {
      var seen = SlotSet(count: 64)
      var (count, lateCount) = (0, 0)
      for state in 0..<states.count {
        guard seen.insertGrowing(Int(states.number(at: slot, of: state))) else { continue }
        count += 1
        if state >= late { lateCount += 1 }
      }
      guard slot == first || (lateCount > 0 && count >= leastValues) else { continue }
      found.append(SlotGrowth(slot: slot, valueCount: count))
    }
    found.sort { ($0.valueCount, $1.slot) > ($1.valueCount, $0.slot) }
    if let place = found.firstIndex(where: { $0.slot == first }) { found.insert(found.remove(at: place), at: 0) }
    return Array(found.prefix(mostSlots))
  }
}
