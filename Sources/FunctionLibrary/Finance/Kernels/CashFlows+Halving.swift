import Mathematics

extension CashFlows {
  /// The guess for which it is known how Excel's search ends.
  static let usualGuess = 0.1

  /// The rate at which Excel's search ends, near the one that it is for.
  ///
  /// What Excel has stored for XIRR is to the last digit the end of halving: of 0 to 0.1, 0.2, 0.4 and so on, of -0.1
  /// to 0, or of -1 to -0.1, whichever holds the rate. It ends where the half is no more than 5E-9 and 1E-8 of the
  /// rate; below -0.1 what is left of the payments must be as small a part of them, too.
  static func halved(_ rate: Double, _ amounts: [Double], days: [Double]) -> Double {
    // A search may come to 0 from below.
    let rate = abs(rate) < 1e-14 ? 0 : rate
    var (low, high) = (0.0, usualGuess)
    if rate <= -usualGuess {
      (low, high) = (-1, -usualGuess)
    } else if rate < 0 {
      (low, high) = (-usualGuess, 0)
    }
    while high < rate { high *= 2 }
    while true {
      let half = (high - low) / 2
      let middle = high - half
      // Where neither end moves any more the rate is as near as numbers are.
      guard half > rate.ulp else { return rate }
      if half <= 5e-9 + 1e-8 * abs(middle), high > -usualGuess || isSettled(middle, amounts, days) { return middle }
      if middle < rate { low = middle } else { high = middle }
    }
  }

  /// Whether so little is left at a rate that Excel takes it.
  private static func isSettled(_ rate: Double, _ amounts: [Double], _ days: [Double]) -> Bool {
    let first = days.first ?? 0
    var (rest, sum) = (0.0, 0.0)
    for (amount, day) in zip(amounts, days) {
      let value = amount * pow(1 + rate, (first - day) / 365)
      rest += value
      sum += abs(value)
    }
    return abs(rest) <= 1e-8 * sum
  }
}
