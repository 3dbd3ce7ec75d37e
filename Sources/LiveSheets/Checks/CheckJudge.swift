/// A condition of a check: that of the check itself, or that of one row of a table.
struct CheckPlace: Hashable {
  /// The number of the check in the order of the text.
  var check: Int
  /// The row, or 0 for a check that stands outside of tables.
  var row: Int
}

/// Which conditions of checks are broken, as they were judged last.
///
/// A judgement compares with the one before, so that each condition is told when it breaks and when it is repaired, and
/// not in between. These rules hold:
///
/// - R1. ``broken`` has the conditions that did not hold when they were judged last, and no others.
/// - R2. A condition that is gone, with its row or its statement, is neither broken nor repaired; one whose row moves, as
///   another comes or goes, stays what it was.
///
/// - Complexity: A judgement looks at each condition once. Only those that have changed sides are told, so what a host
///   needs to show them is made for those alone.
struct CheckJudge {
  private(set) var broken: Set<CheckPlace>

  /// Judges all conditions.
  ///
  /// - Parameters:
  ///   - rowCounts: For each check how many rows it is judged in; 1 for one that stands outside of tables.
  ///   - holds: Whether a condition holds now.
  /// - Returns: The conditions that have changed sides, in the order of the checks and their rows.
  mutating func judge(rowCounts: [Int], holds: (CheckPlace) -> Bool) -> [(place: CheckPlace, isBroken: Bool)] {
    var known = 0
    var turned: [(place: CheckPlace, isBroken: Bool)] = []
    for (check, count) in rowCounts.enumerated() {
      for row in 0..<count {
        let place = CheckPlace(check: check, row: row)
        let wasBroken = !broken.isEmpty && broken.contains(place)
        let isBroken = !holds(place)
        if isBroken { known += 1 }
        guard wasBroken != isBroken else { continue }
        if isBroken { broken.insert(place) } else { broken.remove(place) }
        turned.append((place, isBroken))
      }
    }
    if broken.count > known {
      broken = broken.filter { $0.check < rowCounts.count && $0.row < rowCounts[$0.check] }
    }
    return turned
  }

  /// Takes note that a row has come or gone in the table of some checks.
  mutating func moveRows(of checks: Set<Int>, at position: Int, isInsertion: Bool) {
    broken = Set(
      broken.compactMap { place in
        guard checks.contains(place.check), place.row >= position else { return place }
        if !isInsertion, place.row == position { return nil }
        return CheckPlace(check: place.check, row: place.row + (isInsertion ? 1 : -1))
      })
  }

  /// Begins with some conditions that are known to be broken.
  init(broken places: [CheckPlace]) { broken = Set(places) }
}

/// What a sheet knows about its checks while it judges them.
struct CheckJudgement {
  var judge: CheckJudge
  /// What nobody has taken yet.
  var changes: [CheckChange] = []

  init(broken places: [CheckPlace]) { judge = CheckJudge(broken: places) }
}
