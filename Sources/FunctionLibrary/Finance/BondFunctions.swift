import CellModel
import Functions

/// Bonds that pay interest at regular intervals, and those that pay it with the redemption.
enum BondFunctions: FunctionFamily {
  static let title = "Bonds"

  static let functions: [SheetFunction] = values + durations + atMaturity

  private static let settlement: Parameter<Int> = .day("settlement", "the day of the purchase")
  private static let maturity: Parameter<Int> = .day("maturity", "the day on which it is paid back")
  private static let rate: Parameter<Double> = .number("rate", "the interest rate per year of the coupons")
  private static let yld: Parameter<Double> = .number("yld", "the yield per year")
  private static let price: Parameter<Double> = .number("pr", "the price per 100 of par value")
  private static let redemption: Parameter<Double> = .number("redemption", "what is paid back per 100 of par value")

  /// A bond seen on the day of its purchase.
  private static func bond(
    _ settlement: Int, _ maturity: Int, _ rate: Double, _ frequency: Int, _ basis: Int, _ dayCount: DayCount
  ) throws(CellError) -> BondPrices {
    guard settlement < maturity else { throw .number("The bond is paid back before it is bought.") }
    guard rate >= 0 else { throw .number("The interest rate is negative.") }
    let position = CouponPosition(of: settlement, until: maturity, frequency: frequency, basis: basis, in: dayCount)
    return BondPrices(position: position, rate: rate, frequency: frequency)
  }

  private static let values: [SheetFunction] = [
    SheetFunction(
      "PRICE", "Gives the price per 100 of par value, without accrued interest, of a bond with regular coupons.",
      settlement, maturity, rate, yld, redemption, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(PRICE(DATE(2008,2,15), DATE(2017,11,15), 5.75%, 6.5%, 100, 2, 0), 5)" => 94.63436,
        "ROUND(PRICE(DATE(2010,1,1), DATE(2010,6,30), 0.5, 1, 1, 1, 4), 6)" => 8.924191,
        "ROUND(PRICE(DATE(2020,1,1), DATE(2022,1,1), 10%, {0,0.1}, 100, 1), 9)" => [[120, 100]],
        "PRICE(DATE(2008,2,15), DATE(2017,11,15), -1%, 6.5%, 100, 2)" => .number,
      ]
    ) { (settlement, maturity, rate, yield, redemption, frequency, basis, dayCount) throws(CellError) in
      let bond = try bond(settlement, maturity, rate, frequency, basis, dayCount)
      guard yield >= 0, redemption > 0 else { throw .number("The yield or the redemption is out of range.") }
      return bond.price(yield: yield, redemption: redemption)
    },

