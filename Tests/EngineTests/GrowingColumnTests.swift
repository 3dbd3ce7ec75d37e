import CellModel
import TestSupport
import Testing

@testable import Engine

/// Counts, subtotals and criteria that go on down a column: in each row the value is that of a walk over single cells.
@Suite("Growing columns")
struct GrowingColumnTests {
  private static let rows = 200

  private static let values = [
    "1", "2.5", "0.1", "-7", "0", "\"1\"", "\"Ann\"", "\"\"\"\"", "blank", "blank", "TRUE", "FALSE",
  ]

  /// A formula of one row, and what it comes to for the cells of A and B down to that row, and all of them.
  private static let rules: [(formula: String, value: @Sendable (Cells) -> CellValue)] = [
    ("COUNTA(A$1:A1)", { .number(Double($0.above.count { !$0.a.isBlank })) }),
    ("COUNT(A$1:A1, 7)", { .number(Double($0.above.count { $0.a.isNumber } + 1)) }),
    ("COUNTBLANK(A$1:A1)", { .number(Double($0.above.count { $0.a.isBlank || $0.a == .text("") })) }),
    ("SUBTOTAL(2, A$1:A1)", { .number(Double($0.above.count { $0.a.isNumber })) }),
    ("SUBTOTAL(3, A$1:A1)", { .number(Double($0.above.count { !$0.a.isBlank })) }),
    ("SUBTOTAL(9, A$1:A1)", { sum($0.above.map(\.a)) }),
    ("SUBTOTAL(4, A$1:A1)", { folded($0.above.map(\.a)) { $0.max() ?? 0 } }),
    ("SUBTOTAL(5, A$1:A1)", { folded($0.above.map(\.a)) { $0.min() ?? 0 } }),
    ("SUBTOTAL(6, B$1:B1)", { folded($0.above.map(\.b)) { $0.isEmpty ? 0 : $0.reduce(1, *) } }),
    ("VAR.P(B$1:B1)", { cells in folded(cells.above.map(\.b)) { populationVariance($0) } }),
    ("SUBTOTAL(11, B$1:B1)", { cells in folded(cells.above.map(\.b)) { populationVariance($0) } }),
    ("AGGREGATE(9, 6, A$1:A1)", { sum($0.above.map(\.a).filter(\.isNumber)) }),
    ("AGGREGATE(3, 6, A$1:A1)", { .number(Double($0.above.count { !$0.a.isBlank && !$0.a.isError })) }),
    ("AGGREGATE(9, 4, A$1:A1)", { sum($0.above.map(\.a)) }),
    ("SUMIF(B$1:B1, \">\" & B1)", { cells in sum(cells.above.map(\.b).filter { isAbove($0, cells.own) }) }),
    ("COUNTIF(B1:B$200, B1)", { cells in .number(Double(cells.below.count { number($0.b) == number(cells.own) })) }),
    (
      "SUMIF(B$1:B1, \"<=\" & B1, A$1:A1)",
      { cells in sum(cells.above.filter { isAtMost($0.b, cells.own) }.map(\.a)) }
    ),
    (
      "SUMIFS(A$1:A$200, B$1:B$200, \">\" & B1, A$1:A$200, \"<>1\")",
      { cells in sum(cells.all.filter { isAbove($0.b, cells.own) && !isOne($0.a) }.map(\.a)) }
    ),
    (
      "COUNTIFS(B$1:B$200, \">\" & B1, A$1:A$200, \"<2\")",
      { cells in
        .number(Double(cells.all.count { isAbove($0.b, cells.own) && ($0.a.isNumber && number($0.a) < 2) }))
      }
    ),
    (
      "MAXIFS(B$1:B$200, B$1:B$200, \"<=\" & B1)",
      { cells in folded(cells.all.map(\.b).filter { isAtMost($0, cells.own) }) { $0.max() ?? 0 } }
    ),
    (
      "SUMPRODUCT(--(ISNUMBER(A$1:A$200)), --(B$1:B$200 = B1), --(B$1:B$200 > 0), B$1:B$200)",
      { cells in
        folded(cells.all.filter { $0.a.isNumber && number($0.b) == number(cells.own) && number($0.b) > 0 }.map(\.b)) {
          $0.reduce(0, +)
        }
      }
    ),
    (
      "SUMPRODUCT(--(B$1:B$200 = B1), --(B$1:B$200 > 3), B$1:B$200)",
      { cells in
        folded(cells.all.map(\.b).filter { number($0) == number(cells.own) && number($0) > 3 }) { $0.reduce(0, +) }
      }
    ),
    (
      "COUNTA(UNIQUE(B$1:B1))",
      { cells in .number(Double(Set(cells.above.map { number($0.b) }).count)) }
    ),
  ]

