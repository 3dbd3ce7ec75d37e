/// A sum that carries what each addition lost, by the method of Neumaier (1974).
///
/// The result is as good as if the additions had twice the digits; ten times 0.1 is 1.
struct CompensatedSum: Sendable {
  private var total: Double = 0
  private var lost: Double = 0

  init() {}

  @inline(__always)
  mutating func add(_ term: Double) {
    let sum = total + term
    lost += abs(total) >= abs(term) ? (total - sum) + term : (term - sum) + total
    total = sum
  }

  var value: Double { total.isFinite ? total + lost : total }

  static func of(_ terms: some Sequence<Double>) -> Double {
    var sum = CompensatedSum()
    for term in terms { sum.add(term) }
    return sum.value
  }
}

/// Four sums side by side, none of which waits for another; what each addition lost is found without a comparison, as
/// Knuth does (TAOCP 2, §4.2.2).
struct CompensatedSumLanes {
  fileprivate var total = SIMD4<Double>()
  fileprivate var lost = SIMD4<Double>()

  @inline(__always)
  mutating func add(_ terms: SIMD4<Double>) {
    let sum = total + terms
    let part = sum - total
    lost += (total - (sum - part)) + (terms - part)
    total = sum
  }
}

extension CompensatedSum {
  /// Adds the sums of all lanes; what the lanes lost does not count when one of them is not finite.
  mutating func add(_ lanes: CompensatedSumLanes) {
    for lane in 0..<4 { add(lanes.total[lane]) }
    if total.isFinite { lost += lanes.lost.sum() }
  }
}
