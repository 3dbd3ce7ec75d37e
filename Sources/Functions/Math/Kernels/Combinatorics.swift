/// Counting: factorials and what is made from them.
///
/// Every result is correctly rounded as long as it is below 2⁵³; larger ones carry the error of the multiplications.
public enum Combinatorics {
  /// The factorial; infinite above 170.
  public static func factorial(_ n: Int) -> Double {
    guard n >= 0 else { return .nan }
    guard n <= 170 else { return .infinity }
    return factorials[n]
  }

  private static let factorials: [Double] = {
    var result: [Double] = [1]
    for n in 1...170 { result.append(result[n - 1] * Double(n)) }
    return result
  }()

  /// The product of every second number up to `n`; infinite above 300.
  public static func doubleFactorial(_ n: Int) -> Double {
    guard n >= -1 else { return .nan }
    guard n <= 300 else { return .infinity }
    var result: Double = 1
    for factor in stride(from: n, to: 1, by: -2) { result *= Double(factor) }
    return result
  }

  /// The ways to choose `k` of `n` without order.
  public static func combinations(_ n: Double, _ k: Double) -> Double {
    guard n >= 0, k >= 0, k <= n else { return .nan }
    let k = min(k, n - k)
    guard k < 100_000 else { return .infinity }
    var result: Double = 1
    var i: Double = 1
    while i <= k {
      result = result * (n - k + i) / i
      if result.isInfinite { return .infinity }
      if result < 9e15 { result.round() }
      i += 1
    }
    return result
  }

  /// The ways to choose `k` of `n` in order.
  public static func permutations(_ n: Double, _ k: Double) -> Double {
    guard n >= 0, k >= 0, k <= n else { return .nan }
    var result: Double = 1
    var i: Double = 0
    while i < k {
      result *= n - i
      if result.isInfinite || i > 1e6 { return .infinity }
      i += 1
    }
    return result
  }

  /// The greatest common divisor of numbers that are whole and not negative.
  public static func greatestCommonDivisor(_ a: Double, _ b: Double) -> Double {
    var (a, b) = (a, b)
    while b > 0 { (a, b) = (b, a.truncatingRemainder(dividingBy: b)) }
    return a
  }
}
