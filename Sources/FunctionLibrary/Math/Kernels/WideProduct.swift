/// A product kept with about twice the digits of a number, so that hundreds of factors leave it correctly rounded.
///
/// The error of each step is exact by a fused multiplication; Dekker (1971), with the forms of Shewchuk (1997).
struct WideProduct {
  private var high: Double
  private var low: Double = 0

  init(_ value: Double) { high = value }

  /// The product; infinite when it is too large.
  var value: Double { high }

  mutating func multiply(by factor: Double) {
    let product = high * factor
    guard product.isFinite else { return fail(with: product) }
    let rest = (-product).addingProduct(high, factor).addingProduct(low, factor)
    set(product, rest)
  }

  mutating func divide(by divisor: Double) {
    let quotient = high / divisor
    guard quotient.isFinite else { return fail(with: quotient) }
    let rest = (high.addingProduct(-quotient, divisor) + low) / divisor
    set(quotient, rest)
  }

  private mutating func set(_ product: Double, _ rest: Double) {
    high = product + rest
    low = rest - (high - product)
  }

  private mutating func fail(with value: Double) {
    high = value
    low = 0
  }
}
