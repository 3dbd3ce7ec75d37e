import Mathematics

/// Sines, cosines and tangents as Excel has them.
///
/// Excel takes an angle apart with a π of 64 bits, that of the x87 processors. Near a multiple of a quarter turn, where little is
/// left of the angle, this shows: `SIN(PI())` is 1.22514845490862E-16, and not 1.22464679914735E-16.
enum CircularKernel {
  /// A quarter turn in two parts: a number, and what is missing to that π.
  private static let quarter = (high: 0x1.921fb54442d18p0, low: 0x1.1a8p-54)

  /// The quarter turns in an angle, and what is left of it.
  private static func parts(_ angle: Double) -> (quarters: Int, rest: Double) {
    let count = (angle / quarter.high).rounded()
    let rest = angle.addingProduct(-count, quarter.high).addingProduct(-count, quarter.low)
    return (Int(count) & 3, rest)
  }

  /// Whether the two π make no difference to a result.
  private static func isPlain(_ result: Double, _ angle: Double) -> Bool { abs(result) > 1e-3 && abs(angle) < 1e4 }

  static func sine(_ angle: Double) -> Double {
    let plain = sin(angle)
    if isPlain(plain, angle) { return plain }
    let (quarters, rest) = parts(angle)
    return value(quarters, rest)
  }

  static func cosine(_ angle: Double) -> Double {
    let plain = cos(angle)
    if isPlain(plain, angle) { return plain }
    let (quarters, rest) = parts(angle)
    return value(quarters + 1, rest)
  }

  static func tangent(_ angle: Double) -> Double {
    let plain = tan(angle)
    if isPlain(plain, angle), abs(plain) < 1e3 { return plain }
    let (quarters, rest) = parts(angle)
    return quarters & 1 == 0 ? tan(rest) : -1 / tan(rest)
  }

  /// The sine of some quarter turns and a rest.
  private static func value(_ quarters: Int, _ rest: Double) -> Double {
    switch quarters & 3 {
    case 0: sin(rest)
    case 1: cos(rest)
    case 2: -sin(rest)
    default: -cos(rest)
    }
  }
}
