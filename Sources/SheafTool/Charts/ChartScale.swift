/// A range of numbers between two marks of a round step, and where numbers lie in it.
struct ChartScale {
  let lower: Double
  let upper: Double
  let step: Double

  /// - Parameters:
  ///   - numbers: What the scale holds.
  ///   - holdsZero: Whether it begins or ends at 0 at the least, as what is measured from 0 needs.
  ///   - steps: About how many steps it has.
  init(_ numbers: [Double], holdsZero: Bool, steps: Int = 4) {
    var low = numbers.min() ?? 0
    var high = numbers.max() ?? 1
    if holdsZero { (low, high) = (min(low, 0), max(high, 0)) }
    if low == high { (low, high) = low == 0 ? (0, 1) : (min(low, 0), max(high, 0)) }
    let step = Self.round(above: high / Double(steps) - low / Double(steps))
    let ends = (lower: (low / step).rounded(.down) * step, upper: (high / step).rounded(.up) * step)
    // At the ends of what a Double holds there is no rounder number beyond.
    guard ends.lower.isFinite, ends.upper.isFinite, ends.lower < ends.upper else {
      (lower, upper, self.step) = (low, high, high / 2 - low / 2)
      return
    }
    (lower, upper, self.step) = (ends.lower, ends.upper, step)
  }

  /// The marks, from below.
  var marks: [Double] {
    let count = (upper / step - lower / step).rounded()
    guard count >= 1, count <= 1_000 else { return [lower, upper] }
    return (0...Int(count)).map { $0 == Int(count) ? upper : mark($0) }
  }

  private func mark(_ number: Int) -> Double {
    let mark = lower + Double(number) * step
    // A scale may be longer than the greatest number.
    return mark.isFinite ? mark : 2 * (lower / 2 + Double(number) * (step / 2))
  }

  /// Where a number lies: 0 at the lower end, 1 at the upper.
  func share(of number: Double) -> Double { Self.share(of: number, from: lower, to: upper) }

  /// Where a number lies between two others: 0 at the lower, 1 at the upper, and 0 where they are one.
  static func share(of number: Double, from lower: Double, to upper: Double) -> Double {
    let length = upper / 2 - lower / 2
    return length > 0 ? (number / 2 - lower / 2) / length : 0
  }

  /// The least of 1, 2, 2.5 and 5 times a power of ten that is not below a number.
  private static func round(above number: Double) -> Double {
    guard number.isFinite, number > 0 else { return 1 }
    var power = 1.0
    while power <= number / 10 { power *= 10 }
    while power > number { power /= 10 }
    guard power > 0 else { return number }
    return [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= number * (1 - 1e-9) } ?? 10 * power
  }
}
