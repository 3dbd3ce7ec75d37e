import Mathematics

/// Logarithms to any base.
enum Logarithms {
  /// The logarithm of a positive number to a positive base other than 1.
  ///
  /// A quotient of logarithms misses whole results by a bit, as in 2.9999999999999996 for 125 and 5. So a quotient that is
  /// next to a whole number is that number when the power of the base confirms it.
  static func logarithm(_ x: Double, base: Double) -> Double {
    if base == 10 { return log10(x) }
    if base == 2 { return log2(x) }
    let quotient = log(x) / log(base)
    let whole = quotient.rounded()
    return abs(quotient - whole) <= abs(whole) * 0x1p-50 && pow(base, whole) == x ? whole : quotient
  }
}
