import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Date functions")
struct DatesTests {
  @Test func partsMakeTheDateAgain() {
    let evaluator = ModelEvaluator()
    for serial in stride(from: 0, through: 2_958_465, by: 7_919) {
      let formula = "DATE(YEAR(\(serial)), MONTH(\(serial)), DAY(\(serial)))"
      #expect(evaluator.evaluate(formula) == .number(Double(serial)), "=\(formula)")
    }
    for serial in 0...70 {
      let formula = "DATE(YEAR(\(serial)), MONTH(\(serial)), DAY(\(serial)))"
      #expect(evaluator.evaluate(formula) == .number(Double(serial)), "=\(formula)")
    }
  }

  @Test func datesOutOfRange() {
    check("DATE(9999, 12, 31)", 2_958_465)
    check("DATE(9999, 12, 32)", .error(.number))
    check("DATE(1900, 1, -1)", .error(.number))
    check("DATE(-1, 1, 1)", .error(.number))
    check("DATE(2020, 1E+300, 1)", .error(.number))
    check("DATE(2020, 1, 1E+15)", 76_597)
    check("DATE(2020, -13, 1)", 43_405)
    check("DATE(108, 1, 2)", 39_449)
    check("TIME(32768, 0, 0)", .error(.number))
    check("EDATE(43831, 1E+15)", .error(.number))
    check("EOMONTH(2958465, 0)", 2_958_465)
    check("EOMONTH(2958465, 1)", .error(.number))
    check("WORKDAY(43831, 1E+15)", .error(.number))
    check("WORKDAY(2958465, 1)", .error(.number))
    check("NETWORKDAYS(43832, WORKDAY(43831, 1000000))", 1_000_000)
  }

  @Test("An error among the arguments counts before a date or a type that there is not")
  func errorsComeFirst() {
    check("WEEKDAY(NA(), 99)", .error(.notAvailable))
    check("WEEKDAY(5, 1/0)", .error(.divisionByZero))
    check("WEEKDAY(-1, NA())", .error(.notAvailable))
    check("WEEKDAY(-1, 99)", .error(.number))
    check("WEEKDAY(\"x\", NA())", .error(.value))
    check("WEEKNUM(NA(), 99)", .error(.notAvailable))
    check("DAYS360(-1, NA())", .error(.notAvailable))
    check("DATEDIF(-1, 1/0, NA())", .error(.divisionByZero))
    check("WEEKDAY(-1, \"x\")", .error(.value))
  }

  // As in WEEKDAY_WEEKNUM_ISOWEEKNUM.xlsx of IronCalc's tests, which Excel has saved.
  @Test("The former Analysis ToolPak reads one argument after the other")
  func errorsInTurn() {
    check("WEEKNUM(-1, NA())", .error(.number))
    check("WEEKNUM(\"x\", 1/0)", .error(.value))
    check("WEEKNUM(444, 1/0)", .error(.divisionByZero))
    check("WEEKNUM(-1, TRUE)", .error(.number))
  }

  // As the tests of the Python package formulas have it, which follows Excel.
  @Test("To a year of actual/actual 1900 has 365 days")
  func lengthOf1900() {
    check("YEARFRAC(0, 4382, 1)", 12)
    check("ROUND(YEARFRAC(2, 1462, 1), 12)", 3.997809419496)
    check("ROUND(YEARFRAC(366, 2000, 1), 12)", 4.474669100867)
  }

  // As Excel has saved it in DAYS_DAYS360.xlsx of IronCalc's tests.
  @Test("DAYS and DAYS360 count logicals as days")
  func daysOfLogicals() {
    check("DAYS(TRUE, FALSE)", 1)
    check("DAYS(A99, TRUE)", -1)
    check("DAYS360(FALSE, TRUE)", 1)
  }

