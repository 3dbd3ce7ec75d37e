import CellModel
import Functions

/// Bonds whose first or last period is not as long as the others.
///
/// A long odd period is divided into the periods that regular coupons would have made of it; each counts as the part of
/// it that interest is paid for. Formulas: Lynch and Mayle, "Standard Securities Calculation Methods" (1986), as
/// Microsoft states them for ODDFPRICE and ODDLPRICE. Par value is 100.
struct OddBonds {
  let dayCount: DayCount
  let frequency: Int
  let basis: Int
  /// What a regular coupon pays.
  let coupon: Double

  init(rate: Double, frequency: Int, basis: Int, in dayCount: DayCount) {
    self.dayCount = dayCount
    self.frequency = frequency
    self.basis = basis
    coupon = 100 * rate / Double(frequency)
  }

  private func days(_ start: Int, _ end: Int) -> Double {
    max(0, dayCount.days(from: start, to: end, basis: basis))
  }

  private func position(of date: Int, until end: Int) -> CouponPosition {
    CouponPosition(of: date, until: end, frequency: frequency, basis: basis, in: dayCount)
  }

  // MARK: - The first period

  /// What the price of a bond with an odd first period depends on beside the yield, in regular periods.
  struct FirstPeriod {
    /// The time from the settlement to the first coupon.
    var time: Double
    /// The length of the first period, and the part of it that is over.
    var length: Double
    var elapsed: Double
    /// The regular coupons after the first.
    var coupons: Int
  }

  func firstPeriod(
    settlement: Int, maturity: Int, issue: Int, first: Int
  ) throws(CellError) -> FirstPeriod {
    let position = position(of: settlement, until: first)
    let coupons = self.position(of: first, until: maturity).count
    guard days(issue, first) >= position.length else {
      return FirstPeriod(
        time: days(settlement, first) / position.length, length: days(issue, first) / position.length,
        elapsed: days(issue, settlement) / position.length, coupons: coupons)
    }
    let parts = try parts(of: issue, until: first, settlement: settlement, regular: position.length)
    let left = basis == 2 || basis == 3 ? days(settlement, position.next) / position.length : position.left
    let whole = try wholePeriods(from: settlement, until: first)
    return FirstPeriod(time: left + Double(whole), length: parts.length, elapsed: parts.elapsed, coupons: coupons)
  }

  /// The lengths of a long first period and of what of it is over, summed over its quasi-coupon periods from the last.
  private func parts(
    of issue: Int, until first: Int, settlement: Int, regular: Double
  ) throws(CellError) -> (length: Double, elapsed: Double) {
    var (length, elapsed) = (0.0, 0.0)
    var late = first
    for index in (1...position(of: issue, until: first).count).reversed() {
      let early = try dayCount.calendar.adding(months: -12 / frequency, to: late)
      let whole = basis == 1 ? days(early, late) : regular
      length += (index > 1 ? whole : days(issue, late)) / whole
      elapsed += days(max(issue, early), min(settlement, late)) / whole
      late = early
    }
    return (length, elapsed)
  }

  /// The whole periods between a settlement and the first coupon as Excel counts them.
  ///
  /// It steps from the settlement, not back from the coupon; where the coupon is at the end of its month, it steps from
  /// month end to month end and counts one more when the settlement is before the first of these.
  private func wholePeriods(from settlement: Int, until first: Int) throws(CellError) -> Int {
    let calendar = dayCount.calendar
    let isAtMonthEnd = try calendar.endOfMonth(0, after: first) == first
    let start = isAtMonthEnd ? try calendar.endOfMonth(0, after: settlement) : settlement
    let schedule = CouponSchedule(through: start, frequency: frequency, atMonthEnds: isAtMonthEnd, in: calendar)
    let count = schedule.count(notAfter: first)
    return max(0, schedule.day(count) < first ? count : count - 1) + (settlement < start ? 1 : 0)
  }

  func price(_ first: FirstPeriod, yield: Double, redemption: Double) -> Double {
    let discounting = Discounting(yield / Double(frequency))
    let regular = discounting.payments(first.coupons, first: first.time + 1)
    return redemption * discounting.factor(first.time + Double(first.coupons))
      + coupon * (first.length * discounting.factor(first.time) + regular - first.elapsed)
  }

  func yield(_ first: FirstPeriod, price: Double, redemption: Double) -> Double {
    Double(frequency)
      * RootFinding.fallingRoot(near: 0.05 / Double(frequency)) { rate in
        self.price(first, yield: rate * Double(frequency), redemption: redemption) - price
      }
  }

  // MARK: - The last period

  /// What the price of a bond in its odd last period depends on beside the yield, in regular periods.
  struct LastPeriod {
    var length: Double = 0
    var elapsed: Double = 0
    var left: Double = 0
  }

  func lastPeriod(settlement: Int, maturity: Int, last: Int) throws(CellError) -> LastPeriod {
    var result = LastPeriod()
    var early = last
    let count = position(of: last, until: maturity).count
    for index in 1...count {
      let late = try dayCount.calendar.adding(months: 12 / frequency, to: early)
      let whole = quasiDays(early, late)
      let part = index < count ? whole : quasiDays(early, maturity)
      result.length += part / whole
      result.elapsed += (late < settlement ? part : days(early, settlement)) / whole
      result.left += days(max(settlement, early), min(maturity, late)) / whole
      early = late
    }
    return result
  }

  private func quasiDays(_ start: Int, _ end: Int) -> Double {
    guard basis == 0 else { return days(start, end) }
    return max(0, Double(dayCount.american30(from: start, to: end, movingEnds: true)))
  }

  func price(_ last: LastPeriod, yield: Double, redemption: Double) -> Double {
    (redemption + coupon * last.length) / (1 + last.left * yield / Double(frequency)) - coupon * last.elapsed
  }

  func yield(_ last: LastPeriod, price: Double, redemption: Double) -> Double {
    let paid = price + coupon * last.elapsed
    return (redemption + coupon * last.length - paid) / paid * Double(frequency) / last.left
  }
}
