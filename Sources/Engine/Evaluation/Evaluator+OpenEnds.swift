import CellModel
import Functions

/// Where a run ends the arrays that it makes of whole columns and rows.
///
/// A whole column has more than a million cells, of which nearly all are blank, and mostly these make no difference:
/// `SUM((A:A=1)*B:B)` is the same without them. `SUM((A:A=0)*1)` is not. So a formula runs first as if columns ended with
/// the last cell that is used. If it then gives another value when they have one blank cell more, it runs a third time,
/// over all their cells.
struct OpenEnds {
  enum Reach {
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

  /// The part of whole columns or rows to read, of which a part is used.
  mutating func extend(_ part: inout Area, of area: Area) {
    let isLonger = area.isWholeColumns && part.bottom < area.bottom
    let isWider = area.isWholeRows && part.right < area.right
    guard isLonger || isWider else { return }
    wereReached = true
    switch reach {
    case .used: return
    case .beyond(let count):
      if isLonger { part.bottom = min(area.bottom, part.bottom + Int32(count)) }
      if isWider { part.right = min(area.right, part.right + Int32(count)) }
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
  /// An array stays as it is: nobody wants a million cells filled with what comes of blank ones.
  func settled(_ first: CellValue, _ again: () -> CellValue) -> CellValue {
    let firstLimits = limits
    defer {
      limits = firstLimits
      openEnds = OpenEnds()
    }
    // Something is still to be computed, after which the formula runs again.
    guard limits.end == nil, reads.unsettledNode == nil else { return first }
    var count = 1
    switch first {
    case .array, .lambda: return first
    // What was asked for, such as a place of LARGE, may stand a little behind what is used.
    case .error(let error) where error.code == .reference || error.code == .number: count = 1024
    default: break
    }
    if run(again, to: .beyond(count)) ?? first == first { return first }
    return run(again, to: .all) ?? first
  }

  /// The value of a run, unless it could not come to its end.
  private func run(_ again: () -> CellValue, to reach: OpenEnds.Reach) -> CellValue? {
    limits = EvaluationLimits()
    openEnds = OpenEnds(reach: reach)
    let value = again()
    if limits.end != nil || openEnds.areTooFar { return nil }
    if case .array = value { return nil }
    return value
  }
}
