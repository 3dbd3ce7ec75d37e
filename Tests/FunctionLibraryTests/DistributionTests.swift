import Foundation
import Functions
import Testing

@testable import FunctionLibrary

/// The kernels of distributions, each alone, against values with 20 right digits.
@Suite("Kernels of distributions")
struct DistributionTests {
  /// A line of `References/distributions.tsv`, which `distributions.py` beside it wrote.
  struct Reference {
    let arguments: [Double]
    let value: Double
  }

  static let references: [String: [Reference]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References/distributions.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    var result: [String: [Reference]] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      let numbers = fields.dropFirst().compactMap { Double($0) }
      result[String(fields[0]), default: []].append(
        Reference(arguments: Array(numbers.dropLast()), value: numbers[numbers.count - 1]))
    }
    return result
  }()

  struct Kernel: CustomTestStringConvertible, Sendable {
    let name: String
    /// Arguments whose smallest limits the accuracy: a quantile changes by 1 / shape of what its probability does.
    var shapes = 0
    let compute: @Sendable ([Double]) -> Double
    var testDescription: String { name }
  }

  @Test("A kernel is right to 1e-14, or to 1e-322 where its value is subnormal", arguments: kernels)
  func agrees(_ kernel: Kernel) throws {
    let references = try #require(Self.references[kernel.name])
    var worst = (error: 0.0, place: "")
    for reference in references {
      let value = kernel.compute(reference.arguments)
      let shape = min(1, reference.arguments.suffix(kernel.shapes).min() ?? 1)
      let error = shape * abs(value - reference.value) / max(abs(reference.value), 1e-308)
      let place = "\(kernel.name)\(reference.arguments) is \(reference.value), not \(value): off by \(error)"
      if !(error <= worst.error) { worst = (error.isNaN ? .infinity : error, place) }
    }
    #expect(worst.error <= 1e-14, "\(worst.place)")
  }

  static let kernels: [Kernel] = special + continuous + discrete

  static let special: [Kernel] = [
    Kernel(name: "logGamma") { SpecialFunctions.logGamma($0[0]) },
    Kernel(name: "gamma") { SpecialFunctions.gamma($0[0]) },
    Kernel(name: "logBeta") { DoubleDouble.logarithmOfBeta($0[0], $0[1]).value },
    Kernel(name: "lowerGamma") { SpecialFunctions.lowerGamma($0[0], $0[1]) },
    Kernel(name: "upperGamma") { SpecialFunctions.upperGamma($0[0], $0[1]) },
    Kernel(name: "beta") { SpecialFunctions.beta($0[0], $0[1], $0[2]) },
    Kernel(name: "betaComplement") { SpecialFunctions.betaComplement($0[0], $0[1], $0[2]) },
    Kernel(name: "errorFunction") { SpecialFunctions.errorFunction(from: $0[0], to: $0[1]) },
  ]

  static let continuous: [Kernel] = [
    Kernel(name: "normal") { NormalDistribution.cumulative($0[0]) },
    Kernel(name: "normalDensity") { NormalDistribution.density($0[0]) },
    Kernel(name: "normalQuantile") { NormalDistribution.quantile($0[0]) },
    Kernel(name: "normalAround") { NormalDistribution.cumulative($0[0], mean: $0[1], deviation: $0[2]) },
    Kernel(name: "logNormal") { NormalDistribution.logarithmicCumulative($0[0], mean: $0[1], deviation: $0[2]) },
    Kernel(name: "logNormalDensity") { NormalDistribution.logarithmicDensity($0[0], mean: $0[1], deviation: $0[2]) },
    Kernel(name: "gammaDensity") { Distributions.gammaDensity($0[0], shape: $0[1], scale: 1) },
    Kernel(name: "gammaQuantile", shapes: 1) { Distributions.gammaQuantile($0[0], shape: $0[1]) },
    Kernel(name: "gammaUpperQuantile", shapes: 1) { Distributions.gammaUpperQuantile($0[0], shape: $0[1]) },
    Kernel(name: "betaDensity") { Distributions.betaDensity($0[0], $0[1], $0[2]) },
    Kernel(name: "studentDensity") { Distributions.studentDensity($0[0], $0[1]) },
    Kernel(name: "studentTails") { Distributions.studentTails($0[0], $0[1]) },
    Kernel(name: "studentUpperQuantile") { Distributions.studentUpperQuantile($0[0], $0[1]) },
    Kernel(name: "fisherDensity") { Distributions.fisherDensity($0[0], $0[1], $0[2]) },
    Kernel(name: "fisherCumulative") { Distributions.fisherCumulative($0[0], $0[1], $0[2]) },
    Kernel(name: "fisherTail") { Distributions.fisherTail($0[0], $0[1], $0[2]) },
    Kernel(name: "fisherQuantile") { Distributions.fisherQuantile($0[0], $0[1], $0[2]) },
    Kernel(name: "fisherUpperQuantile") { Distributions.fisherUpperQuantile($0[0], $0[1], $0[2]) },
    Kernel(name: "weibullCumulative") { Distributions.weibullCumulative($0[0], shape: $0[1], scale: $0[2]) },
    Kernel(name: "weibullDensity") { Distributions.weibullDensity($0[0], shape: $0[1], scale: $0[2]) },
    Kernel(name: "exponentialDensity") { Distributions.exponentialDensity($0[0], rate: $0[1]) },
  ]

  static let discrete: [Kernel] = [
    Kernel(name: "binomial") { DiscreteDistributions.binomial($0[0], trials: $0[1], $0[2]) },
    Kernel(name: "binomialCumulative") { DiscreteDistributions.binomialCumulative($0[0], trials: $0[1], $0[2]) },
    Kernel(name: "negativeBinomial") { DiscreteDistributions.negativeBinomial($0[0], successes: $0[1], $0[2]) },
    Kernel(name: "negativeBinomialCumulative") {
      DiscreteDistributions.negativeBinomialCumulative($0[0], successes: $0[1], $0[2])
    },
    Kernel(name: "poisson") { DiscreteDistributions.poisson($0[0], mean: $0[1]) },
    Kernel(name: "poissonCumulative") { DiscreteDistributions.poissonCumulative($0[0], mean: $0[1]) },
    Kernel(name: "hypergeometric") {
      DiscreteDistributions.hypergeometric($0[0], sample: $0[1], marked: $0[2], population: $0[3])
    },
    Kernel(name: "hypergeometricCumulative") {
      DiscreteDistributions.hypergeometricCumulative($0[0], sample: $0[1], marked: $0[2], population: $0[3])
    },
  ]
}