  @Test func weeks() {
    check("WEEKNUM(DATE(2012,3,9))", 10)
    check("WEEKNUM(DATE(2012,3,9), 2)", 11)
    check("WEEKNUM(DATE(2021,1,3), 21)", 53)
    check("WEEKDAY(DATE(2008,2,14))", 5)
    check("WEEKDAY(DATE(2008,2,14), 2)", 4)
    check("WEEKDAY(DATE(2008,2,14), 3)", 3)
    check("WEEKDAY(DATE(2008,2,14), 17)", 5)
    check("ISOWEEKNUM(DATE(2012,3,9))", 10)
    check("WEEKNUM(0)", 0)
  }

  @Test func timesRoundToTheSecond() {
    check("HOUR(0.99999999)", 0)
    check("SECOND(TIME(1,2,3))", 3)
    check("MINUTE(TIME(23,59,59))", 59)
    check("SECOND(0.9999884)", 59)
    // Half a second before midnight is the next day.
    check("DAY(44000.99999)", 18)
    check("DAY(44000.999995)", 19)
    check("MONTH(43861.9999999)", 2)
    check("YEAR(43830.9999999)", 2020)
    check("YEAR(2958465.9999999)", .error(.number))
    check("WEEKDAY(44000.999999)", 6)
    check("WEEKNUM(44002.999999)", 25)
  }

  /// As ClosedXML and formulon have measured in Excel: what nearly is a whole number is one, and sixteen bits hold a month
  /// and a day.
  @Test func partsOfDatesAreWhole() {
    check("DATE(2020, 1.9999999, 1)", 43862)
    check("DATE(2020, 1.999999, 1)", 43831)
    check("DATE(2000, -5.1, 1)", 36312)
    check("DATE(2000, 2, -10.1)", 36545)
    check("DATE(-1, 32000, 1)", 973_586)
    check("DATE(-1.1, 32000, 1)", 973_221)
    check("DATE(1E+100, -32000, 1) = DATE(10000, -32000, 1)", true)
    check("DATE(10000, -32000, 1) = DATE(7333, 4, 1)", true)
    check("DATE(-1E+100, 1, 1)", .error(.number))
    check("DATE(10000, -32767, 3) = DATE(7269, 5, 3)", true)
    check("DATE(10000, -32767.1, 3)", .error(.number))
    check("DATE(2000, 1, 1E+100) = DATE(2089, 9, 16)", true)
    check("DATE(2000, 1, -32768) = DATE(1910, 4, 14)", true)
    check("DATE(2000, 1, -1E+100) = DATE(2089, 9, 16)", true)
    check("DATE(2019.9999999, 1, 1)", 43831)
    check("DATE(2020, 32766, 1)", 1_041_094)
    check("DATE(1900, 32767, 1)", .error(.number))
    check("DATE(2020, 1, 32767)", 76597)
    check("DATE(2020, 1, -32769)", 76597)
    check("DATE(2020, 1, -32768)", 11062)
    check("TIME(0.9999999, 0, 0) * 24", 1)
    check("TIME(25, 0, 0) = 1 / 24 + 7 * 2^-57", true)
    check("TIMEVALUE(\"6:30 pm.\") * 24", 18.5)
    check("TIMEVALUE(\"6 PM .\")", 0.75)
    check("TIMEVALUE(\"6.\")", .error(.value))
  }

  @Test func differences() {
    check("DATEDIF(DATE(2001,1,1), DATE(2003,1,1), \"Y\")", 2)
    check("DATEDIF(DATE(2001,6,1), DATE(2002,8,15), \"D\")", 440)
    check("DATEDIF(DATE(2001,6,1), DATE(2002,8,15), \"YD\")", 75)
    check("DATEDIF(DATE(2012,1,31), DATE(2012,3,1), \"MD\")", -1)
    // Values seen in Excel.
    check("DATEDIF(DATE(2000,2,29), DATE(2002,3,8), \"YD\")", 7)
    check("DATEDIF(DATE(2000,2,29), DATE(2000,3,8), \"YD\")", 8)
    check("DATEDIF(DATE(1999,2,15), DATE(2003,3,15), \"YD\")", 28)
    check("DATEDIF(DATE(2000,2,15), DATE(2003,3,15), \"YD\")", 29)
    check("DATEDIF(DATE(1988,6,22), DATE(2012,5,11), \"YD\")", 323)
    check("DATEDIF(222, 222222, \"YD\")", 297)
    check("DATEDIF(DATE(2012,1,31), DATE(2012,3,1), \"YD\")", 30)
    check("DAYS360(DATE(2011,1,30), DATE(2011,2,1))", 1)
    check("DAYS360(DATE(2011,1,1), DATE(2011,12,31))", 360)
    check("ROUND(YEARFRAC(DATE(2012,1,1), DATE(2012,7,30)), 8)", 0.58055556)
    check("ROUND(YEARFRAC(DATE(2012,1,1), DATE(2012,7,30), 1), 8)", 0.57650273)
    check("ROUND(YEARFRAC(DATE(2012,1,1), DATE(2012,7,30), 3), 8)", 0.57808219)
  }

