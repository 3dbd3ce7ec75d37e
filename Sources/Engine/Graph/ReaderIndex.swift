import Propagation

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

  /// What a look-up reads, behind a constant pointer so that no access to it is checked.
  private struct Lists {
    var short = Store<Entry>()
    /// `buckets[i]` is the place of the first short entry whose first row is at least `16 * i`.
    var buckets = Store<Int32>()
    var long = Store<Entry>()
    /// `reach[i]` is the greatest `last` of the 64 long entries from `64 * i`.
    var reach = Store<Int32>()
    var pending = Store<Entry>()
  }

  private let lists: UnsafeMutablePointer<Lists>

  init() {
    lists = .allocate(capacity: 1)
    lists.initialize(to: Lists())
  }

  deinit {
    lists.pointee.short.deallocate()
    lists.pointee.buckets.deallocate()
    lists.pointee.long.deallocate()
    lists.pointee.reach.deallocate()
    lists.pointee.pending.deallocate()
    lists.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var count: Int { lists.pointee.short.count + lists.pointee.long.count + lists.pointee.pending.count }

  func insert(_ entry: Entry) { lists.pointee.pending.append(entry) }

  /// Sorts what has come since the last sort, when that is worth it.
  func prepare(isDead: (Int32) -> Bool) {
    guard lists.pointee.pending.count > 48 else { return }
    var newShort: [Entry] = []
    var newLong: [Entry] = []
    for index in lists.pointee.pending.indices {
      let entry = lists.pointee.pending[index]
      if entry.last - entry.first < Self.shortSpan { newShort.append(entry) } else { newLong.append(entry) }
    }
    lists.pointee.pending.removeAll()
    if !newShort.isEmpty {
      Self.merge(newShort, into: &lists.pointee.short, isDead)
      fillBuckets()
    }
    if !newLong.isEmpty {
      Self.merge(newLong, into: &lists.pointee.long, isDead)
      fillReach()
    }
  }

  private static func merge(_ added: [Entry], into sorted: inout Store<Entry>, _ isDead: (Int32) -> Bool) {
    var added = added
    let isAscending = zip(added, added.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isAscending { added.sort { $0.first < $1.first } }
    if sorted.isEmpty || sorted[sorted.count - 1].first <= added[0].first {
      sorted.append(contentsOf: added)
      return
    }
    let former = sorted[sorted.indices]
    sorted.removeAll()
    var left = 0
    var right = 0
    while left < former.count || right < added.count {
      if right == added.count || (left < former.count && former[left].first <= added[right].first) {
        if !isDead(former[left].group) { sorted.append(former[left]) }
        left += 1
      } else {
        sorted.append(added[right])
        right += 1
      }
    }
  }

  private func fillBuckets() {
    let short = lists.pointee.short
    let last = short.isEmpty ? 0 : Int(short[short.count - 1].first >> Self.bucketShift)
    lists.pointee.buckets.removeAll()
    var place = 0
    for bucket in 0...last {
      while place < short.count, Int(short[place].first >> Self.bucketShift) < bucket { place += 1 }
      lists.pointee.buckets.append(Int32(place))
    }
  }

  private func fillReach() {
    let long = lists.pointee.long
    lists.pointee.reach.removeAll()
    var index = 0
    while index < long.count {
      var greatest = long[index].last
      for next in index..<min(index + 64, long.count) { greatest = max(greatest, long[next].last) }
      lists.pointee.reach.append(greatest)
      index += 64
    }
  }

  /// Calls the body with each entry that covers any of the rows `low ... high`.
  @inline(__always)
  func forEach(covering low: Int, through high: Int, _ body: (Entry) -> Void) {
    let low = Int32(clamping: low)
    let high = Int32(clamping: high)
    let lists = lists.pointee
    for index in lists.pending.indices where lists.pending[index].first <= high && lists.pending[index].last >= low {
      body(lists.pending[index])
    }
    let bucket = Int(max(low - Self.shortSpan, 0) >> Self.bucketShift)
    if bucket < lists.buckets.count {
      var place = Int(lists.buckets[bucket])
      while place < lists.short.count, lists.short[place].first <= high {
        if lists.short[place].last >= low { body(lists.short[place]) }
        place += 1
      }
    }
    if !lists.long.isEmpty { forEachLong(low, high, body) }
  }

  private func forEachLong(_ low: Int32, _ high: Int32, _ body: (Entry) -> Void) {
    // The entries up to `end` begin early enough; among them the tree skips what ends too early.
    let long = lists.pointee.long
    let reach = lists.pointee.reach
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
