import CellModel
import Functions

/// A fold whose result is the same whatever comes first.
protocol UnorderedFold: NumberFold {
  /// Whether it is, for the numbers that were taken in.
  var isUnordered: Bool { get }
}

extension UnorderedFold {
  var isUnordered: Bool { true }
}

extension NumberCount: UnorderedFold {}
extension Largest: UnorderedFold {}
extension Smallest: UnorderedFold {}

/// What the numbers of some columns come to, from a row that moves along down to a fixed one.
///
/// It goes on upwards from where it stopped and keeps what each row comes to, so that `MAX(A1:A$9)` filled down reads each cell
/// once in whatever order it is evaluated: a row asks for what is below it, which has its value then. Values are passed over as
/// ``AreaFold`` does it; an error or an array is the end of it for the rows above, and so is a number that a sum would round.
struct TailFold<Fold: UnorderedFold> {
  private let columns: ClosedRange<Int>
  private let bottom: Int
  private let countsLogicals: Bool
  private var fold = Fold()
  /// What the rows come to, from the last one with anything in it upwards; NaN where that is nothing.
  private var results: [Double] = []
  /// The row of the first of ``results``.
  private var last = -1
  /// The lowest row with something that is no number and not passed over.
  private var end = -1

  init(of columns: ClosedRange<Int>, through bottom: Int, countsLogicals: Bool) {
    (self.columns, self.bottom, self.countsLogicals) = (columns, bottom, countsLogicals)
  }

  /// How many results it keeps.
  var count: Int { results.count }

  /// What the numbers come to from a row on; `nil` where the general program is needed.
  mutating func result(from top: Int, in table: ColumnTable) -> Double? {
    guard let columns = table.used(columns) else { return Fold().result }
    if results.isEmpty {
      last = min(bottom, columns.map { table.columns[$0].coveredRows }.max().map { $0 - 1 } ?? -1)
    }
    // Nothing is there yet; a higher row finds what has come by then.
    if top > last { return Fold().result }
    if top > end { goOn(to: top, columns, table) }
    guard top > end else { return nil }
    let result = results[last - top]
    return result.isNaN ? nil : result
  }

  private mutating func goOn(to top: Int, _ columns: ClosedRange<Int>, _ table: ColumnTable) {
    var fold = fold
    if results.isEmpty { results.reserveCapacity(last - top + 1) }
    for row in stride(from: last - results.count, through: top, by: -1) {
      for column in columns where !fold.add(table.columns[column].bits(at: row), countsLogicals) {
        end = row
        return
      }
      guard fold.isUnordered else {
        end = row
        return
      }
      results.append(fold.result ?? .nan)
    }
    self.fold = fold
  }
}

/// The tails of areas that formulas have asked for; see ``AreaFolds``.
struct TailFolds {
  private struct Key: Hashable {
    let grid: GridID
    let left: UInt16
    let right: UInt16
    let bottom: Int32
  }

  /// Those of one kind.
  private struct Folds<Fold: UnorderedFold> {
    private static var mostKept: Int { 1 << 21 }

    private var folds: [Key: TailFold<Fold>] = [:]
    /// How many results all of them keep.
    private var kept = 0

    mutating func forget() {
      if folds.isEmpty { return }
      folds.removeAll(keepingCapacity: true)
      kept = 0
    }

    mutating func result(of area: Area, _ reader: ColumnReader) -> Double? {
      if kept > Self.mostKept { forget() }
      let key = Key(grid: area.grid, left: UInt16(area.left), right: UInt16(area.right), bottom: area.bottom)
      func result(_ fold: inout TailFold<Fold>) -> (number: Double?, gained: Int) {
        let before = fold.count
        return (fold.result(from: Int(area.top), in: reader.tables[area.grid.index]), fold.count - before)
      }
      let (number, gained) = result(
        &folds[
          key,
          default: TailFold(of: area.columnRange, through: Int(area.bottom), countsLogicals: reader.countsLogicals)])
      kept += gained
      return number
    }
  }

  private var sums = Folds<ExactSum>()
  private var totals = Folds<ExactTotal>()
  private var counts = Folds<NumberCount>()
  private var largest = Folds<Largest>()
  private var smallest = Folds<Smallest>()

  mutating func forget() {
    sums.forget()
    totals.forget()
    counts.forget()
    largest.forget()
    smallest.forget()
  }

  /// Whether what the area of a reference comes to is made of the rows below it: its last row is fixed and its first moves.
  static func has(_ aggregate: NumberAggregate, _ reference: GroupReference) -> Bool {
    guard reference.topIsRelative, !reference.bottomIsRelative, !reference.mayBeMissing else { return false }
    switch aggregate {
    case .count, .largest, .smallest: return true
    // What comes last is known of a single column.
    case .sum, .startedSum, .mean: return reference.left == reference.right
    case .product: return false
    }
  }

  /// What an area comes to; `nil` where that depends on the order of its numbers, or the general program is needed.
  mutating func result(of aggregate: NumberAggregate, _ area: Area, _ reader: ColumnReader) -> Double? {
    switch aggregate {
    case .count: counts.result(of: area, reader)
    case .largest: largest.result(of: area, reader)
    case .smallest: smallest.result(of: area, reader)
    case .startedSum: sums.result(of: area, reader)
    case .sum: totals.result(of: area, reader)
    case .mean: mean(of: area, reader)
    case .product: nil
    }
  }

  private mutating func mean(of area: Area, _ reader: ColumnReader) -> Double? {
    guard let total = totals.result(of: area, reader), let count = counts.result(of: area, reader), count > 0 else {
      return nil
    }
    return total / count
  }
}

extension NumberAggregate {
  /// Whether what numbers come to may depend on their order.
  var dependsOnOrder: Bool {
    switch self {
    case .sum, .startedSum, .mean, .product: true
    case .count, .largest, .smallest: false
    }
  }
}
