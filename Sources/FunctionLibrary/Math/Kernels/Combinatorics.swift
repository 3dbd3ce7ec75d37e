/// Counting: factorials and what is made from them.
///
/// Every result is correctly rounded, because the products are kept with twice the digits.
enum Combinatorics {
  /// The factorial; infinite above 170.
  static func factorial(_ n: Int) -> Double {
    guard n >= 0 else { return .nan }
    guard n <= 170 else { return .infinity }
    return factorials[n]
  }

  private static let factorials: [Double] = {
    var product = WideProduct(1)
    return [1]
      + (1...170).map { n in
        product.multiply(by: Double(n))
        return product.value
      }
  }()

  /// The product of every second number up to `n`; infinite above 300.
  static func doubleFactorial(_ n: Int) -> Double {
    guard n >= -1 else { return .nan }
    guard n <= 300 else { return .infinity }
    var product = WideProduct(1)
    for factor in stride(from: n, to: 1, by: -2) { product.multiply(by: Double(factor)) }
    return product.value
  }

  /// The ways to choose `k` of `n` without order.
  static func combinations(_ n: Double, _ k: Double) -> Double {
    guard n >= 0, k >= 0, k <= n else { return .nan }
    var product = WideProduct(room)
    multiply(&product, byWaysToChoose: k, of: n)
    return product.value / room
  }

  /// The factorial of the sum of terms divided by the factorials of the terms.
  static func multinomial(_ terms: [Double]) -> Double {
    var sum: Double = 0
    var product = WideProduct(room)
    for term in terms {
      sum += term
      multiply(&product, byWaysToChoose: term, of: sum)
    }
    return product.value / room
  }

  /// What a product of ways begins with, so that it may pass beyond the largest number before it is divided again.
  private static let room = 0x1p-64

  private static func multiply(_ product: inout WideProduct, byWaysToChoose k: Double, of n: Double) {
    let k = min(k, n - k)
    var i: Double = 1
    while i <= k, product.value.isFinite {
      product.multiply(by: n - k + i)
      product.divide(by: i)
      i += 1
    }
  }

  /// The ways to choose `k` of `n` in order.
  static func permutations(_ n: Double, _ k: Double) -> Double {
    guard n >= 0, k >= 0, k <= n else { return .nan }
    var product = WideProduct(1)
    var i: Double = 0
    while i < k, product.value.isFinite {
      product.multiply(by: n - i)
      i += 1
    }
    return product.value
  }

  /// The greatest common divisor of numbers that are whole and not negative.
  static func greatestCommonDivisor(_ a: Double, _ b: Double) -> Double {
    var (a, b) = (a, b)
    while b > 0 { (a, b) = (b, a.truncatingRemainder(dividingBy: b)) }
    return a
  }
}
