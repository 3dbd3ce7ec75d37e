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

  /// From the tests of SheetJS's SSF and frac (Apache licence 2.0), which show what Excel does.
  @Test("A fraction is the last convergent that has room, not the nearest one")
  func convergents() {
    let rows: [(Double, [String])] = [
      (12.3, ["12 1/3", "12  3/10", "12   3/10 "]), (-123.456, ["-123 1/2", "-123 26/57", "-123  57/125"]),
      (1234.567, ["1234 4/7", "1234 55/97", "1234  55/97 "]),
      (-1234.5678, ["-1234 4/7", "-1234 46/81", "-1234  67/118"]),
      (-12345.67891, ["-12345 2/3", "-12345 55/81", "-12345 573/844"]),
      (0.3, [" 2/7", "  3/10", "   3/10 "]), (1.3, ["1 1/3", "1  3/10", "1   3/10 "]),
      (2.3, ["2 2/7", "2  3/10", "2   3/10 "]),
      (1_234_567_890.1, ["1234567890    ", "1234567890  1/10", "1234567890   1/10 "]),
      (1_234_567_890.9, ["1234567891    ", "1234567890  9/10", "1234567890   9/10 "]),
      (12_345_678_900.7, ["12345678900 5/7", "12345678900  7/10", "12345678900   7/10 "]),
      (123_456_789_000.7, ["123456789000 2/3", "123456789000  7/10", "123456789000   7/10 "]),
      (12_345_678_900_000.3, ["12345678900000 1/3", "12345678900000  3/10", "12345678900000  77/256"]),
      (12_345_678_900_000.9, ["12345678900001    ", "12345678900000  9/10", "12345678900000 461/512"]),
    ]
    for (number, shown) in rows {
      for (format, expected) in zip(["# ?/?", "# ??/??", "# ???/???"], shown) { check(format, number, expected) }
    }
    check("??/??", -123.456, "-7037/57")
    check("??/??", 12345.6789, "1000000/81")
    check("??/??", 0.00001, " 0/1 ")
    check("# ?/?", -0.01, "-0    ")
    check("# ??/?????????", 0.123251512342345, " 480894/3901729  ")
  }

  @Test("Placeholders behind the denominator hold no digit of it")
  func behindTheDenominator() {
    check("00 00/0z0", 12345.67, "12345 02/3z0")
    check("00 ??/?z?", 12345.67, "12345  2/3z ")
    check("0z0 00/00", 12345.67, "1234z5 65/97")
    check("00 0z0/00", 12345.67, "1234 5z65/97")
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
