import CellModel
import TestSupport
import Testing

@testable import Engine

/// Ranges of which one end stays while the other moves down a column, or both move: each row has, to the bit, what a formula that
/// nobody has asked before gives.
@Suite("Ranges whose ends move")
struct MovingRangeTests {
  private static let rows = 400

  /// Formulas of a row.
  private static let formulas: [@Sendable (Int) -> String] = [
    // From below.
    { "SUM(A\($0):A$400)" }, { "AVERAGE(A\($0):A$400)" }, { "PRODUCT(A\($0):A$400)" }, { "SUM(A\($0):B$400)" },
    { "SUM(A\($0):A$9000)" }, { "SUM(A\($0):A$400, 0.5)" }, { "MAX(A\($0):A$400) - SUM(A\($0):A$400)" },
    { "COUNTIF(A\($0):A$400, A\($0))" }, { "COUNTIF(B\($0):B$400, B\($0))" }, { "COUNTIF(B\($0):B$400, \"k*1\")" },
    { "COUNTIF(B\($0):B$400, \"<>\" & B\($0))" }, { "SUMIF(B\($0):B$400, B\($0), A\($0):A$400)" },
    { "SUMIFS(A\($0):A$400, B\($0):B$400, B\($0), A\($0):A$400, \">2\")" },
    { "MAXIFS(A\($0):A$400, B\($0):B$400, B\($0))" }, { "COUNTIFS(B\($0):B$400, B\($0), A\($0):A$400, A\($0))" },
    { "MATCH(A\($0), A\($0 + 1):A$401, 0)" }, { "MATCH(B\($0), B\($0 + 1):B$401, 0)" },
    { "VLOOKUP(B\($0), B\($0 + 1):C$401, 2, FALSE)" }, { "XMATCH(A\($0), A\($0):A$401, 0, -1)" },
    { "MEDIAN(A\($0):A$400)" }, { "SMALL(A\($0):A$400, 2)" }, { "RANK(A\($0), A\($0):A$400)" },
    { "PERCENTILE(A\($0):A$400, 0.3)" },
    // From above.
    { "MATCH(A\($0 + 1), A$1:A\($0), 0)" }, { "MATCH(B\($0 + 1), B$1:B\($0), 0)" },
    { "ISNA(VLOOKUP(A\($0 + 1), A$1:B\($0), 2, FALSE))" },
    { "XLOOKUP(B\($0 + 1), B$1:B\($0), A$1:A\($0), -1, 0, -1)" },
    { "COUNTIF(B$1:B\($0), B\($0))" }, { "XMATCH(TRUE, A$1:A\($0), 0)" }, { "MEDIAN(A$1:A\($0))" },
    { "XMATCH(A\($0) + 0.1, A$1:A\($0), 1)" }, { "XMATCH(A\($0) - 0.1, A$1:A\($0), -1, -1)" },
    { "XLOOKUP(A\($0) + 0.1, A\($0):A$400, C\($0):C$400, 0, -1)" }, { "XMATCH(A\($0) / 2, A\($0):A$400, 1, -1)" },
    { "AGGREGATE(12, 6, A$1:A\($0))" }, { "AGGREGATE(14, 6, A$1:A\($0), 2)" },
    { "AGGREGATE(16, 4, A\($0):A$400, 0.3)" },
    { "SUBTOTAL(7, A$1:A\($0))" }, { "AGGREGATE(10, 6, A\($0):A$400)" },
    // Between two that move.
    { "MEDIAN(A\($0):A\($0 + 80))" }, { "LARGE(A\($0):A\($0 + 80), 2)" },
    { "MATCH(A\($0), A\($0 + 1):A\($0 + 90), 0)" },
    { "COUNTIF(B\($0):B\($0 + 90), B\($0))" }, { "SUM(A\($0):A\($0 + 80))" },
    // As arrays.
    { "SUM(IFERROR(FILTER(A$1:A\($0), B$1:B\($0) = B\($0)), 0))" },
    { "INDEX(SORT(IFERROR(A$1:A\($0), 3)), 1)" },
    { "SUMPRODUCT((B$1:B\($0) = B\($0)) * C$1:C\($0))" }, { "SUMPRODUCT(--(C$1:C\($0) > C\($0) / 2), C$1:C\($0))" },
    { "MATCH(2, 1 / (B\($0):B\($0 + 80) = B\($0 + 7)))" }, { "SUM(IF(B$1:B\($0) = B\($0), C$1:C\($0)))" },
  ]

