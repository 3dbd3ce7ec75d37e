import CellModel
import Functions

/// What the numbers of the cells that meet some criteria come to.
///
/// An answer about cells is kept until one of them changes; see ``CriteriaProgress`` for columns.
struct CriteriaSummary {
  private(set) var count = 0
  private var smallestOfAll = Double.infinity
  private var largestOfAll = -Double.infinity
  private var total = PlainSum()

  var sum: Double { total.value }
  var least: Double? { count > 0 ? smallestOfAll : nil }
  var largest: Double? { count > 0 ? largestOfAll : nil }

  @inline(__always)
  mutating func add(_ number: Double) { add(number, when: true) }

  /// Takes a number in or leaves it out, without a branch: which of them meet criteria is not to be foreseen.
  @inline(__always)
  mutating func add(_ number: Double, when counts: Bool) {
    count += counts ? 1 : 0
    // A 0 more makes no difference to such a sum.
    total.add(counts ? number : 0)
    smallestOfAll = counts && number < smallestOfAll ? number : smallestOfAll
    largestOfAll = counts && number >= largestOfAll ? number : largestOfAll
  }

  /// The numbers in a range whose companions meet criteria; all ranges are of one shape.
  static func of(
    _ values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) throws(CellError) -> CriteriaSummary {
    if let summary = try CriteriaProgress.summary(of: values, meeting: pairs) { return summary }
    let question = CriteriaQuestion(pairs, values)
    if let kept = question?.answer(pairs, values) { return kept }
    let mask = try CriteriaMask(pairs, reading: values)
    var summary = CriteriaSummary()
    try mask.forEachNumber(in: values) { number in summary.add(number) }
    question?.keep(summary, in: values.context.cache)
    return summary
  }
}

/// What a call of SUMIFS or its kin asks of cells in several columns.
private struct CriteriaQuestion: Hashable {
  private struct Condition: Hashable {
    let area: Area
    let criterion: Criterion
  }

  /// Where each row asks for something else, answers are of no use.
  private static let mostKept = 1 << 14

  private let values: Area
  private let first: Condition
  // Empty for the most, which then costs no memory of its own.
  private let others: [Condition]

  /// `nil` for arrays, which are compared as slowly as they are tested.
  init?(_ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange) {
    guard let (range, criterion) = pairs.first, let area = range.area, let valueArea = values.area else { return nil }
    self.values = valueArea
    first = Condition(area: area, criterion: criterion)
    var others: [Condition] = []
    for (range, criterion) in pairs.dropFirst() {
      guard let area = range.area else { return nil }
      others.append(Condition(area: area, criterion: criterion))
    }
    self.others = others
  }

  /// The answer that was given before, if it was kept.
  func answer(
    _ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange
  ) -> CriteriaSummary? {
    guard let answer = values.context.cache.value(CriteriaSummary.self, for: self) else { return nil }
    // A context that notes what is read must hear of all of it.
    _ = values.usedSize
    for (range, _) in pairs { _ = range.usedSize }
    return answer
  }

  func keep(_ summary: CriteriaSummary, in cache: EvaluationCache) {
    cache.keep(summary, for: self, atMost: Self.mostKept)
  }
}
