import CellModel
import Functions

/// Where each number and each text of a column stands, for criteria that ask for one.
///
/// The column begins in a certain row and is taken in as far down as somebody has asked, so that `COUNTIF(A$1:A1, A1)`
/// filled down reads each cell once. Rows are counted from the first. These rules hold:
///
/// - R1. The places of a key ascend.
/// - R2. The places of a number are those of all cells that `=number` accepts: equal numbers, and texts that read as one.
///
/// It is made when a column is searched a second time in one recalculation: a single search is faster without it.
final class CriteriaIndex {
  private struct Key: Hashable {
    let grid: GridID
    let column: Int32
    let top: Int32
  }

  /// Shorter columns are read as fast as an index is asked.
  private static let leastRows = 64

  private var searches = 0
  private var isGrowing = false
  /// How many rows have been taken in.
  private var rows = 0
  private var places: [[Int32]] = []
  /// The numbers of ``places``, by what stands there.
  private var numbers: [Double: Int] = [:]
  private var texts: [String: Int] = [:]
  /// The numbers themselves, and for how many rows they have been put in ascending order.
  private var found: [Double] = []
  private var sorted: (rows: Int, numbers: [Double]) = (0, [])
  /// For how many rows that order was asked for last.
  private var askedRows = 0

  /// The index of so many rows of a range; `nil` for one that is short, no column of cells, or searched for the first time.
  private static func index(of range: CellRange, rows: Int) -> CriteriaIndex? {
    guard rows >= leastRows, let area = range.area, area.left == area.right else { return nil }
    let key = Key(grid: area.grid, column: area.left, top: area.top)
    let index = range.context.cache.entry(for: key) { CriteriaIndex() }
    index.searches += 1
    // A context that evaluates what it reads may come here again before all has been taken in.
    guard index.searches > 1, !index.isGrowing else { return nil }
    if index.rows < rows { index.grow(to: rows, of: area, range.context) }
    return index
  }

  /// The places that meet a criterion, in ascending order; `nil` where only a look at each cell tells.
  static func places(in range: CellRange, rows: Int, meeting criterion: Criterion) -> ArraySlice<Int32>? {
    guard criterion.relation == .equal else { return nil }
    switch criterion.operand {
    case .number(let number):
      guard let index = index(of: range, rows: rows) else { return nil }
      return index.places(index.numbers[number], below: rows)
    case .text(let text):
      guard let index = index(of: range, rows: rows) else { return nil }
      return index.places(index.texts[text], below: rows)
    default: return nil
    }
  }

  /// How many places hold a number that is smaller or larger than another; `nil` where only a look at each cell tells.
  static func count(in range: CellRange, rows: Int, meeting criterion: Criterion) -> Int? {
    guard case .number(let number) = criterion.operand, criterion.relation != .equal, criterion.relation != .notEqual,
      let numbers = index(of: range, rows: rows)?.sortedNumbers(rows: rows)
    else { return nil }
    switch criterion.relation {
    case .less: return numbers.firstPlace { $0 >= number }
    case .lessOrEqual: return numbers.firstPlace { $0 > number }
    case .greater: return numbers.count - numbers.firstPlace { $0 > number }
    case .greaterOrEqual: return numbers.count - numbers.firstPlace { $0 >= number }
    case .equal, .notEqual: return nil
    }
  }

  private func places(_ number: Int?, below rows: Int) -> ArraySlice<Int32> {
    guard let number else { return [] }
    let all = places[number]
    return rows == self.rows ? all[...] : all[..<all.firstPlace { $0 >= rows }]
  }

  private func grow(to rows: Int, of area: Area, _ context: any EvaluationContext) {
    isGrowing = true
    defer { isGrowing = false }
    let top = Int(area.top)
    var part = area
    part.top += Int32(self.rows)
    part.bottom = area.top + Int32(rows) - 1
    context.forEachRun(in: part) { row, _, run in
      for (offset, box) in run.enumerated() {
        let place = Int32(row - top + offset)
        if box.isNumber {
          found.append(box.number)
          add(place, to: &numbers[box.number])
        } else if box.kind == .text, case .text(let text) = context.unboxed(box) {
          add(place, to: &texts[CaseFolding.folded(text)])
          if let number = TypedText.number(text) { add(place, to: &numbers[number]) }
        }
      }
    }
    self.rows = rows
  }

  private func add(_ place: Int32, to number: inout Int?) {
    if let number {
      places[number].append(place)
    } else {
      number = places.count
      places.append([place])
    }
  }

  /// The numbers in ascending order; `nil` for another number of rows than last time, as where each row asks for one more.
  private func sortedNumbers(rows: Int) -> [Double]? {
    if sorted.rows == rows { return sorted.numbers }
    defer { askedRows = rows }
    guard rows == self.rows, rows == askedRows else { return nil }
    sorted = (rows, found.sorted())
    return sorted.numbers
  }
}
