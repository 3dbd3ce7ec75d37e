import LiveSheets

/// By how many rows, timers and calls the places of a sheet's state have grown beyond what they held at first.
///
/// A search that follows them without an end copies all of them for each new state, so it takes the square of their number.
struct EntryGrowth {
  private var first: [Int: Int] = [:]
  /// The place that has grown most, and by how many entries.
  private(set) var most: (slot: Int, count: Int) = (0, 0)

  /// Takes note of what a place holds; what it holds first is what it grows from.
  mutating func note(_ content: StateContent, in slot: Int) {
    guard let count = content.entryCount else { return }
    guard let start = first[slot] else {
      first[slot] = count
      return
    }
    if count - start > most.count { most = (slot, count - start) }
  }
}
