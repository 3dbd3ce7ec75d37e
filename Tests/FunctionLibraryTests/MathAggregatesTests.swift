import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Aggregates over cells")
struct MathAggregates {
  @Test("In ranges texts, logicals and blanks are skipped, and the first error by rows ends the call")
  func ranges() {
    check("SUM(A1:B6)", 110)
    check("COUNT(A1:B6)", 6)
    check("COUNTA(A1:B6)", 9)
    check("COUNTBLANK(A1:B6)", 4)
    check("AVERAGEA(A1:A4)", 2.5)
    check("MAX(A1:A6)", 4)
    check("PRODUCT(A1:A2)", 2)
    check("SUM(A:B)", .error(.divisionByZero))
    check("COUNT(A:B)", 6)
    check("COUNTBLANK(A:A)", .number(Double(1_048_576 - 6)))
  }

  @Test("A direct argument that is an error comes before the errors in ranges, wherever it stands")
  func directErrors() {
    for function in ["SUM", "MAX", "MIN", "AVERAGE", "PRODUCT", "STDEV.S", "MEDIAN"] {
      check("\(function)(A:B, NA())", .error(.notAvailable))
      check("\(function)(1, NA(), A:B, 1/0)", .error(.notAvailable))
      check("\(function)(1, 2, A:B)", .error(.divisionByZero))
    }
    check("COUNT(A:B, NA())", 6)
  }

  @Test("A sum is 0 where its last number cancels the ones before but for a remainder of rounding")
  func remainders() {
    let remainder = CellValue.number(0.5 - 0.4 - 0.1)
    check("SUM(0.5, -0.4, -0.1)", 0)
    check("SUM({0.5,-0.4,-0.1})", 0)
    check("AVERAGE(0.5, -0.4, -0.1)", 0)
    check("AVERAGEA({0.5;-0.4;-0.1})", 0)
    check("1 * SUM(0.5, -0.4, -0.1)", 0)
    check("SUM({0.5,-0.4,-0.1} * 1)", 0)
    check("SUM(0.5, -0.4, -0.1, 0)", remainder)
    check("SUM(0.5, -0.4, -0.1, 1E-20)", .number(0.5 - 0.4 - 0.1 + 1e-20))
    check("SUM(SEQUENCE(1, 40, 0) * 0, 0.5, -0.4, {-0.1,\"x\"})", 0)
    check("SUM({0.5,-0.4,-0.1,0})", remainder)
    check("SUMPRODUCT({0.5,-0.4,-0.1})", remainder)
    check("SUM(1, -1 + 2^-49)", .number(0x1p-49))
    check("SUM(1, -1 + 2^-50)", 0)
  }

  @Test("Criteria are tested cell by cell, over whole columns too")
  func criteria() {
    check("SUMIF(A1:A4, \">1\")", 9)
    check("SUMIF(A:A, \">1\", B:B)", 99)
    check("SUMIF(A1:A4, \">1\", B1)", 99)
    check("COUNTIF(A:A, \"\")", .number(Double(1_048_576 - 6)))
    check("COUNTIF(A:A, \"<>x\")", .number(Double(1_048_576 - 1)))
    check("COUNTIF(A1:A6, \"X\")", 1)
    check("COUNTIFS(A:A, \">=1\", B:B, \">1\")", 1)
    check("SUMIFS(B:B, A:A, 4)", 99)
    check("MAXIFS(A1:A4, B1:B4, \"<>99\")", 3)
    check("AVERAGEIFS(A1:A4, A1:A4, \"<=3\")", 2)
    check("SUMIFS(B1:B3, A1:A4, 1)", .error(.value))
    check("COUNTIF(B:B, #DIV/0!)", 1)
  }

