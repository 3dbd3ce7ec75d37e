import CellModel
import Functions

/// Depreciation by the rules of the French accounting system.
enum FrenchDepreciationFunctions: FunctionFamily {
  static let title = "French depreciation"

  private static let cost: Parameter<Double> = .number("cost", "the value at the start")
  private static let purchase: Parameter<Int> = .day("date_purchased", "the day of the purchase")
  private static let first: Parameter<Int> = .day("first_period", "the day on which the first period ends")
  private static let salvage: Parameter<Double> = .number("salvage", "the value at the end")
  private static let period: Parameter<Double> = .number("period", "the period, 0 for the first")
  private static let rate: Parameter<Double> = .number("rate", "the rate of depreciation per year")

  private static func schedule(
    _ cost: Double, _ purchase: Int, _ first: Int, _ salvage: Double, _ period: Double, _ rate: Double, _ basis: Int,
    _ dayCount: DayCount
  ) throws(CellError) -> FrenchDepreciation {
    guard cost >= 0, salvage >= 0, salvage <= cost, period >= 0, rate >= 0, purchase <= first, basis != 2 else {
      throw .number("An argument is out of range.")
    }
    return FrenchDepreciation(
      cost: cost, salvage: salvage, rate: rate, firstYear: years(from: purchase, to: first, basis, dayCount))
  }

  /// The part of a year up to the end of the first period.
  ///
  /// With the true days of months a 29th of February counts as the day before, and the year is that of the purchase.
  private static func years(from purchase: Int, to first: Int, _ basis: Int, _ dayCount: DayCount) -> Double {
    func day(_ date: Int) -> Int {
      let day = dayCount.calendar.day(of: date)
      return (basis == 1 || basis == 3) && day.month == 2 && day.day == 29 ? date - 1 : date
    }
    let days = dayCount.days(from: day(purchase), to: day(first), basis: basis)
    return days / dayCount.yearLength(from: purchase, to: purchase, basis: basis)
  }

  static let functions: [SheetFunction] = [
    SheetFunction(
      "AMORLINC", "Gives the loss in one period in equal parts, by the French accounting system.",
      cost, purchase, first, salvage, period, rate, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "AMORLINC(2400, DATE(2008,8,19), DATE(2008,12,31), 300, 1, 15%, 1)" => 360,
        "AMORLINC(150, DATE(2015,1,1), DATE(2015,9,30), 20, 0, 15%, 4)" => 16.8125,
        "ROUND(AMORLINC(150, DATE(2015,1,1), DATE(2015,9,30), 20, {1,6,20}, 15%, 4), 6)" => [[22.5, 0.6875, 0]],
        "AMORLINC(150, DATE(2015,9,30), DATE(2015,1,1), 20, 1, 20%)" => .number,
      ]
    ) { (cost, purchase, first, salvage, period, rate, basis, dayCount) throws(CellError) in
      try schedule(cost, purchase, first, salvage, period, rate, basis, dayCount).linear(period: period)
    },

    SheetFunction(
      "AMORDEGRC", "Gives the loss in one period that falls with time, in whole units of money, by the French system.",
      cost, purchase, first, salvage, period, rate, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "AMORDEGRC(2400, DATE(2008,8,19), DATE(2008,12,31), 300, 1, 15%, 1)" => 776,
        "AMORDEGRC(100, DATE(1998,2,28), DATE(2000,2,29), 10, 0, 15%, 1)" => 75,
        "AMORDEGRC(100, DATE(1998,2,28), DATE(1999,2,28), 0, {0,1,2}, 30%)" => [[45, 25, 15]],
        "AMORDEGRC(150, DATE(2015,1,1), DATE(2015,9,30), 20, 1, 40%, 4)" => .number,
      ]
    ) { (cost, purchase, first, salvage, period, rate, basis, dayCount) throws(CellError) in
      let schedule = try schedule(cost, purchase, first, salvage, period, rate, basis, dayCount)
      let life = 1 / rate
      guard rate > 0, life >= 3, !(life > 4 && life < 5) else {
        throw .number("There is no coefficient for such a life.")
      }
      return schedule.degressive(period: period)
    },
  ]
}
