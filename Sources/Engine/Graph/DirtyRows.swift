/// The dirty rows of groups of which some rows are dirty and others are not.
struct DirtyRows {
  private var intervals: [GroupID: [RowRange]] = [:]

  /// Whether a group has an entry here.
  func contains(_ id: GroupID) -> Bool { intervals[id] != nil }

  mutating func add(_ rows: RowRange, of id: GroupID) {
    var known = intervals.removeValue(forKey: id) ?? []
    if let last = known.last, rows.lowerBound >= last.lowerBound, rows.lowerBound <= last.upperBound + 1 {
      known[known.count - 1] = last.lowerBound...max(rows.upperBound, last.upperBound)
    } else {
      known.append(rows)
    }
    intervals[id] = known
  }

  /// The dirty rows of a group as they came: not sorted, and perhaps with overlap.
  func rows(of id: GroupID) -> [RowRange] { intervals[id] ?? [] }

  mutating func remove(_ id: GroupID) { intervals[id] = nil }

  mutating func removeAll() { intervals.removeAll() }

  /// Takes the dirty rows of a group, sorted and without overlap.
  mutating func take(of id: GroupID) -> [RowRange] {
    guard var known = intervals.removeValue(forKey: id) else { return [] }
    if known.count == 1 { return known }
    known.sort { $0.lowerBound < $1.lowerBound }
    var merged: [RowRange] = []
    for rows in known {
      if let last = merged.last, rows.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, rows.upperBound)
      } else {
        merged.append(rows)
      }
    }
    return merged
  }
}
