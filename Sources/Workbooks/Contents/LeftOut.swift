/// What a file has and a workbook that is read has not.
package struct LeftOut: Sendable, Hashable {
  /// How many cells with something in them lie beyond the last row or column.
  package var cellsBeyondEnd = 0
  /// Whether cells have fonts, colours or borders of their own.
  package var hasLooks = false
  /// What stands beside the cells, in words for one of it, with how often.
  package private(set) var parts: [String: Int] = [:]

  package init() {}

  /// What is wrong with the file where cells lie beyond the end of a sheet; `nil` where none do.
  package var wordsOnCellsBeyondEnd: String? {
    switch cellsBeyondEnd {
    case 0: nil
    case 1: "a cell lies beyond XFD1048576, where a sheet ends, and is left out"
    default: "\(cellsBeyondEnd) cells lie beyond XFD1048576, where a sheet ends, and are left out"
    }
  }

  /// Notes something that stands beside the cells, in words for one of it.
  package mutating func note(_ what: String, _ count: Int = 1) {
    if count > 0 { parts[what, default: 0] += count }
  }

  package mutating func formUnion(_ other: LeftOut) {
    cellsBeyondEnd += other.cellsBeyondEnd
    hasLooks = hasLooks || other.hasLooks
    parts.merge(other.parts, uniquingKeysWith: +)
  }
}
