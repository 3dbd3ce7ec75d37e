import Propagation

/// Who reads which rows of one column.
///
/// An entry says that a group's reference covers an interval of rows. *Short* entries, of a few rows at most, are sorted by
/// their first row, with the place of every 8th row and the span of the longest beside them, so that the readers of a cell are
/// found without a search. *Long* ones are sorted under a tree of greatest last rows. Entries that come later wait in a short unsorted
/// list. An entry of a dead group is skipped and dropped at the next sort.
///
/// - R2a. Both sorted lists ascend by first row; `buckets`, `longestShort` and `reach` say what is said of them.
struct ReaderIndex: ~Copyable {
  struct Entry {
    let first: Int32
    let last: Int32
    let group: GroupID
    private let referenceNumber: Int32

    /// - Parameter reference: The number of the reference within the group; `nil` for what was read without standing in
    ///   the formula.
    init(_ rows: RowRange, group: GroupID, reference: Int?) {
      first = Int32(clamping: rows.lowerBound)
      last = Int32(clamping: rows.upperBound)
      self.group = group
      referenceNumber = reference.map { Int32($0) } ?? -1
    }

    @inline(__always) var reference: Int? { referenceNumber < 0 ? nil : Int(referenceNumber) }
    @inline(__always) func overlaps(_ low: Int32, _ high: Int32) -> Bool { first <= high && last >= low }
  }

  private static let shortSpan: Int32 = 16
  private static let bucketShift: Int32 = 3

  private var short = Store<Entry>()
  /// `buckets[i]` is the place of the first short entry whose first row is at least `8 * i`.
  private var buckets = Store<Int32>()
  /// No short entry covers more rows behind its first than these.
  private var longestShort: Int32 = 0
  private var long = Store<Entry>()
  /// `reach[i]` is the greatest `last` of the 64 long entries from `64 * i`.
  private var reach = Store<Int32>()
  private var pending = Store<Entry>()

  init() {}

  var count: Int { short.count + long.count + pending.count }

  mutating func insert(_ entry: Entry) { pending.append(entry) }

  /// Whether so much waits that each question goes through much of it: of a small sheet that is less than of a large one,
  /// where a sort takes longer.
  private var isWorthSorting: Bool {
    pending.count > 48 || pending.count > 4 && pending.count * 4 > short.count + long.count
  }

  /// Sorts what has come since the last sort, when that is worth it.
  mutating func prepare(isDead: (GroupID) -> Bool) {
    guard isWorthSorting else { return }
    var newShort: [Entry] = []
    var newLong: [Entry] = []
    for index in pending.indices {
      let entry = pending[index]
      let span = entry.last - entry.first
      guard span < Self.shortSpan else {
        newLong.append(entry)
        continue
      }
      newShort.append(entry)
      longestShort = max(longestShort, span)
    }
    // With its room: after a load it is as large as both lists together.
    pending = Store()
    if !newShort.isEmpty {
      Self.merge(newShort, into: &short, isDead)
      fillBuckets()
    }
    if !newLong.isEmpty {
      Self.merge(newLong, into: &long, isDead)
      fillReach()
    }
  }

  private static func merge(_ added: [Entry], into sorted: inout Store<Entry>, _ isDead: (GroupID) -> Bool) {
    var added = added
    let isAscending = zip(added, added.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isAscending { added.sort { $0.first < $1.first } }
    if sorted.isEmpty || sorted[sorted.count - 1].first <= added[0].first {
      for entry in added { sorted.append(entry) }
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

  private mutating func fillBuckets() {
    let last = short.isEmpty ? 0 : Int(short[short.count - 1].first >> Self.bucketShift)
    buckets.removeAll()
    var place = 0
    for bucket in 0...last {
      while place < short.count, Int(short[place].first >> Self.bucketShift) < bucket { place += 1 }
      buckets.append(Int32(place))
    }
  }

  private mutating func fillReach() {
    reach.removeAll()
    var index = 0
    while index < long.count {
      var greatest = long[index].last
      for next in index..<min(index + 64, long.count) { greatest = max(greatest, long[next].last) }
      reach.append(greatest)
      index += 64
    }
  }

  /// Calls the body with each entry that covers any of some rows; the body must not change the index.
  @inline(__always)
  func forEach(covering rows: RowRange, _ body: (Entry) -> Void) {
    let low = Int32(clamping: rows.lowerBound)
    let high = Int32(clamping: rows.upperBound)
    for index in pending.indices where pending[index].overlaps(low, high) { body(pending[index]) }
    let bucket = Int(max(low - longestShort, 0) >> Self.bucketShift)
    if bucket < buckets.count {
      var place = Int(buckets[bucket])
      while place < short.count, short[place].first <= high {
        if short[place].last >= low { body(short[place]) }
        place += 1
      }
    }
    if !long.isEmpty { forEachLong(low, high, body) }
  }

  /// Who reads a row.
  enum Reader {
    case nobody
    case one(Entry)
    /// There are several, or it takes more to tell.
    case unknown
  }

  /// Who reads a row, when all entries are short ones and one of them at most covers it.
  ///
  /// A chain of formulas asks this once for each, and a closure would cost as much as all the rest.
  @inline(__always)
  func reader(of row: Int) -> Reader {
    let row = Int32(truncatingIfNeeded: row)
    let bucket = Int(max(row - longestShort, 0) >> Self.bucketShift)
    guard pending.isEmpty, long.isEmpty else { return .unknown }
    guard bucket < buckets.count else { return .nobody }
    var place = Int(buckets[bucket])
    if let entry = entryOfChain(row, from: place) { return .one(entry) }
    var found = -1
    while place < short.count, short[place].first <= row {
      if short[place].last >= row {
        guard found < 0 else { return .unknown }
        found = place
      }
      place += 1
    }
    return found < 0 ? .nobody : .one(short[found])
  }

  /// The only entry that covers a row, where it is found without a look at those before it.
  ///
  /// Along a chain one formula of one row reads each row, so that its entry stands as far behind the first of its bucket
  /// as the row lies below that.
  @inline(__always)
  private func entryOfChain(_ row: Int32, from bucketStart: Int) -> Entry? {
    let place = bucketStart + Int(row & (1 << Self.bucketShift - 1))
    guard longestShort == 0, place < short.count, short[place].first == row,
      place == 0 || short[place - 1].first != row, place + 1 == short.count || short[place + 1].first != row
    else { return nil }
    return short[place]
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

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken: [String] = []
    for index in short.indices.dropFirst() where short[index].first < short[index - 1].first {
      broken.append("R2a: short entry \(index) begins before the one above it")
    }
    for index in long.indices.dropFirst() where long[index].first < long[index - 1].first {
      broken.append("R2a: long entry \(index) begins before the one above it")
    }
    for index in short.indices where short[index].last - short[index].first > longestShort {
      broken.append("R2a: short entry \(index) covers more rows than the longest")
    }
    // Checked builds are not optimised, hence one plain walk; the bucket above begins no later.
    var wanted = 0
    for bucket in buckets.indices {
      while wanted < short.count, Int(short[wanted].first) >> Self.bucketShift < bucket { wanted += 1 }
      if Int(buckets[bucket]) != wanted { broken.append("R2a: bucket \(bucket) is \(buckets[bucket]), not \(wanted)") }
    }
    for block in reach.indices {
      let wanted = (block * 64..<min(block * 64 + 64, long.count)).map { long[$0].last }.max() ?? -1
      if reach[block] != wanted { broken.append("R2a: reach \(block) is \(reach[block]), not \(wanted)") }
    }
    return broken
  }
}
