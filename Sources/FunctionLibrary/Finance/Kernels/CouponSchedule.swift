import CellModel

/// The days on which a bond pays interest: as many months apart as its frequency says, through one of them.
///
/// The days are counted from that one, so a 30th that February cuts short comes back in August. When that one is the
/// last of its month, all are.
struct CouponSchedule {
  let calendar: SerialCalendar
  /// The months between two coupons.
  let months: Int
  private let anchor: CalendarDay
  private let isAtMonthEnds: Bool

  init(through anchor: Int, frequency: Int, in calendar: SerialCalendar) {
    let day = calendar.day(of: anchor)
    let isAtMonthEnds = day.day >= calendar.daysInMonth(year: day.year, month: day.month)
    self.init(through: day, frequency: frequency, atMonthEnds: isAtMonthEnds, in: calendar)
  }

  init(through anchor: Int, frequency: Int, atMonthEnds: Bool, in calendar: SerialCalendar) {
    self.init(through: calendar.day(of: anchor), frequency: frequency, atMonthEnds: atMonthEnds, in: calendar)
  }

  private init(through anchor: CalendarDay, frequency: Int, atMonthEnds: Bool, in calendar: SerialCalendar) {
    self.calendar = calendar
    months = 12 / frequency
    self.anchor = anchor
    isAtMonthEnds = atMonthEnds
  }

  /// The coupon day a count of periods after the one given, or before it when the count is negative.
  func day(_ count: Int) -> Int {
    let month = calendar.month(count * months, after: anchor)
    return month.first + (isAtMonthEnds ? month.dayCount : min(anchor.day, month.dayCount)) - 1
  }

  /// The count of periods to the last coupon day that is not after a date.
  func count(notAfter date: Int) -> Int { last(notAfter: date).count }

  /// The last coupon day that is not after a date, and the count of periods to it.
  func last(notAfter date: Int) -> (day: Int, count: Int) {
    let dateAsDay = calendar.day(of: date)
    let apart = (dateAsDay.year - anchor.year) * 12 + dateAsDay.month - anchor.month
    let count = (apart - (apart < 0 ? months - 1 : 0)) / months
    let day = day(count)
    return day > date ? (self.day(count - 1), count - 1) : (day, count)
  }
}

/// Where a day lies between the coupons of a bond, counted by the rules of a basis.
struct CouponPosition {
  /// The last coupon day not after the day, and the one after it.
  let previous: Int
  let next: Int
  /// How many coupons are paid from the day to the end, which is a coupon day itself.
  let count: Int
  /// The days of the period, and those of it that are over.
  let length: Double
  let elapsed: Double

  init(of settlement: Int, until maturity: Int, frequency: Int, basis: Int, in dayCount: DayCount) {
    let schedule = CouponSchedule(through: maturity, frequency: frequency, in: dayCount.calendar)
    let index: Int
    (previous, index) = schedule.last(notAfter: settlement)
    next = schedule.day(index + 1)
    count = -index
    length = dayCount.couponLength(from: previous, to: next, frequency: frequency, basis: basis)
    elapsed = dayCount.days(from: previous, to: settlement, basis: basis)
  }

  /// The part of the period that is to come; what of it is left and what is over make the whole, whatever the basis.
  var left: Double { (length - elapsed) / length }
}

extension DayCount {
  /// The days of a coupon's period: the true ones for actual/actual, else the basis's year divided by the frequency.
  func couponLength(from previous: Int, to next: Int, frequency: Int, basis: Int) -> Double {
    if basis == 1 { return Double(next - previous) }
    return yearLength(from: previous, to: next, basis: basis) / Double(frequency)
  }
}