    SheetFunction(
      "YIELD", "Gives the yield per year of a bond with regular coupons.",
      settlement, maturity, rate, price, redemption, .frequency, .basis, .dayCount,
      traits: [.analysisToolPak, .stopsWhenNear],
      examples: [
        "ROUND(YIELD(DATE(2008,2,15), DATE(2016,11,15), 5.75%, 95.04287, 100, 2, 0), 6)" => 0.065,
        "ROUND(YIELD(DATE(2010,1,1), DATE(2010,6,30), 0.5, 1, 1, 1, 4), 9)" => 1.912858661,
        "ROUND(YIELD(DATE(2020,1,1), DATE(2022,1,1), 10%, {120,100}, 100, 1), 9)" => [[0, 0.1]],
        "YIELD(DATE(2008,2,15), DATE(2016,11,15), 5.75%, 0, 100, 2)" => .number,
      ]
    ) { (settlement, maturity, rate, price, redemption, frequency, basis, dayCount) throws(CellError) in
      let bond = try bond(settlement, maturity, rate, frequency, basis, dayCount)
      guard price > 0, redemption > 0 else { throw .number("The price or the redemption is not positive.") }
      return bond.yield(price: price, redemption: redemption)
    },
  ]

  private static let coupon: Parameter<Double> = .number("coupon", "the interest rate per year of the coupons")

  private static let durations: [SheetFunction] = [
    SheetFunction(
      "DURATION",
      "Gives the duration after Macaulay: the mean time in years to the payments of a bond of par value 100.",
      settlement, maturity, coupon, yld, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(DURATION(DATE(2018,7,1), DATE(2048,1,1), 8%, 9%, 2, 1), 7)" => 10.9191453,
        "ROUND(DURATION(DATE(2020,1,1), DATE(2025,1,1), 0, 5%, 1), 9)" => 5,
        "ROUND(DURATION(DATE(2020,1,1), DATE(2022,1,1), {0,0.1}, 10%, 1), 6)" => [[2, 1.909091]],
        "DURATION(DATE(2018,7,1), DATE(2048,1,1), 8%, -1%, 2)" => .number,
      ]
    ) { (settlement, maturity, coupon, yield, frequency, basis, dayCount) throws(CellError) in
      let bond = try bond(settlement, maturity, coupon, frequency, basis, dayCount)
      guard yield >= 0 else { throw .number("The yield is negative.") }
      return bond.duration(yield: yield)
    },

    SheetFunction(
      "MDURATION",
      "Gives the modified duration: how much of its price a bond of par value 100 loses per unit of yield.",
      settlement, maturity, coupon, yld, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(MDURATION(DATE(2008,1,1), DATE(2016,1,1), 8%, 9%, 2, 1), 5)" => 5.73567,
        "ROUND(MDURATION(DATE(2020,1,1), DATE(2025,1,1), 0, 25%, 1), 9)" => 4,
        "ROUND(MDURATION(DATE(2020,1,1), DATE(2022,1,1), {0,0.1}, 10%, 1), 6)" => [[1.818182, 1.735537]],
        "MDURATION(DATE(2016,1,1), DATE(2008,1,1), 8%, 9%, 2)" => .number,
      ]
    ) { (settlement, maturity, coupon, yield, frequency, basis, dayCount) throws(CellError) in
      let bond = try bond(settlement, maturity, coupon, frequency, basis, dayCount)
      guard yield >= 0 else { throw .number("The yield is negative.") }
      return bond.duration(yield: yield) / (1 + yield / Double(frequency))
    },
  ]

  private static let issue: Parameter<Int> = .day("issue", "the day of the issue")

  /// The years from the issue to the purchase and to the maturity, in years as long as that up to the purchase.
  private static func years(
    _ settlement: Int, _ maturity: Int, _ issue: Int, _ basis: Int, _ dayCount: DayCount
  ) throws(CellError) -> (held: Double, whole: Double) {
    guard issue <= settlement, settlement < maturity else { throw .number("The days are not in their order.") }
    let year = dayCount.yearLength(from: issue, to: settlement, basis: basis)
    return (
      dayCount.days(from: issue, to: settlement, basis: basis) / year,
      dayCount.days(from: issue, to: maturity, basis: basis) / year
    )
  }

  private static let atMaturity: [SheetFunction] = [
    SheetFunction(
      "PRICEMAT", "Gives the price per 100 of par value of a security that pays its interest at maturity.",
      settlement, maturity, issue, .number("rate", "the interest rate per year from the issue on"), yld, .basis,
      .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(PRICEMAT(DATE(2008,2,15), DATE(2008,4,13), DATE(2007,11,11), 6.1%, 6.1%, 0), 6)" => 99.984499,
        "ROUND(PRICEMAT(DATE(2020,1,1), DATE(2021,1,1), DATE(2020,1,1), 10%, 10%), 9)" => 100,
        "ROUND(PRICEMAT(DATE(2017,4,1), DATE(2021,3,31), DATE(2017,1,1), 4.5%, {2.5%,4.5%}), 6)"
          => [[107.170455, 99.82839]],
        "PRICEMAT(DATE(2008,4,13), DATE(2008,2,15), DATE(2007,11,11), 6.1%, 6.1%)" => .number,
      ]
    ) { (settlement, maturity, issue, rate, yield, basis, dayCount) throws(CellError) in
      let years = try years(settlement, maturity, issue, basis, dayCount)
      guard rate >= 0, yield >= 0 else { throw .number("A rate is negative.") }
      return 100 * ((1 + years.whole * rate) / (1 + (years.whole - years.held) * yield) - years.held * rate)
    },

    SheetFunction(
      "YIELDMAT", "Gives the yield per year of a security that pays its interest at maturity.",
      settlement, maturity, issue, .number("rate", "the interest rate per year from the issue on"), price, .basis,
      .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(YIELDMAT(DATE(2008,3,15), DATE(2008,11,3), DATE(2007,11,8), 6.25%, 100.0123, 0), 8)" => 0.06095433,
        "ROUND(YIELDMAT(DATE(2020,1,1), DATE(2021,1,1), DATE(2020,1,1), 10%, 100), 9)" => 0.1,
        "ROUND(YIELDMAT(DATE(2017,1,1), DATE(2018,6,30), DATE(2014,6,1), 5.5%, 101, {0,4}), 7)"
          => [[0.0419422, 0.0419422]],
        "YIELDMAT(DATE(2008,3,15), DATE(2008,11,3), DATE(2007,11,8), 6.25%, 0)" => .number,
      ]
    ) { (settlement, maturity, issue, rate, price, basis, dayCount) throws(CellError) in
      let years = try years(settlement, maturity, issue, basis, dayCount)
      guard rate >= 0, price > 0 else { throw .number("The rate or the price is out of range.") }
      let paid = price / 100 + years.held * rate
      return (1 + years.whole * rate - paid) / paid / (years.whole - years.held)
    },
  ]
}
