import CellModel
import Formulas
import Testing

@testable import Engine

@Suite("Engine in trouble")
struct TroubleTests {
  @Test("A column of a million cells, each reading the one above, needs no recursion")
  func filledChain() {
    let book = Workbook()
    book.set("A1 = 1", "A2:A1000000 = A1 + 1")
    #expect(book["A1000000"] == 1_000_000)
    book.set("A1 = 5")
    #expect(book["A1000000"] == 1_000_004)
  }

  @Test("A chain of 100,000 lone formulas, entered last first, needs no recursion")
  func loneChain() {
    let book = Workbook()
    let count = 100_000
    let tree = FormulaParser.parse("A2 + 1", dialect: .sheet).tree
    // Two columns in turn, so that no cell is a fill of its neighbour.
    for row in 0..<count {
      let next = A1Notation.text(row: row + 1, column: (row + 1) % 2)
      let reads = tree.mappingReferences { $0.shape = A1Notation.cell(next).map(Self.shape) ?? .deleted }
      book.engine.setFormula(reads, at: CellAddress(grid: book.sheet, row: row, column: row % 2))
    }
    book.engine.setConstant(1, at: CellAddress(grid: book.sheet, row: count, column: count % 2))
    book.engine.recalculate()
    #expect(book["A1"] == .number(Double(count + 1)))
    book.engine.setConstant(2, at: CellAddress(grid: book.sheet, row: count, column: count % 2))
    book.engine.recalculate()
    #expect(book["A1"] == .number(Double(count + 2)))
  }

  private static func shape(_ cell: (row: Int, column: Int)) -> GridReference.Shape {
    .cell(row: Coordinate(cell.row), column: Coordinate(cell.column))
  }

  @Test("A cycle through 100,000 cells is #CYCLE! in each, and opens again")
  func longCycle() {
    let book = Workbook()
    book.set("A1:A100000 = A2 + 1", "A100001 = A1")
    for cell in ["A1", "A50000", "A100001"] { #expect(book[cell] == .error(.cycle)) }
    book.set("A100001 = 0")
    #expect(book["A1"] == 100_000)
    #expect(book.engine.brokenRules() == [])
  }

  @Test("A recalculation that is cancelled goes on where it stopped")
  func cancellation() {
    let book = Workbook()
    book.set("B1 = 1")
    for row in 2...2_000 { book.engine.setFormula(parsed("B\(row - 1) + \(row)"), at: book.address("B\(row)")) }
    var calls = 0
    book.engine.settings.isCancelled = {
      calls += 1
      return calls == 3
    }
    #expect(!book.engine.recalculate())
    #expect(book.engine.recalculate())
    #expect(book["B2000"] == 2_001_000)
    book.engine.recalculateAll()
    #expect(book["B2000"] == 2_001_000)
    #expect(book.engine.brokenRules() == [])
  }

  @Test("A fill of a million rows is overwritten in its middle")
  func middle() {
    let book = Workbook()
    book.set("A1 = 2", "B1:B1000000 = A$1 * 3", "B500000 = 7", "C1 = SUM(B:B)")
    #expect(book["C1"] == 6_000_001)
    book.set("A1 = 1")
    #expect(book["C1"] == 3_000_004)
    #expect(book["B500001"] == 3)
  }

  @Test("Spills that feed each other follow in one recalculation, and a blocked one is tried again")
  func spills() {
    let book = Workbook()
    book.set("A1 = 2", "B1 = SEQUENCE(A1)", "C1 = B1# * 10", "D1 = SUM(C1#)")
    #expect(book["D1"] == 30)
    book.set("A1 = 4")
    #expect(book["C4"] == 40)
    #expect(book["D1"] == 100)
    book.set("C3 = 1")
    #expect(book["C1"] == .error(.spill))
    book.set("C3 = blank")
    #expect(book["D1"] == 100)
    #expect(book.engine.brokenRules() == [])
  }

  @Test("Readers of a spill range follow each of its cells, though its first one stays")
  func spillReaders() {
    let book = Workbook()
    book.set("C1 = 1", "C2 = 1", "C3 = 1", "E7 = C1:C3 + 1", "F2 = SUM(E7#)", "G1 = LET(range, E7, SUM(range#))")
    book.set("H1 = E7# * 2", "I1 = SUM(H1#)")
    #expect(book["F2"] == 6)
    book.set("C3 = 5")
    #expect(book["F2"] == 10)
    #expect(book["G1"] == 10)
    #expect(book["I1"] == 20)
    book.set("E7 = C1:C3 + 2", "C2 = 4")
    #expect(book["F2"] == 16)
    #expect(book["I1"] == 32)
    #expect(book.engine.brokenRules() == [])
  }

  @Test("What reads itself through INDIRECT is on a circle with what reads it, until it reads other cells")
  func ownReads() {
    let book = Workbook()
    book.set("C3 = 9", "A6 = SUM(INDIRECT(\"A1:A\" & C3))", "A7 = COUNT(A5:A6)", "B1 = A6", "A1 = 4")
    #expect(book["A6"] == .error(.cycle))
    #expect(book["A7"] == .error(.cycle))
    #expect(book["B1"] == .error(.cycle))
    book.set("C3 = 2")
    #expect(book["A6"] == 4)
    #expect(book["A7"] == 1)
    book.set("C3 = 6")
    #expect(book["A6"] == .error(.cycle))
    #expect(book["A7"] == 0)
    #expect(book.engine.brokenRules() == [])
  }

  private func parsed(_ text: String) -> FormulaTree { FormulaParser.parse(text, dialect: .sheet).tree }
}
