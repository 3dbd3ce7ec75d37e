import CellModel
import Functions

/// The worth and the yield of payments that differ.
enum CashFlowFunctions: FunctionFamily {
  static let title = "Cash flows"

  static let functions: [SheetFunction] = periodic + dated

  /// A rate that was found, or `#NUM!`.
  static func found(_ rate: Double?) throws(CellError) -> Double {
    guard let rate else { throw .number("No rate was found.") }
    return rate
  }

  /// Counts the search for a rate, which looks at all payments some ten or hundred times.
  private static func takeSteps(
    forRateOf amounts: [Double], in context: any EvaluationContext
  ) throws(CellError) {
    try context.takeSteps(amounts.count)
  }

  static let periodic: [SheetFunction] = [
    SheetFunction(
      "NPV", "Gives the value of payments one period before the first.",
      .number("rate", "the interest rate per period"), .numbers("value", "the payments in their order"),
      examples: [
        "ROUND(NPV(0.1, -10000, 3000, 4200, 6800), 2)" => 1188.44, "NPV(0, {1,2,3})" => 6,
        "ROUND(NPV({0.1,0.2}, 132), 9)" => [[120, 110]],
        "NPV(0, 1, \"x\", 2)" => 3, "NPV(-1, 1)" => .divisionByZero, "NPV(\"x\", 1)" => .value,
      ]
    ) { (rate, amounts) throws(CellError) in
      guard rate != -1 else { throw .divisionByZero("Nothing is left after one period.") }
      // A direct text that is no number is no payment.
      let operands = amounts.operands.filter { operand in
        guard case .value(.text(let text)) = operand else { return true }
        return TypedText.number(text) != nil
      }
      return try Numbers(operands: operands, in: amounts.context)
        .folded(addedTo: DiscountedSum(rate: rate), by: rate).value
    },

    SheetFunction(
      "IRR", "Gives the interest rate per period at which payments are worth nothing.",
      .numbersOf("values", "the payments in their order"), .number("guess", "where the search starts", default: 0.1),
      .context,
      traits: .stopsWhenNear,
      examples: [
        "ROUND(IRR({-70000,12000,15000,18000,21000}), 6)" => -0.021245, "ROUND(IRR({-100,110}), 9)" => 0.1,
        "ROUND(IRR({-100,60,60}, {0,0.5}), 6)" => [[0.130662, 0.130662]], "IRR({1,2})" => .number,
        "IRR({-100,110}, -1)" => .value,
      ]
    ) { (amounts, guess, context) throws(CellError) in
      guard guess > -1 else { throw .value("The search starts at a rate above -100%.") }
      let amounts = try amounts.values()
      try takeSteps(forRateOf: amounts, in: context)
      return try found(CashFlows.internalRate(amounts, guess: guess))
    },

    SheetFunction(
      "MIRR", "Gives the interest rate of payments when money is borrowed and invested again at rates of their own.",
      .numbersOf("values", "the payments in their order"), .number("finance_rate", "the rate of money paid in"),
      .number("reinvest_rate", "the rate of money paid out"),
      traits: .stopsWhenNear,
      examples: [
        "ROUND(MIRR({-120000,39000,30000,21000,37000,46000}, 0.1, 0.12), 6)" => 0.126094,
        "ROUND(MIRR({-100,110}, 0, 0), 9)" => 0.1, "ROUND(MIRR({-100,0,121}, 0, {0,0.1}), 9)" => [[0.1, 0.1]],
        "MIRR({-5,4}, -1, 0.2)" => -0.2, "MIRR({-5,-3}, 0.1, 0.2)" => -1,
        "MIRR({1,2}, 0.1, 0.1)" => .divisionByZero,
      ]
    ) { (amounts, finance, reinvest) throws(CellError) in
      let rate = CashFlows.modifiedRate(try amounts.values(), finance: finance, reinvest: reinvest)
      guard let rate else { throw .divisionByZero("No money is paid in.") }
      return rate
    },

    SheetFunction(
      "FVSCHEDULE", "Gives the value of a sum after interest at changing rates.",
      .number("principal", "the sum at the start"), .array("schedule", "the rates in their order"),
      traits: .analysisToolPak,
      examples: [
        "ROUND(FVSCHEDULE(1, {0.09,0.11,0.1}), 6)" => 1.33089, "FVSCHEDULE(100, 0)" => 100,
        "ROUND(FVSCHEDULE({1,2}, {0.5}), 9)" => [[1.5, 3]], "FVSCHEDULE(1, {\"x\"})" => .value,
      ]
    ) { (principal, schedule) throws(CellError) in
      var result = principal
      for rate in schedule.elements {
        switch rate {
        case .number(let rate, _): result *= 1 + rate
        case .blank: break
        case .error(let error): throw error
        default: throw .value("A rate is no number.")
        }
      }
      return result
    },
  ]

