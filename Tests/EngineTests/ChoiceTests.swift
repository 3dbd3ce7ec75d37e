import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine
@testable import Functions

/// The engine compiles some functions into branches and numbers; what help shows of them must stay true.
@Suite("Examples in the engine")
struct EngineExamplesTests {
  @Test("Examples of functions hold in a cell, too")
  func examples() {
    for function in FunctionCatalog.standard.functions {
      for example in function.examples {
        let engine = Engine(catalog: .standard)
        let scope = engine.addScope()
        let sheet = engine.addSheet(named: "Sheet1", in: scope)
        let value = engine.evaluate(
          FormulaParser.parse(example.formula).tree, at: CellAddress(grid: sheet, row: 99, column: 99))
        // A cell shows 0 for blank.
        let expected = example.result == .blank ? 0 : example.result
        #expect(value.isClose(to: expected), "=\(example.formula) gave \(value), not \(example.result)")
      }
    }
  }

  @Test("IFS and SWITCH choose by arrays and blanks, and evaluate no more than they need")
  func choices() {
    let book = Workbook()
    book.set(
      "A1 = 2", "B1 = SWITCH(A1, 1, 1/0, 2, \"b\")", "C1 = SWITCH(Z1, \"\", \"blank\", 1)",
      "D1 = SUM(SWITCH({1,2;3,4}, A1, 10, {3,4}, 100, 1000))", "E1 = SUM(IFS({1,0}, {1;2}, TRUE, 10))",
      "F1 = SWITCH(1/0, 1, 2, 3)", "G1 = IFS(A1 > 2, 1/0, A1 > 1, SWITCH(A1, 2, IFS(TRUE, \"in\")))")
    #expect(
      ["B1", "C1", "D1", "E1", "F1", "G1"].map { book[$0] } == ["b", "blank", 1210, 23, .error(.divisionByZero), "in"])
  }
}
