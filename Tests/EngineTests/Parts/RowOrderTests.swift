import CellModel
import Testing

@testable import Engine

/// Groups that read each other, evaluated row by row.
@Suite("Groups in the order of their rows")
struct RowOrderTests {
  private static func loan(_ rows: Int) -> Workbook {
    let book = Workbook()
    book.set(
      "rate = 0.5", "payment = 10", "C1 = 100", "A2:A\(rows) = C1 * rate", "B2:B\(rows) = MIN(payment, C1 + A2) - A2",
      "C2:C\(rows) = C1 - B2")
    return book
  }

  /// The order in which the only cycle group of a workbook is evaluated.
  private static func order(of book: Workbook) -> CycleGroup.Order? {
    let groups = book.engine.graph.nodes.cycleGroups.values
    return groups.count == 1 ? groups.first?.order : nil
  }

  @Test("A schedule comes to what it comes to row by row")
  func schedule() {
    let book = Self.loan(3_000)
    book.set("rate = 0.0001")
    #expect(Self.order(of: book) == .byRow)
    var debt = 100.0
    for row in 2...3_000 {
      let interest = debt * 0.0001
      let paid = CellArithmetic.finalSubtract(min(10, debt + interest), interest)
      #expect(book["A\(row)"] == .number(interest))
      #expect(book["B\(row)"] == .number(paid))
      debt = CellArithmetic.finalSubtract(debt, paid)
      #expect(book["C\(row)"] == .number(debt))
    }
  }

  @Test("An edit in the middle evaluates what follows it, and no more than what changes")
  func edits() {
    let book = Workbook()
    book.set("D1:D500 = 0 + 1", "C1 = 0", "A2:A500 = C1 + D2", "B2:B500 = A2 * 2", "C2:C500 = B2 - A2")
    #expect(Self.order(of: book) == .byRow)
    book.engine.resetCounters()
    book.set("D400 = 2")
    #expect(book["C500"] == 500)
    #expect(book.engine.counters.evaluated == 3 * 101)
    // What comes out equal goes no further.
    book.set("E1 = 3", "A300 = C299 + D300 * IF(E1 > 1, 1, 2)")
    book.engine.resetCounters()
    book.set("E1 = 4")
    #expect(book.engine.counters.evaluated == 1)
    #expect(book.engine.counters.cutOff == 1)
  }

  @Test(
    "Rows decide where what is read lies above, or beside in a column that comes before",
    arguments: [
      (["A3:A9 = B2 + 1", "B3:B9 = A3 + 1"], CycleGroup.Order.byRow),
      (["A3:A9 = B3 + 1", "B3:B9 = A2 + 1"], .byRow),
      (["A3:A9 = SUM(B$1:B2)", "B3:B9 = A3 + A$3"], .byRow),
      (["A3:A9 = B2 + 1", "B4:B9 = A1 + A4"], .byRow),
      (["A3:A9 = B4 + 1", "B3:B9 = A2 + 1"], .byCell),
      (["A3:A9 = B3 + 1", "B3:B9 = A3 + 1"], .byCell),
      (["A3:A9 = B2 + 1", "B3:B9 = SUM(A$4:A3)"], .byCell),
      (["A3:A9 = B2 + 1", "B3:B9 = OFFSET(A3, 0, 0) + A3"], .byCell),
    ])
  func orders(formulas: [String], order: CycleGroup.Order) {
    let book = Workbook()
    for formula in formulas { book.enter(formula) }
    book.engine.recalculate()
    #expect(Self.order(of: book) == order)
  }

  @Test("Texts, errors, dates and an array of one element pass through")
  func others() {
    let book = Self.loan(50)
    book.set("rate = \"x\"")
    #expect(book["A2"] == .error(.value))
    #expect(book["C50"] == .error(.value))
    book.set(
      "rate = 0.5", "C1 = 2026-01-01 + 0", "A2:A50 = C1 + 1", "B2:B50 = A2 & \"!\"", "C2:C50 = IF(B2 = \"\", 0, A2)")
    #expect(Self.order(of: book) == .byRow)
    #expect(book["C50"] == .number(46_023 + 49, .date))
    book.set("A20 = SEQUENCE(1, 1, C19, 1) + {0}")
    #expect(book["C50"] == .number(46_023 + 48, .date), "\(book["A20"]) \(book["B20"]) \(book["C20"])")
    #expect(book.engine.brokenRules() == [])
  }

  @Test("A sweep that is cancelled goes on where it stopped")
  func cancelled() {
    let book = Self.loan(5_000)
    let whole = Self.loan(5_000)
    whole.set("rate = 0.0002")
    var calls = 0
    book.engine.settings.isCancelled = {
      calls += 1
      return calls % 3 == 0
    }
    book.enter("rate = 0.0002")
    var passes = 0
    while !book.engine.recalculate(), passes < 100 { passes += 1 }
    #expect(passes > 1)
    for cell in ["A2", "B1025", "C2500", "C5000"] { #expect(book[cell] == whole[cell], "\(cell)") }
    #expect(book.engine.brokenRules() == [])
  }
}
