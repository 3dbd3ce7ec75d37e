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

  private static let factorials = wideFactorials.map(\.value)

  /// The factorials of up to 170 with some 31 digits.
  private static let wideFactorials: [DoubleDouble] = (1...170).reduce(into: [DoubleDouble(1)]) { list, n in
    list.append(list[n - 1] * Double(n))
  }

  /// A whole number rounded from a quotient of ``wideFactorials``.
  ///
  /// Up to 2⁹⁰ its error is far below a half, so that it becomes the exact number before it is rounded once.
  private static func whole(_ quotient: DoubleDouble) -> Double {
    guard quotient.high < 0x1p90 else { return quotient.value }
    return quotient.high < 0x1p53 ? quotient.value.rounded() : quotient.high + quotient.low.rounded()
  }

  /// The product of every second number up to `n`; infinite above 300.
  static func doubleFactorial(_ n: Int) -> Double {
    guard n >= -1 else { return .nan }
    guard n <= 300 else { return .infinity }
    return doubleFactorials[n + 1]
  }

  /// The double factorials from that of -1 on.
  private static let doubleFactorials: [Double] = (1...300)
    .reduce(into: [DoubleDouble(1), DoubleDouble(1)]) { list, n in list.append(list[n - 1] * Double(n)) }
    .map(\.value)

  /// The ways to choose `k` of `n` without order.
  static func combinations(_ n: Double, _ k: Double) -> Double {
    guard n >= 0, k >= 0, k <= n else { return .nan }
    if n <= 170, n == n.rounded(), k == k.rounded() {
      return whole(wideFactorials[Int(n)] / (wideFactorials[Int(k)] * wideFactorials[Int(n - k)]))
    }
    var product = WideProduct(room)
    multiply(&product, byWaysToChoose: k, of: n)
    return product.value / room
  }

  /// The factorial of the sum of terms divided by the factorials of the terms.
  static func multinomial(_ terms: [Double]) -> Double {
    var sum = terms.reduce(0, +)
    if sum <= 170, terms.allSatisfy({ $0 >= 0 && $0 == $0.rounded() }) {
      return whole(wideFactorials[Int(sum)] / terms.reduce(DoubleDouble(1)) { $0 * wideFactorials[Int($1)] })
    }
    sum = 0
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
    if n <= 170, n == n.rounded(), k == k.rounded() {
      return whole(wideFactorials[Int(n)] / wideFactorials[Int(n - k)])
    }
    var product = WideProduct(1)
    var i: Double = 0
    while i < k, product.value.isFinite {
      product.multiply(by: n - i)
      i += 1
    }
    return product.value
  }

  /// The greatest common divisor of numbers that are whole, not negative and less than 2⁶³.
  ///
  /// The remainder of integers is an instruction, that of other numbers a call.
  static func greatestCommonDivisor(_ a: Double, _ b: Double) -> Double {
    var (a, b) = (Int(a), Int(b))
    while b > 0 { (a, b) = (b, a % b) }
    return Double(a)
  }
}
