import CellModel
import Formulas
import Testing

@testable import Engine

/// A column of which each cell is the one above plus or minus a number is carried along in one sweep.
@Suite("Running totals")
struct RunningTotalTests {
  @Test(
    "Each cell is, bit for bit, what its formula gives alone",
    arguments: ["B1 + A2", "A2 + B1", "B1 - A2", "B1 + C$1", "A2 - B1", "B1 + A1", "B1 + E2", "B1 + B1"])
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

  private func compare(_ book: Workbook, _ place: SourceLocation = #_sourceLocation) {
    for row in [2, 3, 4, 7, 8, 499, 500, 501, 700, 701, 702, 1_023, 1_024, 1_025, 1_026, 1_050, 1_051, 1_099, 1_100] {
      let address = book.address("B\(row)")
      // A formula that is evaluated by itself is run by the general program, on the cell above as it is.
      let text = book.engine.formulaText(at: address) ?? ""
      let alone = book.engine.evaluate(FormulaParser.parse(text).tree, at: address)
      let filled = book.engine.value(at: address)
      #expect(
        filled == alone && filled.number?.bitPattern == alone.number?.bitPattern,
        "row \(row), \(text): \(filled) in the column, \(alone) alone", sourceLocation: place)
    }
  }
}
