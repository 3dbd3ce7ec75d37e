/// Who reads which rows of one column.
///
/// An entry says that a group's reference covers an interval of rows. *Short* entries, of a few rows at most, are sorted by
/// their first row, with the place of every 16th row beside them, so that the readers of a cell are found without a
/// search. *Long* ones are sorted under a tree of greatest last rows. Entries that come later wait in a short unsorted
/// list. An entry of a dead group is skipped and dropped at the next sort.
final class ReaderIndex {
  struct Entry {
    var first: Int32
    var last: Int32
    var group: Int32
    /// The number of the reference within the group; -1 for what was read without standing in the formula.
    var reference: Int32
  }

  private static let shortSpan: Int32 = 16
  private static let bucketShift: Int32 = 4

  private var short = Store<Entry>()
  /// `buckets[i]` is the place of the first short entry whose first row is at least `16 * i`.
  private var buckets = Store<Int32>()
  private var long: [Entry] = []
  /// `reach[i]` is the greatest `last` of the 64 long entries from `64 * i`.
  private var reach: [Int32] = []
  private var pending: [Entry] = []

  deinit {
    short.deallocate()
    buckets.deallocate()
  }

  var isEmpty: Bool { short.isEmpty && long.isEmpty && pending.isEmpty }
  var count: Int { short.count + long.count + pending.count }

  func insert(_ entry: Entry) { pending.append(entry) }

  /// Sorts what has come since the last sort, when that is worth it.
  func prepare(isDead: (Int32) -> Bool) {
    guard pending.count > 48 else { return }
    var newShort: [Entry] = []
    var newLong: [Entry] = []
    for entry in pending {
      if entry.last - entry.first < Self.shortSpan { newShort.append(entry) } else { newLong.append(entry) }
    }
    pending.removeAll(keepingCapacity: false)
    if !newShort.isEmpty {
      var sorted = short[short.indices]
      Self.merge(newShort, into: &sorted, isDead)
      short.removeAll()
      short.append(contentsOf: sorted)
      fillBuckets()
    }
    if !newLong.isEmpty {
      Self.merge(newLong, into: &long, isDead)
      fillReach()
    }
  }

  private static func merge(_ added: [Entry], into sorted: inout [Entry], _ isDead: (Int32) -> Bool) {
    var added = added
    let isAscending = zip(added, added.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isAscending { added.sort { $0.first < $1.first } }
    if let last = sorted.last, let first = added.first, last.first <= first.first {
      sorted.append(contentsOf: added)
      return
    }
    if sorted.isEmpty {
      sorted = added
      return
    }
    var merged: [Entry] = []
    merged.reserveCapacity(sorted.count + added.count)
    var left = 0
    var right = 0
    while left < sorted.count || right < added.count {
      if right == added.count || (left < sorted.count && sorted[left].first <= added[right].first) {
        if !isDead(sorted[left].group) { merged.append(sorted[left]) }
        left += 1
      } else {
        merged.append(added[right])
        right += 1
      }
    }
    sorted = merged
  }

  private func fillBuckets() {
    let last = short.isEmpty ? 0 : Int(short[short.count - 1].first >> Self.bucketShift)
    buckets.removeAll()
    var place = 0
    for bucket in 0...last {
      while place < short.count, Int(short[place].first >> Self.bucketShift) < bucket { place += 1 }
      buckets.append(Int32(place))
    }
  }

  private func fillReach() {
    reach.removeAll(keepingCapacity: true)
    var index = 0
    while index < long.count {
      var greatest = long[index].last
      for next in index..<min(index + 64, long.count) { greatest = max(greatest, long[next].last) }
      reach.append(greatest)
      index += 64
    }
  }

  /// Calls the body with each entry that covers any of the rows `low ... high`.
  @inline(__always)
  func forEach(covering low: Int, through high: Int, _ body: (Entry) -> Void) {
    let low = Int32(clamping: low)
    let high = Int32(clamping: high)
    if !pending.isEmpty { for entry in pending where entry.first <= high && entry.last >= low { body(entry) } }
    let bucket = Int(max(low - Self.shortSpan, 0) >> Self.bucketShift)
    if bucket < buckets.count {
      var place = Int(buckets[bucket])
      while place < short.count, short[place].first <= high {
        if short[place].last >= low { body(short[place]) }
        place += 1
      }
    }
    if !long.isEmpty { forEachLong(low, high, body) }
  }

  private func forEachLong(_ low: Int32, _ high: Int32, _ body: (Entry) -> Void) {
    // The entries up to `end` begin early enough; among them the tree skips what ends too early.
    var bottom = 0
    var end = long.count
    while bottom < end {
      let middle = (bottom + end) / 2
      if long[middle].first <= high { bottom = middle + 1 } else { end = middle }
    }
    var block = 0
    while block * 64 < end {
      defer { block += 1 }
      guard reach[block] >= low else { continue }
      for index in block * 64..<min(block * 64 + 64, end) where long[index].last >= low { body(long[index]) }
    }
  }
}
