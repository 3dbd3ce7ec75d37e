import Mathematics

/// Probabilities of counts. Arguments are whole numbers.
///
/// A single probability is the exponential of a logarithm of 31 digits, so it is nearly always rounded correctly.
enum DiscreteDistributions {
  private static func logarithmOfFactorial(_ n: Double) -> DoubleDouble { DoubleDouble(n + 1).logarithmOfGamma }

  /// The logarithm of the count of ways to choose `k` of `n`.
  private static func logarithmOfCombinations(_ n: Double, _ k: Double) -> DoubleDouble {
    logarithmOfFactorial(n) - logarithmOfFactorial(k) - logarithmOfFactorial(n - k)
  }

  /// The count of ways to choose `k` of `n` with the probability that these succeed `wins` times and fail `losses` times.
  private static func term(_ n: Double, _ k: Double, _ p: Double, wins: Double, losses: Double) -> Double {
    if p == 0 { return wins == 0 ? 1 : 0 }
    if p == 1 { return losses == 0 ? 1 : 0 }
    let powers =
      DoubleDouble(p).logarithm(for: wins) * wins + DoubleDouble(adding: 1, -p).logarithm(for: losses) * losses
    return (logarithmOfCombinations(n, k) + powers).exponential(times: 1)
  }

  // MARK: Binomial

  static func binomial(_ k: Double, trials n: Double, _ p: Double) -> Double {
    term(n, k, p, wins: k, losses: n - k)
  }

  static func binomialCumulative(_ k: Double, trials n: Double, _ p: Double) -> Double {
    if k >= n { return 1 }
    if k < 0 { return 0 }
    return SpecialFunctions.betaComplement(p, k + 1, n - k)
  }

  /// The probability of more than `k` successes.
  static func binomialTail(_ k: Double, trials n: Double, _ p: Double) -> Double {
    if k >= n { return 0 }
    if k < 0 { return 1 }
    return SpecialFunctions.beta(p, k + 1, n - k)
  }

  /// The probability of at least `first` and at most `last` successes.
  ///
  /// The terms are added from the one nearest to the mode, which is the largest, out to both ends.
  static func binomial(from first: Double, to last: Double, trials n: Double, _ p: Double) -> Double {
    if p > 0, p < 1, last - first < 2000 {
      let mode = min(max(((n + 1) * p).rounded(.down), first), last)
      let largest = binomial(mode, trials: n, p)
      let odds = p / (1 - p)
      let up = ratios(count: last - mode) { (n - mode - $0 + 1) / (mode + $0) * odds }
      let down = ratios(count: mode - first) { (mode - $0 + 1) / (n - mode + $0) / odds }
      return min(1, largest * (1 + up + down))
    }
    return first > n * p
      ? binomialTail(first - 1, trials: n, p) - binomialTail(last, trials: n, p)
      : binomialCumulative(last, trials: n, p) - binomialCumulative(first - 1, trials: n, p)
  }

  /// The smallest count whose cumulative probability reaches a bound.
  ///
  /// The search begins where Cornish and Fisher expect it, mostly one beside it or there. From there it adds or takes away single
  /// probabilities; what is still far away is searched for.
  static func binomialQuantile(_ bound: Double, trials n: Double, _ p: Double) -> Double {
    let z = NormalDistribution.quantile(bound)
    let expected = n * p + z * (n * p * (1 - p)).squareRoot() + (z * z - 1) * (1 - 2 * p) / 6
    let probe = max(0, min(n - 1, (expected - 0.5).rounded(.up)))
    guard n >= 1, n < Tail.largestShape else { return search(from: probe, bound, trials: n, p) }
    let tail = IncompleteBeta(p, probe + 1, n - probe).tail(.upper)
    var (sum, k) = (tail.probability, probe)
    // The slope of the tail is n − k times as large as the probability of one more, on its logarithmic scale.
    var term = tail.slope.exponential(times: 1 / ((n - k) * p))
    let odds = p / (1 - p)
    let isBelow = !reaches(bound, k, about: sum, of: sum, trials: n, p)
    for _ in 0..<40 {
      let scale = sum
      if isBelow {
        k += 1
        term *= (n - k + 1) / k * odds
        sum += term
        if k == n || reaches(bound, k, about: sum, of: 1, trials: n, p) { return k }
      } else {
        if k == 0 { return 0 }
        sum -= term
        term *= k / (n - k + 1) / odds
        k -= 1
        if !reaches(bound, k, about: sum, of: max(scale, tail.probability), trials: n, p) { return k + 1 }
      }
    }
    return search(from: k, bound, trials: n, p)
  }

  /// Whether the cumulative probability of a count reaches a bound.
  ///
  /// Where an approximation is too close to the bound, the probabilities are added up with three digits more: a count whose
  /// exact probability is the bound reaches it, and one that is short of it by the last bit does not.
  ///
  /// - Parameter scale: What the approximation was made from, whose last digits it does not have.
  private static func reaches(
    _ bound: Double, _ k: Double, about sum: Double, of scale: Double, trials n: Double, _ p: Double
  ) -> Bool {
    if abs(sum - bound) > 1e-11 * max(scale, bound) { return sum > bound }
    if scale > sum {
      let sum = binomialCumulative(k, trials: n, p)
      return reaches(bound, k, about: sum, of: sum, trials: n, p)
    }
    let exact = wideCumulative(k, trials: n, p) ?? DoubleDouble(sum)
    return (exact / DoubleDouble(bound) - 1).value > -1e-17
  }