  /// The cells of A and B down to a row, those of all rows, and that of B in the row.
  private struct Cells {
    let above: ArraySlice<(a: CellValue, b: CellValue)>
    let all: [(a: CellValue, b: CellValue)]
    /// Those from the row on.
    var below: ArraySlice<(a: CellValue, b: CellValue)> { all[(above.count - 1)...] }
    var own: CellValue { above.last?.b ?? .blank }
  }

  @Test("Each row is what a walk over single cells gives, also after edits", arguments: 1...2 as ClosedRange<UInt64>)
  func rows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let book = Workbook()
    for row in 1...Self.rows {
      book.enter("A\(row) = \(random.happens(99) ? random.one(of: Self.values) : "NA()")")
      book.enter("B\(row) = \(random.number(-40...40)) / 8")
    }
    for (column, rule) in Self.rules.enumerated() {
      let letters = A1Notation.letters(ofColumn: column + 4)
      book.enter("\(letters)1:\(letters)\(Self.rows) = \(rule.formula)")
    }
    for step in 1...TestLength.count(2, of: 8) {
      book.engine.recalculate()
      check(book, "seed \(seed), step \(step)")
      for _ in 0..<random.number(1...3) {
        let row = random.number(1...Self.rows)
        book.enter("A\(row) = \(random.happens(95) ? random.one(of: Self.values) : "1/0")")
        book.enter("B\(random.number(1...Self.rows)) = \(random.number(-40...40)) / 8")
      }
    }
  }

  private func check(_ book: Workbook, _ note: String) {
    let all = (1...Self.rows).map { (a: book["A\($0)"], b: book["B\($0)"]) }
    for (column, rule) in Self.rules.enumerated() {
      let letters = A1Notation.letters(ofColumn: column + 4)
      for row in 1...Self.rows {
        let (value, expected) = (book["\(letters)\(row)"], rule.value(Cells(above: all[..<row], all: all)))
        guard value.isSame(as: expected) else {
          Issue.record("\(note), row \(row) of \(rule.formula): \(value), not \(expected)")
          return
        }
      }
    }
  }

  private static func number(_ value: CellValue) -> Double {
    if case .number(let number, _) = value { number } else { 0 }
  }
  private static func isAbove(_ value: CellValue, _ other: CellValue) -> Bool {
    value.isNumber && number(value) > number(other)
  }
  private static func isAtMost(_ value: CellValue, _ other: CellValue) -> Bool {
    value.isNumber && number(value) <= number(other)
  }
  private static func isOne(_ value: CellValue) -> Bool { value.isNumber && number(value) == 1 }

  /// As Excel takes it; all of B is in eighths, so nothing is rounded off before the quotient.
  private static func populationVariance(_ values: [Double]) -> Double {
    let (n, sum) = (Double(values.count), values.reduce(0, +))
    return (n * values.reduce(0) { $0 + $1 * $1 } - sum * sum) / (n * n)
  }

  private static func sum(_ values: [CellValue]) -> CellValue { folded(values) { $0.reduce(0, +) } }

  /// What the numbers come to, or the first error.
  private static func folded(_ values: [CellValue], _ fold: ([Double]) -> Double) -> CellValue {
    if let error = values.first(where: \.isError) { return error }
    return .number(fold(values.filter(\.isNumber).map(number)))
  }
}

extension CellValue {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether numbers are the same to the bit, and errors have one code.
  fileprivate func isSame(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.number(let one, _), .number(let other, _)): one.bitPattern == other.bitPattern
    case (.error(let one), .error(let other)): one.code == other.code
    default: false
    }
  }
}
