/// A sum whose every step is rounded, from the first term to the last.
///
/// So does Excel, as the stored values of workbooks show: where numbers cancel out, what is left is left in both. What
/// nobody compares with a worksheet's sum is better added by ``CompensatedSum``.
struct PlainSum: NumberFold {
  private(set) var value: Double = 0

  init() {}

  @inline(__always)
  mutating func add(_ term: Double) { value += term }

  static func of(_ terms: some Sequence<Double>) -> Double {
    var sum = PlainSum()
    for term in terms { sum.add(term) }
    return sum.value
  }

  /// The mean; nothing when there is no number.
  static func mean(_ terms: [Double]) -> Double? { terms.isEmpty ? nil : of(terms) / Double(terms.count) }
}
