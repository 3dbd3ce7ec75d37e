import CellModel
import Functions

/// What the numbers of the cells that meet some criteria come to.
///
/// A column filled with `SUMIFS(t[b], t[a], a)` asks for as many answers as there are keys, not as there are rows: an
/// answer about cells is kept until one of them changes.
struct CriteriaSummary {
  private(set) var count = 0
  private(set) var least: Double?
  private(set) var largest: Double?
  private var total = PlainSum()

  var sum: Double { total.value }

  private mutating func add(_ number: Double) {
    count += 1
    total.add(number)
    least = min(least ?? number, number)
    largest = max(largest ?? number, number)
  }

  /// The numbers in a range whose companions meet criteria; all ranges are of one shape.
  static func of(
    _ values: CellRange, meeting pairs: [(range: CellRange, criterion: Criterion)]
  ) throws(CellError) -> CriteriaSummary {
    let question = CriteriaQuestion(pairs, values)
    if let kept = question?.answer(CriteriaSummary.self, pairs, values) { return kept }
    let mask = try CriteriaMask(pairs, reading: values)
    var summary = CriteriaSummary()
    try mask.forEachNumber(in: values) { number in summary.add(number) }
    question?.keep(summary, in: values.context.cache)
    return summary
  }

  /// How many places meet several criteria.
  static func count(_ pairs: [(range: CellRange, criterion: Criterion)]) throws(CellError) -> Int {
    if pairs.count == 1 { return try CriteriaMask.count(pairs) }
    let question = CriteriaQuestion(pairs, nil)
    if let kept = question?.answer(Int.self, pairs, nil) { return kept }
    let count = try CriteriaMask.count(pairs)
    if let range = pairs.first?.range { question?.keep(count, in: range.context.cache) }
    return count
  }
}

/// What a call of SUMIFS or its kin asks of cells.
private struct CriteriaQuestion: Hashable {
  private struct Condition: Hashable {
    let area: Area
    let criterion: Criterion
  }

  /// Where each row asks for something else, answers are of no use.
  private static let mostKept = 1 << 14

  private let values: Area?
  private let first: Condition
  // Empty for the most, which then costs no memory of its own.
  private let others: [Condition]

  /// `nil` for arrays, which are compared as slowly as they are tested.
  init?(_ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange?) {
    guard let (range, criterion) = pairs.first, let area = range.area else { return nil }
    if let values {
      guard let area = values.area else { return nil }
      self.values = area
    } else {
      self.values = nil
    }
    first = Condition(area: area, criterion: criterion)
    var others: [Condition] = []
    for (range, criterion) in pairs.dropFirst() {
      guard let area = range.area else { return nil }
      others.append(Condition(area: area, criterion: criterion))
    }
    self.others = others
  }

  /// The answer that was given before, if it was kept.
  func answer<Answer>(
    _: Answer.Type, _ pairs: [(range: CellRange, criterion: Criterion)], _ values: CellRange?
  ) -> Answer? {
    guard let context = pairs.first?.range.context, let answer = context.cache.value(Answer.self, for: self) else {
      return nil
    }
    // A context that notes what is read must hear of all of it.
    _ = values?.usedSize
    for (range, _) in pairs { _ = range.usedSize }
    return answer
  }

  func keep<Answer>(_ answer: Answer, in cache: EvaluationCache) {
    cache.keep(answer, for: self, atMost: Self.mostKept)
  }
}
