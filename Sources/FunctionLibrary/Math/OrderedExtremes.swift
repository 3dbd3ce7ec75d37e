import CellModel
import Functions

/// The least and the largest of what stands beside the numbers of a column, in the order of these numbers.
///
/// `MAXIFS(A$1:A$9999, A$1:A$9999, "<" & A1)` filled down, which looks for the date before each, asks for what stands beside the numbers on
/// one side of a bound. In that order it is one part, of which a tree of extremes knows them without a look at each.
struct OrderedExtremes {
  private static let mostKept = 16

  private let count: Int
  /// The extremes of the places `2 * i` and `2 * i + 1` stand at `i`; those of the numbers themselves come last.
  private var least: [Double]
  private var largest: [Double]

  /// The extremes of the numbers in a range whose companions meet comparisons of one column with numbers; `nil` where a look at the
  /// cells tells.
  static func of(
    _ values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) -> (least: Double?, largest: Double?)? {
    guard let criteria = PartedCriteria(pairs), !criteria.leavesOutTexts,
      let (numbers, part, columns) = criteria.part(with: values)
    else { return nil }
    let kept = values.context.cache.entry(for: columns, atMost: mostKept) {
      OrderedExtremes(of: values, columns.rows, numbers)
    }
    return kept?.extremes(in: part)
  }

  /// `nil` where an error stands beside a number.
  private init?(of values: CellRange, _ rows: Int, _ numbers: [(number: Double, place: Int32)]) {
    guard let boxes = values.numbersOfColumn(rows: rows) else { return nil }
    count = numbers.count
    least = Array(repeating: .infinity, count: 2 * count)
    largest = Array(repeating: -.infinity, count: 2 * count)
    for (index, (_, place)) in numbers.enumerated() where boxes[Int(place)].isNumber {
      least[count + index] = boxes[Int(place)].number
      largest[count + index] = boxes[Int(place)].number
    }
    for index in stride(from: count - 1, to: 0, by: -1) {
      least[index] = min(least[2 * index], least[2 * index + 1])
      largest[index] = max(largest[2 * index], largest[2 * index + 1])
    }
  }

  /// `nil` for a 0, which may be one of two.
  private func extremes(in part: Range<Int>) -> (least: Double?, largest: Double?)? {
    var (low, high) = (count + part.lowerBound, count + part.upperBound)
    var (least, largest) = (Double.infinity, -Double.infinity)
    func take(_ index: Int) {
      least = min(least, self.least[index])
      largest = max(largest, self.largest[index])
    }
    while low < high {
      if low & 1 == 1 {
        take(low)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        take(high)
      }
      (low, high) = (low / 2, high / 2)
    }
    guard least != 0, largest != 0 else { return nil }
    return least <= largest ? (least, largest) : (nil, nil)
  }
}
