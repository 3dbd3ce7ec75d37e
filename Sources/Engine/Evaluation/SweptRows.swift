/// The rows of a group that are dirty while a sweep goes down them; what it changes makes further rows dirty.
struct SweptRows {
  /// The interval that the sweep comes to first, or is in; empty when none is left.
  private var first = 0
  private(set) var last = -1
  /// The intervals behind it, which neither touch nor overlap; the next one stands last.
  private var waiting: [RowRange] = []

  /// - Parameter rows: Intervals in ascending order that do not overlap.
  init(_ rows: [RowRange]) {
    waiting = rows.reversed()
    takeNext()
  }

  /// Whether a row is dirty; the sweep is in it or comes to it.
  @inline(__always)
  func contains(_ row: Int) -> Bool { first <= row && row <= last }

  /// The next dirty row, from one on that the sweep has come to.
  @inline(__always)
  mutating func next(from row: Int) -> Int? {
    if last < row {
      takeNext()
      guard last >= first else { return nil }
    }
    return max(first, row)
  }

  /// What is left, from a row on.
  func rest(from row: Int) -> [RowRange] {
    let open = last >= max(first, row) ? [max(first, row)...last] : []
    return open + waiting.reversed()
  }

  private mutating func takeNext() {
    guard let next = waiting.popLast() else {
      (first, last) = (0, -1)
      return
    }
    (first, last) = (next.lowerBound, next.upperBound)
  }

  /// Adds a row that the sweep has not passed.
  @inline(__always)
  mutating func add(_ row: Int) {
    if contains(row) { return }
    if row == last + 1, first <= last, waiting.isEmpty {
      last = row
    } else {
      add(row...row)
    }
  }

  /// Adds rows that the sweep has not passed.
  @inline(__always)
  mutating func add(_ rows: RowRange) {
    if first <= rows.lowerBound, rows.upperBound <= last { return }
    if last >= first, rows.lowerBound <= last + 1, rows.upperBound + 1 >= first {
      first = min(first, rows.lowerBound)
      last = max(last, rows.upperBound)
      if !waiting.isEmpty { absorb() }
    } else {
      insert(rows)
    }
  }

  /// Takes in what has come to touch the first interval.
  private mutating func absorb() {
    while let next = waiting.last, next.lowerBound <= last + 1 {
      last = max(last, next.upperBound)
      waiting.removeLast()
    }
  }

  private mutating func insert(_ rows: RowRange) {
    if last >= first {
      if rows.lowerBound < first {
        waiting.append(first...last)
        (first, last) = (rows.lowerBound, rows.upperBound)
        return
      }
    }
    var rows = rows
    var place = waiting.count
    while place > 0, waiting[place - 1].lowerBound <= rows.upperBound + 1 {
      place -= 1
      let other = waiting[place]
      guard other.upperBound + 1 >= rows.lowerBound else { continue }
      rows = min(rows.lowerBound, other.lowerBound)...max(rows.upperBound, other.upperBound)
      waiting.remove(at: place)
    }
    waiting.insert(rows, at: place)
    if last < first { takeNext() }
  }
}