  @Test("A day without a year in a criterion is one of the current year")
  func days() {
    check("COUNTIF({\"11-15\",\"15-Nov\",\"11-16\"}, \"11/15\")", 2)
    check("COUNTIF(VSTACK(DATE(YEAR(TODAY()), 11, 15), DATE(1990, 11, 15), \"11-15\"), \"11-15\")", 2)
    check("COUNTIF(VSTACK(DATE(YEAR(TODAY()), 11, 15), DATE(1990, 11, 15), \"11-15\"), \"<11-15\")", 1)
    check("DCOUNTA(VSTACK(\"d\", DATE(YEAR(TODAY()), 11, 15), \"11-15\", \"x\"), 1, {\"d\";\"11/15\"})", 2)
  }

  @Test("Products of ranges stop where one of them is blank")
  func products() {
    check("SUMPRODUCT(A1:A4, B1:B4)", 397)
    check("SUMPRODUCT(A:A, A:A)", 30)
    check("SUMPRODUCT(A1:A4, A1:B4)", .error(.value))
    check("SUMPRODUCT(A:A, B:B)", .error(.divisionByZero))
    check("SUMPRODUCT((A1:A4>1)*(B1:B4=99))", 1)
    check("SUMPRODUCT(A1:A6, A1:A6, A1:A6)", 100)
    check("SUMPRODUCT(A1:A6, B1:B6, A1:A6)", 1585)
    check("SUMPRODUCT(B1:B6, C1:C6, A1:A6)", 10)
    check("SUMPRODUCT(A1:B4, A1:B4)", 9832)
    check("SUMPRODUCT(A1:A8, B1:B8)", .error(.divisionByZero))
    check("SUMPRODUCT(B1:B8, A1:A8, A1:A8)", .error(.divisionByZero))
  }

  @Test("A sum of products of ranges is rounded at each step, from the first row to the last")
  func productsInOrder() {
    for place in 0..<10 {
      var sheet = ModelSheet()
      var sum = 0.0
      for row in 0..<10 {
        let size = row == place ? 1e16 : row == 9 - place ? -1e16 : 1
        let factor = row == 9 - place || row == place ? 1 : 0.1
        sheet.set("A\(row + 1)", .number(size))
        sheet.set("B\(row + 1)", .number(factor))
        sum += size * factor
      }
      #expect(ModelEvaluator(sheet).evaluate("SUMPRODUCT(A1:A10, B1:B10)") == .number(sum), "\(place)")
      sheet.set("B3", 1e300)
      sheet.set("A3", 1e300)
      #expect(ModelEvaluator(sheet).evaluate("SUMPRODUCT(A1:A10, B1:B10)") == .error(.number), "\(place)")
    }
  }

  /// By rows 1E16 + 1 − 1E16 + 1, whose first 1 is lost; by columns nothing is.
  @Test("Sums go over an area row by row and round at each step", arguments: [2, 1000, 20_000, 1_048_576])
  func sumsInOrder(rows: Int) {
    var sheet = ModelSheet()
    sheet.set("A1", 1e16)
    sheet.set("B1", 1)
    sheet.set("A\(rows)", -1e16)
    sheet.set("B\(rows)", 1)
    let evaluator = ModelEvaluator(sheet)
    let area = "A1:B\(rows)"
    for formula in [
      "SUM(\(area))", "SUM(A:B)", "AVERAGE(\(area)) * 4", "SUBTOTAL(9, \(area))", "AGGREGATE(9, 4, \(area))",
      "SUMIF(\(area), \"<>5\")", "SUMIFS(\(area), \(area), \"<>5\")", "SUMPRODUCT(\(area))",
      "SUM(A1, B1, A\(rows), B\(rows))", "SUM({1E+16, 1; -1E+16, 1})", "PERCENTOF(\(area), 1)",
    ] {
      #expect(evaluator.evaluate(formula) == 1, "\(formula)")
    }
    #expect(evaluator.evaluate("SUM(A1:A\(rows), B1:B\(rows))") == 2)
    #expect(evaluator.evaluate("SUM(0.5, -0.4, -0.1, 0)") == .number(0.5 - 0.4 - 0.1))
  }

