/// Who reads which rows of one column.
///
/// An entry says that a group's reference covers an interval of rows. Entries are sorted by their first row under an
/// implicit tree of greatest last rows, so that finding the readers of a row costs O(log *n* + found); entries that come
/// later wait in a short unsorted list. An entry of a dead group is skipped and dropped at the next sort.
struct ReaderIndex {
  struct Entry {
    var first: Int32
    var last: Int32
    var group: Int32
    /// The number of the reference within the group.
    var reference: Int32
  }

  private var sorted: [Entry] = []
  /// `reach[i]` is the greatest `last` of the block of 64 entries `i`; `wideReach` that of 64 such blocks.
  private var reach: [Int32] = []
  private var wideReach: [Int32] = []
  private var pending: [Entry] = []

  var isEmpty: Bool { sorted.isEmpty && pending.isEmpty }
  var count: Int { sorted.count + pending.count }

  mutating func insert(_ entry: Entry) { pending.append(entry) }

  /// Sorts what has come since the last sort, when that is worth it.
  mutating func prepare(isDead: (Int32) -> Bool) {
    guard pending.count > 48 else { return }
    sortPending(isDead: isDead)
  }

  private mutating func sortPending(isDead: (Int32) -> Bool) {
    let isAscending = zip(pending, pending.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isAscending { pending.sort { $0.first < $1.first } }
    if let last = sorted.last, let first = pending.first, last.first <= first.first {
      sorted.append(contentsOf: pending)
    } else if sorted.isEmpty {
      sorted = pending
    } else {
      var merged: [Entry] = []
      merged.reserveCapacity(sorted.count + pending.count)
      var left = 0
      var right = 0
      while left < sorted.count || right < pending.count {
        if right == pending.count || (left < sorted.count && sorted[left].first <= pending[right].first) {
          if !isDead(sorted[left].group) { merged.append(sorted[left]) }
          left += 1
        } else {
          merged.append(pending[right])
          right += 1
        }
      }
      sorted = merged
    }
    pending.removeAll(keepingCapacity: false)
    reach = Self.greatest(of: sorted.count) { sorted[$0].last }
    wideReach = Self.greatest(of: reach.count) { reach[$0] }
  }

  private static func greatest(of count: Int, _ value: (Int) -> Int32) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(count / 64 + 1)
    var index = 0
    while index < count {
      var greatest = value(index)
      for next in index..<min(index + 64, count) { greatest = max(greatest, value(next)) }
      result.append(greatest)
      index += 64
    }
    return result
  }

  /// Calls the body with each entry that covers any of the rows `low ... high`.
  func forEach(covering low: Int, through high: Int, _ body: (Entry) -> Void) {
    let low = Int32(clamping: low)
    let high = Int32(clamping: high)
    for entry in pending where entry.first <= high && entry.last >= low { body(entry) }
    guard !sorted.isEmpty else { return }
    // The entries up to `end` begin early enough; among them the tree skips what ends too early.
    var bottom = 0
    var end = sorted.count
    while bottom < end {
      let middle = (bottom + end) / 2
      if sorted[middle].first <= high { bottom = middle + 1 } else { end = middle }
    }
    var wide = 0
    while wide * 4_096 < end {
      defer { wide += 1 }
      guard wideReach[wide] >= low else { continue }
      var block = wide * 64
      while block < min((wide + 1) * 64, reach.count), block * 64 < end {
        defer { block += 1 }
        guard reach[block] >= low else { continue }
        for index in block * 64..<min(block * 64 + 64, end) where sorted[index].last >= low { body(sorted[index]) }
      }
    }
  }
}
