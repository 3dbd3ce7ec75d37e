/// Rounding of binary numbers as if they were the decimals of 15 digits that a spreadsheet shows.
///
/// `2.675` is a little less than its decimal, yet rounds to `2.68`. So where a number, moved by its power of ten, stands
/// within the 15th digit of a tie or of a whole number, it is taken to be there. Away from such places one multiplication
/// and one division decide; both are exact enough, because powers of ten up to 10²² have no rounding error.
@usableFromInline package enum DecimalRounding {
  @usableFromInline package enum Direction: Sendable {
    /// A tie moves away from zero.
    case nearest
    case awayFromZero
    case towardsZero
  }

  /// How far from a tie or a whole number, as a part of the number, a number may be that is it to 15 digits.
  @inlinable @inline(__always)
  package static var slack: Double { 5.1e-15 }

  /// Rounds to a count of decimal places; a negative count rounds left of the point.
  package static func round(_ x: Double, places: Int, _ direction: Direction = .nearest) -> Double {
    let magnitude = abs(x)
    guard magnitude > 0, magnitude.isFinite else { return x }
    if places > 22 {
      return magnitude < 1e-8 ? roundTiny(x, places: places, direction) : x
    }
    if places >= 0 {
      let power = powers[places]
      let scaled = magnitude * power
      guard scaled < 1e15 else { return x }
      let result = whole(scaled, direction) / power
      return x < 0 ? -result : result
    }
    guard places >= -308 else { return direction == .awayFromZero ? .infinity : 0 }
    let power = powerOfTen(-places)
    let result = whole(magnitude / power, direction) * power
    return x < 0 ? -result : result
  }

  /// The nearest whole number below, as INT gives it.
  @inlinable @inline(__always)
  package static func floor(_ x: Double) -> Double { x < 0 ? -whole(-x, .awayFromZero) : whole(x, .towardsZero) }

  /// The nearest whole number above.
  package static func ceiling(_ x: Double) -> Double { -floor(-x) }

  /// A number that is not negative, as a whole number.
  @inlinable
  package static func whole(_ x: Double, _ direction: Direction) -> Double {
    guard x < 1e15 else { return x }
    let below = x.rounded(.down)
    let fraction = x - below
    let slack = x * Self.slack
    switch direction {
    case .nearest:
      if fraction != 0.5, abs(fraction - 0.5) <= slack {
        return toFifteenDigits(x).rounded(.toNearestOrAwayFromZero)
      }
      return x.rounded(.toNearestOrAwayFromZero)
    case .towardsZero:
      return 1 - fraction <= slack && toFifteenDigits(x) > below ? below + 1 : below
    case .awayFromZero:
      if fraction == 0 { return below }
      return fraction <= slack && toFifteenDigits(x) <= below ? below : below + 1
    }
  }

  /// A number of 0 ..< 10¹⁵ with its digits after the 15th cut off by rounding.
  @inline(never)
  @usableFromInline package static func toFifteenDigits(_ x: Double) -> Double {
    var places = 15
    var bound: Double = 1
    while bound <= x, places > 0 {
      bound *= 10
      places -= 1
    }
    return (x * powers[places]).rounded(.toNearestOrAwayFromZero) / powers[places]
  }

  /// Ten to a power of 0 ... 308.
  package static func powerOfTen(_ exponent: Int) -> Double {
    if exponent <= 22 { return powers[max(exponent, 0)] }
    return exponent <= 308 ? (Double("1e\(exponent)") ?? .infinity) : .infinity
  }

  /// Rounds where the power of ten is itself rounded, so only the last bits may be off.
  private static func roundTiny(_ x: Double, places: Int, _ direction: Direction) -> Double {
    guard places <= 307 else { return x }
    let scaled = abs(x) * powerOfTen(places)
    guard scaled < 1e15 else { return x }
    let digits = whole(scaled, direction)  // below 10¹⁵, so it is an Int
    let result = Double("\(Int(digits))e-\(places)") ?? digits / powerOfTen(places)
    return x < 0 ? -result : result
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
