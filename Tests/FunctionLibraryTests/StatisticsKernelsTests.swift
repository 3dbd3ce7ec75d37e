import CellModel
import Functions
import ModelSheets
import Testing

@testable import FunctionLibrary

@Suite("Kernels of statistics")
struct StatisticsKernels {
  @Test("Quantiles of the normal distribution are exact to some units in the last place")
  func normal() {
    check(NormalDistribution.cumulative(1.96), 0.9750021048517795)
    check(NormalDistribution.quantile(0.975), 1.959963984540054)
    check(NormalDistribution.quantile(1e-300), -37.0471)
    for p in [1e-20, 1e-5, 0.1, 0.3, 0.49999, 0.7, 0.99] {
      check(NormalDistribution.cumulative(NormalDistribution.quantile(p)), p)
    }
    #expect(NormalDistribution.quantile(0.5) == 0)
  }

  @Test("Pairs that are near to each other keep their digits, and equal ones are at no distance")
  func pairs() throws {
    for start in [0.0, 0.1, 1e8, -1e15, 1e100] {
      let equal = try #require(PairStatistics(Array(repeating: start, count: 99), (1...99).map(Double.init)))
      #expect(equal.slope == nil && equal.products == 0 && equal.meanX == start)
    }
    // The ordinates are the abscissas but for what each is moved by, which is exact.
    let shifts: [Double] = (0..<1024).map { Double($0 * 37 % 101) / 1024 }
    let line = try #require(PairStatistics(shifts.map { 1e8 + $0 }, shifts.map { 3 * $0 + 5 }))
    let correlation = try #require(line.correlation)
    #expect(line.slope == 3)
    #expect(abs(correlation - 1) < 1e-15)
    let far = try #require(PairStatistics([1e16, 1, 2, 3, 4], [1e16, 3, 5, 7, 9]))
    let slope = try #require(far.slope)
    #expect(abs(slope - 1) < 1e-15)
    #expect(try #require(PairStatistics([1e200, 2e200, 4e200], [1, 2, 3])).squaresX == .infinity)
    let neighbours = try #require(PairStatistics([1, 1.0.nextUp], [1, 2]))
    #expect(neighbours.slope == 1 / 1.0.ulp)
  }

  @Test("Covariances are those that Excel has stored, to the bit")
  func covariances() throws {
    // functions-excel-2010.xlsx of LibreOffice's tests, saved by Excel 2010.
    let x = [2, 1.5, 2, 0.13333333333333333, 1.3333333333333333, 2, 2, 4, 2]
    let products = try #require(Covariation.of(x, [44, 1.3333333333333333, 5, 1, 2, 6, 6.6, 8, 1]))
    #expect(products / 9 == 2.304087791495199 && products / 8 == 2.592098765432099)
  }

  @Test("Incomplete gamma and beta agree with closed forms")
  func incomplete() {
    check(SpecialFunctions.lowerGamma(1, 2), 0.8646647167633873)
    check(SpecialFunctions.upperGamma(3, 5), 0.12465201948308113)
    check(SpecialFunctions.upperGamma(0.5, 50), 1.5239706048321e-23)
    check(SpecialFunctions.beta(0.3, 2, 3), 0.3483)
    check(SpecialFunctions.beta(0.5, 100, 100), 0.5)
  }

  @Test("Quantiles lead back to their probabilities, in both tails")
  func quantiles() {
    for p in [1e-12, 1e-4, 0.2, 0.5, 0.85, 0.9999] {
      for shape in [0.1, 1, 3.5, 80] {
        check(SpecialFunctions.lowerGamma(shape, Distributions.gammaQuantile(p, shape: shape)), p)
        check(SpecialFunctions.upperGamma(shape, Distributions.gammaUpperQuantile(p, shape: shape)), p)
      }
      check(SpecialFunctions.beta(Distributions.betaQuantile(p, 2, 5), 2, 5), p)
      check(Distributions.fisherCumulative(Distributions.fisherQuantile(p, 3, 7), 3, 7), p)
      check(Distributions.fisherTail(Distributions.fisherUpperQuantile(p, 3, 7), 3, 7), p)
      if p < 0.5 { check(Distributions.studentTail(Distributions.studentUpperQuantile(p, 4), 4), p) }
    }
  }

