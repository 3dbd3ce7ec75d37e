import Testing

@testable import CellModel

/// What Excel stored in `NumberFormatTests.xlsx` of Apache POI, a row for each rule.
@Suite("Fractions")
struct FractionLayoutTests {
  @Test("A whole number that is 0 is left out with the texts behind it, or gives way to spaces")
  func wholeNumbers() {
    check("|#\\:#/#|", 23.75, "|23:3/4|")
    check("|#\\:#/#|", -0.75, "-|3/4|")
    check("|#-#-#\\:#/#|", 0.75, "|--3/4|")
    check("|#\\:?=/=#|", 0.75, "| 3=/=4|")
    check("|?\\:#=/=#|", 0.75, "|  3=/=4|")
    check("|0\\:#=/=#|", 0.75, "|0:3=/=4|")
    check("|?\\:?0=/=#|", 0.75, "|   3=/=4|")
    check("|#\\:0=/=#|", 0, "|0=/=1|")
    check("|?\\:0=/=#|", 0, "|0:0=/=1|")
    check("|#\\:? ?0#/000", 0, "|:0  00/001")
  }

  @Test("A fraction that is 0 is left out, or as many spaces stand in its place")
  func fractions() {
    check("|#\\:#/#|", 1, "|1|")
    check("|#\\:#=/=?|", 1, "|1      |")
    check("|#\\:? ?=/=#|", 0, "|:0      |")
    check("|#\\:0=/=#|", 1, "|1:0=/=1|")
    check("# ?/?", 5, "5    ")
  }

  @Test("Without a gap before the numerator the fraction holds the whole number")
  func improper() {
    check("|#_#/#|", 3.75, "|15 /4|")
    check("|#_#=/=#|", 0, "|0 =/=1|")
    check("|#_?=/=?|", -3.75, "-|15 =/=4|")
  }

  @Test("ee is a year where no digit stands before it")
  func years() {
    check("ee-mm-dd", 28_313, "1977-07-07")
    check("0.0e-0", 1_234, "1.2e3")
  }

  private func check(
    _ format: String, _ number: Double, _ expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect((try? NumberFormat(format).formatted(.number(number))) == expected, sourceLocation: location)
  }
}
