import CellModel
import Functions

/// Securities that pay once, at their maturity.
enum DiscountedSecurities: FunctionFamily {
  static let title = "Securities that pay once"

  static let functions: [SheetFunction] = discounted + bills

  private static let settlement: Parameter<Int> = .day("settlement", "the day of the purchase")
  private static let maturity: Parameter<Int> = .day("maturity", "the day on which it is paid back")
  private static let redemption: Parameter<Double> = .number("redemption", "what is paid back")

  /// The fraction of a year from one day to a later one.
  private static func years(
    from start: Int, to end: Int, _ basis: Int, _ dayCount: DayCount
  ) throws(CellError) -> Double {
    guard start < end else { throw .number("The security is paid back before it is bought.") }
    return dayCount.yearFraction(from: start, to: end, basis: basis)
  }

  static let discounted: [SheetFunction] = [
    SheetFunction(
      "DISC", "Gives the discount rate of a security.", settlement, maturity,
      .number("pr", "its price"), redemption, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(DISC(44930, 44957, 99.71275, 100), 6)" => 0.0383, "ROUND(DISC(1, 361, 90, 100, 2), 6)" => 0.1,
        "ROUND(DISC({1,1}, 361, 90, 100, 2), 6)" => [[0.1, 0.1]], "DISC(2, 1, 90, 100)" => .number,
      ]
    ) { (settlement, maturity, price, redemption, basis, dayCount) throws(CellError) in
      let years = try years(from: settlement, to: maturity, basis, dayCount)
      guard price > 0, redemption > 0 else { throw .number("A price is not positive.") }
      return (redemption - price) / redemption / years
    },

