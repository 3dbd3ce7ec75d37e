/// A set of ranks from which the smallest is taken first.
///
/// It is a bitset in levels of 64: a bit of a level says whether a word of the level below holds any bit, so that finding
/// the smallest rank reads one word per level and neither a heap nor recursion is needed. These rules hold:
///
/// - R1. A bit of level *k + 1* is set exactly when its word of level *k* is not 0.
/// - R2. `count` is the number of bits set in level 0.
package struct RankSet: Sendable {
  package private(set) var count = 0
  package private(set) var capacity = 0
  var levels: [[UInt64]] = [[]]

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Makes room for ranks below a bound.
  package mutating func reserve(_ bound: Int) {
    guard bound > capacity else { return }
    var words = 1
    while words * 64 < bound { words *= 2 }
    capacity = words * 64
    var level = 0
    while true {
      if level == levels.count { levels.append([]) }
      let old = levels[level].count
      levels[level].append(contentsOf: repeatElement(0, count: max(0, words - old)))
      if words == 1 { break }
      level += 1
      words = (words + 63) / 64
    }
    summarize()
  }

  /// Sets the upper levels anew from level 0.
  private mutating func summarize() {
    for level in levels.indices.dropFirst() {
      for word in levels[level].indices { levels[level][word] = 0 }
      for (index, word) in levels[level - 1].enumerated() where word != 0 {
        levels[level][index >> 6] |= 1 << UInt64(index & 63)
      }
    }
  }

  package func contains(_ rank: Int) -> Bool {
    rank < capacity && levels[0][rank >> 6] & (1 << UInt64(rank & 63)) != 0
  }

  /// Adds a rank and tells whether it was new.
  @discardableResult
  package mutating func insert(_ rank: Int) -> Bool {
    reserve(rank + 1)
    var index = rank
    var wasEmpty = true
    for level in levels.indices {
      let bit: UInt64 = 1 << UInt64(index & 63)
      let word = levels[level][index >> 6]
      if level == 0 {
        if word & bit != 0 { return false }
        count += 1
      }
      levels[level][index >> 6] = word | bit
      wasEmpty = word == 0
      if !wasEmpty { break }
      index >>= 6
    }
    return true
  }

  /// Removes a rank and tells whether it was there.
  @discardableResult
  package mutating func remove(_ rank: Int) -> Bool {
    guard contains(rank) else { return false }
    count -= 1
    var index = rank
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      if levels[level][index >> 6] != 0 { break }
      index >>= 6
    }
    return true
  }

  /// The smallest rank, or `nil` for the empty set.
  package var first: Int? {
    guard count > 0 else { return nil }
    var index = 0
    for level in levels.indices.reversed() {
      index = index << 6 | levels[level][index].trailingZeroBitCount
    }
    return index
  }

  /// Removes and gives the smallest rank.
  package mutating func popFirst() -> Int? {
    guard let first else { return nil }
    remove(first)
    return first
  }

  package mutating func removeAll() {
    guard count > 0 else { return }
    for level in levels.indices { for word in levels[level].indices { levels[level][word] = 0 } }
    count = 0
  }

  /// The rules of this type that do not hold, worded for a bug report.
  package func brokenRules() -> [String] {
    var broken: [String] = []
    for level in levels.indices.dropFirst() {
      for (index, word) in levels[level - 1].enumerated() {
        let isMarked = levels[level][index >> 6] & (1 << UInt64(index & 63)) != 0
        if isMarked != (word != 0) { broken.append("R1: word \(index) of level \(level - 1) is \(word), marked \(isMarked)") }
      }
    }
    let bits = levels[0].reduce(0) { $0 + $1.nonzeroBitCount }
    if bits != count { broken.append("R2: count is \(count), but \(bits) bits are set") }
    return broken
  }
}
