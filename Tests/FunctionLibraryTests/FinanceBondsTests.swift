import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

/// Values of Excel 2010 for days and rules at which other programs go other ways.
@Suite("Bonds and depreciation as in Excel")
struct FinanceBondsTests {
  @Test("A long first period is divided by each basis as Excel does")
  func longFirstPeriods() {
    let bond = "ODDFPRICE(DATE(1999,2,28), DATE(2010,6,30), "
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 1, 2)", 127.9031273745)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 1, 1)", 127.9949332833)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 2, 1)", 127.7049586143)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 4, 0)", 127.5831938096)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 4, 1)", 127.5554755738)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 4, 3)", 127.5543521757)
    expect(bond + "DATE(1998,2,28), DATE(2009,6,30), 0.07, 0.03, 100, 4, 4)", 127.5728561289)
    expect(bond + "DATE(1992,11,30), DATE(2009,6,30), 0.07, 0.03, 100, 4, 1)", 117.7903110139)
    expect(bond + "DATE(1992,11,30), DATE(2009,6,30), 0.07, 0.1, 67, 2, 2)", 22.50659528829)
    expect(bond + "DATE(1997,2,28), DATE(2003,3,31), 0.1, 0.03, 100, 4, 1)", 162.5752784659)
    expect(
      "ODDFPRICE(DATE(2002,3,31), DATE(2010,6,30), DATE(2000,5,14), DATE(2003,3,31), 0.07, 0.03, 100, 4, 1)",
      128.6542496777)
    expect(
      "ODDFPRICE(DATE(2002,3,31), DATE(2010,6,30), DATE(2001,3,31), DATE(2009,6,30), 0.07, 0.1, 100, 2, 0)",
      69.37957714691)
  }

  @Test("In the last period the American rule moves month ends")
  func lastPeriods() {
    expect("ODDLPRICE(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 0.07, 0.03, 100, 2, 0)", 103.7180731889)
    expect("ODDLPRICE(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 0.1, 0.03, 67, 4, 0)", 74.52036724356)
    expect("ODDLPRICE(DATE(1999,2,28), DATE(2000,2,28), DATE(1998,2,28), 0.1, 0.1, 100, 4, 3)", 99.09090909091)
  }

  @Test("Interest before a first coupon that is years away adds quasi-coupon periods")
  func accruedInterest() {
    func check(_ first: String, _ settlement: String, _ frequency: Int, _ basis: Int, _ expected: Double) {
      expect("ACCRINT(DATE(1990,3,4), \(first), \(settlement), 0.07, 10000, \(frequency), \(basis))", expected)
    }
    check("DATE(1993,3,31)", "DATE(1992,3,4)", 1, 0, 1401.944444444)
    check("DATE(1993,3,31)", "DATE(1992,3,4)", 1, 2, 1400)
    check("DATE(1993,3,31)", "DATE(1992,3,4)", 2, 1, 1398.076923077)
    check("DATE(1993,3,31)", "DATE(1992,3,4)", 2, 2, 1394.166666667)
    check("DATE(1993,3,31)", "DATE(1992,3,4)", 4, 3, 1397.602739726)
    check("DATE(2010,7,5)", "DATE(1992,3,4)", 1, 2, 1226.944444444)
    check("DATE(2010,7,5)", "DATE(1992,3,4)", 2, 1, 1287.845303867)
    check("DATE(2010,7,5)", "DATE(1995,3,1)", 4, 1, 3458.376068376)
  }

  @Test("Interest from an issue behind the first coupon goes by the periods from there")
  func accruedInterestBehindFirstCoupon() {
    func check(_ settlement: String, _ frequency: Int, _ basis: Int, _ expected: Double, _ countsPeriods: Bool = true) {
      let call = "DATE(2024,6,1), DATE(2024,3,31), DATE(\(settlement)), 0.05, 1000, \(frequency), \(basis)"
      expect("ACCRINT(\(call), \(countsPeriods ? "TRUE" : "FALSE"))", expected)
    }
    check("2024,9,15", 1, 0, 14.44444444444)
    check("2024,9,15", 4, 0, 14.44444444444, false)
    check("2024,9,15", 4, 2, 14.72222222222)
    check("2024,9,15", 4, 3, 14.52054794521)
    check("2025,2,10", 2, 2, 35.27777777778)
    check("2025,2,10", 4, 3, 34.58904109589)
    check("2024,9,15", 1, 1, 14.48087431694)
    check("2025,2,10", 4, 1, 34.61538461538)
    expect("ACCRINT(DATE(2024,1,10), DATE(2023,12,31), DATE(2026,7,4), 0.05, 1000, 2, 0)", 124.1666666667)
  }

  @Test("French depreciation stops at the salvage value")
  func frenchDepreciation() {
    func check(_ salvage: Double, _ period: Double, _ rate: Double, _ expected: Double) {
      expect(
        "AMORDEGRC(100, DATE(1998,2,28), DATE(2000,2,29), \(salvage), \(period), \(rate), 3)", expected)
    }
    check(10, 0, 0.15, 75)
    check(10, 0, 0.3, 90)
    check(10, 0.3, 0.15, 0)
    check(10, 1, 0.1, 13)
    check(10, 1.7, 0.07, 11)
    check(10, 2, 0.3, 0)
    check(10, 10, 0.07, 2)
    check(50, 1, 0.15, 19)
    check(50, 2, 0.07, 9)
  }

  @Test("Declining depreciation between times within periods")
  func decliningDepreciation() {
    expect("VDB(100, 10, 13, 0, 4.2, 1)", 29.83431952663)
    expect("VDB(100, 10, 13, 0, 3.3, 1)", 23.6810112964)
    expect("VDB(100, 10, 12.7, 2, 4.2, 1)", 15.39423676978)
    expect("VDB(100, 10, 13, 1, 4.2, 4.5)", 48.37304871086)
    expect("VDB(100, 10, 13, 2, 13, 1, TRUE)", 49.8812507446)
    expect("VDB(100, 10, 12.7, 0, 12.7, 1)", 90)
    expect("VDB(24000, 3000, 10, 0.1, 1)", 4233.6)
    expect("DDB(100, 10, 13, 0.3, 3)", 23.07692307692)
    expect("DDB(100, 0, 12.7, 11, 4.5)", 0.4461800081624)
  }

  @Test("YEARFRAC keeps a 31st after the last of February")
  func americanFebruary() {
    expect("YEARFRAC(DATE(2011,2,28), DATE(2011,3,31)) * 360", 31)
    expect("YEARFRAC(DATE(2011,2,28), DATE(2012,2,29))", 1)
    expect("DAYS360(DATE(2011,2,28), DATE(2011,3,31))", 30)
  }

  @Test("Yields below zero and far above are found")
  func yields() {
    expect("YIELD(DATE(1980,2,15), DATE(2010,6,30), 0.07, 364.906836773092, 130, 4, 4)", -0.00297404851120256, 1e-9)
    expect("YIELD(DATE(1980,3,15), DATE(2008,2,29), 0.07, 369.572334212659, 130, 2, 4)", -0.00631944091105734, 1e-9)
    expect("YIELD(DATE(2010,1,1), DATE(2020,1,2), 100, 68.15518653988686, 1, 1, 1)", 64, 1e-9)
  }
}

private func expect(
  _ formula: String, _ expected: Double, _ tolerance: Double = 1e-11, at location: SourceLocation = #_sourceLocation
) {
  let result = ModelEvaluator().evaluate(formula)
  guard case .number(let value, _) = result else {
    Issue.record("=\(formula) gave \(result)", sourceLocation: location)
    return
  }
  #expect(
    abs(value - expected) <= tolerance * max(1, abs(expected)), "=\(formula) gave \(value)", sourceLocation: location)
}
