/// A number held as the unevaluated sum of two doubles, with some 31 digits.
///
/// The exponent of a density may be a difference of numbers as large as 10¹²; kept so, it is right to far below the
/// last place of its exponential. Sums and products are those of Dekker (1971) and Knuth (TAOCP 2, §4.2.2).
struct DoubleDouble {
  var high: Double
  var low: Double

  @inline(__always)
  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  /// The sum of two doubles, exactly.
  @inline(__always)
  init(adding a: Double, _ b: Double) {
    let sum = a + b
    let part = sum - a
    self.init(sum, (a - (sum - part)) + (b - part))
  }

  /// The sum of two doubles, exactly, the first of which is not smaller than the second.
  @inline(__always)
  init(large: Double, small: Double) {
    let sum = large + small
    self.init(sum, small - (sum - large))
  }

  /// The product of two doubles, exactly.
  @inline(__always)
  init(multiplying a: Double, _ b: Double) {
    let product = a * b
    self.init(product, (-product).addingProduct(a, b))
  }

  var value: Double { high + low }

  @inline(__always)
  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble(adding: a.high, b.high)
    let rest = DoubleDouble(adding: a.low, b.low)
    let nearer = DoubleDouble(large: sum.high, small: sum.low + rest.high)
    return DoubleDouble(large: nearer.high, small: nearer.low + rest.low)
  }

  @inline(__always)
  static prefix func - (a: DoubleDouble) -> DoubleDouble { DoubleDouble(-a.high, -a.low) }

  @inline(__always)
  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  @inline(__always)
  static func + (a: DoubleDouble, b: Double) -> DoubleDouble { a + DoubleDouble(b) }

  @inline(__always)
  static func - (a: DoubleDouble, b: Double) -> DoubleDouble { a + DoubleDouble(-b) }

  @inline(__always)
  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(multiplying: a.high, b.high)
    return DoubleDouble(large: product.high, small: product.low + (a.high * b.low + a.low * b.high))
  }

  @inline(__always)
  static func * (a: DoubleDouble, b: Double) -> DoubleDouble {
    let product = DoubleDouble(multiplying: a.high, b)
    return DoubleDouble(large: product.high, small: product.low + a.low * b)
  }

  @inline(__always)
  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let first = a.high / b.high
    guard first.isFinite, b.high.isFinite else { return DoubleDouble(first) }
    // What a quotient leaves is a double.
    let rest = a.high.addingProduct(-first, b.high) + (a.low - first * b.low)
    return DoubleDouble(large: first, small: rest / b.high)
  }

  /// The sum with a number that is no larger and takes no more than a bit or two away.
  @inline(__always)
  func adding(smaller other: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble(large: high, small: other.high)
    return DoubleDouble(large: sum.high, small: sum.low + (low + other.low))
  }

  /// The number times a power of two, which is exact.
  @inline(__always)
  func scaled(by power: Double) -> DoubleDouble { DoubleDouble(high * power, low * power) }
}