  @Test("Subtotals leave out cells that are subtotals themselves, not those that only mention one")
  func subtotals() {
    check("SUBTOTAL(9, A1:A4, C1:C3)", 17)
    check("AGGREGATE(9, 6, B1:B8)", 100)
    check("AGGREGATE(9, 4, B1:B8)", .error(.divisionByZero))
    check("AGGREGATE(14, 6, A1:A4/(B1:B4=99), 1)", 4)
    check("SUBTOTAL(2, A1:A6)", 4)
  }

  @Test("Pairs leave out cells that are no numbers on either side, and an error ends the call")
  func pairs() {
    check("SUMXMY2(A1:A6, B1:B6)", 9025)
    check("SUMX2MY2(A1:B4, A1:B4)", 0)
    check("SUMX2PY2(A:A, A:A)", 60)
    check("SUMXMY2(A1:A8, B1:B8)", .error(.divisionByZero))
    check("SUMXMY2(A1:A4, E1:E4)", .error(.divisionByZero))
    check("SUMXMY2(A1:A4, {1;1;1;1})", 14)
    check("SUMXMY2(A1:A4, B1:B5)", .error(.notAvailable))
  }

  @Test("The options of AGGREGATE leave out subtotals, hidden rows and errors in all their combinations")
  func omissions() {
    var sheet = ModelSheet()
    sheet.set("A1", 1)
    sheet.set("A2", 10)
    sheet.set("A3", formula: "SUBTOTAL(9, A1:A2)")
    sheet.set("A4", formula: "AGGREGATE(9, 4, A1:A2)")
    sheet.set("A5", 100)
    sheet.hiddenRows = [1]
    let plain = ModelEvaluator(sheet)
    for (option, sum) in [(0, 111), (1, 101), (2, 111), (3, 101), (4, 133), (5, 123), (6, 133), (7, 123)] {
      let expected = CellValue.number(Double(sum))
      #expect(plain.evaluate("AGGREGATE(9, \(option), A1:A5)") == expected, "\(option)")
      #expect(plain.evaluate("AGGREGATE(14, \(option), A1:A5, 1) + 0") == 100, "\(option)")
    }
    #expect(plain.evaluate("SUBTOTAL(9, A1:A5)") == 111)
    #expect(plain.evaluate("SUBTOTAL(109, A1:A5)") == 101)
    sheet.set("A5", .error(.divisionByZero))
    let broken = ModelEvaluator(sheet)
    for (option, sum) in [(2, 11), (3, 1), (6, 33), (7, 23)] {
      #expect(broken.evaluate("AGGREGATE(9, \(option), A1:A5)") == .number(Double(sum)), "\(option)")
    }
    for option in [0, 1, 4, 5] {
      #expect(broken.evaluate("AGGREGATE(9, \(option), A1:A5)") == .error(.divisionByZero), "\(option)")
    }
    #expect(broken.evaluate("SUBTOTAL(9, A1:A5)") == .error(.divisionByZero))
  }

  /// A: 1 2 3 4 "x" TRUE; B: 1, three blanks with 99 in the fourth, an empty text, then `#DIV/0!` in the eighth row.
  private func check(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
    var sheet = ModelSheet()
    for row in 1...4 { sheet.set("A\(row)", .number(Double(row))) }
    sheet.set("A5", "x")
    sheet.set("A6", true)
    sheet.set("B1", 1)
    sheet.set("B4", 99)
    sheet.set("B5", "")
    sheet.set("B8", .error(.divisionByZero))
    sheet.set("C1", formula: "SUBTOTAL(9, A1:A4)")
    sheet.set("C2", formula: "LEN(\"SUBTOTAL(\") - 4")
    sheet.set("C3", 2)
    #expect(ModelEvaluator(sheet).evaluate(formula) == expected, sourceLocation: location)
  }
}
