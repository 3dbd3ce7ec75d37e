import CellModel
import Testing

@testable import Engine

/// SUMIF and AVERAGEIF read their third argument in the size of their first, and depend on all that they read.
@Suite("Sums beside what is tested")
struct ResizedSumTests {
  private static let formulas = [
    "E1 = SUMIF(A1:A6, \"a\", B1)", "E1 = AVERAGEIF(A1:A6, \"a\", B1)", "E1 = SUMIF(A1:A6, \"a\", B1:B2)",
    "E1 = SUMIF(A1:A6, \"a\", B1:B20)", "E1:E6 = SUMIF(A1:A3, \"a\", B1)", "E1:E6 = SUMIF($A$1:$A$6, \"a\", B1)",
    "E1:E6 = SUMIF(A$1:A1, \"a\", B$1)", "E1:E6 = SUMIF(A$1:A1, \"a\", B1)", "E1:E6 = SUMIF(A1:A$9, \"a\", B1:B2)",
    "E1 = SUMIF(A:A, \"a\", B1)", "E1 = SUMIF(A1:B6, \"a\", B1)", "E1 = SUMIF(A1:A6, \"a\", IF(B1>0,B1,C1))",
    "E1 = SUMIF(A1:A6, \"a\", INDEX(B1:C1,2))", "E1 = SUMIF(A1, \"a\", B1:B6)", "E1 = SUMIF(A1:A6, \"a\", B1) + B1",
    "E1 = SUM(SUMIF(A1:A6, {\"a\",\"b\"}, B1))", "E1 = SUMIF(A1:A6, \"a\",)", "E1 = SUMIF(A1:A6, \"a\", (B1))",
  ]

  private func book(_ formula: String, _ values: [String]) -> Workbook {
    let book = Workbook()
    for row in 1...9 { book.enter("A\(row) = \(row % 2 == 0 ? "\"b\"" : "\"a\"")") }
    for (place, value) in values.enumerated() {
      book.enter("\(place < 9 ? "B" : "C")\(place % 9 + 1) = \(value)")
    }
    book.enter(formula)
    book.engine.recalculate()
    return book
  }

  @Test("After each edit all is as in a sheet that is calculated anew", arguments: formulas)
  func edits(formula: String) {
    // Formulas, so that the order of evaluation matters.
    var values = (0..<18).map { "10 ^ \($0 % 9) * Z\($0 + 1) + 1" }
    let edited = book(formula, values)
    for place in values.indices {
      values[place] = "\(place * 7 + 1000)"
      edited.set("\(place < 9 ? "B" : "C")\(place % 9 + 1) = \(values[place])")
      let fresh = book(formula, values)
      for row in 1...6 {
        #expect(edited["E\(row)"] == fresh["E\(row)"], "\(formula) in row \(row) after \(place)")
      }
    }
  }

  @Test("Lines that differ in their cells only are not taken for each other")
  func lines() {
    let book = Workbook()
    for row in 1...3 { book.enter("A\(row) = \(row)") }
    for row in 1...6 { book.enter("B\(row) = \(row * 10)") }
    book.set(
      "C1 = SUMIF(A1:A3, \">0\", B1:B3)", "C2 = SUMIF(A1:A3, \">0\", B2:B3)", "C3 = SUMIF(A1:A3, \">1\", B4:B6)",
      "D1 = SUMIF(A1:A3, \">0\", B1)", "D2 = SUMIF(A1:A2, \">0\", B4)")
    book.set("B4 = 1")
    #expect(["C1", "C2", "C3", "D1", "D2"].map { book[$0] } == [60, 51, 110, 60, 51])
    book.set("B5 = 2")
    #expect(["C1", "C2", "C3", "D1", "D2"].map { book[$0] } == [60, 51, 62, 60, 3])
  }
}
