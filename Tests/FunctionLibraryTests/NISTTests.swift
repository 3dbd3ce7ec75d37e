import Foundation
import Functions
import Testing

@testable import FunctionLibrary

/// The Statistical Reference Datasets of the National Institute of Standards and Technology, which are in the public
/// domain: data whose statistics it computed with 500 digits and certified to 15.
@Suite("NIST reference data")
struct NISTTests {
  @Test("Means and deviations have the certified digits")
  func univariate() throws {
    for row in try referenceRows("nist_univariate") {
      let values = row[3].split(separator: ",").compactMap { Double($0) }
      try check(values, mean: try #require(Double(row[1])), deviation: try #require(Double(row[2])), row[0])
    }
    // NumAcc2 to 4; the larger the mean, the less of a deviation of 0.1 do its binary digits hold.
    for (mean, digits) in [(1.2, 13.5), (1_000_000.2, 9), (10_000_000.2, 8)] {
      let pairs = (0..<500).flatMap { _ in [mean - 0.1, mean + 0.1] }
      try check([mean] + pairs, mean: mean, deviation: 0.1, "NumAcc \(mean)", digits: digits)
    }
  }

  private func check(
    _ values: [Double], mean: Double, deviation: Double, _ name: String, digits: Double = 13
  ) throws {
    #expect(agreement(try #require(Descriptive.mean(values)), mean) >= 14.5, "\(name)")
    for variance in [Descriptive.sampleVariance(values), Variance.sample.of(values)] {
      #expect(agreement(try #require(variance).squareRoot(), deviation) >= digits, "\(name)")
    }
  }

  /// How many digits each set must have right in coefficients and in their errors.
  private static let digits: [String: (coefficients: Double, errors: Double)] = [
    "Norris": (12.5, 13), "Longley": (13, 14), "Filip": (8, 7.5), "Wampler1": (9, 15), "Wampler2": (12, 15),
    "Wampler3": (9, 13), "Wampler4": (8, 13), "Wampler5": (6, 13),
  ]

  @Test("Coefficients and their errors have the certified digits")
  func regression() throws {
    for row in try referenceRows("nist_regression") {
      let powers = try #require(Int(row[1]))
      let certified = [row[2], row[3]].map { $0.split(separator: ",").compactMap { Double($0) } }
      let given = row[7].split(separator: ";").map { $0.split(separator: ",").compactMap { Double($0) } }
      let variables = given.count > 1 ? given : (1...powers).map { power in given[0].map { pow($0, power) } }
      let y = row[6].split(separator: ",").compactMap { Double($0) }
      let model = try #require(LeastSquares(y, variables: variables, hasConstant: true))
      let coefficients = [model.constant] + model.coefficients
      let errors = [model.constantError] + model.errors
      let wanted = try #require(Self.digits[row[0]])
      for (value, certified) in zip(coefficients, certified[0]) {
        #expect(agreement(value, certified) >= wanted.coefficients, "\(row[0]) \(value)")
      }
      for (value, certified) in zip(errors, certified[1]) {
        #expect(agreement(value, certified) >= wanted.errors, "\(row[0]) error \(value)")
      }
      if powers == 1, given.count == 1 {
        let line = try #require(PairStatistics(variables[0], y))
        #expect(agreement(try #require(line.intercept), certified[0][0]) >= 12.5, "\(row[0])")
        #expect(agreement(try #require(line.slope), certified[0][1]) >= 14, "\(row[0])")
        #expect(agreement((line.correlation ?? 0) * (line.correlation ?? 0), Double(row[5]) ?? 0) >= 14.5, "\(row[0])")
      }
      #expect(agreement(model.determination, Double(row[5]) ?? 0) >= 10, "\(row[0])")
    }
  }

  private func pow(_ x: Double, _ power: Int) -> Double { (0..<power).reduce(1) { product, _ in product * x } }
}

/// How many leading digits of a number are right, at most 15; of 0, how many zeros follow the point.
private func agreement(_ value: Double, _ certified: Double) -> Double {
  let distance = certified == 0 ? abs(value) : abs(value - certified) / abs(certified)
  return distance == 0 ? 15 : min(15, -log10(distance))
}
