#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Probabilities of counts. Arguments are whole numbers.
public enum DiscreteDistributions {
  /// The logarithm of the count of ways to choose `k` of `n`.
  static func logCombinations(_ n: Double, _ k: Double) -> Double {
    lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
  }

  /// A product of a count of ways and powers, over logarithms only where the count is too large.
  private static func term(_ n: Double, _ k: Double, _ p: Double, _ powerP: Double, _ powerQ: Double) -> Double {
    if p == 0 { return powerP == 0 ? 1 : 0 }
    if p == 1 { return powerQ == 0 ? 1 : 0 }
    if n <= 1000 {
      let direct = Combinatorics.combinations(n, k) * pow(p, powerP) * pow(1 - p, powerQ)
      if direct.isFinite, direct > 1e-290 { return direct }
    }
    return exp(logCombinations(n, k) + powerP * log(p) + powerQ * log1p(-p))
  }

  public static func binomial(_ k: Double, trials n: Double, _ p: Double) -> Double { term(n, k, p, k, n - k) }

  public static func binomialCumulative(_ k: Double, trials n: Double, _ p: Double) -> Double {
    if k >= n { return 1 }
    if k < 0 { return 0 }
    return SpecialFunctions.beta(1 - p, n - k, k + 1)
  }

  /// The smallest count whose cumulative probability reaches a bound.
  public static func binomialQuantile(_ bound: Double, trials n: Double, _ p: Double) -> Double {
    var low: Double = 0
    var high = n
    while low < high {
      let middle = ((low + high) / 2).rounded(.down)
      if binomialCumulative(middle, trials: n, p) >= bound * (1 - 1e-14) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  public static func negativeBinomial(_ failures: Double, successes: Double, _ p: Double) -> Double {
    term(failures + successes - 1, successes - 1, p, successes, failures)
  }

  public static func negativeBinomialCumulative(_ failures: Double, successes: Double, _ p: Double) -> Double {
    SpecialFunctions.beta(p, successes, failures + 1)
  }

  public static func poisson(_ k: Double, mean: Double) -> Double {
    mean == 0 ? (k == 0 ? 1 : 0) : exp(k * log(mean) - mean - lgamma(k + 1))
  }

  public static func poissonCumulative(_ k: Double, mean: Double) -> Double { SpecialFunctions.upperGamma(k + 1, mean) }

  /// The probability of `k` marked ones in a sample.
  public static func hypergeometric(_ k: Double, sample: Double, marked: Double, population: Double) -> Double {
    guard k >= max(0, sample + marked - population), k <= min(sample, marked) else { return 0 }
    if population <= 1000 {
      let ways = Combinatorics.combinations(marked, k) * Combinatorics.combinations(population - marked, sample - k)
      let all = Combinatorics.combinations(population, sample)
      if ways.isFinite, all.isFinite { return ways / all }
    }
    return exp(
      logCombinations(marked, k) + logCombinations(population - marked, sample - k)
        - logCombinations(population, sample))
  }

  public static func hypergeometricCumulative(
    _ k: Double, sample: Double, marked: Double, population: Double
  ) -> Double {
    var sum = CompensatedSum()
    var count = max(0, sample + marked - population)
    let last = min(k, count + 1e6)
    while count <= last {
      sum.add(hypergeometric(count, sample: sample, marked: marked, population: population))
      count += 1
    }
    return min(1, sum.value)
  }
}
