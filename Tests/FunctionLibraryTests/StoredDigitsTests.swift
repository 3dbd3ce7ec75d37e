import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

/// Formulas with the numbers that Excel 2000, 2007 and 2010 have stored for them, met to the last bit.
@Suite("Digits that Excel has stored")
struct StoredDigitsTests {
  @Test("Angles are multiplied by a ratio")
  func angles() {
    check("RADIANS(23)", 0.4014257279586958)
    check("RADIANS(0.09)", 0.0015707963267948964)
    check("DEGREES(-3.2)", -183.34649444186346)
    check("DEGREES(1)", 57.29577951308232)
  }

  @Test("A count of periods is a quotient of logarithms")
  func periods() {
    check("NPER(12%, -100, -1000, 10000, 1)", 15.288014619990111)
    check("NPER(12%, -100, -1000, 10000, 0)", 15.675572272675842)
    check("NPER(12%, -100, -1100, 10000, 1)", 14.843018249563006)
    check("NPER(0.01, 1, 10)", -9.578594039813161)
    // Near a rate of 0 the digits are those of the value, which a quotient of logarithms would lose.
    check("ROUND(NPER(1E-12, -1, 10), 9)", 10)
  }

  @Test("A column of abscissas for one ordinate is as many variables, of which the one that varies most counts")
  func oneOrdinate() {
    let abscissas = "{24;24;654;234;567;57;324;234;234}"
    check("TREND(12, \(abscissas))", 12)
    check("TREND(12, \(abscissas),, FALSE)", 12)
    check("TREND(12, \(abscissas), {5;45;1;45;4;23;3;4;5}, FALSE)", 0.01834862385321101)
    check("TREND(12, {24,24,654}, {5,45,1}, FALSE)", 0.01834862385321101)
    check("TREND(12, \(abscissas), 5)", .error(.reference))
    check("TREND(12, {24,5;213,2})", .error(.reference))
  }

  private func check(_ formula: String, _ value: CellValue, at location: SourceLocation = #_sourceLocation) {
    #expect(ModelEvaluator().evaluate(formula) == value, "=\(formula)", sourceLocation: location)
  }
}
