import Functions
import Mathematics

/// A sum of powers with coefficients, which are taken in one after the other: `coefficient · x^exponent`, the exponent
/// growing by `step` from term to term.
struct PowerSeries: NumberFold {
  /// Where it is taken, and how its exponents go on.
  struct Terms: Hashable {
    var x: Double
    var exponent: Double
    var step: Double
  }

  private let terms: Terms
  private var sum = CompensatedSum()
  private var count = 0

  init() { self.init(Terms(x: 0, exponent: 0, step: 0)) }

  init(_ terms: Terms) { self.terms = terms }

  mutating func add(_ coefficient: Double) {
    sum.add(coefficient * pow(terms.x, terms.exponent + Double(count) * terms.step))
    count += 1
  }

  var value: Double { sum.value }
  var result: Double? { value }
}