  /// The cumulative probability with some 18 digits, those of the logarithm of gamma; nothing where it would take too many terms.
  private static func wideCumulative(_ k: Double, trials n: Double, _ p: Double) -> DoubleDouble? {
    let failure = DoubleDouble(adding: 1, -p)
    let powers = DoubleDouble(p).logarithm(for: k) * k + failure.logarithm(for: n - k) * (n - k)
    var term = (logarithmOfCombinations(n, k) + powers).exponential
    var (sum, count, last) = (term, k, 0.0)
    while count > 0, term.high >= last || term.high > sum.high * 1e-20 {
      guard k - count < 10_000 else { return nil }
      last = term.high
      term = term * failure * count / (DoubleDouble(p) * (n - count + 1))
      sum = sum + term
      count -= 1
    }
    return sum
  }

  /// The search for the quantile in steps that double, until they have passed it.
  private static func search(from start: Double, _ bound: Double, trials n: Double, _ p: Double) -> Double {
    var probe = max(0, min(n - 1, start))
    var (low, high): (Double, Double) = (0, n)
    var step: Double = 1
    while low < high {
      let sum = binomialCumulative(probe, trials: n, p)
      if reaches(bound, probe, about: sum, of: sum, trials: n, p) { high = probe } else { low = probe + 1 }
      if low == 0 {
        probe = max(0, high - step)
      } else if high == n {
        probe = min(n - 1, low + step - 1)
      } else {
        probe = ((low + high) / 2).rounded(.down)
      }
      step *= 2
    }
    return low
  }

  // MARK: Negative binomial and Poisson

  static func negativeBinomial(_ failures: Double, successes: Double, _ p: Double) -> Double {
    term(failures + successes - 1, failures, p, wins: successes, losses: failures)
  }

  static func negativeBinomialCumulative(_ failures: Double, successes: Double, _ p: Double) -> Double {
    SpecialFunctions.beta(p, successes, failures + 1)
  }

  static func poisson(_ k: Double, mean: Double) -> Double {
    if mean == 0 { return k == 0 ? 1 : 0 }
    return (DoubleDouble(mean).logarithm(for: k) * k - mean - logarithmOfFactorial(k)).exponential(times: 1)
  }

  static func poissonCumulative(_ k: Double, mean: Double) -> Double { SpecialFunctions.upperGamma(k + 1, mean) }

  // MARK: Hypergeometric

  /// The probability of `k` marked ones in a sample.
  static func hypergeometric(_ k: Double, sample: Double, marked: Double, population: Double) -> Double {
    guard k >= max(0, sample + marked - population), k <= min(sample, marked) else { return 0 }
    let ways = logarithmOfCombinations(marked, k) + logarithmOfCombinations(population - marked, sample - k)
    return (ways - logarithmOfCombinations(population, sample)).exponential(times: 1)
  }

  static func hypergeometricCumulative(
    _ k: Double, sample: Double, marked: Double, population: Double
  ) -> Double {
    let fewest = max(0, sample + marked - population)
    let most = min(sample, marked)
    if k >= most { return 1 }
    if k < fewest { return 0 }
    // Away from the mode the terms fall faster than a geometric series, so the nearer tail is added up.
    let unmarked = population - marked
    if k <= (sample + 1) * (marked + 1) / (population + 2) {
      let first = hypergeometric(k, sample: sample, marked: marked, population: population)
      return sum(of: first, count: k - fewest) { step in
        let i = k - step + 1
        return i * (unmarked - sample + i) / ((marked - i + 1) * (sample - i + 1))
      }
    }
    let first = hypergeometric(k + 1, sample: sample, marked: marked, population: population)
    let rest = sum(of: first, count: most - k - 1) { step in
      let i = k + step
      return (marked - i) * (sample - i) / ((i + 1) * (unmarked - sample + i + 1))
    }
    return max(0, 1 - rest)
  }

  /// A term and `count` more, each the one before times a ratio, until they no longer matter.
  private static func sum(of first: Double, count: Double, ratio: (Double) -> Double) -> Double {
    min(1, first * (1 + ratios(count: count, ratio)))
  }

  /// The sum of `count` numbers that begin at a ratio to 1, each the one before times a ratio, until they no longer matter.
  private static func ratios(count: Double, _ ratio: (Double) -> Double) -> Double {
    var term: Double = 1
    var sum = CompensatedSum()
    var step: Double = 1
    while step <= count {
      let factor = ratio(step)
      term *= factor
      sum.add(term)
      if factor < 1, term < (1 + sum.value) * 1e-18 * (1 - factor) { break }
      step += 1
    }
    return sum.value
  }
}
