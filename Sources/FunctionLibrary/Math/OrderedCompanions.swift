import CellModel
import Functions

/// What stands beside the numbers of a column, in the order of these numbers.
///
/// `SUMIF(A$1:A$9999, ">" & C1, B$1:B$9999)`, and a sum over a window of days, ask for what stands beside the numbers on one side of a bound
/// or between two. In that order it is one part, whose sum is known without a look at each where no sum of the numbers is
/// rounded, or where the rows are in that order themselves: see `OrderedSums`.
struct OrderedCompanions {
  /// A sum that takes a walk, which the next row may ask for again.
  private struct Part: Hashable {
    let key: PartedCriteria.Companions
    let part: Range<Int>
  }

  private static let mostKept = 16
  private static let mostSumsKept = 1 << 14

  private let order: ElementOrder
  private let sums: OrderedSums
  /// How many numbers stand beside the first ones in the order; empty where all are numbers.
  private let counts: [Int32]

  /// What the numbers in a range come to whose companions meet comparisons of one column with numbers, and are not left out for a
  /// text; `nil` where a look at the cells tells.
  static func total(
    of values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) -> CriteriaTotal? {
    guard let criteria = PartedCriteria(pairs), let (numbers, part, key) = criteria.part(with: values) else {
      return nil
    }
    let cache = values.context.cache
    let kept = cache.entry(for: key, atMost: mostKept) { OrderedCompanions(of: values, key.rows, numbers) }
    guard let companions = kept else { return nil }
    guard criteria.leavesOutTexts else { return companions.total(in: Part(key: key, part: part), cache) }
    return criteria.placesLeftOut(rows: key.rows).map { companions.total(in: part, without: $0) }
  }

  /// `nil` where an error stands beside a number.
  private init?(of values: CellRange, _ rows: Int, _ numbers: [(number: Double, place: Int32)]) {
    guard let boxes = values.numbersOfColumn(rows: rows) else { return nil }
    var others = [Bool](repeating: true, count: rows)
    for (_, place) in numbers { others[Int(place)] = false }
    order = ElementOrder(
      numbers.map { ($0.number, Int($0.place)) }, followedBy: others.indices.filter { others[$0] })
    sums = order.sums(of: BoxedElements(boxes))
    guard !sums.areAllNumbers else {
      counts = []
      return
    }
    var counts: [Int32] = [0]
    for (_, place) in numbers { counts.append(counts[counts.count - 1] + (boxes[Int(place)].isNumber ? 1 : 0)) }
    self.counts = counts
  }

  private func count(in part: Range<Int>) -> Int {
    counts.isEmpty ? part.count : Int(counts[part.upperBound] - counts[part.lowerBound])
  }

  /// What is left of a part without some places in it.
  private func total(in part: Range<Int>, without places: [Int32]) -> CriteriaTotal {
    CriteriaTotal(
      count: count(in: part) - places.count(where: { sums.isNumber(at: Int($0)) }),
      sum: sums.sum(in: part, without: places, of: order))
  }

  private func total(in question: Part, _ cache: EvaluationCache) -> CriteriaTotal {
    let part = question.part
    let count = count(in: part)
    if sums.isSoonFound(part, of: order) { return CriteriaTotal(count: count, sum: sums.sum(in: part, of: order)) }
    if let sum = cache.value(Double.self, for: question) { return CriteriaTotal(count: count, sum: sum) }
    let sum = sums.sum(in: part, of: order)
    cache.keep(sum, for: question, atMost: Self.mostSumsKept)
    return CriteriaTotal(count: count, sum: sum)
  }
}

extension CellRange {
  /// The numbers in the first rows of a column, and blanks for whatever else stands there; `nil` where an error does.
  func numbersOfColumn(rows: Int) -> [BoxedValue]? {
    guard var part = area, rows > 0 else { return nil }
    part.bottom = part.top + Int32(rows - 1)
    let top = Int(part.top)
    var boxes = [BoxedValue](repeating: .blank, count: rows)
    var hasErrors = false
    context.forEachRun(in: part) { row, _, run in
      for (index, box) in run.enumerated() {
        if box.isNumber { boxes[row - top + index] = box } else if box.kind == .error { hasErrors = true }
      }
    }
    return hasErrors ? nil : boxes
  }
}

/// How many numbers there are in cells that meet some criteria, and their sum.
struct CriteriaTotal {
  let count: Int
  let sum: Double

  /// The numbers in a range whose companions meet criteria; all ranges are of one shape.
  static func of(
    _ values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) throws(CellError) -> CriteriaTotal {
    if let total = OrderedCompanions.total(of: values, meeting: pairs) { return total }
    let summary = try CriteriaSummary.of(values, meeting: pairs)
    return CriteriaTotal(count: summary.count, sum: summary.sum)
  }

  /// `nil` where there is no number.
  var mean: Double? { count > 0 ? sum / Double(count) : nil }
}
