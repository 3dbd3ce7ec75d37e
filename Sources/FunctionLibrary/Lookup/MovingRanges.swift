import CellModel
import Functions

/// The ranges of a column that were searched last, by which it is known that a row after the other asks for one with an end of
/// its own.
///
/// `MATCH(A2, A$1:A1, 0)` filled down asks for a range whose first row stays, `COUNTIF(A2:A$9, A2)` for one whose last row does. An
/// index of the longest of them serves the others; one that each made for itself would be asked once.
final class MovingRanges {
  private struct Key: Hashable {
    let grid: GridID
    let column: Int32
  }

  /// Ranges that have one end in common.
  private struct Ranges {
    let isFromTop: Bool
    let end: Int32
    /// The other end of the last one.
    var last: Int32
    var moves = 0
    /// The first row of one that has an index, all of whose rows have been asked for.
    var base: Int32?
  }

  private static let mostKept = 4
  /// After so many ranges of which no two were the same it is known.
  private static let leastMoves = 2

  /// Those that were asked for last stand last.
  private var kept: [Ranges] = []
  /// The time of the cache at which they were.
  private var time = 0

  /// What is known of a column since cells changed last. It is no answer, so that nobody counts it as one.
  private static func ranges(of area: Area, in context: any EvaluationContext) -> MovingRanges {
    let key = Key(grid: area.grid, column: area.left)
    let made = try? context.cache.fact(of: key) { (_) throws(CellError) in MovingRanges() }
    let ranges = made ?? MovingRanges()
    if ranges.time != context.cache.time { (ranges.time, ranges.kept) = (context.cache.time, []) }
    return ranges
  }

  /// Notes that a range is asked for, and gives what is known of those with the same first row, or the same last one.
  private func note(_ area: Area, isFromTop: Bool) -> Int {
    let (end, other) = isFromTop ? (area.top, area.bottom) : (area.bottom, area.top)
    // One row after the other asks for the same.
    if let last = kept.last, last.isFromTop == isFromTop, last.end == end, last.last == other { return kept.count - 1 }
    if let place = kept.lastIndex(where: { $0.isFromTop == isFromTop && $0.end == end }) {
      var found = kept.remove(at: place)
      if found.last != other { (found.last, found.moves) = (other, found.moves + 1) }
      kept.append(found)
    } else {
      if kept.count == Self.mostKept { kept.removeFirst() }
      kept.append(Ranges(isFromTop: isFromTop, end: end, last: other))
    }
    return kept.count - 1
  }

  /// Whether ranges that begin in a row end in one after the other.
  static func areGrowing(_ area: Area, in context: any EvaluationContext) -> Bool {
    let ranges = ranges(of: area, in: context)
    return ranges.kept[ranges.note(area, isFromTop: true)].moves >= leastMoves
  }

  /// Whether ranges that end in a row begin in one after the other.
  static func areShrinking(_ area: Area, in context: any EvaluationContext) -> Bool {
    shrinking(area, in: context) != nil
  }

  /// What a range is of which the last row stays.
  enum Shrinking {
    /// A part of one with an index, which begins in a row.
    case part(ofOneFrom: Int32)
    /// One that others are parts of.
    case whole
  }

  /// What a range is of those that end in a row and begin in one after the other; `nil` where it is none of those.
  static func shrinking(_ area: Area, in context: any EvaluationContext) -> Shrinking? {
    let ranges = ranges(of: area, in: context)
    let place = ranges.note(area, isFromTop: false)
    guard ranges.kept[place].moves >= leastMoves else { return nil }
    guard let base = ranges.kept[place].base, base < area.top else { return .whole }
    return .part(ofOneFrom: base)
  }

  /// Notes that a range has an index, with all of its rows as they are now.
  static func keepBase(_ area: Area, in context: any EvaluationContext) {
    let ranges = ranges(of: area, in: context)
    for place in ranges.kept.indices where !ranges.kept[place].isFromTop && ranges.kept[place].end == area.bottom {
      ranges.kept[place].base = area.top
    }
  }
}
