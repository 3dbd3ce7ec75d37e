import CellModel
import Functions

/// Loans and savings with equal payments.
enum Annuities: FunctionFamily {
  static let title = "Loans and savings"

  static let functions: [SheetFunction] = values + parts + totals

  static let rate: Parameter<Double> = .number("rate", "the interest rate per period")
  static let periods: Parameter<Double> = .number("nper", "the count of periods")
  static let payment: Parameter<Double> = .number("pmt", "the payment per period; money paid out is negative")
  static let present: Parameter<Double> = .number("pv", "the value at the start")
  static let future: Parameter<Double> = .number("fv", "the value after the last payment", default: 0)
  static let due: Parameter<Double> = .number(
    "type", "0 for payments at the end of a period, 1 at its start", default: 0)

  /// The type of payment as 0 or 1; any number but 0 is 1.
  static func due(_ type: Double) -> Double { type == 0 ? 0 : 1 }

  static let values: [SheetFunction] = [
    SheetFunction(
      "PMT", "Gives the payment per period of a loan or of savings.", rate, periods, present, future, due,
      examples: [
        "ROUND(PMT(0.08/12, 10, 10000), 2)" => -1037.03, "PMT(0, 10, 1000)" => -100,
        "ROUND(PMT(0.08/12, 10, 10000, 0, 1), 2)" => -1030.16,
        "ROUND(PMT({0.01,0.02}, 12, 1000), 2)" => [[-88.85, -94.56]],
        "PMT(0.1, 0, 1000)" => .number, "PMT(\"x\", 1, 1)" => .value,
      ]
    ) { (rate, periods, present, future, type) throws(CellError) in
      guard periods != 0, rate > -1 else { throw .number("No payment fits.") }
      return Annuity.payment(rate: rate, periods: periods, present: present, future: future, due: due(type))
    },

    SheetFunction(
      "PV", "Gives the value at the start of equal payments.", rate, periods,
      .number("pmt", "the payment per period; money paid out is negative", default: 0), future, due,
      examples: [
        "ROUND(PV(0.08/12, 240, 500), 2)" => -59777.15, "PV(0, 10, 100)" => -1000,
        "ROUND(PV(0.1, {1,2}, -110), 2)" => [[100, 190.91]], "PV(\"x\", 1, 1)" => .value,
        "PV(-1, 20, 300)" => .divisionByZero, "PV(-1, 0, 100, 400)" => .number,
      ]
    ) { (rate, periods, payment, future, type) throws(CellError) in
      // 0 to the power of 0 is no number in Excel.
      guard rate != -1 || periods != 0 else { throw .number("Nothing grows from nothing in no time.") }
      let value = Annuity.presentValue(rate: rate, periods: periods, payment: payment, future: future, due: due(type))
      return try withoutTotalLoss(value, rate)
    },

    SheetFunction(
      "FV", "Gives the value after the last of equal payments.", rate, periods,
      .number("pmt", "the payment per period; money paid out is negative", default: 0),
      .number("pv", "the value at the start", default: 0), due,
      examples: [
        "ROUND(FV(0.06/12, 10, -200, -500, 1), 2)" => 2581.4, "FV(0, 10, -100)" => 1000,
        "ROUND(FV(0.1, {1,2}, -100), 2)" => [[100, 210]], "FV(\"x\", 1, 1)" => .value,
        "FV(-1, -2, 1)" => .divisionByZero,
      ]
    ) { (rate, periods, payment, present, type) throws(CellError) in
      let value = Annuity.futureValue(rate: rate, periods: periods, payment: payment, present: present, due: due(type))
      return try withoutTotalLoss(value, rate)
    },

    SheetFunction(
      "NPER", "Gives the count of periods that equal payments take.", rate, payment, present, future, due,
      examples: [
        "ROUND(NPER(0.12/12, -100, -1000, 10000, 1), 5)" => 59.67387, "NPER(0, -100, 1000)" => 10,
        "ROUND(NPER(0.01, {-100,-200}, 1000), 3)" => [[10.589, 5.155]], "NPER(0.1, -1, 1000)" => .number,
      ]
    ) { (rate, payment, present, future, type) throws(CellError) in
      guard rate > -1, rate != 0 || payment != 0 else { throw .number("No count of periods fits.") }
      return Annuity.periods(rate: rate, payment: payment, present: present, future: future, due: due(type))
    },

    SheetFunction(
      "RATE", "Gives the interest rate per period of equal payments.", periods, payment, present, future, due,
      .number("guess", "where the search starts", default: 0.1),
      traits: .stopsWhenNear,
      examples: [
        "ROUND(RATE(48, -200, 8000), 6)" => 0.007701, "ROUND(RATE(1, -110, 100), 9)" => 0.1,
        "ROUND(RATE({1,2}, 0, -100, 121), 9)" => [[0.21, 0.1]], "RATE(10, 100, 1000)" => .number,
        "RATE(0, 1, 1)" => .number,
      ]
    ) { (periods, payment, present, future, type, guess) throws(CellError) in
      guard periods > 0 else { throw .number("There are no periods.") }
      let rate = Annuity.rate(
        periods: periods, payment: payment, present: present, future: future, due: due(type), guess: guess)
      guard let rate else { throw .number("No rate was found.") }
      return rate
    },
  ]

