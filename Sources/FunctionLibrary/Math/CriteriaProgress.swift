import CellModel
import Functions

/// How far criteria have been followed down columns, and what came of it.
///
/// `SUMIFS(B$1:B1, A$1:A1, A1)` filled down asks in each row what a row above has asked, of some rows more: what those above
/// came to is kept, and the others are taken in. The numbers come in the order of their rows, whoever asks first, so a
/// sum is the same to the last bit. A column filled with `SUMIFS(t[b], t[a], a)` asks for as many answers as there are keys,
/// not as there are rows, and finds them here, too.
final class CriteriaProgress {
  private struct Column: Hashable {
    let grid: GridID
    let column: Int32
    let top: Int32

    /// `nil` for a range that is no single column of cells.
    init?(_ range: CellRange) {
      guard let area = range.area, area.left == area.right else { return nil }
      grid = area.grid
      column = area.left
      top = area.top
    }
  }

  private struct Condition: Hashable {
    let column: Column
    let criterion: Criterion
  }

  private struct Key: Hashable {
    let values: Column?
    let first: Condition
    // Empty for the most, which then costs no memory of its own.
    let others: [Condition]
  }

  /// Where each row asks for something else, answers are of no use.
  private static let mostKept = 1 << 14
  /// Fewer rows are looked at as soon as an index is asked.
  private static let leastRowsByIndex = 64

  /// How many rows have been taken in.
  private var rows = 0
  /// How many of them meet the criteria.
  private(set) var count = 0
  /// What stands beside those.
  private var companions = CriteriaCompanions()
  private var isGoingOn = false

  /// How far criteria have been followed when all rows are taken in that are asked for; `nil` where each cell must be looked
  /// at: the ranges are no columns of one length, or reach less far than before.
  ///
  /// - Parameter ifKnown: Whether only criteria are followed that have been before.
  private static func reached(
    _ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange?, byIndex: Bool = true,
    ifKnown: Bool = false
  ) throws(CellError) -> CriteriaProgress? {
    guard let first = pairs.first, let column = Column(first.range) else { return nil }
    let condition = Condition(column: column, criterion: first.criterion)
    var others: [Condition] = []
    var used = min(first.range.usedSize.rows, first.range.rows)
    for (range, criterion) in pairs.dropFirst() {
      guard range.rows == first.range.rows, let column = Column(range) else { return nil }
      others.append(Condition(column: column, criterion: criterion))
      used = max(used, min(range.usedSize.rows, range.rows))
    }
    var valueColumn: Column?
    if let values {
      guard values.rows == first.range.rows, let column = Column(values) else { return nil }
      valueColumn = column
      used = max(used, min(values.usedSize.rows, values.rows))
    }
    let key = Key(values: valueColumn, first: condition, others: others)
    let cache = first.range.context.cache
    guard !ifKnown || cache.value(CriteriaProgress.self, for: key) != nil else { return nil }
    let progress = cache.entry(for: key, atMost: mostKept) { CriteriaProgress() }
    // A context that evaluates what it reads may come here again before all has been taken in.
    guard progress.rows <= used, !progress.isGoingOn else { return nil }
    if progress.rows < used { try progress.goOn(to: used, pairs, values, byIndex: byIndex) }
    return progress
  }

  /// The numbers in a range beside what meets criteria; `nil` where each cell must be looked at.
  static func summary(
    of values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) throws(CellError) -> CriteriaSummary? {
    guard let progress = try reached(pairs, values) else { return nil }
    return try progress.companions.summary
  }

  /// How many places meet criteria; `nil` where each cell must be looked at.
  static func count(
    _ pairs: [(range: CellRange, criterion: Criterion)], byIndex: Bool = true, ifKnown: Bool = false
  ) throws(CellError) -> Int? {
    guard let progress = try reached(pairs, nil, byIndex: byIndex, ifKnown: ifKnown) else { return nil }
    guard pairs.allSatisfy(\.criterion.matchesBlank) else { return progress.count }
    return progress.count + pairs[0].range.rows - progress.rows
  }

  /// Takes in the rows down to one.
  private func goOn(
    to end: Int, _ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange?, byIndex: Bool
  ) throws(CellError) {
    isGoingOn = true
    defer { isGoingOn = false }
    if byIndex, let places = CriteriaMask.places(of: pairs, rows: end, from: rows) {
      count += places.count
      if let values, let area = values.area {
        companions.take(at: places, of: area, values.context)
      }
    } else {
      for (_, criterion) in pairs {
        // A pattern is looked for in each text, which takes longer than a comparison.
        if criterion.isDear { try pairs[0].range.context.takeSteps((end - rows) >> 4) }
      }
      look(at: rows..<end, pairs, values)
    }
    rows = end
  }

  /// Tests each of some rows.
  private func look(
    at part: Range<Int>, _ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange?
  ) {
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: part.count) { meets in
      meets.initialize(repeating: true)
      for (range, criterion) in pairs {
        guard let area = range.area else { continue }
        if part.count >= Self.leastRowsByIndex,
          let leftOut = CriteriaMask.placesLeftOut(
            by: criterion, of: range, rows: part.upperBound, from: part.lowerBound)
        {
          for place in leftOut { meets[Int(place) - part.lowerBound] = false }
          continue
        }
        var next = 0
        let matchesBlank = criterion.matchesBlank
        // What no run holds is blank.
        func pass(to end: Int) {
          if !matchesBlank {
            while next < end {
              meets[next] = false
              next += 1
            }
          }
          next = end
        }
        range.context.forEachRun(in: area.part(part)) { row, _, run in
          let start = row - Int(area.top) - part.lowerBound
          pass(to: start)
          next = start + run.count
          criterion.narrow(UnsafeMutableBufferPointer(rebasing: meets[start..<next]), to: run, range.context)
        }
        pass(to: part.count)
      }
      var found = 0
      for meets in meets { found += meets ? 1 : 0 }
      count += found
      guard found > 0, let values, let area = values.area else { return }
      values.context.forEachRun(in: area.part(part)) { row, _, run in
        let start = row - Int(area.top) - part.lowerBound
        companions.take(
          run, where: UnsafeBufferPointer(rebasing: meets[start..<start + run.count]), values.context)
      }
    }
  }
}

extension Area {
  /// Some of its rows, counted from its first.
  fileprivate func part(_ rows: Range<Int>) -> Area {
    var part = self
    part.top = top + Int32(rows.lowerBound)
    part.bottom = top + Int32(rows.upperBound) - 1
    return part
  }
}
