import CellModel
import Testing

@testable import Engine

/// Faults that random sheets have found, each in the fewest cells that show it.
@Suite("Found by random sheets")
struct FoundByOracleTests {
  @Test("A reference to a cell and one to a column are different formulas")
  func shapes() {
    let book = Workbook()
    book.set("A1 = 1", "A2 = 2", "C1 = SUM(A1)", "D5 = SUM(A:A)", "E1 = SUM(1:1048576)")
    #expect(book["D5"] == 3)
    #expect(book.engine.formulas.text(at: book.address("D5")) == "SUM(A:A)")
  }

  @Test("A block that reads its own cell is a cycle, whichever way it is written")
  func turned() {
    let book = Workbook()
    book.set("E7 = MIN(F7:B2)")
    #expect(book["E7"] == .error(.cycle))
  }

  @Test("What is left of a fill follows what is stored in its middle")
  func cut() {
    let book = Workbook()
    book.set("B2:B12 = SUM(B$1:B1) + 1")
    book.engine.clear(Area(grid: book.sheet, top: 1, left: 1, bottom: 3, right: 1))
    book.engine.recalculate()
    #expect(book["B5"] == 1)
    #expect(book["B6"] == 2)
  }

  @Test("A filled OFFSET may read other cells of its own fill")
  func dynamicFill() {
    let book = Workbook()
    book.set("F7 = 3", "F1:F5 = OFFSET(E2, 0, 1)", "F6 = 4")
    #expect(book["F1"] == 4)
    #expect(book["F5"] == 4)
  }

  @Test("A spill range ends when its anchor's value stays the same but is no array any more")
  func sameAnchor() {
    let book = Workbook()
    book.set("A1 = 3", "C1 = IF(A1 > 2, {5; 6}, 5)")
    #expect(book["C2"] == 6)
    book.set("C1 = 5 + 0")
    #expect(book["C2"] == .blank)
  }

  @Test("Seed 6688: what reads a spill range that it blocks is #SPILL! as the range is, whatever else it could read")
  func blockingReader() {
    let statements = ["B2 = SEQUENCE(3)", "B4 = IF(COLUMN(), SUM(B2#), OFFSET(B8, 2, 1))", "B6 = B4:B6 + 1"]
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
      let book = Workbook()
      for number in order { book.set(statements[number]) }
      #expect(book["B2"] == .error(.spill), "\(order)")
      #expect(book["B4"] == .error(.spill), "\(order)")
      #expect(book["B6"] == .error(.cycle), "\(order)")
    }
  }

  @Test("Rows that lose a corner of their range to a deletion keep the rest")
  func deletion() {
    let book = Workbook()
    book.set("A1:A6 = SUM(A2:A4)")
    book.engine.shift(GridShift(book.sheet, .rows, at: 4, count: 2, isInsertion: false))
    book.engine.recalculate()
    #expect(book.engine.formulas.text(at: book.address("A3")) == "SUM(A4:A4)")
  }

  @Test("A diamond in a transaction evaluates each node once")
  func transaction() {
    let book = Workbook()
    book.set("A1 = 1", "A2 = 2", "B1 = A1 + A2", "C1 = B1 + A1", "D1 = B1 + C1")
    book.engine.resetCounters()
    book.set("A1 = 5", "A2 = 6")
    #expect(book.engine.counters.evaluated == 3)
    #expect(book["D1"] == 27)
    #expect(book.engine.dependencies.precedents(of: book.address("D1")).count == 2)
    #expect(book.engine.dependencies.dependents(of: book.address("A1")).count == 2)
  }
}
