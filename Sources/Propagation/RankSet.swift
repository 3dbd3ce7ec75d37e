/// A set of ranks from which the smallest is taken first.
///
/// It is a bitset in levels of 64: a bit of a level says whether a word of the level below holds any bit, so that finding
/// the smallest rank reads one word per level and neither a heap nor recursion is needed. These rules hold:
///
/// - R1. A bit of level *k + 1* is set when its word of level *k* is not 0.
/// - R2. `count` is the number of bits set in level 0.
/// - R3. No rank is less than `floor`, where the next one is looked for first: ranks are mostly taken one after the other.
///
/// A bit over a word that has become 0 is cleared when a search meets it: along a chain each rank is taken when the next is
/// added, mostly to the same word, and all levels would change twice for nothing.
///
/// The words stand in plain memory, because taking and adding ranks is the innermost loop of a recalculation.
public final class RankSet {
  @exclusivity(unchecked) @usableFromInline var members = 0
  @exclusivity(unchecked) @usableFromInline var floor = 0
  @exclusivity(unchecked) public internal(set) var capacity = 0
  @exclusivity(unchecked) @usableFromInline var words: UnsafeMutablePointer<UInt64> = .allocate(capacity: 1)
  @exclusivity(unchecked) var wordCount = 0
  /// Where each level begins in `words`; level 0 is the first.
  @exclusivity(unchecked) @usableFromInline var levelStarts: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
  @exclusivity(unchecked) @usableFromInline var levelCount = 0

  public init() {}

  deinit { words.deallocate() }

  @inlinable public var count: Int { members }
  @inlinable public var isEmpty: Bool { members == 0 }

  @inlinable @inline(__always)
  func start(of level: Int) -> Int {
    switch level {
    case 0: 0
    case 1: levelStarts.1
    case 2: levelStarts.2
    case 3: levelStarts.3
    case 4: levelStarts.4
    default: levelStarts.5
    }
  }

  /// Makes room for ranks below a bound.
  public func reserve(_ bound: Int) {
    guard bound > capacity else { return }
    var size = 1
    while size * 64 < bound { size *= 2 }
    let former = (words: words, count: capacity / 64)
    makeLevels(over: size)
    words.update(from: former.words, count: former.count)
    former.words.deallocate()
    for level in 1..<max(levelCount, 1) {
      let below = start(of: level - 1)
      let own = start(of: level)
      for index in 0..<own - below where words[below + index] != 0 {
        words[own + index >> 6] |= 1 << UInt64(index & 63)
      }
    }
  }

  @inlinable @inline(__always)
  public func contains(_ rank: Int) -> Bool {
    rank < capacity && words[rank >> 6] & (1 << UInt64(rank & 63)) != 0
  }

  /// Adds a rank and tells whether it was new.
  @discardableResult
  @inlinable @inline(__always)
  public func insert(_ rank: Int) -> Bool {
    if rank >= capacity { reserve(rank + 1) }
    let bit: UInt64 = 1 << UInt64(rank & 63)
    let word = words[rank >> 6]
    if word & bit != 0 { return false }
    members += 1
    if rank < floor { floor = rank }
    words[rank >> 6] = word | bit
    if word == 0 { markAbove(rank >> 6) }
    return true
  }

  @usableFromInline
  func markAbove(_ word: Int) {
    var index = word
    for level in 1..<max(levelCount, 1) {
      let place = start(of: level) + index >> 6
      let former = words[place]
      words[place] = former | 1 << UInt64(index & 63)
      if former != 0 { return }
      index >>= 6
    }
  }

  /// Removes a rank and tells whether it was there.
  @discardableResult
  @inlinable @inline(__always)
  public func remove(_ rank: Int) -> Bool {
    guard contains(rank) else { return false }
    members -= 1
    words[rank >> 6] &= ~(1 << UInt64(rank & 63))
    return true
  }

  /// Clears the bits over a word of a level that is 0.
  @usableFromInline
  func unmark(above level: Int, _ word: Int) {
    var index = word
    for level in level + 1..<max(levelCount, level + 1) {
      let place = start(of: level) + index >> 6
      words[place] &= ~(1 << UInt64(index & 63))
      if words[place] != 0 { return }
      index >>= 6
    }
  }

  /// The smallest rank, or `nil` for the empty set.
  @inlinable @inline(__always)
  public var first: Int? {
    guard count > 0 else { return nil }
    while true {
      var index = 0
      var level = levelCount - 1
      while level >= 0 {
        let word = words[start(of: level) + index]
        if word == 0 { break }
        index = index << 6 | word.trailingZeroBitCount
        level -= 1
      }
      if level < 0 { return index }
      unmark(above: level, index)
    }
  }

  /// Removes and gives the smallest rank.
  @inlinable @inline(__always)
  public func popFirst() -> Int? {
    let word = floor >> 6
    if word < capacity >> 6, words[word] != 0 { return takeFirst(of: word) }
    guard let first else { return nil }
    floor = first
    return takeFirst(of: first >> 6)
  }

  /// Removes and gives the smallest rank of a word of the lowest level that has any.
  @inlinable @inline(__always)
  func takeFirst(of word: Int) -> Int {
    let bits = words[word]
    words[word] = bits & (bits &- 1)
    members &-= 1
    return word << 6 | bits.trailingZeroBitCount
  }

  public func removeAll() {
    guard count > 0 else { return }
    words.update(repeating: 0, count: wordCount)
    members = 0
  }

  /// The rules of this type that do not hold, worded for a bug report.
  public func brokenRules() -> [String] {
    var broken: [String] = []
    for level in 1..<max(levelCount, 1) {
      let below = start(of: level - 1)
      for index in 0..<start(of: level) - below {
        let word = words[below + index]
        let isMarked = words[start(of: level) + index >> 6] & (1 << UInt64(index & 63)) != 0
        if word != 0, !isMarked {
          broken.append("R1: word \(index) of level \(level - 1) is \(word), and is not marked")
        }
      }
    }
    let bits = (0..<capacity >> 6).reduce(0) { $0 + words[$1].nonzeroBitCount }
    if bits != count { broken.append("R2: count is \(count), but \(bits) bits are set") }
    if let first, first < floor { broken.append("R3: the first is \(first), the floor \(floor)") }
    return broken
  }
}

extension RankSet {
  /// Makes empty levels over a count of words in the lowest.
  fileprivate func makeLevels(over size: Int) {
    var starts: [Int] = []
    var total = 0
    var rest = size
    repeat {
      starts.append(total)
      total += rest
      rest = rest == 1 ? 0 : (rest + 63) / 64
    } while rest > 0
    levelCount = starts.count
    starts += [0, 0, 0, 0, 0]
    levelStarts = (starts[0], starts[1], starts[2], starts[3], starts[4], starts[5])
    capacity = size * 64
    wordCount = total
    words = .allocate(capacity: total)
    words.initialize(repeating: 0, count: total)
  }
}
