import CellModel

/// Moving a number to a multiple of another.
enum Multiples {
  /// The multiple of `step`, which is positive, at or below a number.
  static func floor(_ x: Double, step: Double) -> Double {
    multiple(DecimalRounding.floor(x / step), of: step)
  }

  /// The multiple of `step`, which is positive, at or above a number.
  static func ceiling(_ x: Double, step: Double) -> Double {
    multiple(DecimalRounding.ceiling(x / step), of: step)
  }

  /// A count times a step; a step such as 0.1 divides by 10, which has no rounding error of its own.
  static func multiple(_ count: Double, of step: Double) -> Double {
    let inverse = (1 / step).rounded()
    if step < 1, abs(inverse * step - 1) <= 2.3e-16, inverse <= 1e15 { return count / inverse }
    return count * step
  }

  /// The exact remainder with the sign of the divisor; `nil` where the quotient is as large as Excel does not have it.
  static func modulo(_ x: Double, _ divisor: Double) -> Double? {
    guard abs(x / divisor) < 1_125_900_000_000 else { return nil }
    let rest = x.truncatingRemainder(dividingBy: divisor)
    guard rest != 0, (rest < 0) != (divisor < 0) else { return rest + 0 }
    let moved = rest + divisor
    // What rounds to the whole divisor is no rest, as in the angle of a tiny negative number.
    return moved == divisor ? 0 : moved
  }
}
