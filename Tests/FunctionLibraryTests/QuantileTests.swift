import Functions
import TestSupport
import Testing

@testable import FunctionLibrary

/// Quantiles against the probabilities of which they are the inverses, at random places.
@Suite("Quantiles")
struct QuantileTests {
  private static let shapes = [0.3, 0.5, 1, 1.5, 2, 3, 4.5, 10, 48.5, 300, 7000, 1e6, 1e10]

  /// Checks that a value has a probability, as far as the value's own last digits allow.
  private func check(
    _ name: String, _ value: Double, _ arguments: [Double], probability: Double, slope: Double, is expected: Double
  ) {
    let error = abs(probability - expected)
    #expect(error <= 2e-14 * expected + 4e-15 * slope, "\(name)\(arguments) is \(value) with \(probability)")
  }

  @Test("Beta and gamma quantiles lead back to their probabilities")
  func betaAndGamma() {
    var random = SeededGenerator(seed: 396)
    for a in Self.shapes {
      for b in Self.shapes {
        let p = Double.random(in: 0.001...0.5, using: &random)
        let odds = IncompleteBeta.odds(of: p, .lower, a, b)
        let place = IncompleteBeta(odds: DoubleDouble(odds), DoubleDouble(1), a, b)
        check(
          "beta", odds, [p, a, b], probability: place.probability(.lower), slope: place.slope.exponential.high, is: p)
      }
      for p in [1e-12, 1e-4, 0.03, 0.31, 0.499] {
        for side in [Tail.Side.lower, .upper] {
          let value = DoubleDouble(IncompleteGamma.place(of: p, side, a))
          check(
            "gamma", value.high, [p, a], probability: IncompleteGamma.probability(side, a, value),
            slope: IncompleteGamma.slope(a, value).exponential.high, is: p)
        }
      }
    }
  }

  @Test("Student's quantiles lead back to their probabilities", arguments: [1, 2, 3, 4, 5, 9, 30, 97, 1000, 1e6, 1e10])
  func student(_ freedom: Double) {
    var random = SeededGenerator(seed: 1970)
    for _ in 0..<40 {
      let p = Double.random(in: 0...0.5, using: &random)
      let value = Distributions.studentUpperQuantile(p, freedom)
      check(
        "student", value, [p, freedom], probability: Distributions.studentTail(value, freedom),
        slope: value * Distributions.studentDensity(value, freedom), is: p)
    }
  }
}