  /// What the cells of A have.
  private static let contents: [@Sendable (inout SeededGenerator) -> String] = [
    { "\($0.number(-30...30))" },
    { "\($0.number(-300...300)) / 8" },
    { "\($0.number(-3000...3000)) / 70" },
    { $0.one(of: ["9E15", "-9E15", "0.25", "3", "-0.1", "1E+300"]) },
    { random in
      random.one(of: ["1", "\"1\"", "\"x\"", "TRUE", "\"\"", "-0.0", "0", "0.5", "-0.4", "-0.1", "7", "\"key 3\""])
    },
  ]

  @Test("Each row is what it is alone, also after edits, errors among them", arguments: contents.indices)
  func rows(kind: Int) {
    let content = Self.contents[kind]
    var random = SeededGenerator(seed: UInt64(kind) + 1)
    let (filled, single) = (Workbook(), Workbook())
    func enter(_ text: String) {
      filled.enter(text)
      single.enter(text)
    }
    for row in 1...Self.rows {
      if random.happens(95) { enter("A\(row) = \(content(&random))") }
      enter("B\(row) = \(random.happens(90) ? "\"key \(random.number(0...9))\"" : content(&random))")
      enter("C\(row) = \(row)")
    }
    for (place, formula) in Self.formulas.enumerated() {
      let letters = A1Notation.letters(ofColumn: place + 4)
      filled.enter("\(letters)1:\(letters)\(Self.rows) = \(formula(1))")
    }
    for step in 1...TestLength.count(2, of: 6) {
      filled.engine.recalculate()
      for row in [1, 64, 200, 257, 320, 337, 399, random.number(1...Self.rows)] {
        for (place, formula) in Self.formulas.enumerated() {
          single.enter("ZZ1 = \(formula(row))")
          single.engine.recalculate()
          let (value, expected) = (filled["\(A1Notation.letters(ofColumn: place + 4))\(row)"], single["ZZ1"])
          #expect(
            value.isSame(as: expected), "kind \(kind), step \(step), \(formula(row)): \(value), not \(expected)")
        }
      }
      enter("A\(random.number(1...Self.rows)) = \(step == 1 && kind > 2 ? "NA()" : content(&random))")
      enter("B\(random.number(1...Self.rows)) = \"key \(random.number(0...12))\"")
      if step == 3 { enter("A\(random.number(300...Self.rows)) = \"gone\"") }
    }
  }

  @Test("A column that asks for what is below itself is evaluated from below")
  func ofThemselves() {
    let book = Workbook()
    book.set(
      "A1:A400 = IF(ROW() > 300, MOD(ROW(), 5), COUNTIF(B2:B$500, 3) + MATCH(4, B2:B$500, 0) * 0 + SUM(B2:B$500) * 0)",
      "B1:B400 = A1")
    #expect(book["A300"] == 20)
    #expect(book["A1"] == 20)
    book.set("A400 = 3")
    #expect(book["A300"] == 21)
    book.set("A200 = 3")
    #expect(book["A200"] == 3)
    #expect(book["A199"] == 22)
    #expect(book["A1"] == 22)
  }

  @Test("Sums that are exact in every order are so up to the last bit, and those that are not are made in order")
  func exact() {
    let book = Workbook()
    book.set(
      "A1:A300 = IF(ROW() = 150, 2^53 - 300, 1)", "B1:B300 = SUM(A1:A$300)", "C1:C300 = AVERAGE(A1:A$300)")
    #expect(book["B1"] == .number(9_007_199_254_740_991))
    #expect(book["B151"] == 150)
    book.set("A300 = 0.5")
    var sum = 0.0
    for row in 1...300 { sum += row == 150 ? 9_007_199_254_740_692 : row == 300 ? 0.5 : 1 }
    #expect(book["B1"] == .number(sum))
    #expect(book["B151"] == 149.5)
    book.set("A1:A300 = IF(ROW() = 300, -299, 1)")
    #expect(book["B1"] == 0)
    #expect(book["C2"] == .number(-1.0 / 299))
  }
}
