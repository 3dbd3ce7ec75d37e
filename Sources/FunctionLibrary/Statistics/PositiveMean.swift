import Functions
import Mathematics

/// A mean that is found from the sum of a term of each number.
protocol MeanOfTerms {
  static func term(of number: Double) -> Double
  static func mean(_ sum: Double, of count: Int) -> Double
}

enum Geometric: MeanOfTerms {
  static func term(of number: Double) -> Double { log(number) }
  static func mean(_ sum: Double, of count: Int) -> Double { exp(sum / Double(count)) }
}

enum Harmonic: MeanOfTerms {
  static func term(of number: Double) -> Double { 1 / number }
  static func mean(_ sum: Double, of count: Int) -> Double { Double(count) / sum }
}

/// Such a mean of numbers that are taken in one by one; there is none unless all are positive.
struct PositiveMean<Way: MeanOfTerms>: NumberFold {
  private var count = 0
  private var areAllPositive = true
  private var sum = CompensatedSum()

  init() {}

  @inline(__always)
  mutating func add(_ number: Double) {
    count += 1
    if number > 0 { sum.add(Way.term(of: number)) } else { areAllPositive = false }
  }

  /// Whether no number has been taken in.
  var isEmpty: Bool { count == 0 }

  var result: Double? { count > 0 && areAllPositive ? Way.mean(sum.value, of: count) : nil }
}
