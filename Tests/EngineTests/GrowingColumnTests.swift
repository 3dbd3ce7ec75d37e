import CellModel
import TestSupport
import Testing

@testable import Engine

/// Counts, subtotals and criteria that go on down a column: in each row the value is that of a walk over single cells.
@Suite("Growing columns")
struct GrowingColumnTests {
  /// More than a column has that is read anew in each row.
  private static let rows = 280

  private static let values = [
    "1", "2.5", "0.1", "-7", "0", "\"1\"", "\"Ann\"", "\"\"\"\"", "blank", "blank", "TRUE", "FALSE",
  ]

  private static let hiddenRows: Set<Int> = [0, 3, 4, 5, 40, 270, 271, 279]

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
    ("SUBTOTAL(109, A$1:A1)", { sum($0.shown.map(\.a)) }),
    ("SUBTOTAL(103, A$1:A1)", { .number(Double($0.shown.count { !$0.a.isBlank })) }),
    ("AGGREGATE(4, 5, B$1:B1)", { folded($0.shown.map(\.b)) { $0.max() ?? 0 } }),
    ("AGGREGATE(9, 6, A$1:A1)", { sum($0.above.map(\.a).filter(\.isNumber)) }),
    ("AGGREGATE(3, 6, A$1:A1)", { .number(Double($0.above.count { !$0.a.isBlank && !$0.a.isError })) }),
    ("AGGREGATE(9, 4, A$1:A1)", { sum($0.above.map(\.a)) }),
    ("SUMIF(B$1:B1, \">\" & B1)", { cells in sum(cells.above.map(\.b).filter { isAbove($0, cells.own) }) }),
    ("COUNTIF(A$1:A1, \"a*\")", { .number(Double($0.above.count { $0.a == .text("Ann") })) }),
    ("COUNTIF(A$1:A1, \"<>a*\")", { .number(Double($0.above.count { $0.a != .text("Ann") })) }),
    ("COUNTIF(B1:B$280, B1)", { cells in .number(Double(cells.below.count { number($0.b) == number(cells.own) })) }),
    (
      "SUMIF(B$1:B1, \"<=\" & B1, A$1:A1)",
      { cells in sum(cells.above.filter { isAtMost($0.b, cells.own) }.map(\.a)) }
    ),
    (
      "SUMIFS(A$1:A$280, B$1:B$280, \">\" & B1, A$1:A$280, \"<>1\")",
      { cells in sum(cells.all.filter { isAbove($0.b, cells.own) && !isOne($0.a) }.map(\.a)) }
    ),
    (
      "COUNTIFS(B$1:B$280, \">\" & B1, A$1:A$280, \"<2\")",
      { cells in
        .number(Double(cells.all.count { isAbove($0.b, cells.own) && ($0.a.isNumber && number($0.a) < 2) }))
      }
    ),
    (
      "MAXIFS(B$1:B$280, B$1:B$280, \"<=\" & B1)",
      { cells in folded(cells.all.map(\.b).filter { isAtMost($0, cells.own) }) { $0.max() ?? 0 } }
    ),
    (
      "SUMPRODUCT(--(ISNUMBER(A$1:A$280)), --(B$1:B$280 = B1), --(B$1:B$280 > 0), B$1:B$280)",
      { cells in
        folded(cells.all.filter { $0.a.isNumber && number($0.b) == number(cells.own) && number($0.b) > 0 }.map(\.b)) {
          $0.reduce(0, +)
        }
      }
    ),
    (
      "SUMPRODUCT(--(B$1:B$280 = B1), --(B$1:B$280 > 3), B$1:B$280)",
      { cells in
        folded(cells.all.map(\.b).filter { number($0) == number(cells.own) && number($0) > 3 }) { $0.reduce(0, +) }
      }
    ),
    (
      "COUNTA(UNIQUE(B$1:B1))",
      { cells in .number(Double(Set(cells.above.map { number($0.b) }).count)) }
    ),
    (
      "COUNTA(UNIQUE(A$1:A1))",
      { cells in
        // One blank is no array of a blank.
        .number(cells.above.allSatisfy(\.a.isBlank) ? 0 : Double(Set(cells.above.map { words($0.a) }).count))
      }
    ),
    ("SUM(UNIQUE(B$1:B1))", { cells in folded(firstOnes(cells.above.map(\.b))) { $0.reduce(0, +) } }),
    (
      "SUMPRODUCT(A$1:A1, B$1:B1)",
      { cells in
        if let error = cells.above.first(where: { $0.a.isError }) { return error.a }
        return .number(cells.above.reduce(0) { $0 + number($1.a) * number($1.b) })
      }
    ),
    (
      "SUMPRODUCT(B$1:B1, C$2:C2, B$1:B1)",
      { cells in .number(cells.above.reduce(0) { $0 + 1 * number($1.b) * 3 * number($1.b) }) }
    ),
    ("SUMIF(B$1:B$280, \">\" & B1)", { cells in sum(cells.all.map(\.b).filter { isAbove($0, cells.own) }) }),
    (
      "AVERAGEIF(B$1:B$280, \"<=\" & B1, A$1:A$280)",
      { cells in
        let found = cells.all.filter { isAtMost($0.b, cells.own) }.map(\.a)
        guard found.contains(where: { $0.isNumber || $0.isError }) else { return .error(.divisionByZero) }
        return folded(found) { $0.reduce(0, +) / Double($0.count) }
      }
    ),
    (
      "SUMIFS(A$1:A$280, B$1:B$280, \">=\" & B1, B$1:B$280, \"<\" & B1 + 2)",
      { cells in sum(cells.all.filter { isWithin($0.b, cells.own) }.map(\.a)) }
    ),
    (
      "SUMIFS(B$1:B$280, B$1:B$280, \">=\" & B1, B$1:B$280, \"<\" & B1 + 2)",
      { cells in sum(cells.all.filter { isWithin($0.b, cells.own) }.map(\.b)) }
    ),
    (
      "LOOKUP(2, 1 / (B$1:B$280 <= B1), B$1:B$280)",
      { cells in cells.all.last { isAtMost($0.b, cells.own) }?.b ?? .blank }
    ),
  ]

  /// What is made element by element of columns that grow.
  private static let elementwise: [(formula: String, value: @Sendable (Cells) -> CellValue)] = [
    ("SUMPRODUCT(B$1:B1 * B$1:B1)", { sum($0.above.map { .number(number($0.b) * number($0.b)) }) }),
    ("SUMPRODUCT((B$1:B1 > B1) * B$1:B1)", { cells in sum(cells.above.map(\.b).filter { isAbove($0, cells.own) }) }),
    ("SUMPRODUCT(--(B$1:B1 = B1), B$1:B1)", { cells in sum(cells.above.map(\.b).filter { $0 == cells.own }) }),
    ("SUM(IF(ISNUMBER(A$1:A1), A$1:A1))", { sum($0.above.map(\.a).filter(\.isNumber)) }),
    ("SUM(IF(A$1:A1 = \"Ann\", B$1:B1))", { sum($0.above.compactMap { isAnn($0.a) ? $0.b : errorOnly($0.a) }) }),
    ("SUM(IFERROR(A$1:A1 * 0, 1))", { .number(Double($0.above.count { $0.a.isError || isWord($0.a) })) }),
    ("COUNT(1 / (B$1:B1 = B1))", { cells in .number(Double(cells.above.count { $0.b == cells.own })) }),
    ("COUNT(A$1:A1 * 1)", { .number(Double($0.above.count { !$0.a.isError && !isWord($0.a) })) }),
    (
      "MAX(IF(B$1:B1 < B1, B$1:B1))",
      { cells in folded(cells.above.map(\.b).filter { isAbove(cells.own, $0) }) { $0.max() ?? 0 } }
    ),
    (
      "SUM(ROUND(B$1:B1, 0) * ROW(B$1:B1))",
      { cells in sum(cells.above.enumerated().map { rounded($1.b, by: $0 + 1) }) }
    ),
    (
      "SUM(1 / COUNTIF(B$1:B1, B$1:B1))",
      { cells in
        let counts = Dictionary(grouping: cells.above) { number($0.b) }.mapValues { Double($0.count) }
        return sum(cells.above.map { .number(1 / (counts[number($0.b)] ?? 0)) })
      }
    ),
    (
      "SUMX2MY2(B$1:B1, A$1:A1)", { cells in sumOfPairs(cells) { $0 * $0 - $1 * $1 } }
    ),
    (
      "SUMXMY2(B$1:B1, A$1:A1)", { cells in sumOfPairs(cells) { ($0 - $1) * ($0 - $1) } }
    ),
    (
      "IFERROR(MATCH(2, 1 / (B$1:B1 > 3)), 0)",
      { cells in
        let last = cells.above.lastIndex { isAbove($0.b, .number(3)) }
        return .number(Double(last.map { $0 + 1 } ?? 0))
      }
    ),
    ("SUM(FREQUENCY(B$1:B1, B$1:B1))", { .number(Double($0.above.count)) }),
    (
      "LOOKUP(2, 1 / (B$1:B1 = B1), C$1:C1)",
      { cells in cells.above.lastIndex { $0.b == cells.own } == 0 ? .number(0) : .number(3) }
    ),
    (
      "SMALL(IF(B$1:B1 >= B1, B$1:B1), 1 + (ROWS(B$1:B1) > 9))",
      { cells in
        let sorted = cells.above.map { number($0.b) }.filter { $0 >= number(cells.own) }.sorted()
        let place = cells.above.count > 9 ? 1 : 0
        return place < sorted.count ? .number(sorted[place]) : .error(.number)
      }
    ),
    (
      "MEDIAN(IF(B$1:B1 >= B1, B$1:B1))",
      { cells in
        let sorted = cells.above.map { number($0.b) }.filter { $0 >= number(cells.own) }.sorted()
        return .number((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
      }
    ),
    (
      "SUM(--(FREQUENCY(B$1:B1, B$1:B1) > 0))",
      { .number(Double(Set($0.above.map { number($0.b) }).count)) }
    ),
    (
      "COUNTIFS(B$1:B$280, \">=\" & B1, A$1:A$280, \"<>Ann\")",
      { cells in .number(Double(cells.all.count { number($0.b) >= number(cells.own) && !isAnn($0.a) })) }
    ),
    (
      "SUMIFS(B$1:B$280, A$1:A$280, \"<>ann\", B$1:B$280, \">\" & B1)",
      { cells in sum(cells.all.filter { isAbove($0.b, cells.own) && !isAnn($0.a) }.map(\.b)) }
    ),
    (
      "MAXIFS(B$1:B$280, A$1:A$280, \"<>Ann\", B$1:B$280, \"<=\" & B1)",
      { cells in folded(cells.all.filter { isAtMost($0.b, cells.own) && !isAnn($0.a) }.map(\.b)) { $0.max() ?? 0 } }
    ),
    ("IFERROR(SMALL(IF(B$1:B$280 > 0, B$1:B$280), ROW()), \"\")", { positive($0, at: $0.above.count) }),
    ("IFERROR(AGGREGATE(15, 6, B$1:B$280 / (B$1:B$280 > 0), ROW()), \"\")", { positive($0, at: $0.above.count) }),
    (
      "SUMPRODUCT((ABS(B$1:B1) = ABS(B1)) * B$1:B1)",
      { cells in sum(cells.above.map(\.b).filter { abs(number($0)) == abs(number(cells.own)) }) }
    ),
    (
      "SUM(IF(MOD(ROW(B$1:B1), 3) = MOD(ROW(B1), 3), B$1:B1))",
      { cells in sum(cells.above.indices.filter { $0 % 3 == (cells.above.count - 1) % 3 }.map { cells.above[$0].b }) }
    ),
    (
      "COUNT(1 / (B$1:B1 = IF(ISNUMBER(A1), A1 * 1, B1)))",
      { cells in
        let wanted = cells.above.last.flatMap { $0.a.isNumber ? $0.a : $0.b } ?? .blank
        return .number(Double(cells.above.count { number($0.b) == number(wanted) }))
      }
    ),
    ("AND(B$1:B1 > -5)", { .logical($0.above.allSatisfy { number($0.b) > -5 }) }),
    (
      "OR(A$1:A1 = \"Ann\")",
      { cells in cells.above.map(\.a).first(where: \.isError) ?? .logical(cells.above.contains { isAnn($0.a) }) }
    ),
    (
      "MATCH(B1 & \"x\", INDEX(B$1:B$280 & \"x\", 0), 0)",
      { cells in .number(Double((cells.all.firstIndex { $0.b == cells.own } ?? -1) + 1)) }
    ),
    (
      "IFERROR(XLOOKUP(1, (B$1:B$280 = B1) * (B$1:B$280 > 1), ROW(B$1:B$280), 0, 0, -1), -1)",
      { cells in .number(Double((cells.all.lastIndex { $0.b == cells.own && number($0.b) > 1 } ?? -1) + 1)) }
    ),
    (
      "SUM((B$1:B$280 = B1) * (B$1:B$280 > 1) / COUNTIF(B$1:B$280, B$1:B$280))",
      { cells in
        let count = Double(cells.all.count { $0.b == cells.own })
        return number(cells.own) > 1 ? sum((0..<Int(count)).map { _ in .number(1 / count) }) : .number(0)
      }
    ),
    ("VLOOKUP(B1, CHOOSE({1,2}, B$1:B$280, C$2:C$281), 2, FALSE)", { _ in .number(3) }),
    (
      "VLOOKUP(B1, IF({1,0}, B$1:B$280, D$1:D$280), 1, FALSE)",
      { cells in .number(number(cells.own)) }
    ),
    (
      "SUMPRODUCT(--ISNUMBER(MATCH(B$1:B$280, B$1:B$20, 0)), B$1:B$280)",
      { cells in
        let wanted = Set(cells.all[..<20].map { number($0.b) })
        return sum(cells.all.map(\.b).filter { wanted.contains(number($0)) })
      }
    ),
    (
      "SUM(--(FREQUENCY(IF(B$1:B$280 > B1, B$1:B$280), B$1:B$280) > 0))",
      { cells in .number(Double(Set(cells.all.map(\.b).filter { isAbove($0, cells.own) }.map(number)).count)) }
    ),
    (
      "SUM(TAKE(SORT(FILTER(B$1:B$280, B$1:B$280 >= B1), , -1), 2))",
      { cells in
        let largest = cells.all.map { number($0.b) }.sorted(by: >)
        return .number(largest[0] + (largest[1] >= number(cells.own) ? largest[1] : 0))
      }
    ),
    (
      "SUM(FILTER(B$1:B$280, (B$1:B$280 = B1) * (B$1:B$280 > 1), 0))",
      { cells in sum(cells.all.map(\.b).filter { $0 == cells.own && number($0) > 1 }) }
    ),
  ]

  /// The cells of A and B down to a row, those of all rows, and that of B in the row.
  private struct Cells {
    let above: ArraySlice<(a: CellValue, b: CellValue)>
    let all: [(a: CellValue, b: CellValue)]
    /// Those from the row on.
    var below: ArraySlice<(a: CellValue, b: CellValue)> { all[(above.count - 1)...] }
    var own: CellValue { above.last?.b ?? .blank }
    /// Those above that are not hidden.
    var shown: [(a: CellValue, b: CellValue)] { above.indices.filter { !hiddenRows.contains($0) }.map { above[$0] } }
  }

  @Test(
    "Each row is what a walk over single cells gives, also after edits",
    arguments: 0..<UInt64(TestLength.count(1, of: 2)))
  func rows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let book = Workbook()
    for row in 1...Self.rows {
      book.enter("A\(row) = \(random.happens(99) ? random.one(of: Self.values) : "NA()")")
      book.enter("B\(row) = \(random.number(-40...40)) / 8")
      book.enter("C\(row + 1) = 3")
    }
    book.engine.grids.hideRows(Self.hiddenRows, in: book.address("A1").grid)
    for (column, rule) in (Self.rules + Self.elementwise).enumerated() {
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

  @Test("What grows beyond the rows that are read as whole columns goes on, and ends where the column does")
  func beyondWholeColumns() {
    let book = Workbook()
    book.set(
      "A1:A65540 = ROW()", "B65530:B65545 = SUM(A$1:A65530 * 2)", "C65530:C65545 = COUNT(A$1:A65530 * 1)",
      "D65530:D65545 = AND(A$1:A65530 > 0)")
    for row in 65_530...65_545 {
      let last = Double(min(row, 65_540))
      #expect(book["B\(row)"] == .number(last * (last + 1)), "\(row)")
      #expect(book["C\(row)"] == .number(Double(row)), "\(row)")
      #expect(book["D\(row)"] == .logical(row <= 65_540), "\(row)")
    }
    book.set("A65538 = -1")
    for row in 65_530...65_545 { #expect(book["D\(row)"] == .logical(row < 65_538), "\(row)") }
    #expect(book["B65540"] == 4_295_426_062)
  }

  private static let centRules:
    [(formula: String, holds: @Sendable (_ pair: (CellValue, CellValue), _ own: CellValue) -> Bool)] =
      [
        ("SUMIF(A$1:A$280, \">\" & A1, B$1:B$280)", { isAbove($0.0, $1) }),
        ("SUMIF(A$1:A$280, \"<=\" & A1, B$1:B$280)", { isAtMost($0.0, $1) }),
        ("SUMIFS(B$1:B$280, A$1:A$280, \">=\" & A1, A$1:A$280, \"<\" & A1 + 2)", { isWithin($0.0, $1) }),
        ("SUMIFS(B$1:B$280, A$1:A$280, \">\" & A1, E$1:E$280, \"<>odd\")", { isAbove($0.0, $1) && !isOdd($0.0) }),
      ]

  private static func isOdd(_ value: CellValue) -> Bool { number(value).remainder(dividingBy: 2) != 0 }

  @Test(
    "Sums of cents beside numbers within bounds are those of a walk to the bit, also when asked again",
    arguments: centRules.indices)
  func cents(rule: Int) {
    let rule = Self.centRules[rule]
    var random = SeededGenerator(seed: 9)
    let book = Workbook()
    for row in 1...Self.rows {
      book.enter("A\(row) = \(random.number(0...19))")
      book.enter("B\(row) = \(random.number(0...99_999)) / 100")
    }
    book.enter("C1:C\(Self.rows) = \(rule.formula)")
    book.enter("E1:E\(Self.rows) = IF(ISODD(A1), \"Odd\", \"even\")")
    for step in 1...5 {
      book.engine.recalculate()
      let pairs = (1...Self.rows).map { (book["A\($0)"], book["B\($0)"]) }
      for (index, pair) in pairs.enumerated() {
        let expected = Self.sum(pairs.filter { rule.holds($0, pair.0) }.map(\.1))
        let value = book["C\(index + 1)"]
        #expect(value.isSame(as: expected), "step \(step), row \(index + 1): \(value), not \(expected)")
      }
      book.enter("A\(random.number(1...Self.rows)) = \(random.number(0...25))")
      book.enter("B\(random.number(1...Self.rows)) = \(random.number(0...99_999)) / 100")
    }
  }

  private static let statistics = [
    "CORREL(A$1:A1, B$1:B1)", "SLOPE(A$1:A1, B$1:B1)", "INTERCEPT(A$1:A1, B$1:B1)", "STEYX(A$1:A1, B$1:B1)",
    "RSQ(A$1:A1, B$2:B2)", "COVARIANCE.S(A$1:A1, B$1:B1)", "FORECAST(2, A$1:A1, B$1:B1)",
  ]

  @Test(
    "Statistics of pairs are the same to the bit whatever was asked before, and what their sums over the cells come to")
  func pairs() {
    var random = SeededGenerator(seed: 5)
    let (filled, single) = (Workbook(), Workbook())
    func enter(_ text: String) {
      filled.enter(text)
      single.enter(text)
    }
    for row in 1...Self.rows + 1 {
      enter("A\(row) = \(random.happens(20) ? random.one(of: Self.values) : "1e6 + \(random.number(0...999)) / 10")")
      enter("B\(row) = \(random.number(-40...40)) / 7")
    }
    for (column, formula) in Self.statistics.enumerated() {
      let letters = A1Notation.letters(ofColumn: column + 4)
      filled.enter("\(letters)1:\(letters)\(Self.rows) = \(formula)")
    }
    for step in 1...4 {
      filled.engine.recalculate()
      for _ in 1...6 {
        let row = random.number(Self.rows - 20...Self.rows)
        for (column, formula) in Self.statistics.enumerated() {
          let cell = "\(A1Notation.letters(ofColumn: column + 4))\(row)"
          let own = formula.replacing("A1,", with: "A\(row),").replacing("B1)", with: "B\(row))").replacing(
            "B2)", with: "B\(row + 1))")
          single.enter("Z1 = \(own)")
          single.engine.recalculate()
          let (value, expected) = (filled[cell], single["Z1"])
          #expect(value.isSame(as: expected), "step \(step), \(cell) of \(formula): \(value), not \(expected)")
        }
        let pairs = (1...row).compactMap { row -> (Double, Double)? in
          guard case .number(let y, _) = filled["A\(row)"], case .number(let x, _) = filled["B\(row)"] else {
            return nil
          }
          return (x, y)
        }
        guard case .number(let slope, _) = filled["F\(row)"] else { continue }
        let n = Double(pairs.count)
        let means = (pairs.reduce(0) { $0 + $1.0 } / n, pairs.reduce(0) { $0 + $1.1 } / n)
        let products = pairs.reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) }
        let squares = pairs.reduce(0) { $0 + ($1.0 - means.0) * ($1.0 - means.0) }
        #expect(abs(slope - products / squares) <= 1e-9 * abs(slope), "step \(step), row \(row)")
      }
      enter("A\(random.number(1...Self.rows)) = \(step == 3 ? "NA()" : "\"x\"")")
      enter("B\(random.number(1...Self.rows)) = 1e9")
    }
  }

  private func check(_ book: Workbook, _ note: String) {
    let all = (1...Self.rows).map { (a: book["A\($0)"], b: book["B\($0)"]) }
    for (column, rule) in (Self.rules + Self.elementwise).enumerated() {
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
  private static func isWithin(_ value: CellValue, _ other: CellValue) -> Bool {
    value.isNumber && number(value) >= number(other) && number(value) < number(other) + 2
  }
  private static func isAnn(_ value: CellValue) -> Bool { value == .text("Ann") }
  private static func isWord(_ value: CellValue) -> Bool {
    if case .text(let text) = value { Double(text) == nil } else { false }
  }
  private static func errorOnly(_ value: CellValue) -> CellValue? { value.isError ? value : nil }
  private static func rounded(_ value: CellValue, by factor: Int) -> CellValue {
    .number(number(value).rounded(.toNearestOrAwayFromZero) * Double(factor))
  }
  /// The number at a place of the positive ones in B, in their order.
  private static func positive(_ cells: Cells, at place: Int) -> CellValue {
    let found = cells.all.map { number($0.b) }.filter { $0 > 0 }.sorted()
    return place <= found.count ? .number(found[place - 1]) : .text("")
  }
  /// What pairs of numbers of B and A come to, or the first error; B holds numbers alone, and one blank is no sample.
  private static func sumOfPairs(_ cells: Cells, _ term: (Double, Double) -> Double) -> CellValue {
    if let error = cells.above.map(\.a).first(where: \.isError) { return error }
    if cells.above.count == 1, case .blank? = cells.above.first?.a { return .error(.value) }
    let pairs = cells.above.filter(\.a.isNumber)
    return pairs.isEmpty ? .error(.divisionByZero) : sum(pairs.map { .number(term(number($0.b), number($0.a))) })
  }
  private static func isOne(_ value: CellValue) -> Bool { value.isNumber && number(value) == 1 }

  /// What two cells have in common that UNIQUE takes for one.
  private static func words(_ value: CellValue) -> String {
    switch value {
    case .error(let error): "\(error.code)"
    case .number(let number, _): "\(number + 0)"
    default: "\(value)"
    }
  }

  private static func firstOnes(_ values: [CellValue]) -> [CellValue] {
    var seen: Set<String> = []
    return values.filter { seen.insert(words($0)).inserted }
  }

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
  func isSame(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.number(let one, _), .number(let other, _)): one.bitPattern == other.bitPattern
    case (.error(let one), .error(let other)): one.code == other.code
    case (.text(let one), .text(let other)): one == other
    case (.logical(let one), .logical(let other)): one == other
    case (.blank, .blank): true
    default: false
    }
  }
}
