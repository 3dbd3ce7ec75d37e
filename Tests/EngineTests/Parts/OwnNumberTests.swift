import CellModel
import Formulas
import ModelSheets
import Testing

@testable import Engine

/// Formulas that take their numbers from their references are what they are with the numbers in their templates.
@Suite("Numbers of formulas that share a template")
struct OwnNumberTests {
  private static let formulas = [
    "A1*2+3", "A2*2.50+3", "A3*007-1.", "A1^2", "A2^0.5", "-2^2", "A1/0", "A1/4", "5%*A1", "A1-1.1+0.1", "1-0.9-0.1",
    "ROUND(A3/7,2)", "ROUND(A3/7,0)", "SUM(A1:A3,2)", "SUM(A1:A3,3)", "COUNT(A1,5)", "COUNT(A1,7)", "MAX(A1,2,30)",
    "CHOOSE(2,A1,A2,9)", "CHOOSE(3,A1,A2,9)", "INDEX(A1:B3,2,1)", "INDEX(A1:B3,3,1)", "IF(A1>1,2,B1)", "IF(A1>20,2,B1)",
    "MID(B2,2,3)", "MID(B2,1,1)", "A1&12", "A1&1.50", "B1+1", "B1+30", "B1-A1*0", "VLOOKUP(7,A1:B3,2,0)",
    "VLOOKUP(20,A1:B3,2,1)", "OFFSET(A1,1,0)", "OFFSET(A1,2,0)", "N(5)", "ISNUMBER(5)", "PMT(0.01,12,A1)",
    "PMT(0.02,24,A1)", "SQRT(A1)*2", "MOD(A1,3)", "MOD(A2,4)", "DATE(2026,1,A1)+5", "2026-01-05+7", "1e3*A1+2",
    "2*rate+1",
    "3*tax+2.0", "SUMPRODUCT(A1:A3,A1:A3)+1", "AND(1,A1)", "AND(0,A1)", "SUMIF(A1:A3,7)", "SUMIF(A1:A3,20)",
  ]

  private static func fill(_ book: Workbook) {
    book.set("A1 = 7", "A2 = 20", "A3 = 100", "B1 = 2026-03-01 + 0", "B2 = \"abcd\"", "rate = 0.5", "tax = 3")
  }

  /// Two workbooks: one with numbers in templates, one with numbers among references.
  private static func pair() -> (own: Workbook, shared: PatternBook) {
    let own = Workbook()
    fill(own)
    let shared = PatternBook(mostKnown: 0)
    fill(shared.book)
    for (row, text) in formulas.enumerated() {
      own.enter("D\(row + 1) = (\(text))")
      own.enter("D\(row + 1) = \(text)")
      shared.enter("D\(row + 1)", text)
    }
    own.engine.recalculate()
    shared.book.engine.recalculate()
    return (own, shared)
  }

  private static func compare(_ own: Workbook, _ shared: Workbook, _ when: String) {
    for row in 1...formulas.count + 4 {
      let place = own.address("D\(row)")
      let text = own.engine.formulas.text(at: place)
      #expect(shared.engine.formulas.text(at: place) == text, "D\(row) \(when)")
      let (first, second) = (own.engine.value(at: place), shared.engine.value(at: place))
      #expect(first.isIdentical(to: second), "\(text ?? ""): \(first), \(second) \(when)")
      #expect(
        own.engine.dependencies.precedents(of: place) == shared.engine.dependencies.precedents(of: place),
        "\(text ?? "") \(when)")
    }
    #expect(shared.engine.brokenRules() == [], "\(when)")
  }

  @Test("They have the values, kinds, texts and precedents that they have by themselves")
  func same() {
    let (own, shared) = Self.pair()
    let templates = shared.book.engine.formulaStore.templates
    #expect(templates.count { $0.bindings.contains { if case .ownNumber = $0.binding { true } else { false } } } > 20)
    Self.compare(own, shared.book, "as entered")
    for book in [own, shared.book] { book.set("A1 = 9", "A2 = blank", "A3 = \"x\"", "B1 = 4") }
    Self.compare(own, shared.book, "after other values")
  }

  @Test("They keep their numbers through rows more and less, undo and redo")
  func edits() {
    let (own, shared) = Self.pair()
    let engines = [own.engine, shared.book.engine]
    for engine in engines { engine.keepsHistory = true }
    func both(_ when: String, _ body: (Engine) -> Void) {
      for engine in engines {
        body(engine)
        engine.recalculate()
      }
      Self.compare(own, shared.book, when)
    }
    both("after two more rows") { $0.shift(GridShift(own.sheet, .rows, at: 1, count: 2, isInsertion: true)) }
    both("after one row less") { $0.shift(GridShift(own.sheet, .rows, at: 4, count: 1, isInsertion: false)) }
    both("after one column more") { $0.shift(GridShift(own.sheet, .columns, at: 1, count: 1, isInsertion: true)) }
    both("after one column less") { $0.shift(GridShift(own.sheet, .columns, at: 1, count: 1, isInsertion: false)) }
    both("undone") { for _ in 0..<4 { _ = $0.undo() } }
    both("done again") { for _ in 0..<4 { _ = $0.redo() } }
    both("after constants") { $0.setConstants((0..<4).map { .number(Double($0)) }, from: own.address("D5")) }
    both("undone again") { _ = $0.undo() }
  }

  @Test("Equal ones below each other are one group, which is cut and run in blocks")
  func groups() {
    let (own, shared) = (Workbook(), PatternBook(mostKnown: 0))
    for row in 1...600 {
      own.enter("A\(row) = \(row % 50)")
      shared.book.enter("A\(row) = \(row % 50)")
    }
    own.enter("C1:C600 = A1^2/4-1.50")
    for row in 1...600 { shared.enter("C\(row)", "A\(row)^2/4-1.50") }
    #expect(shared.book.engine.formulaStore.liveCount == 1)
    for book in [own, shared.book] { book.set("C300 = 5") }
    #expect(shared.book.engine.formulaStore.liveCount == 2)
    #expect(shared.book.engine.counters.inBlocks > 500)
    for row in 1...600 { #expect(own["C\(row)"] == shared.book["C\(row)"], "\(row)") }
  }

  @Test("Few numbers of a pattern have templates of their own, many share one")
  func threshold() {
    let shared = PatternBook(mostKnown: 8)
    shared.book.set("A1 = 2")
    // Nothing stands above any of them that it could join.
    for row in 1...8 { shared.enter("B\(row * 2)", "A1*\(row)") }
    let few = shared.book.engine.formulaStore.templates.count
    #expect(few == 8)
    for row in 9...500 { shared.enter("B\(row * 2)", "A1*\(row)") }
    #expect(shared.book.engine.formulaStore.templates.count == few + 1)
    shared.enter("C1", "A1*3")
    #expect(shared.book.engine.formulaStore.templates.count == few + 1)
    shared.book.engine.recalculate()
    for row in 1...500 {
      #expect(shared.book["B\(row * 2)"] == .number(Double(row * 2)))
      #expect(shared.text("B\(row * 2)") == "A1 * \(row)")
    }
  }
}
