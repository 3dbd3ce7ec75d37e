#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Equal payments at equal intervals: `pv·(1+r)ⁿ + pmt·(1+r·due)·((1+r)ⁿ−1)/r + fv = 0`.
///
/// Money paid out is negative. `due` is 1 for payments at the start of a period and 0 for those at its end. Small rates
/// go through `expm1` and `log1p`, so that a rate near 0 loses no digits.
public enum Annuity {
  /// `(1+r)ⁿ`.
  static func growth(_ rate: Double, _ periods: Double) -> Double { pow(1 + rate, periods) }

  /// `((1+r)ⁿ − 1) / r`.
  static func sumOfGrowth(_ rate: Double, _ periods: Double) -> Double {
    if rate == 0 { return periods }
    if abs(rate) < 1e-3 { return expm1(periods * log1p(rate)) / rate }
    return (pow(1 + rate, periods) - 1) / rate
  }

  public static func payment(rate: Double, periods: Double, present: Double, future: Double, due: Double) -> Double {
    0 - (present * growth(rate, periods) + future) / ((1 + rate * due) * sumOfGrowth(rate, periods))
  }

  public static func presentValue(rate: Double, periods: Double, payment: Double, future: Double, due: Double) -> Double
  {
    0 - (future + payment * (1 + rate * due) * sumOfGrowth(rate, periods)) / growth(rate, periods)
  }

  public static func futureValue(rate: Double, periods: Double, payment: Double, present: Double, due: Double) -> Double
  {
    0 - (present * growth(rate, periods) + payment * (1 + rate * due) * sumOfGrowth(rate, periods))
  }

  /// How many periods it takes; not a number when no count of periods does.
  public static func periods(rate: Double, payment: Double, present: Double, future: Double, due: Double) -> Double {
    if rate == 0 { return -(present + future) / payment }
    let perRate = payment * (1 + rate * due) / rate
    return log1p(-(future + present) / (perRate + present)) / log1p(rate)
  }

  /// The interest in the payment of one period, counted from 1.
  public static func interest(
    rate: Double, period: Double, periods: Double, present: Double, future: Double, due: Double
  ) -> Double {
    if due == 1, period == 1 { return 0 }
    let payment = payment(rate: rate, periods: periods, present: present, future: future, due: due)
    let balance = futureValue(rate: rate, periods: period - 1 - due, payment: payment, present: present, due: due)
    return due == 1 ? (balance - payment) * rate : balance * rate
  }

  /// The rate per period; `nil` when none is found.
  public static func rate(
    periods: Double, payment: Double, present: Double, future: Double, due: Double, guess: Double
  ) -> Double? {
    RateSearch.rate(near: guess) { growth in
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
}
