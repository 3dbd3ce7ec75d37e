/// A set of slots of a snapshot.
struct SlotSet: Hashable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

  /// Adds a slot, however large its number is.
  ///
  /// - Returns: Whether it was not there.
  mutating func insertGrowing(_ slot: Int) -> Bool {
    while slot >> 6 >= words.count { words += Array(repeating: 0, count: words.count) }
    guard !contains(slot) else { return false }
    insert(slot)
    return true
  }

  mutating func formUnion(_ other: SlotSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func intersects(_ other: SlotSet) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }
  func contains(_ slot: Int) -> Bool { words[slot >> 6] & 1 << UInt64(slot & 63) != 0 }

  var slots: [Int32] {
    var found: [Int32] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        found.append(Int32(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return found
  }
}
