import Mathematics

/// Equal payments at equal intervals: `pv·(1+r)ⁿ + pmt·(1+r·due)·((1+r)ⁿ−1)/r + fv = 0`.
///
/// Money paid out is negative. `due` is 1 for payments at the start of a period and 0 for those at its end. Small rates
/// go through `expm1` and `log1p`, so that a rate near 0 loses no digits.
enum Annuity {
  /// `(1+r)ⁿ`.
  static func growth(_ rate: Double, _ periods: Double) -> Double { pow(1 + rate, periods) }

  /// `((1+r)ⁿ − 1) / r`.
  static func sumOfGrowth(_ rate: Double, _ periods: Double) -> Double {
    if rate == 0 { return periods }
    if abs(rate) < 1e-3 { return expm1(periods * log1p(rate)) / rate }
    return (pow(1 + rate, periods) - 1) / rate
  }

  /// `(1 − (1+r)⁻ⁿ) / r`.
  static func sumOfDiscounts(_ rate: Double, _ periods: Double) -> Double {
    if rate == 0 { return periods }
    if abs(rate) < 1e-3 { return -expm1(-periods * log1p(rate)) / rate }
    return (1 - pow(1 + rate, -periods)) / rate
  }

  static func payment(rate: Double, periods: Double, present: Double, future: Double, due: Double) -> Double {
    // Divided by the growth when there is some, so that long terms do not overflow.
    let factor = 1 + rate * due
    if rate > 0 {
      return 0 - (present + future * growth(rate, -periods)) / (factor * sumOfDiscounts(rate, periods))
    }
    return 0 - (present * growth(rate, periods) + future) / (factor * sumOfGrowth(rate, periods))
  }

  static func presentValue(rate: Double, periods: Double, payment: Double, future: Double, due: Double) -> Double {
    0 - future * growth(rate, -periods) - payment * (1 + rate * due) * sumOfDiscounts(rate, periods)
  }

  static func futureValue(rate: Double, periods: Double, payment: Double, present: Double, due: Double) -> Double {
    0 - (present * growth(rate, periods) + payment * (1 + rate * due) * sumOfGrowth(rate, periods))
  }

  /// How many periods it takes; not a number when no count of periods does.
  static func periods(rate: Double, payment: Double, present: Double, future: Double, due: Double) -> Double {
    if rate == 0 { return -(present + future) / payment }
    let paid = payment * (1 + rate * due)
    // What Excel computes, to the last bit; near a rate of 0 its digits would be lost.
    if abs(rate) >= 1e-3 { return log((paid - future * rate) / (present * rate + paid)) / log(1 + rate) }
    let perRate = paid / rate
    return log1p(-(future + present) / (perRate + present)) / log1p(rate)
  }

  /// The repayment in the payment of one period, counted from 1.
  ///
  /// Repayments grow with the rate from period to period, so no balance, a small difference of large numbers, is needed.
  /// With payments at the start the first one has no interest, and the others are those at the end, discounted once.
  static func principal(
    rate: Double, period: Double, periods: Double, present: Double, future: Double, due: Double
  ) -> Double {
    if due == 1, period == 1 {
      return payment(rate: rate, periods: periods, present: present, future: future, due: due)
    }
    let share =
      rate > 0
      ? growth(rate, period - 1 - periods) / sumOfDiscounts(rate, periods)
      : growth(rate, period - 1) / sumOfGrowth(rate, periods)
    return 0 - (present + future) * share / (1 + rate * due)
  }

  /// The interest in the payment of one period, counted from 1.
  static func interest(
    rate: Double, period: Double, periods: Double, present: Double, future: Double, due: Double
  ) -> Double {
    if due == 1, period == 1 { return 0 }
    let (owed, saved): (Double, Double)
    if rate > 0 {
      let all = sumOfDiscounts(rate, periods)
      owed = sumOfDiscounts(rate, periods - period + 1) / all
      saved = future == 0 ? 0 : growth(rate, period - 1 - periods) * sumOfDiscounts(rate, period - 1) / all
    } else {
      let all = sumOfGrowth(rate, periods)
      owed = growth(rate, period - 1) * sumOfGrowth(rate, periods - period + 1) / all
      saved = future == 0 ? 0 : sumOfGrowth(rate, period - 1) / all
    }
    return 0 - rate * (present * owed - future * saved) / (1 + rate * due)
  }

