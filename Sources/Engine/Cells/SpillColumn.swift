import CellModel

/// The spill ranges that have cells in one column, from the top down.
///
/// - R1. They ascend by their rows, and no two of them have a row in common.
///
/// R1 lets those in some rows be found by halves, and a column of many arrays be filled without asking each of them.
struct SpillColumn {
  struct Range {
    var top: Int32
    var bottom: Int32
    var anchor: CellAddress
  }

  private(set) var ranges: [Range] = []

  var isEmpty: Bool { ranges.isEmpty }

  mutating func insert(_ area: Area, of anchor: CellAddress) {
    ranges.insert(Range(top: area.top, bottom: area.bottom, anchor: anchor), at: place(endingAtOrAfter: area.top))
  }

  /// Takes out the range that begins where an area does.
  mutating func remove(_ area: Area) {
    let place = place(endingAtOrAfter: area.top)
    if place < ranges.count, ranges[place].top == area.top { ranges.remove(at: place) }
  }

  /// Calls the body with the anchor of each range that has one of some rows.
  func forEach(from top: Int32, to bottom: Int32, _ body: (CellAddress) -> Void) {
    var place = place(endingAtOrAfter: top)
    while place < ranges.count, ranges[place].top <= bottom {
      body(ranges[place].anchor)
      place += 1
    }
  }

  /// The place of the first range that does not end before a row.
  private func place(endingAtOrAfter row: Int32) -> Int {
    // Formulas are mostly filled from the top down.
    if ranges.last.map({ $0.bottom < row }) ?? true { return ranges.count }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].bottom < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    zip(ranges, ranges.dropFirst()).filter { $0.bottom >= $1.top }.map { first, second in
      "R1: rows \(first.top) to \(first.bottom) come before \(second.top) to \(second.bottom)"
    }
  }
}
