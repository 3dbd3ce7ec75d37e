import Functions
import Mathematics

/// The value of payments at equal intervals, one period before the first, which are taken in one after the other.
///
/// What is so far away that it has no worth that could be seen is passed over: its products are the slow ones below all normal
/// numbers. Whether one is depends on those before it alone, so that the value is the same however many are taken in at a time.
struct DiscountedSum: NumberFold {
  private let growth: Double
  private var sum = CompensatedSum()
  private var factor: Double = 1
  /// Whether small payments from here on have no worth.
  private var isFar = false
  /// How many were passed over since the factor was made.
  private var passedOver = 0

  init() { self.init(rate: 0) }

  init(rate: Double) { growth = 1 + rate }

  mutating func add(_ amount: Double) {
    if isFar {
      if abs(amount) < 1e10 {
        passedOver += 1
        return
      }
      catchUp()
    }
    factor /= growth
    sum.add(amount * factor)
    isFar = abs(factor) < 1e-300 && abs(growth) > 1 && sum.outweighsTinyTerms
  }

  /// Makes the factor that it would have been had nothing been passed over.
  private mutating func catchUp() {
    while passedOver > 0, case let next = factor / growth, next != factor {
      factor = next
      passedOver -= 1
    }
    passedOver = 0
  }

  var value: Double { sum.value }
  var result: Double? { value }
}

/// The value of payments on the first of their days, a year having 365 days, which are taken in one after the other.
struct DatedSum {
  private let growth: Double
  private var sum = CompensatedSum()
  private(set) var first: Double?
  // Payments of one day, which often follow each other, share a factor.
  private var last = (day: 0.0, factor: 1.0)

  init(rate: Double) { growth = 1 + rate }

  mutating func add(_ amount: Double, on day: Double) {
    let start = first ?? day
    if first == nil { (first, last.day) = (day, day) }
    if day != last.day { last = (day, pow(growth, (start - day) / 365)) }
    sum.add(amount * last.factor)
  }

  var value: Double { sum.value }
}