    SheetFunction(
      "INTRATE", "Gives the interest rate of a security.", settlement, maturity,
      .number("investment", "what was paid"), redemption, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(INTRATE(38443, 40268, 1000, 2125), 6)" => 0.225, "ROUND(INTRATE(1, 361, 100, 110, 2), 6)" => 0.1,
        "ROUND(INTRATE({1,1}, 361, 100, 110, 2), 6)" => [[0.1, 0.1]], "INTRATE(2, 1, 90, 100)" => .number,
      ]
    ) { (settlement, maturity, investment, redemption, basis, dayCount) throws(CellError) in
      let years = try years(from: settlement, to: maturity, basis, dayCount)
      guard investment > 0, redemption > 0 else { throw .number("A price is not positive.") }
      return (redemption - investment) / investment / years
    },

    SheetFunction(
      "RECEIVED", "Gives what is paid back for a security bought at a discount.", settlement, maturity,
      .number("investment", "what was paid"), .number("discount", "the discount rate"), .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(RECEIVED(40634, 42460, 1000, 4.5%), 6)" => 1290.322581, "ROUND(RECEIVED(1, 361, 90, 0.1, 2), 6)" => 100,
        "ROUND(RECEIVED({1,1}, 361, 90, 0.1, 2), 6)" => [[100, 100]], "RECEIVED(2, 1, 90, 0.1)" => .number,
      ]
    ) { (settlement, maturity, investment, discount, basis, dayCount) throws(CellError) in
      let years = try years(from: settlement, to: maturity, basis, dayCount)
      guard investment > 0, discount > 0, discount * years < 1 else { throw .number("An argument is out of range.") }
      return investment / (1 - discount * years)
    },

    SheetFunction(
      "PRICEDISC", "Gives the price of a security sold at a discount.", settlement, maturity,
      .number("discount", "the discount rate"), redemption, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(PRICEDISC(44931, 44957, 0.038, 100), 6)" => 99.725556, "ROUND(PRICEDISC(1, 361, 0.1, 100, 2), 6)" => 90,
        "ROUND(PRICEDISC({1,1}, 361, 0.1, 100, 2), 6)" => [[90, 90]], "PRICEDISC(2, 1, 0.1, 100)" => .number,
      ]
    ) { (settlement, maturity, discount, redemption, basis, dayCount) throws(CellError) in
      let years = try years(from: settlement, to: maturity, basis, dayCount)
      guard discount > 0, redemption > 0 else { throw .number("An argument is out of range.") }
      return redemption * (1 - discount * years)
    },

    SheetFunction(
      "YIELDDISC", "Gives the yield per year of a security sold at a discount.", settlement, maturity,
      .number("pr", "its price"), redemption, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(YIELDDISC(42736, 42916, 97, 100), 6)" => 0.062201, "ROUND(YIELDDISC(1, 361, 100, 110, 2), 6)" => 0.1,
        "ROUND(YIELDDISC({1,1}, 361, 100, 110, 2), 6)" => [[0.1, 0.1]], "YIELDDISC(2, 1, 90, 100)" => .number,
      ]
    ) { (settlement, maturity, price, redemption, basis, dayCount) throws(CellError) in
      let years = try years(from: settlement, to: maturity, basis, dayCount)
      guard price > 0, redemption > 0 else { throw .number("A price is not positive.") }
      return (redemption / price - 1) / years
    },
  ]

  /// The days a bill runs, at most a year of the calendar.
  private static func days(_ settlement: Int, _ maturity: Int, _ calendar: SerialCalendar) throws(CellError) -> Double {
    guard settlement < maturity, try maturity <= calendar.adding(months: 12, to: settlement) else {
      throw .number("A bill runs for a day to a year.")
    }
    return Double(maturity - settlement)
  }

  static let bills: [SheetFunction] = [
    SheetFunction(
      "TBILLPRICE", "Gives the price of a treasury bill.", settlement, maturity,
      .number("discount", "the discount rate"), .calendar,
      traits: .analysisToolPak,
      examples: [
        "ROUND(TBILLPRICE(45292, 45383, 0.038), 6)" => 99.039444, "TBILLPRICE(1, 181, 0.1)" => 95,
        "TBILLPRICE(0, 180, 2)" => 0,
        "TBILLPRICE({1,1}, 181, 0.1)" => [[95, 95]], "TBILLPRICE(DATE(2011,1,1), DATE(2012,1,2), 0.01)" => .number,
      ]
    ) { (settlement, maturity, discount, calendar) throws(CellError) in
      let days = try days(settlement, maturity, calendar)
      guard discount > 0, discount * days <= 360 else { throw .number("The discount rate is out of range.") }
      return 100 * (1 - discount * days / 360)
    },

    SheetFunction(
      "TBILLYIELD", "Gives the yield of a treasury bill.", settlement, maturity, .number("pr", "its price"), .calendar,
      traits: .analysisToolPak,
      examples: [
        "ROUND(TBILLYIELD(45292, 45383, 98.5), 6)" => 0.060244, "TBILLYIELD(1, 181, 80)" => 0.5,
        "TBILLYIELD({1,1}, 181, 80)" => [[0.5, 0.5]], "TBILLYIELD(2, 1, 90)" => .number,
      ]
    ) { (settlement, maturity, price, calendar) throws(CellError) in
      let days = try days(settlement, maturity, calendar)
      guard price > 0 else { throw .number("The price is not positive.") }
      return (100 - price) / price * 360 / days
    },

    SheetFunction(
      "TBILLEQ", "Gives the yield of a treasury bill that a bond would have.", settlement, maturity,
      .number("discount", "the discount rate"), .calendar,
      traits: .analysisToolPak,
      examples: [
        "ROUND(TBILLEQ(45292, 45383, 0.038), 6)" => 0.038901, "ROUND(TBILLEQ(39538, 39600, 9.14%), 6)" => 0.094151,
        "ROUND(TBILLEQ({1,1}, 61, 0.1), 4)" => [[0.1031, 0.1031]], "TBILLEQ(2, 1, 0.1)" => .number,
      ]
    ) { (settlement, maturity, discount, calendar) throws(CellError) in
      let days = try days(settlement, maturity, calendar)
      guard discount > 0, discount * days < 360 else { throw .number("The discount rate is out of range.") }
      if days <= 182 { return 365 * discount / (360 - discount * days) }
      // Beyond half a year a bond would have paid interest once; the yield solves the quadratic equation of both halves.
      let price = 1 - discount * days / 360
      let term = days / (days == 366 ? 366 : 365)
      return (2 * (term * term - (2 * term - 1) * (1 - 1 / price)).squareRoot() - 2 * term) / (2 * term - 1)
    },
  ]
}
