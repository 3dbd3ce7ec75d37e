/// The interest that a bond has earned since its issue.
struct AccruedInterest {
  let dayCount: DayCount
  let frequency: Int
  let basis: Int

  /// The coupons earned from the issue to a settlement: up to the first coupon, and a share of each period after it.
  func coupons(issue: Int, first: Int, settlement: Int, countsWholePeriods: Bool) -> Double {
    // True days of true years are shares of the period before the first coupon, as below.
    if issue > first, basis != 1 {
      return couponsAfterFirst(
        issue: issue, first: first, settlement: settlement, countsWholePeriods: countsWholePeriods)
    }
    var sum = couponsUntilFirst(
      issue: issue, first: first, settlement: min(first, settlement), isOver: settlement > first,
      countsWholePeriods: countsWholePeriods)
    guard settlement > first else { return sum }
    let schedule = CouponSchedule(through: first, frequency: frequency, in: dayCount.calendar)
    if countsByFirstPeriod {
      // A period that ends with the settlement is not over, and all days are shares of the period before the first coupon.
      let whole = countsWholePeriods ? schedule.count(notAfter: settlement - 1) : 0
      let days = dayCount.days(from: schedule.day(whole), to: settlement, basis: basis)
      let period = dayCount.couponLength(from: schedule.day(-1), to: first, frequency: frequency, basis: basis)
      return sum + Double(whole) + days / period
    }
    let whole = schedule.count(notAfter: settlement)
    sum += Double(whole)
    let start = schedule.day(whole)
    return sum + dayCount.days(from: start, to: settlement, basis: basis)
      / length(from: start, to: schedule.day(whole + 1))
  }

  /// The coupons earned from an issue that lies behind the first coupon: shares of the periods in which it begins and
  /// ends and the whole ones between them, or all days as a share of the period before the first coupon.
  private func couponsAfterFirst(issue: Int, first: Int, settlement: Int, countsWholePeriods: Bool) -> Double {
    let schedule = CouponSchedule(through: first, frequency: frequency, in: dayCount.calendar)
    guard countsWholePeriods else {
      return dayCount.days(from: issue, to: settlement, basis: basis)
        / dayCount.couponLength(from: schedule.day(-1), to: first, frequency: frequency, basis: basis)
    }
    func share(of index: Int, from start: Int, to end: Int) -> Double {
      dayCount.days(from: start, to: end, basis: basis) / length(from: schedule.day(index), to: schedule.day(index + 1))
    }
    let begins = schedule.count(notAfter: issue)
    let ends = schedule.count(notAfter: settlement)
    guard begins < ends else { return share(of: begins, from: issue, to: settlement) }
    return share(of: begins, from: issue, to: schedule.day(begins + 1)) + Double(ends - begins - 1)
      + share(of: ends, from: schedule.day(ends), to: settlement)
  }

  /// Whether true days are counted, of which the periods have more and fewer.
  private var countsByFirstPeriod: Bool { (1...3).contains(basis) }

  /// The coupons earned from the issue to a settlement that is not after the first coupon.
  ///
  /// The time is divided into quasi-coupon periods that end with the first coupon. Excel takes the last of them up to
  /// the settlement, even where that is before it begins and so gives a negative part; a whole period between counts
  /// as 1, or not at all when asked so; the first one counts from the issue.
  private func couponsUntilFirst(
    issue: Int, first: Int, settlement: Int, isOver: Bool, countsWholePeriods: Bool
  ) -> Double {
    let schedule = CouponSchedule(through: first, frequency: frequency, in: dayCount.calendar)
    var index = -1
    let start = schedule.day(index)
    var late = start
    let last = dayCount.couponLength(from: late, to: first, frequency: frequency, basis: basis)
    // A period that is over from its first day on is a whole one, whatever its days.
    let isWhole = isOver && (issue < late || issue == late && (countsWholePeriods || !countsByFirstPeriod))
    var sum = isWhole ? 1 : dayCount.days(from: max(issue, late), to: settlement, basis: basis) / last
    while late > issue {
      index -= 1
      let early = schedule.day(index)
      if issue > early {
        sum += dayCount.days(from: issue, to: late, basis: basis) / length(from: early, to: late)
      } else if countsWholePeriods || (isOver && issue == early) {
        sum += 1
      }
      late = early
    }
    return sum
  }

  /// The days of a quasi-coupon period that is shared out by days.
  private func length(from early: Int, to late: Int) -> Double {
    switch basis {
    case 0: Double(dayCount.american30(from: early, to: late, movingEnds: true))
    case 1: Double(late - early)
    case 2: Double(dayCount.american30(from: early, to: late))
    case 3: 365 / Double(frequency)
    default: dayCount.days(from: early, to: late, basis: basis)
    }
  }
}
