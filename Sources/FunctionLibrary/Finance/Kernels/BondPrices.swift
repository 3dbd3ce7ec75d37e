import Mathematics

/// Price, yield and duration of a bond with a par value of 100 that pays interest at regular intervals.
///
/// The price is the value of all payments at the yield without the interest that has accrued, by the conventions of
/// J. J. Lynch and J. H. Mayle, "Standard Securities Calculation Methods" (1986).
struct BondPrices {
  let position: CouponPosition
  let frequency: Double
  /// What a coupon pays.
  let coupon: Double

  init(position: CouponPosition, rate: Double, frequency: Int) {
    self.position = position
    self.frequency = Double(frequency)
    coupon = 100 * rate / Double(frequency)
  }

  private var accrued: Double { coupon * position.elapsed / position.length }

  /// In the last period interest is simple, before it is compounded.
  func price(yield: Double, redemption: Double) -> Double {
    let rate = yield / frequency
    if position.count == 1 { return (redemption + coupon) / (1 + position.left * rate) - accrued }
    let periods = Double(position.count - 1) + position.left
    let discounting = Discounting(rate)
    return redemption * discounting.factor(periods)
      + coupon * discounting.payments(position.count, first: position.left) - accrued
  }

  func yield(price: Double, redemption: Double) -> Double {
    if position.count == 1 {
      let paid = price + accrued
      return (redemption + coupon - paid) / paid * frequency / position.left
    }
    return frequency
      * RootFinding.fallingRoot(near: 0.05 / frequency) { rate in
        self.price(yield: rate * frequency, redemption: redemption) - price
      }
  }

  /// The mean time to the payments in years, weighted by their values (Macaulay 1938).
  func duration(yield: Double) -> Double {
    let discounting = Discounting(yield / frequency)
    let last = Double(position.count - 1) + position.left
    var weighted = CompensatedSum()
    var value = CompensatedSum()
    func pay(_ amount: Double, after periods: Double) {
      let present = amount * discounting.factor(periods)
      weighted.add(present * periods)
      value.add(present)
    }
    for index in 0..<position.count { pay(coupon, after: Double(index) + position.left) }
    pay(100, after: last)
    return weighted.value / value.value / frequency
  }
}

/// Values today of what is paid after a count of periods, at a rate per period above -1.
struct Discounting {
  private let rate: Double
  private let growth: Double

  init(_ rate: Double) {
    self.rate = rate
    growth = log1p(rate)
  }

  func factor(_ periods: Double) -> Double { exp(-periods * growth) }

  /// The value of a count of payments of 1, a period apart, the first one after a part of a period.
  func payments(_ count: Int, first: Double) -> Double {
    guard rate != 0 else { return Double(count) }
    return -expm1(-Double(count) * growth) * exp((1 - first) * growth) / rate
  }
}
