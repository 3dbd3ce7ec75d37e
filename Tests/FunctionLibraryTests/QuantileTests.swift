import Functions
import Mathematics
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

  @Test("A binomial quantile is the least count whose probability reaches the bound, exactly")
  func binomial() {
    // Halves have exact probabilities: 1/8, 1/2, 7/8.
    for (bound, count) in [(0.125, 0.0), (0.125.nextUp, 1), (0.5, 1), (0.5.nextUp, 2), (0.875, 2), (0.875.nextUp, 3)] {
      #expect(DiscreteDistributions.binomialQuantile(bound, trials: 3, 0.5) == count)
    }
    // What 0.8 as a double is short of 1 is less than 0.2 as a double.
    #expect(DiscreteDistributions.binomialQuantile(0.2, trials: 1, 0.8) == 1)
    var random = SeededGenerator(seed: 241)
    for n in [1.0, 2, 7, 40, 300, 10_000, 1e6] {
      for _ in 0..<40 {
        let p = Double.random(in: 0.001...0.999, using: &random)
        let bound = exp(Double.random(in: -40...(-1e-6), using: &random))
        let count = DiscreteDistributions.binomialQuantile(bound, trials: n, p)
        #expect(DiscreteDistributions.binomialCumulative(count, trials: n, p) >= bound * (1 - 1e-14))
        #expect(DiscreteDistributions.binomialCumulative(count - 1, trials: n, p) < bound * (1 + 1e-14))
      }
    }
  }

  @Test("Cuts of a continued fraction approach its value, however large their parts become")
  func convergents() {
    var golden = Convergents(first: 1)
    for _ in 0..<50 { golden.append(1, over: 1) }
    #expect(golden.haveSettled(within: 1e-16))
    #expect(abs(golden.value - (5.0.squareRoot() - 1) / 2) < 2e-16)
    // 1/(K + K²/(2K + …)), which grows beyond all doubles, is 1/K of that with K = 1.
    var (large, small) = (Convergents(first: 1e40), Convergents(first: 1))
    for i in 1...12 {
      large.append(1e80, over: 1e40 * Double(i))
      small.append(1, over: Double(i))
    }
    #expect(abs(large.value * 1e40 - small.value) < 1e-15)
  }
}
