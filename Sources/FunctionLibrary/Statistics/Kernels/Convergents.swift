/// The values of a continued fraction `1/(b₁ + a₁/(b₂ + a₂/(b₃ + …)))` that is cut after each of its parts.
///
/// Numerators and denominators go on by the recurrence of DLMF 1.12.5, in which no division waits for another, as it does in the
/// method of Lentz. How far two neighbours are apart is a product of the `aᵢ` over their denominators (DLMF 1.12.7), so that
/// rounding does not blur it.
struct Convergents {
  private var numerator: (last: Double, this: Double)
  private var denominator: (last: Double, this: Double)
  private var determinant: Double = 1

  init(first: Double) {
    numerator = (0, 1)
    denominator = (1, first)
  }

  var value: Double { numerator.this / denominator.this }

  /// Takes in the next part of the fraction.
  @inline(__always)
  mutating func append(_ a: Double, over b: Double) {
    numerator = (numerator.this, b * numerator.this + a * numerator.last)
    denominator = (denominator.this, b * denominator.this + a * denominator.last)
    determinant *= -a
    // A product of two of them must stay within the range of doubles.
    if abs(denominator.this) > 0x1p200 { shrink() }
  }

  private mutating func shrink() {
    numerator = (numerator.last * 0x1p-200, numerator.this * 0x1p-200)
    denominator = (denominator.last * 0x1p-200, denominator.this * 0x1p-200)
    determinant *= 0x1p-400
  }

  /// Whether the last two values differ by no more than a part of the value.
  @inline(__always)
  func haveSettled(within tolerance: Double) -> Bool {
    abs(determinant) <= tolerance * abs(numerator.this * denominator.last)
  }
}
