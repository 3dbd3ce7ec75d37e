import CellModel
import Formulas
import FunctionLibrary
import Testing

@testable import Engine

/// References that run through several sheets, such as `Jan:Apr!A1`.
@Suite("Runs of sheets")
struct SheetRunTests {
  @Test("The functions that Excel lists take the cells of each sheet of a run")
  func functions() {
    let rows: [(String, CellValue)] = [
      ("SUM(Jan:Apr!A1)", 100), ("SUM(Apr:Jan!A1)", 100), ("SUM(Jan:Mar!$A$1)", 60), ("SUM('Feb 2:Apr'!A1)", 90),
      ("SUM(Jan:Jan!A1)", 10), ("SUM(Jan:Apr!A1:A2)", 105), ("AVERAGE(Jan:Apr!A1)", 25), ("MIN(Jan:Apr!A1)", 10),
      ("MAX(Jan:Apr!A1)", 40), ("COUNT(Jan:Apr!A1:A2)", 5), ("COUNTA(Jan:Apr!A1:A2)", 6),
      ("PRODUCT(Jan:Apr!A1)", 240_000), ("MEDIAN(Jan:Apr!A1)", 25), ("LARGE(Jan:Apr!A1, 2)", 30),
      ("SMALL(Jan:Apr!A1, 2)", 20), ("RANK(20, Jan:Apr!A1)", 3), ("PERCENTILE(Jan:Apr!A1, 0.5)", 25),
      ("SUMSQ(Jan:Apr!A1)", 3000), ("AND(Jan:Apr!A1)", true),
      ("TEXTJOIN(\",\", TRUE, Jan:Apr!A1:A2)", "10,5,20,30,x,40"),
      ("SHEETS(Jan:Apr!A1)", 4), ("SUM(VSTACK(Jan:Apr!A1:A2))", 105), ("ROWS(VSTACK(Jan:Apr!A1:A2))", 8),
      ("COLUMNS(HSTACK(Jan:Apr!A1:A2))", 4), ("ROWS(TOCOL(Jan:Apr!A1:A2, 1))", 6),
      ("TEXTJOIN(\",\", TRUE, TOROW(Jan:Apr!A1:A2, 1))", "10,5,20,30,x,40"),
      ("Jan:Apr!A1 + 1", .error(.value)), ("ROW(Jan:Apr!A1)", .error(.value)), ("SUM(Jan:May!A1)", .error(.reference)),
    ]
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    let cells: [(String, [String: CellValue])] = [
      ("Jan", ["A1": 10, "A2": 5]), ("Feb 2", ["A1": 20]), ("Mar", ["A1": 30, "A2": "x"]), ("Apr", ["A1": 40]),
    ]
    for (name, values) in cells {
      let sheet = engine.names.addSheet(named: name, in: scope)
      for (text, value) in values {
        guard let place = A1Notation.cell(text) else { continue }
        engine.setConstant(value, at: CellAddress(grid: sheet, row: place.row, column: place.column))
      }
    }
    let out = engine.names.addSheet(named: "Out", in: scope)
    for (row, (formula, _)) in rows.enumerated() {
      engine.setFormula(FormulaParser.parse(formula).tree, at: CellAddress(grid: out, row: row, column: 0))
    }
    engine.recalculate()
    for (row, (formula, expected)) in rows.enumerated() {
      #expect(engine.value(at: CellAddress(grid: out, row: row, column: 0)) == expected, "\(formula)")
    }
  }
}