  /// What is repaid from one whole period through another, nothing being left at the end.
  static func principal(
    rate: Double, from first: Double, through last: Double, periods: Double, present: Double, due: Double
  ) -> Double {
    // From the last repayment back, because the first ones of a very long term are too small for a number.
    let end = principal(rate: rate, period: last, periods: periods, present: present, future: 0, due: 0)
    func part(_ first: Double) -> Double {
      end * (1 + rate) * sumOfDiscounts(rate, last - first + 1) / (1 + rate * due)
    }
    guard due == 1, first == 1 else { return part(first) }
    let payment = payment(rate: rate, periods: periods, present: present, future: 0, due: 1)
    return last < 2 ? payment : payment + part(2)
  }

  /// The interest from one whole period through another at a positive rate, nothing being left at the end.
  ///
  /// What is owed before each period is the sum of the discounts of those that are left. Added up in closed form, with
  /// what a count of periods exceeds such a sum by, all parts are positive and no digits cancel.
  static func interest(
    rate: Double, from first: Double, through last: Double, periods: Double, present: Double, due: Double
  ) -> Double {
    // With payments at the start the first one has no interest.
    let first = due == 1 ? max(first, 2) : first
    guard first <= last else { return 0 }
    let growth = log1p(rate)
    func discounts(_ periods: Double) -> Double { -expm1(-periods * growth) / rate }
    let count = last - first + 1
    // How far the count is above its sum of discounts, over the rate.
    let excess =
      count * rate < 1e-17
      ? count * (count + 1) / 2
      : (TailIntegral.exponentialBeyondLine(-count * growth) - count * TailIntegral.logarithmBelowLine(rate))
        / rate / rate
    let owed = (excess + discounts(count) * discounts(periods - last)) / discounts(periods)
    return 0 - rate * present * owed / (1 + rate * due)
  }

  /// The rate per period; `nil` when none is found.
  static func rate(
    periods: Double, payment: Double, present: Double, future: Double, due: Double, guess: Double
  ) -> Double? {
    // What is only paid, or only received, is worth nothing at no rate.
    let isPaid = payment < 0 || present < 0 || future < 0
    let isReceived = payment > 0 || present > 0 || future > 0
    guard isPaid == isReceived else { return nil }
    // Of several roots it is Excel's, sharpened where nothing cancels.
    let near = rateFromEnd(
      periods: periods, payment: payment, present: present, future: future, due: due, guess: guess)
    return RateSearch.rate(near: near ?? guess) { growth in
      let rate = expm1(growth)
      let end = exp(-periods * growth)
      // The payments are worth `sum` each at the start; near a rate of 0 its slope comes from its series.
      let isSmall = abs(growth * periods) < 1e-4
      let sum = growth == 0 ? periods : -expm1(-periods * growth) / rate
      let slope = isSmall ? -periods * (periods + 1) / 2 : (periods * end - sum * (1 + rate)) / rate
      let factor = 1 + rate * due
      return RateSearch.Worth(
        value: present + payment * factor * sum + future * end,
        slope: payment * (factor * slope + due * (1 + rate) * sum) - future * periods * end,
        scale: abs(present) + abs(payment * factor * sum) + abs(future * end))
    }
  }

  /// The rate to which the secants over what is left at the end lead; `nil` where they lead to none.
  ///
  /// The rates that Excel has stored are, to their last digits, those of secants that begin at the guess and a
  /// thousandth below it and end where what is left is less than 1E-7.
  private static func rateFromEnd(
    periods: Double, payment: Double, present: Double, future: Double, due: Double, guess: Double
  ) -> Double? {
    func rest(_ rate: Double) -> Double {
      if rate == 0 { return present + payment * periods + future }
      let growth = pow(1 + rate, periods)
      return present * growth + payment * (1 + rate * due) * (growth - 1) / rate + future
    }
    var (before, rate) = (guess, guess - 0.001)
    var (last, left) = (rest(before), rest(rate))
    if abs(last) < 1e-7 { return guess }
    for _ in 0..<256 {
      // Large amounts are never so near to nothing; they end where the rate does not change.
      let isNear = abs(left) < 1e-7 || abs(rate - before) < 1e-11
      // At -1 the amounts are worth nothing only because everything is.
      if isNear { return rate > -0.9999 ? rate : nil }
      let next = rate - left * (rate - before) / (left - last)
      guard next.isFinite, next > -1 else { return nil }
      (before, rate) = (rate, next)
      (last, left) = (left, rest(next))
    }
    return nil
  }
}