  static let parts: [SheetFunction] = [
    SheetFunction(
      "IPMT", "Gives the interest in the payment of one period.", rate, .number("per", "the period, counted from 1"),
      periods, present, future, due,
      examples: [
        "ROUND(IPMT(0.1/12, 1, 36, 8000), 2)" => -66.67, "IPMT(0.1, 1, 3, 1000, 0, 1)" => 0,
        "ROUND(IPMT(0.1, {1,2}, 3, 1000), 2)" => [[-100, -69.79]], "IPMT(0.1, 4, 3, 1000)" => .number,
      ]
    ) { (rate, period, periods, present, future, type) throws(CellError) in
      guard period >= 1, period < periods + 1, rate > -1 else { throw .number("There is no such period.") }
      return Annuity.interest(
        rate: rate, period: period, periods: periods, present: present, future: future, due: due(type))
    },

    SheetFunction(
      "PPMT", "Gives the repayment in the payment of one period.", rate, .number("per", "the period, counted from 1"),
      periods, present, future, due,
      examples: [
        "ROUND(PPMT(0.1/12, 1, 24, 2000), 2)" => -75.62, "ROUND(PPMT(0.08, 10, 10, 200000), 2)" => -27598.05,
        "ROUND(PPMT(0.1, {1,2}, 3, 1000), 2)" => [[-302.11, -332.33]], "PPMT(0.1, 0, 3, 1000)" => .number,
      ]
    ) { (rate, period, periods, present, future, type) throws(CellError) in
      guard period >= 1, period < periods + 1, rate > -1 else { throw .number("There is no such period.") }
      return Annuity.principal(
        rate: rate, period: period, periods: periods, present: present, future: future, due: due(type))
    },

    SheetFunction(
      "ISPMT", "Gives the interest of one period of a loan that is paid back in equal parts.", rate,
      .number("per", "the period, counted from 0"), periods, present,
      examples: [
        "ROUND(ISPMT(0.1/12, 1, 36, 8000000), 2)" => -64814.81, "ISPMT(0.1, 0, 4, 4000)" => -400,
        "ISPMT(0.1, {1,2}, 4, 4000)" => [[-300, -200]], "ISPMT(0.1, 1, 0, 4000)" => .divisionByZero,
      ]
    ) { (rate, period, periods, present) throws(CellError) in
      guard periods != 0 else { throw .divisionByZero("There are no periods.") }
      return present * rate * (period / periods - 1)
    },
  ]

  /// A value, if money that is lost in each period leaves one.
  private static func withoutTotalLoss(_ value: Double, _ rate: Double) throws(CellError) -> Double {
    if rate == -1, !value.isFinite { throw .divisionByZero("Nothing is left after one period.") }
    return value
  }

  /// The first and the last whole period of a part of a loan; `#NUM!` for arguments that make no sense.
  static func part(
    _ rate: Double, _ periods: Double, _ present: Double, _ start: Double, _ end: Double, _ type: Double
  ) throws(CellError) -> (first: Double, last: Double) {
    guard rate > 0, periods > 0, present > 0, start >= 1, end >= start, end <= periods, type == 0 || type == 1 else {
      throw .number("An argument is out of range.")
    }
    return (start.rounded(.up), end.rounded(.down))
  }

  static let totals: [SheetFunction] = [
    SheetFunction(
      "CUMIPMT", "Gives the interest paid from one period through another.", rate, periods, present,
      .number("start_period", "the first period"), .number("end_period", "the last period"),
      .number("type", "0 for payments at the end of a period, 1 at its start"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ROUND(CUMIPMT(0.09/12, 30*12, 125000, 13, 24, 0), 2)" => -11135.23,
        "ROUND(CUMIPMT(0.09/12, 30*12, 125000, 1, 1, 0), 2)" => -937.5,
        "ROUND(CUMIPMT(0.1, 3, 1000, 1, {1,2}, 0), 2)" => [[-100, -169.79]],
        "CUMIPMT(0.1, 3, 1000, 1, 4, 0)" => .number,
      ]
    ) { (rate, periods, present, start, end, type) throws(CellError) in
      let (first, last) = try part(rate, periods, present, start, end, type)
      guard first <= last else { return 0.0 }
      return Annuity.interest(rate: rate, from: first, through: last, periods: periods, present: present, due: type)
    },

    SheetFunction(
      "CUMPRINC", "Gives what is paid back from one period through another.", rate, periods, present,
      .number("start_period", "the first period"), .number("end_period", "the last period"),
      .number("type", "0 for payments at the end of a period, 1 at its start"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ROUND(CUMPRINC(0.09/12, 30*12, 125000, 13, 24, 0), 2)" => -934.11,
        "ROUND(CUMPRINC(0.09/12, 30*12, 125000, 1, 1, 0), 2)" => -68.28,
        "ROUND(CUMPRINC(0.1, 3, 1000, 1, {1,3}, 0), 2)" => [[-302.11, -1000]],
        "CUMPRINC(0.1, 3, 1000, 1, 4, 0)" => .number,
      ]
    ) { (rate, periods, present, start, end, type) throws(CellError) in
      let (first, last) = try part(rate, periods, present, start, end, type)
      guard first <= last else { return 0.0 }
      return Annuity.principal(
        rate: rate, from: first, through: last, periods: periods, present: present, due: type)
    },
  ]
}
