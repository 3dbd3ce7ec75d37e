import Diagnostics
import SheetText

/// The places of grids that statements fill, each with one formula; the first to fill a place has it.
///
/// - R1. No two fills meet, so that those of a column come one below the other.
/// - Complexity: a claim takes time with the columns of the fill, and with the logarithm of how many fills these have.
struct FillClaims {
  /// An area of a grid.
  struct Place {
    var grid: Int
    var top: Int
    var left: Int
    var bottom: Int
    var right: Int

    var cellCount: Int { (bottom - top + 1) * (right - left + 1) }
  }

  private struct Column: Hashable {
    var grid: Int
    var number: Int
  }

  private struct Fill {
    var place: Place
    var span: SourceSpan
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largest = 16 << 20

  /// In the order in which they were claimed.
  private var fills: [Fill] = []
  /// The numbers of the fills of each column, from top to bottom.
  private var columns: [Column: [Int]] = [:]

  /// Gives a place to the fill whose target stands at a span, or says why it cannot have it.
  mutating func claim(_ place: Place, at span: SourceSpan) -> ProgramFinding? {
    if place.cellCount > Self.largest { return .fillTooLarge(span, place.cellCount, limit: Self.largest) }
    if let other = first(meeting: place) { return .filledTwice(span, fills[other].span) }
    for column in place.left...place.right {
      let column = Column(grid: place.grid, number: column)
      let position = position(of: place.top, in: columns[column] ?? [])
      columns[column, default: []].insert(fills.count, at: position)
    }
    fills.append(Fill(place: place, span: span))
    return nil
  }

  /// The fill that was claimed first of those that have cells of a place.
  private func first(meeting place: Place) -> Int? {
    var found: Int?
    for column in place.left...place.right {
      guard let numbers = columns[Column(grid: place.grid, number: column)] else { continue }
      for number in numbers[position(of: place.top, in: numbers)...] {
        guard fills[number].place.top <= place.bottom else { break }
        found = min(found ?? number, number)
      }
    }
    return found
  }

  /// The place in a column of the first fill that ends at a row or below it.
  private func position(of row: Int, in numbers: [Int]) -> Int {
    var (low, high) = (0, numbers.count)
    // Most come from top to bottom.
    if let last = numbers.last, fills[last].place.bottom < row { return high }
    while low < high {
      let middle = (low + high) / 2
      if fills[numbers[middle]].place.bottom < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
