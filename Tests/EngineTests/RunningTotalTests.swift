import CellModel
import Formulas
import Testing

@testable import Engine

/// A column of which each cell is the one above plus or minus a number is carried along in one sweep.
@Suite("Running totals")
struct RunningTotalTests {
  @Test(
    "Each cell is, bit for bit, what its formula gives alone",
    arguments: [
      "B1 + A2", "A2 + B1", "B1 - A2", "B1 + C$1", "A2 - B1", "B1 + A1", "B1 + E2", "B1 + B1",
      // Each cell is dirty as soon as the one above it has changed, whatever is made of that.
      "MIN(B1 + A2, 3)", "B1 * 0.5 + A2", "IF(A2 > 0.3, 0, B1 + A2)", "B1 / A2", "ABS(B1) - A2 > 1",
    ])
  func columns(formula: String) {
    let book = Workbook()
    // Terms that cancel out, and blanks among them; rows on both sides of the end of a storage block.
    for row in 1...1_100 where row != 500 && row != 700 {
      let number = row.isMultiple(of: 7) ? -0.1 * Double(row % 5) : 0.1 * Double(row % 9)
      book.engine.setConstant(.number(number), at: book.address("A\(row)"))
    }
    book.set("B1 = 0.3", "C1 = -0.1", "B2:B1100 = \(formula)")
    compare(book)
    for edit in [
      "A1050 = 1E+300", "B1 = -5", "A700 = \"text\"", "A700 = 1", "B1 = \"header\"", "B1 = 1E+308", "B1 = blank",
    ] {
      book.set(edit)
      compare(book)
    }
  }

  @Test(
    "Rows that are all dirty are carried along at once, and come to the same",
    arguments: ["B1 + A2", "A2 + B1", "B1 - A2"])
  func allDirty(formula: String) {
    let book = Workbook()
    // Terms that cancel out; rows in three storage blocks.
    book.set(
      "C1 = 0.1", "A1:A2100 = IF(MOD(ROW(), 7) = 0, -1.5, 0.5) * MOD(ROW(), 4) * C$1", "B1 = 0.3",
      "B2:B2100 = \(formula)")
    for factor in ["0.3", "-0.7", "0", "1E+307", "0.1", "\"text\"", "0.2"] {
      book.engine.resetCounters()
      book.set("C1 = \(factor)")
      let own = book.engine.formulas.hasFormula(at: book.address("C1")) ? 1 : 0
      #expect(book.engine.counters.evaluated == 2_100 + 2_099 + own, "\(factor)")
      var total = book["B1"]
      for row in 2...2_100 {
        let term = book["A\(row)"]
        switch formula {
        case "B1 + A2": total = CellArithmetic.finalAdd(total, term)
        case "A2 + B1": total = CellArithmetic.finalAdd(term, total)
        default: total = CellArithmetic.finalSubtract(total, term)
        }
        guard case .number = total else {
          if case .error = book["B\(row)"] { continue }
          Issue.record("B\(row) is \(book["B\(row)"]) for \(factor)")
          break
        }
        #expect(book["B\(row)"].isIdentical(to: total), "B\(row) for \(factor)")
      }
    }
    // What comes out equal is cut off, and its readers stay as they are.
    book.set("D1:D2100 = B1 * 2")
    book.engine.resetCounters()
    book.engine.markDirty(Area(grid: book.sheet, top: 0, left: 1, bottom: 2_099, right: 1))
    book.engine.recalculate()
    #expect(book.engine.counters.evaluated == 2_099)
    #expect(book.engine.counters.cutOff == 2_099)
    #expect(book.engine.brokenRules() == [])
  }

  @Test("A chain is evaluated as far as something changes, and from there no further")
  func chains() {
    let book = Workbook()
    book.set("A1 = 1", "B1:B3000 = 0", "A2:A3000 = MIN(A1 + 1, 2000) + B2", "C1:C3000 = A1 * 2")
    #expect(["A1999", "A2001", "A3000", "C3000"].map { book[$0] } == [1_999, 2_000, 2_000, 4_000])
    book.engine.resetCounters()
    book.set("A1 = 501")
    #expect(["A1499", "A1500", "A1501", "C1498"].map { book[$0] } == [1_999, 2_000, 2_000, 3_996])
    // Down to A2000, which stays, and what reads the rows above it.
    #expect(book.engine.counters.evaluated == 1_999 + 1_999)
    #expect(book.engine.counters.cutOff == 1)
    book.engine.resetCounters()
    // Where one edit has come to an end the next one goes on.
    book.set("B100 = 7", "B1000 = -1", "B2500 = 0.5")
    #expect(
      ["A100", "A999", "A1000", "A1501", "A2500", "A2501", "A3000"].map { book[$0] } == [
        607, 1_506, 1_506, 2_000, 2_000.5, 2_000, 2_000,
      ])
    book.set("B700 = \"x\"")
    #expect(["A699", "C699"].map { book[$0] } == [1_206, 2_412])
    for cell in ["A700", "A3000", "C3000"] { #expect(book[cell] == .error(.value), "\(cell)") }
    book.set("B700 = 0")
    #expect(["A700", "A3000", "C3000"].map { book[$0] } == [1_207, 2_000, 4_000])
  }

  private func compare(_ book: Workbook, _ place: SourceLocation = #_sourceLocation) {
    for row in [2, 3, 4, 7, 8, 499, 500, 501, 700, 701, 702, 1_023, 1_024, 1_025, 1_026, 1_050, 1_051, 1_099, 1_100] {
      let address = book.address("B\(row)")
      // A formula that is evaluated by itself is run by the general program, on the cell above as it is.
      let text = book.engine.formulas.text(at: address) ?? ""
      let alone = book.engine.expressions.evaluate(FormulaParser.parse(text).tree, at: address)
      let filled = book.engine.value(at: address)
      #expect(
        filled == alone && filled.number?.bitPattern == alone.number?.bitPattern,
        "row \(row), \(text): \(filled) in the column, \(alone) alone", sourceLocation: place)
    }
  }
}
