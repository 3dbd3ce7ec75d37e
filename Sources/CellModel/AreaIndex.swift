/// Rectangles of cells by the place that they lie in, for the question which of them meet another.
///
/// A rectangle stands under each of its columns, by its first row. These rules hold:
///
/// - A1. What ``forEach(meeting:_:)`` calls with are the numbers of all rectangles that meet another, each once, in no
///   order.
/// - A2. Rectangles of many rows or of many columns stand apart and are gone through one by one, so that the few that are
///   long do not make the others slow to find.
package struct AreaIndex: Sendable {
  private struct Entry {
    var area: CellRectangle
    var number: Int
  }

  /// The rectangles of few rows in one column, by their first rows.
  private struct Column {
    var entries: [Entry] = []
    /// The most rows that one of them has beyond its first.
    var longest = 0

    mutating func add(_ entry: Entry) {
      longest = max(longest, entry.area.rows.count - 1)
      let place = firstIndex(from: entry.area.rows.lowerBound + 1)
      entries.insert(entry, at: place)
    }

    /// The first entry that begins in a row or below.
    func firstIndex(from row: Int) -> Int {
      var (lower, upper) = (0, entries.count)
      if let last = entries.last, last.area.rows.lowerBound < row { return upper }
      while lower < upper {
        let middle = (lower + upper) / 2
        if entries[middle].area.rows.lowerBound < row { lower = middle + 1 } else { upper = middle }
      }
      return lower
    }
  }

  private static let fewRows = 64
  private static let fewColumns = 16

  private var columns: [Int: Column] = [:]
  private var large: [Entry] = []

  package init() {}

  /// Adds a rectangle under a number.
  ///
  /// - Complexity: O(log *n*) where first rows come in their order, O(*n*) otherwise.
  package mutating func add(_ area: CellRectangle, number: Int) {
    let entry = Entry(area: area, number: number)
    guard area.rows.count <= Self.fewRows, area.columns.count <= Self.fewColumns else { return large.append(entry) }
    for column in area.columns { self.columns[column, default: Column()].add(entry) }
  }

  /// Calls with the number of each rectangle that meets another, until it answers `false`.
  ///
  /// - Complexity: O(log *n*) for each column, and the number of rectangles near it and of large ones.
  package func forEach(meeting area: CellRectangle, _ body: (Int) -> Bool) {
    for entry in large where entry.area.meets(area) {
      if !body(entry.number) { return }
    }
    if area.columns.count > columns.count {
      for column in columns.keys where area.columns.contains(column) {
        if !call(body, inColumn: column, area) { return }
      }
    } else {
      for column in area.columns where !call(body, inColumn: column, area) { return }
    }
  }

  private func call(_ body: (Int) -> Bool, inColumn number: Int, _ area: CellRectangle) -> Bool {
    guard let column = columns[number] else { return true }
    for entry in column.entries[column.firstIndex(from: area.rows.lowerBound - column.longest)...] {
      if entry.area.rows.lowerBound > area.rows.upperBound { break }
      // One of several columns is called with in the first of them.
      guard entry.area.meets(area), number == max(entry.area.columns.lowerBound, area.columns.lowerBound) else {
        continue
      }
      if !body(entry.number) { return false }
    }
    return true
  }

  /// Whether a rectangle has a cell in it.
  package func contains(row: Int, column: Int) -> Bool {
    var isFound = false
    forEach(meeting: CellRectangle(row: row, column: column)) { _ in
      isFound = true
      return false
    }
    return isFound
  }
}
