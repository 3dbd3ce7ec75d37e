/// Rows whose values changed, in intervals.
struct ChangedRows {
  private(set) var intervals: [RowRange] = []

  @inline(__always)
  mutating func add(_ row: Int) { add(row...row) }

  /// Adds rows; those next below or next above the last ones join them.
  @inline(__always)
  mutating func add(_ rows: RowRange) {
    if let last = intervals.last, rows.lowerBound == last.upperBound + 1 {
      intervals[intervals.count - 1] = last.lowerBound...rows.upperBound
    } else if let last = intervals.last, rows.upperBound == last.lowerBound - 1 {
      intervals[intervals.count - 1] = rows.lowerBound...last.upperBound
    } else {
      intervals.append(rows)
    }
  }

  /// Adds the rows of a block whose numbers differ, and gives how many do not.
  mutating func addDifferences(
    _ old: UnsafePointer<Double>, _ new: UnsafePointer<Double>, row: Int, _ count: Int
  ) -> Int {
    var difference: UInt64 = 0
    for index in 0..<count { difference |= old[index].bitPattern ^ new[index].bitPattern }
    if difference == 0 { return count }
    // A block of which all changed, as is usual, is one interval.
    var same = 0
    for index in 0..<count { same &+= old[index].bitPattern == new[index].bitPattern ? 1 : 0 }
    if same == 0 {
      add(row...row + count - 1)
    } else {
      for index in 0..<count where old[index].bitPattern != new[index].bitPattern { add(row + index) }
    }
    return same
  }

  /// Adds rows below all that are there.
  mutating func add(_ other: ChangedRows) { for rows in other.intervals { add(rows) } }

  /// These rows and others, top to bottom, where both lists are so.
  func merged(with other: ChangedRows) -> ChangedRows {
    var merged = ChangedRows()
    var rest = other.intervals[...]
    for rows in intervals {
      while let next = rest.first, next.lowerBound < rows.lowerBound { merged.add(rest.removeFirst()) }
      merged.add(rows)
    }
    for rows in rest { merged.add(rows) }
    return merged
  }
}
