import CellModel
import Functions

/// The interest that a security has earned since its issue.
enum AccruedInterestFunctions: FunctionFamily {
  static let title = "Accrued interest"

  private static let issue: Parameter<Int> = .day("issue", "the day of the issue")
  private static let rate: Parameter<Double> = .number("rate", "the interest rate per year")
  private static let par: Parameter<Double> = .number("par", "the par value", default: 1000)

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ACCRINT", "Gives the interest accrued by a security that pays interest at regular intervals.",
      issue, .day("first_interest", "the day of the first coupon"), .day("settlement", "the day of the purchase"),
      rate, par, .frequency, .basis,
      .logical("calc_method", "FALSE leaves out whole periods before that of the first coupon", default: true),
      .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(ACCRINT(DATE(2008,3,1), DATE(2008,8,31), DATE(2008,5,1), 0.1, 1000, 2, 0), 6)" => 16.666667,
        "ROUND(ACCRINT(DATE(2007,3,1), DATE(2008,8,31), DATE(2008,5,1), 0.1, 1000, 2, 0, {TRUE,FALSE}), 6)"
          => [[116.944444, 66.944444]],
        "ROUND(ACCRINT(DATE(2018,8,15), DATE(2019,2,15), DATE(2019,2,15), 0.02125, 100, 2, 1), 6)" => 1.0625,
        "ROUND(ACCRINT(DATE(2012,1,1), DATE(2012,4,1), DATE(2013,12,31), 8%, 10000, 4), 6)" => 1600,
        "ROUND(ACCRINT(DATE(2021,6,1), DATE(2021,12,1), DATE(2022,9,1), 0.075, 100, 2, 1, {TRUE,FALSE}), 6)"
          => [[9.385246, 9.364754]],
        "ROUND(ACCRINT(DATE(2021,6,1), DATE(2021,12,1), DATE(2022,3,1), 0.025, 5000, 2, {1,2,3}, FALSE), 6)"
          => [[93.237705, 94.791667, 93.493151]],
        "ACCRINT(DATE(2020,12,1), DATE(2021,12,1), DATE(2021,3,1), 0.075, 100, 2, 0, FALSE)" => -1.875,
        "ACCRINT(DATE(2008,5,1), DATE(2008,8,31), DATE(2008,5,1), 0.1, 1000, 2)" => .number,
      ]
    ) { (issue, first, settlement, rate, par, frequency, basis, countsWholePeriods, dayCount) throws(CellError) in
      guard issue < settlement, rate > 0, par > 0 else { throw .number("An argument is out of range.") }
      let interest = AccruedInterest(dayCount: dayCount, frequency: frequency, basis: basis)
      let coupons = interest.coupons(
        issue: issue, first: first, settlement: settlement, countsWholePeriods: countsWholePeriods)
      return par * rate / Double(frequency) * coupons
    },

    SheetFunction(
      "ACCRINTM", "Gives the interest of a security that pays interest at its maturity.",
      issue, .day("settlement", "the day of its maturity"), rate, par, .basis, .dayCount,
      traits: .analysisToolPak,
      examples: [
        "ROUND(ACCRINTM(DATE(2008,4,1), DATE(2008,6,15), 0.1, 1000, 3), 6)" => 20.547945,
        "ROUND(ACCRINTM(DATE(2023,1,1), DATE(2024,1,1), 0.1), 6)" => 100,
        "ROUND(ACCRINTM(DATE(2008,4,1), DATE(2008,6,15), {0.1,0.2}, 1000, 3), 6)" => [[20.547945, 41.09589]],
        "ACCRINTM(DATE(2008,6,15), DATE(2008,4,1), 0.1)" => .number,
      ]
    ) { (issue, settlement, rate, par, basis, dayCount) throws(CellError) in
      guard issue < settlement, rate > 0, par > 0 else { throw .number("An argument is out of range.") }
      return par * rate * dayCount.yearFraction(from: issue, to: settlement, basis: basis)
    },
  ]
}