  @Test("Cumulative counts are the sums of single ones")
  func counts() {
    var (binomial, poisson, negative) = (0.0, 0.0, 0.0)
    for k in 0...12 {
      binomial += DiscreteDistributions.binomial(Double(k), trials: 30, 0.4)
      poisson += DiscreteDistributions.poisson(Double(k), mean: 9)
      negative += DiscreteDistributions.negativeBinomial(Double(k), successes: 4, 0.3)
    }
    check(DiscreteDistributions.binomialCumulative(12, trials: 30, 0.4), binomial)
    check(DiscreteDistributions.poissonCumulative(12, mean: 9), poisson)
    check(DiscreteDistributions.negativeBinomialCumulative(12, successes: 4, 0.3), negative)
  }

  @Test("The error function keeps its digits between limits that are near to each other")
  func errorFunction() {
    let growth = SpecialFunctions.errorFunction(from:to:)
    // By mpmath with 60 digits.
    check(growth(0.1, 0.1000001), 1.11715159549450573e-7)
    check(growth(3, 3.0000001), 1.39253009942941695e-11)
    check(growth(-2.0000001, -2), 2.06669811868723272e-9)
    check(growth(-2, -2.0000001), -2.06669811868723272e-9)
    check(growth(20, 20.001), 2.118386585514173e-177)
    #expect(growth(0.5, 0.5) == 0)
  }

  @Test("Counts between two bounds add up from the likeliest, where the first is too rare to be a number")
  func ranges() {
    let binomial = DiscreteDistributions.binomial(from:to:trials:_:)
    // By mpmath with 60 digits; the first is 4E-746.
    #expect(binomial(166, 333, 1000, 0.97) == 0)
    check(binomial(500, 1000, 1000, 0.3), 6.06609367675041223e-40)
    check(binomial(0, 400, 1000, 0.3), 0.999999999992969852)
    check(binomial(0, 990, 1000, 0.97), 0.999994339930073166)
    check(binomial(0, 1000, 1000, 0.97), 1)
    check(binomial(7, 7, 10, 0.5), 0.1171875)
  }

  @Test("A plane is found again from its points, and a repeated variable gets no coefficient")
  func regression() {
    let x1: [Double] = [1, 2, 3, 4, 5, 6]
    let x2: [Double] = [2, 1, 4, 3, 7, 5]
    let y = zip(x1, x2).map { 3 * $0 - 2 * $1 + 1_000_000 }
    let model = LeastSquares(y, variables: [x1, x2], hasConstant: true)
    check(model?.coefficients[0] ?? 0, 3)
    check(model?.coefficients[1] ?? 0, -2)
    check(model?.constant ?? 0, 1_000_000)
    let twice = LeastSquares(y, variables: [x1, x1.map { $0 * 2 }], hasConstant: true)
    #expect(twice?.coefficients[0] == 0)
    #expect(twice?.degreesOfFreedom == 4)
  }

  /// What Excel gives, from the tests of EPPlus.
  @Test("Of variables that depend on each other the ones that vary most are kept")
  func collinear() {
    let tens: [Double] = [10, 20, 30, 40, 50]
    let model = LeastSquares(tens, variables: [[1, 4, 8, 7, 9], [11, 20, 32, 29, 35]], hasConstant: true)
    check(model?.coefficients ?? [], [0, 1.479750778816], within: 1e-11)
    check(model?.errors ?? [], [0, 0.368054176], within: 1e-8)
    check([model?.constant ?? 0, model?.constantError ?? 0], [-7.585669782, 9.891007], within: 1e-6)
    check([model?.determination ?? 0, model?.residual ?? 0], [0.843457944, 156.5421], within: 1e-6)
    #expect(model?.degreesOfFreedom == 3)
    let two = LeastSquares([9, 12], variables: [[34, 65], [8, 7]], hasConstant: true)
    check(two?.coefficients ?? [], [0.096774194, 0], within: 1e-8)
    let four = LeastSquares(
      [9, 12], variables: [[34, 65], [8, 7], [15, 2431], [2534, 6769]], hasConstant: true)
    check((four?.coefficients ?? []) + [four?.constant ?? 0], [0, 0, 0, 0.000708383, 7.204958678], within: 1e-6)
    // Without a constant nothing is moved, and a column of ones is a variable like others.
    let ones = LeastSquares([1, 2, 4], variables: [[1, 1, 1], [2, 2, 2], [1, 2, 3]], hasConstant: false)
    check(ones?.coefficients ?? [], [0, -1.0 / 3, 1.5], within: 1e-12)
  }

