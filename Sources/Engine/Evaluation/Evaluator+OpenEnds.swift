import CellModel
import Functions

/// Where a run ends the arrays that it makes of whole columns and rows.
///
/// A whole column has more than a million cells, of which nearly all are blank, and mostly these make no difference:
/// `SUM((A:A=1)*B:B)` is the same without them. `SUM((A:A=0)*1)` is not. So a formula runs first as if columns ended with
/// the last cell that is used. If it then gives another value when more blank cells follow than there are used ones, it
/// runs a third time, over all their cells. As many as that, because a median and the like change only then.
struct OpenEnds: Equatable {
  enum Reach: Equatable {
    /// As far as the cells that are used.
    case used
    /// Some blank cells further.
    case beyond(Int)
    case all
  }

  var reach = Reach.used
  /// Whether an array ended before its column or row does.
  var wereReached = false
  /// Whether an array of all cells would have been too large.
  var areTooFar = false
  /// How long the longest array is that ended so.
  private var length = 0
  /// The farthest place behind the end of an array that was asked for.
  private var missedPlace = 0

  init(reach: Reach = .used) { self.reach = reach }

  /// How many blank cells more tell whether they make a difference; an odd number, because of `XOR`.
  ///
  /// Behind an error there are more: what was asked for, such as a place of `LARGE`, may stand a little behind what is used.
  func telling(after value: CellValue) -> Int { max(value.isError ? 1024 : 64, length, missedPlace) | 1 }

  /// Notes that a place was asked for that an array does not have.
  mutating func miss(place: Int) { missedPlace = max(missedPlace, place) }

  /// What a run has seen that has seen this and goes on as another did.
  func joined(by other: OpenEnds) -> OpenEnds {
    var joined = self
    joined.wereReached = wereReached || other.wereReached
    joined.areTooFar = areTooFar || other.areTooFar
    joined.length = max(length, other.length)
    joined.missedPlace = max(missedPlace, other.missedPlace)
    return joined
  }

  /// The part of whole columns or rows to read, of which a part is used.
  mutating func extend(_ part: inout Area, of area: Area) {
    let isLonger = area.isWholeColumns && part.bottom < area.bottom
    let isWider = area.isWholeRows && part.right < area.right
    guard isLonger || isWider else { return }
    wereReached = true
    switch reach {
    case .used: length = max(length, isLonger ? part.rows : 0, isWider ? part.columns : 0)
    case .beyond(let count):
      let rows = isLonger ? min(count, max(1, CellArray.limit / max(1, part.columns) - part.rows)) : 0
      let columns = isWider ? min(count, max(1, CellArray.limit / max(1, part.rows + rows) - part.columns)) : 0
      part.bottom = Int32(min(Int(area.bottom), Int(part.bottom) + rows))
      part.right = Int32(min(Int(area.right), Int(part.right) + columns))
    case .all:
      var whole = part
      if isLonger { whole.bottom = area.bottom }
      if isWider { whole.right = area.right }
      if whole.rows * whole.columns > CellArray.limit { areTooFar = true } else { part = whole }
    }
  }
}

extension Evaluator {
  /// What a run gave in which whole columns ended early, or what it gives over all of their cells where that is
  /// something else.
  ///
  /// An array that grows with its columns stays as it is: nobody wants a million cells filled with what comes of blank
  /// ones.
  func settled(_ first: CellValue, _ again: () -> CellValue) -> CellValue {
    let firstLimits = course.limits
    defer {
      if !course.limits.isCancelled { course.limits = firstLimits }
      course.ends = OpenEnds()
    }
    // Something is still to be computed, after which the formula runs again.
    guard course.limits.end == nil, reads.unsettledNode == nil else { return first }
    if case .lambda = first { return first }
    let count = course.ends.telling(after: first)
    guard let later = run(again, to: .beyond(count)), later != first, !later.grows(by: count, from: first) else {
      return first
    }
    // An error may come of the cells, or only of how many there are.
    if later.isError, !first.isError, run(again, to: .beyond(1)) ?? first == first { return first }
    let last = run(again, to: .all)
    if course.ends.areTooFar { return .error(.value("An array of whole columns or rows would be too large.")) }
    guard let last else { return course.limits.error.map { .error($0) } ?? first }
    return last.size == later.size ? last : first
  }

  /// The value of a run, unless it could not come to its end.
  private func run(_ again: () -> CellValue, to reach: OpenEnds.Reach) -> CellValue? {
    course.limits = EvaluationLimits()
    course.ends = OpenEnds(reach: reach)
    let value = again()
    return course.limits.end == nil ? value : nil
  }
}

extension CellValue {
  fileprivate var isError: Bool { if case .error = self { true } else { false } }

  fileprivate var size: (rows: Int, columns: Int) {
    if case .array(let array) = self { (array.rows, array.columns) } else { (1, 1) }
  }

  /// Whether it is an array that has become longer or wider by some cells, or by more.
  fileprivate func grows(by count: Int, from former: CellValue) -> Bool {
    size.rows - former.size.rows >= count || size.columns - former.size.columns >= count
  }
}
