import CellModel
import Functions

/// The days on which a bond pays interest.
enum CouponFunctions: FunctionFamily {
  static let title = "Coupon days"

  static let functions: [SheetFunction] = days + dates

  private static let settlement: Parameter<Int> = .day("settlement", "the day of the purchase")
  private static let maturity: Parameter<Int> = .day("maturity", "the day on which the bond is paid back")

  /// Where the day of purchase lies between the coupons.
  private static func position(
    _ settlement: Int, _ maturity: Int, _ frequency: Int, _ basis: Int, _ dayCount: DayCount
  ) throws(CellError) -> CouponPosition {
    guard settlement < maturity else { throw .number("The bond is paid back before it is bought.") }
    return CouponPosition(of: settlement, until: maturity, frequency: frequency, basis: basis, in: dayCount)
  }

  private static let days: [SheetFunction] = [
    SheetFunction(
      "COUPDAYBS", "Gives the days from the last coupon before the purchase to the purchase.",
      settlement, maturity, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "COUPDAYBS(DATE(2011,1,25), DATE(2011,11,15), 2, 1)" => 71,
        "COUPDAYBS(DATE(2011,5,15), DATE(2011,11,15), 2)" => 0,
        "COUPDAYBS(DATE(2011,1,1), DATE(2012,10,25), 4, {0,1})" => [[66, 68]],
        "COUPDAYBS(DATE(2011,11,15), DATE(2011,11,15), 2)" => .number,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      try position(settlement, maturity, frequency, basis, dayCount).elapsed
    },

    SheetFunction(
      "COUPDAYS", "Gives the days of the coupon period in which the purchase lies.",
      settlement, maturity, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "COUPDAYS(DATE(2011,1,25), DATE(2011,11,15), 2, 1)" => 181,
        "COUPDAYS(DATE(2011,1,25), DATE(2011,11,15), 2, 3)" => 182.5,
        "COUPDAYS(DATE(2011,1,25), DATE(2011,11,15), {1,2,4})" => [[360, 180, 90]],
        "COUPDAYS(DATE(2011,1,25), DATE(2011,11,15), 3)" => .number,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      try position(settlement, maturity, frequency, basis, dayCount).length
    },

    SheetFunction(
      "COUPDAYSNC", "Gives the days from the purchase to the next coupon.",
      settlement, maturity, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "COUPDAYSNC(DATE(2011,1,25), DATE(2011,11,15), 2, 1)" => 110,
        "COUPDAYSNC(DATE(2012,4,1), DATE(2020,3,31), 2)" => 179,
        "COUPDAYSNC(DATE(2011,1,25), DATE(2011,11,15), {2,4}, 1)" => [[110, 21]],
        "COUPDAYSNC(DATE(2011,1,25), DATE(2011,11,15), 2, 5)" => .number,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      let position = try position(settlement, maturity, frequency, basis, dayCount)
      guard basis == 0 else { return dayCount.days(from: settlement, to: position.next, basis: basis) }
      return Double(dayCount.american30(from: position.previous, to: position.next, movingEnds: true))
        - position.elapsed
    },
  ]

  private static let dates: [SheetFunction] = [
    SheetFunction(
      "COUPNCD", "Gives the day of the next coupon after the purchase.",
      settlement, maturity, .frequency, .basis, .dayCount, traits: [.analysisToolPak, .givesDate],
      examples: [
        "COUPNCD(DATE(2011,1,25), DATE(2011,11,15), 2, 1)" => 40678,
        "COUPNCD(DATE(2000,1,1), DATE(2001,8,30), 2)" => 36585,
        "COUPNCD(DATE(2011,1,25), DATE(2011,11,15), {2,4})" => [[40678, 40589]],
        "COUPNCD(DATE(2011,11,16), DATE(2011,11,15), 2)" => .number,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      try position(settlement, maturity, frequency, basis, dayCount).next
    },

    SheetFunction(
      "COUPPCD", "Gives the day of the last coupon before the purchase.",
      settlement, maturity, .frequency, .basis, .dayCount, traits: [.analysisToolPak, .givesDate],
      examples: [
        "COUPPCD(DATE(2011,1,25), DATE(2011,11,15), 2, 1)" => 40497,
        "COUPPCD(DATE(2011,5,15), DATE(2011,11,15), 2)" => 40678,
        "COUPPCD(DATE(2011,1,25), DATE(2011,11,15), {1,4})" => [[40497, 40497]],
        "COUPPCD(\"soon\", DATE(2011,11,15), 2)" => .value,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      try dayCount.calendar.checked(try position(settlement, maturity, frequency, basis, dayCount).previous)
    },

    SheetFunction(
      "COUPNUM", "Gives the count of coupons from the purchase to the maturity.",
      settlement, maturity, .frequency, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "COUPNUM(DATE(2007,1,25), DATE(2008,11,15), 2, 1)" => 4,
        "COUPNUM(DATE(2008,11,14), DATE(2008,11,15), 1)" => 1,
        "COUPNUM(DATE(2007,1,25), DATE(2008,11,15), {1,2,4})" => [[2, 4, 8]],
        "COUPNUM(DATE(2007,1,25), DATE(2008,11,15), 3)" => .number,
      ]
    ) { (settlement, maturity, frequency, basis, dayCount) throws(CellError) in
      try position(settlement, maturity, frequency, basis, dayCount).count
    },
  ]
}