  @Test func workingDays() {
    check("NETWORKDAYS(DATE(2012,10,1), DATE(2013,3,1))", 110)
    check("NETWORKDAYS(DATE(2012,10,1), DATE(2013,3,1), DATE(2012,11,22))", 109)
    check("NETWORKDAYS(DATE(2012,10,1), DATE(2013,3,1), {41235,41247,41295})", 107)
    check("NETWORKDAYS.INTL(DATE(2006,1,1), DATE(2006,1,31))", 22)
    check("NETWORKDAYS.INTL(DATE(2006,1,1), DATE(2006,2,1), 7, {38719,38733})", 22)
    check("WORKDAY(DATE(2008,10,1), 151)", 39_933)
    check("WORKDAY(DATE(2008,10,1), 151, {39778,39786,39834})", 39_938)
    check("WORKDAY.INTL(DATE(2012,1,1), 30, 17)", 40_944)
    check("WORKDAY.INTL(DATE(2012,1,1), 30, 0)", .error(.number))
    check("WORKDAY(43831, 0)", 43_831)
  }

  /// The binary search agrees with counting day by day.
  @Test func workdaysCountBack() {
    let evaluator = ModelEvaluator()
    for days in -30...30 where days != 0 {
      let formula =
        "NETWORKDAYS.INTL(43835, WORKDAY.INTL(43835, \(days), \"0101000\", {43840,43841}), \"0101000\", {43840,43841})"
      // The start itself, a Sunday, is a working day here and counted too.
      let wanted = days > 0 ? days + 1 : days - 1
      #expect(evaluator.evaluate(formula) == .number(Double(wanted)), "=\(formula)")
    }
  }

  @Test func writtenDates() {
    check("DATEVALUE(\"22-Aug-2011\")", 40_777)
    check("DATEVALUE(\"2011/02/23\")", 40_597)
    check("DATEVALUE(\"2020-01-01 12:00\")", 43_831)
    // What Excel 16 stores; 1 - 2 is left as it was.
    check("DATEVALUE(\"2026-01-01 24:00:00\")", 46_024)
    check("DATEVALUE(\"2026-01-01 25:00:00\")", 46_024)
    check("DATEVALUE(\"2026 - 01 - 01\")", 46_023)
    check("TIMEVALUE(\"4 : 35\")", .number(275.0 / 1440))
    check("VALUE(\"1 - 2\")", .error(.value))
    check("DATEVALUE(\"1 1/2\")", .error(.value))
    check("DATEVALUE(\"1E+4\")", .error(.value))
    check("DATEVALUE(\"-5\")", .error(.value))
    check("TIMEVALUE(\"2020-01-01 18:00\")", 0.75)
    check("DATEVALUE(\"Wednesday, December 3, 2014\")", 41_976)
    check("DATEVALUE(\"12:00\")", 0)
    // A missing year is the current one.
    check("DATEVALUE(\"Dec-3 11:11\")=DATE(YEAR(TODAY()), 12, 3)", true)
    check("VALUE(\"12/3\")=DATE(YEAR(TODAY()), 12, 3)", true)
    check("MONTH(\"3-Dec\")", 12)
    check("SECOND(\"13:10:61\")", 1)
    check("MINUTE(\"1:30.5\")", 1)
  }

  private func check(
    _ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(ModelEvaluator().evaluate(formula) == expected, "=\(formula)", sourceLocation: location)
  }
}
