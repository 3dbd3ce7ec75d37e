import CellModel
import Functions

/// Bonds whose first or last coupon period is shorter or longer than the others.
enum OddBondFunctions: FunctionFamily {
  static let title = "Bonds with an odd period"

  static let functions: [SheetFunction] = firsts + lasts

  private static let settlement: Parameter<Int> = .day("settlement", "the day of the purchase")
  private static let maturity: Parameter<Int> = .day("maturity", "the day on which it is paid back")
  private static let issue: Parameter<Int> = .day("issue", "the day of the issue")
  private static let first: Parameter<Int> = .day("first_coupon", "the day of the first coupon")
  private static let last: Parameter<Int> = .day("last_interest", "the day of the last coupon before the purchase")
  private static let rate: Parameter<Double> = .number("rate", "the interest rate per year of the coupons")
  private static let yld: Parameter<Double> = .number("yld", "the yield per year")
  private static let price: Parameter<Double> = .number("pr", "the price per 100 of par value")
  private static let redemption: Parameter<Double> = .number("redemption", "what is paid back per 100 of par value")

  /// The first period, or `#NUM!` when the days are not in their order or the first coupon does not fit the others.
  private static func firstPeriod(
    _ bonds: OddBonds, _ settlement: Int, _ maturity: Int, _ issue: Int, _ first: Int
  ) throws(CellError) -> OddBonds.FirstPeriod {
    guard issue < settlement, settlement < first, first < maturity else {
      throw .number("The days are not in their order.")
    }
    let schedule = CouponSchedule(through: maturity, frequency: bonds.frequency, in: bonds.dayCount.calendar)
    guard schedule.day(schedule.count(notAfter: first)) == first else {
      throw .number("The first coupon is not whole periods before the maturity.")
    }
    return try bonds.firstPeriod(settlement: settlement, maturity: maturity, issue: issue, first: first)
  }

  private static let firsts: [SheetFunction] = [
    SheetFunction(
      "ODDFPRICE", "Gives the price per 100 of par value of a bond with an odd first period.",
      settlement, maturity, issue, first, rate, yld, redemption, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(ODDFPRICE(DATE(2008,11,11), DATE(2021,3,1), DATE(2008,10,15), DATE(2009,3,1), 7.85%, 6.25%, 100, 2, 1), 6)"
          => 113.597717,
        "ROUND(ODDFPRICE(DATE(1999,2,28), DATE(2010,6,30), DATE(1998,2,28), DATE(2009,6,30), 7%, 3%, 100, 1, 2), 6)"
          => 127.903127,
        "ROUND(ODDFPRICE(DATE(2017,2,1), DATE(2021,3,31), DATE(2016,12,1), DATE(2017,3,31), 5.5%, 3.5%, 100, 4, {3,4}), 6)"
          => [[106.781914, 106.771914]],
        "ODDFPRICE(DATE(2017,2,1), DATE(2021,3,31), DATE(2016,12,1), DATE(2017,3,30), 5.5%, 3.5%, 100, 4)" => .number,
      ]
    ) {
      (settlement, maturity, issue, first, rate, yield, redemption, frequency, basis, dayCount) throws(CellError) in
      guard rate >= 0, yield >= 0, redemption > 0 else { throw .number("An argument is out of range.") }
      let bonds = OddBonds(rate: rate, frequency: frequency, basis: basis, in: dayCount)
      let period = try firstPeriod(bonds, settlement, maturity, issue, first)
      return bonds.price(period, yield: yield, redemption: redemption)
    },

