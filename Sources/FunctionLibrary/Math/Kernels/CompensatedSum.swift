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

  /// Whether terms of less than 1E-290, as many as there may be, would leave the value as it is.
  var outweighsTinyTerms: Bool { abs(total) > 1e-250 }

  var value: Double { total.isFinite ? total + lost : total }

  static func of(_ terms: some Sequence<Double>) -> Double {
    var sum = CompensatedSum()
    for term in terms { sum.add(term) }
    return sum.value
  }
}
