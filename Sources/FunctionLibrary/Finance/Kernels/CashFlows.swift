import Mathematics

/// Amounts of money at equal intervals or on days of their own.
enum CashFlows {
  /// The value one period before the first amount.
  static func netPresentValue(_ rate: Double, _ amounts: [Double]) -> Double {
    var sum = DiscountedSum(rate: rate)
    for amount in amounts { sum.add(amount) }
    return sum.value
  }

  /// The rate at which amounts are worth nothing at the first; `nil` when none is found.
  static func internalRate(_ amounts: [Double], guess: Double) -> Double? {
    guard amounts.contains(where: { $0 > 0 }), amounts.contains(where: { $0 < 0 }) else { return nil }
    func rough(_ growth: Double) -> RateSearch.Worth { roughWorth(at: growth, amounts) }
    return RateSearch.rate(near: guess, roughly: rough) { worth(at: $0, amounts) { Double($0) } }
  }

  /// The rate with which money paid in is financed and money paid out invested again.
  static func modifiedRate(_ amounts: [Double], finance: Double, reinvest: Double) -> Double? {
    // What is paid out grows to the last payment, what is paid in is worth less the later it comes.
    var (income, expense) = (CompensatedSum(), CompensatedSum())
    let last = Double(amounts.count - 1)
    for (time, amount) in amounts.enumerated() where amount != 0 {
      if amount > 0 {
        income.add(amount * pow(1 + reinvest, last - Double(time)))
      } else {
        expense.add(amount * pow(1 + finance, -Double(time)))
      }
    }
    guard expense.value < 0, last > 0 else { return nil }
    return pow(-income.value / expense.value, 1 / last) - 1
  }

  /// The value on the first day, a year having 365 days.
  static func netPresentValue(_ rate: Double, _ amounts: [Double], days: [Double]) -> Double {
    var sum = DatedSum(rate: rate)
    for (amount, day) in zip(amounts, days) { sum.add(amount, on: day) }
    return sum.value
  }

  static func internalRate(_ amounts: [Double], days: [Double], guess: Double) -> Double? {
    guard amounts.contains(where: { $0 > 0 }), amounts.contains(where: { $0 < 0 }) else { return nil }
    // From the earliest day on no payment grows beyond all numbers at a small rate.
    let first = days.min() ?? 0
    let times = days.map { ($0 - first) / 365 }
    return RateSearch.rate(near: guess) { worth(at: $0, amounts) { times[$0] } }
  }

  /// The worth of amounts at equal intervals, whose factors are made of each other and lose a digit in some hundred.
  private static func roughWorth(at growth: Double, _ amounts: [Double]) -> RateSearch.Worth {
    let discount = exp(-growth)
    var (factor, time, value, slope) = (1.0, 0.0, 0.0, 0.0)
    for amount in amounts {
      let present = amount * factor
      value += present
      slope -= time * present
      factor *= discount
      time += 1
    }
    return RateSearch.Worth(value: value, slope: slope, scale: 0)
  }

  /// The worth of amounts after times, at a logarithm of growth.
  private static func worth(at growth: Double, _ amounts: [Double], _ time: (Int) -> Double) -> RateSearch.Worth {
    var value = CompensatedSum()
    var slope = CompensatedSum()
    var scale: Double = 0
    for (index, amount) in amounts.enumerated() {
      let time = time(index)
      let present = amount * exp(-time * growth)
      value.add(present)
      slope.add(-time * present)
      scale += abs(present)
    }
    return RateSearch.Worth(value: value.value, slope: slope.value, scale: scale)
  }
}
