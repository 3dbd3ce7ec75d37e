import CellModel
import Functions

/// Comparisons of one column with numbers, and texts that are left out, as `">=" & A1` and `"<>x"` are.
///
/// In the order of the numbers what meets the comparisons is one part, and of it a few places go that an index of the texts knows.
struct PartedCriteria {
  /// The column that is compared.
  let numbers: CellRange
  let comparisons: [Criterion]
  private let others: [(range: CellRange, criterion: Criterion)]

  /// `nil` where there are other criteria, or no comparison.
  init?(_ pairs: [(range: CellRange, criterion: Criterion)]) {
    guard let first = pairs.first(where: { $0.criterion.isComparisonOfNumbers })?.range, let area = first.area,
      area.left == area.right
    else { return nil }
    var comparisons: [Criterion] = []
    var others: [(range: CellRange, criterion: Criterion)] = []
    for (range, criterion) in pairs {
      guard range.rows == first.rows, range.columns == 1 else { return nil }
      if criterion.isComparisonOfNumbers {
        guard range.area == area else { return nil }
        comparisons.append(criterion)
      } else {
        guard criterion.leftOut != nil, range.area != nil else { return nil }
        others.append((range, criterion))
      }
    }
    (numbers, self.comparisons, self.others) = (first, comparisons, others)
  }

  var leavesOutTexts: Bool { !others.isEmpty }

  /// Columns of which one stands beside the other.
  struct Companions: Hashable {
    let numbers: Area
    let values: Area
    let rows: Int
  }

  /// The numbers in ascending order with their places, the part of them that meets the comparisons, and the column of values that stands
  /// beside them; `nil` where only a look at each cell tells.
  func part(
    with values: CellRange
  ) -> (numbers: [(number: Double, place: Int32)], part: Range<Int>, columns: Companions)? {
    guard let area = numbers.area, let valueArea = values.area, values.columns == 1, values.rows == numbers.rows else {
      return nil
    }
    let rows = usedRows(with: values)
    guard let (sorted, part) = CriteriaIndex.part(of: numbers, rows: rows, meetingAll: comparisons) else { return nil }
    return (sorted, part, Companions(numbers: area, values: valueArea, rows: rows))
  }

  /// How far the columns are used, with another column.
  func usedRows(with values: CellRange? = nil) -> Int {
    // A context that notes what is read must hear of all of it.
    var rows = max(numbers.usedSize.rows, values?.usedSize.rows ?? 0)
    for (range, _) in others { rows = max(rows, range.usedSize.rows) }
    return min(rows, numbers.rows)
  }

  /// The rows that meet the comparisons and are left out by a text, in ascending order; `nil` where only a look at each cell tells.
  func placesLeftOut(rows: Int) -> [Int32]? {
    var found: [Int32] = []
    for (range, criterion) in others {
      guard let places = CriteriaMask.placesLeftOut(by: criterion, of: range, rows: rows) else { return nil }
      found = found.isEmpty ? Array(places) : Self.union(found, places)
    }
    for comparison in comparisons where !found.isEmpty {
      found = CriteriaMask.meeting(comparison, in: numbers, among: found)
    }
    return found
  }

  private static func union(_ some: [Int32], _ others: ArraySlice<Int32>) -> [Int32] {
    Set(some).union(others).sorted()
  }

  /// How many rows meet all of them; `nil` where only a look at each cell tells.
  var count: Int? {
    guard leavesOutTexts else { return nil }
    let rows = usedRows()
    guard let (_, part) = CriteriaIndex.part(of: numbers, rows: rows, meetingAll: comparisons),
      let leftOut = placesLeftOut(rows: rows)
    else { return nil }
    return part.count - leftOut.count
  }
}