    SheetFunction(
      "ODDFYIELD", "Gives the yield per year of a bond with an odd first period.",
      settlement, maturity, issue, first, rate, price, redemption, .frequency, .basis, .dayCount,
      traits: [.analysisToolPak, .stopsWhenNear],
      examples: [
        "ROUND(ODDFYIELD(DATE(2008,11,11), DATE(2021,3,1), DATE(2008,10,15), DATE(2009,3,1), 5.75%, 84.5, 100, 2, 0), 8)"
          => 0.07724554,
        "ROUND(ODDFYIELD(DATE(1999,2,28), DATE(2010,6,30), DATE(1998,2,28), DATE(2009,6,30), 7%, 127.9031273745, 100, 1, 2), 9)"
          => 0.03,
        "ROUND(ODDFYIELD(DATE(2017,5,1), DATE(2021,6,30), DATE(2017,3,15), DATE(2017,6,30), 5.5%, 102, 100, {1,2}), 6)"
          => [[0.0496, 0.049629]],
        "ODDFYIELD(DATE(2017,5,1), DATE(2017,4,30), DATE(2017,3,15), DATE(2017,6,30), 5.5%, 102, 100, 1)" => .number,
      ]
    ) {
      (settlement, maturity, issue, first, rate, price, redemption, frequency, basis, dayCount) throws(CellError) in
      guard rate >= 0, price > 0, redemption > 0 else { throw .number("An argument is out of range.") }
      let bonds = OddBonds(rate: rate, frequency: frequency, basis: basis, in: dayCount)
      let period = try firstPeriod(bonds, settlement, maturity, issue, first)
      return bonds.yield(period, price: price, redemption: redemption)
    },
  ]

  private static func lastPeriod(
    _ bonds: OddBonds, _ settlement: Int, _ maturity: Int, _ last: Int
  ) throws(CellError) -> OddBonds.LastPeriod {
    guard last < settlement, settlement < maturity else { throw .number("The days are not in their order.") }
    return try bonds.lastPeriod(settlement: settlement, maturity: maturity, last: last)
  }

  private static let lasts: [SheetFunction] = [
    SheetFunction(
      "ODDLPRICE", "Gives the price per 100 of par value of a bond in its odd last period.",
      settlement, maturity, last, rate, yld, redemption, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(ODDLPRICE(DATE(2008,2,7), DATE(2008,6,15), DATE(2007,10,15), 3.75%, 4.05%, 100, 2, 0), 5)" => 99.87829,
        "ROUND(ODDLPRICE(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 7%, 3%, 130, 2, 2), 6)" => 132.805825,
        "ROUND(ODDLPRICE(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 7%, 3%, 100, {2,4}), 6)"
          => [[103.718073, 103.717655]],
        "ODDLPRICE(DATE(2008,2,7), DATE(2008,6,15), DATE(2008,2,7), 3.75%, 4.05%, 100, 2)" => .number,
      ]
    ) { (settlement, maturity, last, rate, yield, redemption, frequency, basis, dayCount) throws(CellError) in
      guard rate >= 0, yield >= 0, redemption > 0 else { throw .number("An argument is out of range.") }
      let bonds = OddBonds(rate: rate, frequency: frequency, basis: basis, in: dayCount)
      let period = try lastPeriod(bonds, settlement, maturity, last)
      return bonds.price(period, yield: yield, redemption: redemption)
    },

    SheetFunction(
      "ODDLYIELD", "Gives the yield per year of a bond in its odd last period.",
      settlement, maturity, last, rate, price, redemption, .frequency, .basis, .dayCount,
      traits: [.analysisToolPak, .stopsWhenNear],
      examples: [
        "ROUND(ODDLYIELD(DATE(2008,4,20), DATE(2008,6,15), DATE(2007,12,24), 3.75%, 99.875, 100, 2, 0), 7)"
          => 0.0451922,
        "ROUND(ODDLYIELD(DATE(1990,6,1), DATE(1995,12,31), DATE(1990,1,1), 0.2%, 103, 100, 4, 1), 8)" => -0.00327563,
        "ROUND(ODDLYIELD(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 7%, {103.7180731889,103.6796116505}, 100, 2, {0,2}), 6)"
          => [[0.03, 0.03]],
        "ODDLYIELD(DATE(2008,4,20), DATE(2008,4,15), DATE(2007,12,24), 3.75%, 99.875, 100, 2)" => .number,
      ]
    ) { (settlement, maturity, last, rate, price, redemption, frequency, basis, dayCount) throws(CellError) in
      guard rate >= 0, price > 0, redemption > 0 else { throw .number("An argument is out of range.") }
      let bonds = OddBonds(rate: rate, frequency: frequency, basis: basis, in: dayCount)
      let period = try lastPeriod(bonds, settlement, maturity, last)
      return bonds.yield(period, price: price, redemption: redemption)
    },
  ]
}