  @Test("Variance keeps its digits far from zero")
  func variance() {
    check(Descriptive.sampleVariance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) ?? 0, 30)
    #expect(Descriptive.sampleVariance([1]) == nil)
    // By mpmath with 60 digits.
    let far = [0.25, 1.5, -0.75, 2.125, 0.5].map { 1e9 + $0 }
    check(Descriptive.sampleSkewness(far) ?? 0, -0.0350864143920995769)
    check(Descriptive.populationSkewness(far) ?? 0, -0.0235366823002384842)
    check(Descriptive.sampleKurtosis(far) ?? 0, -0.844491016846910156)
    check(Descriptive.mean(far, from: 1e9) ?? 0, 0.725)
    #expect(OrderStatistics.median([]) == nil)
    #expect(OrderStatistics.modes([1, 1, 2, 2, 3]) == [1, 2])
    #expect(OrderStatistics.frequencies([1, 2, 3, 9], bounds: [5, 2]) == [1, 2, 1])
  }

  @Test("Variances have the bits that Excel stores, and keep their digits far from zero")
  func variancesOfExcel() {
    let thirds = [2, 1.5, 2, 2.0 / 15, 20.0 / 15, 2, 2, 4, 2]
    #expect(Variance.population.of(thirds) == 0.8955829903978038)
    #expect(Variance.sample.of(thirds)?.squareRoot() == 1.0037583694283845)
    #expect(Variance.sample.of([2, 2, 4]) == 1.333333333333334)
    #expect(Variance.sample.of([1e-5, 1]) == 0.49999000004999994)
    #expect(Variance.population.of([1, 0, 1]) == 0.2222222222222222)
    #expect(Variance.sample.of([1, 2, 4, 8, 16, 32, 30]) == 171.57142857142856)
    let ages = [15, 77, 30, 28, 31, 96, 77, 53, 34, 12.545454545454545, 91]
    #expect(Variance.sample.of(ages) == 939.01382419233744)
    #expect(Variance.population.of(ages) == 853.6489310839429)
    #expect(Descriptive.plainSquaredDeviations([0, 1, 2, 0, 1e-5, 1.1, -1]) == 5.837134000085715)
    check(Variance.sample.of([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) ?? 0, 30)
    #expect(Variance.sample.of([1e200, 1e200]) == 0)
    #expect(Variance.sample.of([0.1, 0.1, 0.1]) == 0 && Variance.population.of([7]) == 0)
    #expect(Variance.sample.of([1]) == nil && Variance.population.of([]) == nil)
  }

  @Test("Tests of means keep their digits far from zero")
  func tests() {
    let evaluator = ModelEvaluator()
    let sample = "{1000000000.25,1000000001.5,999999999.25,1000000002.125,1000000000.5}"
    func probability(_ formula: String) -> Double {
      guard case .number(let number, _) = evaluator.evaluate(formula) else { return .nan }
      return number
    }
    // By mpmath with 60 digits.
    check(
      probability("T.TEST(\(sample), {1000000000.125,1000000001,999999998.25,1000000001.25}, 2, 2)"),
      0.512153790800350202)
    check(probability("Z.TEST(\(sample), 1000000000.5)"), 0.32655766281344797)
    check(probability("F.TEST({2,1.5,2,4,2}, {44,5,1,660,8,1})"), 1.02280410605829839e-9)
  }
}

private func check(_ value: Double, _ expected: Double, at location: SourceLocation = #_sourceLocation) {
  let tolerance: Double = expected < -37 ? 1e-3 : 1e-11 * abs(expected)
  #expect(abs(value - expected) <= tolerance, "\(value)", sourceLocation: location)
}

private func check(
  _ values: [Double], _ expected: [Double], within part: Double, at location: SourceLocation = #_sourceLocation
) {
  #expect(values.count == expected.count, sourceLocation: location)
  for (value, expected) in zip(values, expected) {
    #expect(abs(value - expected) <= part * abs(expected), "\(value)", sourceLocation: location)
  }
}