  /// Payments and their days; `#NUM!` for a day before the first, unless they may come in any order.
  static func flows(
    _ values: CellRange, _ dates: CellRange, whatIsNoNumber rule: OtherValues, inAnyOrder: Bool = false
  ) throws(CellError) -> (amounts: [Double], days: [Double]) {
    let amounts = try numbers(values, rule)
    let days = try numbers(dates, .isSkipped).map { $0.rounded(.down) }
    guard let first = days.first else { throw .value("There are no days.") }
    guard values.count == dates.count, amounts.count == days.count else {
      throw .number("There is not one day for each payment.")
    }
    let earliest = inAnyOrder ? 0 : max(first, 0)
    guard days.allSatisfy({ $0 >= earliest && $0 < 2_958_466 }) else {
      throw .number(inAnyOrder ? "A day is none of the calendar." : "A day is before the first.")
    }
    return (amounts, days)
  }

  /// What XNPV and XIRR make of cells that hold no number.
  enum OtherValues {
    /// Blanks, logicals and texts are `#NUM!`.
    case isRefused
    /// Blanks are 0 and texts are read; logicals are `#VALUE!`.
    case isRead
    /// The same, but blanks do not count.
    case isSkipped
  }

  private static func numbers(_ range: CellRange, _ rule: OtherValues) throws(CellError) -> [Double] {
    if let area = range.area, !area.isClippedWhenRead,
      let numbers = try? Numbers(operands: [.reference(Reference(area))], in: range.context).values(),
      numbers.count == range.count
    {
      return numbers
    }
    var result: [Double] = []
    for element in try range.array().elements {
      switch (element, rule) {
      case (.number(let number, _), _): result.append(number)
      case (.error(let error), _): throw error
      case (_, .isRefused):
        throw range.isScalar ? .value("The payments are no numbers.") : .number("A payment is no number.")
      case (.blank, .isSkipped): break
      case (.logical, _): throw .value("A logical stands where a number is wanted.")
      default: result.append(try element.asNumber())
      }
    }
    return result
  }

  /// XIRR, under a name of its own where the rate to the last digit is meant, not that at which Excel's search ends.
  static func datedRate(named name: String, isExcels: Bool, examples: [Example]) -> SheetFunction {
    SheetFunction(
      name, "Gives the interest rate per year at which dated payments are worth nothing.",
      .range("values", "the payments"), .range("dates", "their days, in any order"),
      .number("guess", "where the search starts", default: CashFlows.usualGuess), .context,
      traits: [.analysisToolPak, .stopsWhenNear],
      examples: examples
    ) { (values, dates, guess, context) throws(CellError) in
      let flows = try flows(values, dates, whatIsNoNumber: .isRead, inAnyOrder: true)
      guard flows.amounts.count > 1 else { throw .notAvailable("One payment has no rate.") }
      try takeSteps(forRateOf: flows.amounts, in: context)
      let rate = try found(CashFlows.internalRate(flows.amounts, days: flows.days, guess: guess))
      guard isExcels, guess == CashFlows.usualGuess else { return rate }
      return CashFlows.halved(rate, flows.amounts, days: flows.days)
    }
  }

  static let dated: [SheetFunction] = [
    SheetFunction(
      "XNPV", "Gives the value of payments on the first day.",
      .number("rate", "the interest rate per year"), .range("values", "the payments"),
      .range("dates", "their days, the first one first"),
      traits: .analysisToolPak,
      examples: [
        "ROUND(XNPV(0.09, {-10000,2750,4250,3250,2750}, {39448,39508,39751,39859,39904}), 2)" => 2086.65,
        "XNPV(0.1, {1,2}, {1,1})" => 3,
        "ROUND(XNPV({0.1,0.2}, {0,132}, {1,366}), 9)" => [[120, 110]], "XNPV(0.1, {1,2}, {2,1})" => .number,
        "XNPV(-0.3, {-100,120}, {1,366})" => .number, "XNPV(0.1, {-1,TRUE}, {1,366})" => .number,
      ]
    ) { (rate, values, dates) throws(CellError) in
      if rate >= 0, let known = ColumnFlows.value(of: values, on: dates, rate: rate) { return known }
      let flows = try flows(values, dates, whatIsNoNumber: .isRefused)
      guard rate >= 0 else { throw .number("The rate is negative.") }
      return CashFlows.netPresentValue(rate, flows.amounts, days: flows.days)
    },

    datedRate(
      named: "XIRR", isExcels: true,
      examples: [
        "ROUND(XIRR({-10000,2750,4250,3250,2750}, {39448,39508,39751,39859,39904}), 9)" => 0.373362535,
        "ROUND(XIRR({-100,110}, {1,366}), 7)" => 0.1, "ROUND(XIRR({-100,110}, {1,366}, {0,0.1}), 7)" => [[0.1, 0.1]],
        "ROUND(XIRR({110,-100}, {366,1}), 7)" => 0.1, "XIRR({1,2}, {1,2})" => .number,
        "XIRR({-100,110}, {1,-366})" => .number, "XIRR(-100, 1)" => .notAvailable,
      ]),
  ]
}
