import CellModel
import ModelSheets
import Testing

@Suite("Model evaluator")
struct ModelEvaluatorTests {
  @Test("Cells read cells, names and other sheets")
  func reading() {
    var model = ModelSheet(sheets: ["Sheet1", "Inputs"])
    model.set("A1", 20)
    model.set("A2", 10)
    model.set("A3", formula: "(A1 + 50) + (A2 - 10)")
    model.set("Inputs!B2", 0.5)
    model.define("rate", formula: "Inputs!B2 * 2")
    model.define("twice", formula: "LAMBDA(x, x * 2)")
    check(model, "A3", 70)
    check(model, "SUM(A1:A3)", 100)
    check(model, "rate + A1", 21)
    check(model, "twice(A1)", 40)
    check(model, "SUM((A1, A2), A3)", 100)
    check(model, "SUM(A1:A2 A2:A3)", 10)
    check(model, "A1:A2 B1:B2", .error(.null))
    check(model, "INDIRECT(\"A\" & 1)", 20)
    check(model, "Nowhere!A1", .error(.reference))
    check(model, "nothing", .error(.name))
    check(model, "{name: \"Ada\"}.name", "Ada")
    check(model, "0.1 + 0.2 - 0.3", 0)
    check(model, "A1:A3 * 2", .array(CellArray(column: [40, 20, 140])))
  }

  @Test("Every cell on a cycle is #CYCLE!, and so is what reads it")
  func cycles() {
    var model = ModelSheet()
    model.set("A1", formula: "B1 + 1")
    model.set("B1", formula: "C1")
    model.set("C1", formula: "IF(TRUE, 1, A1)")
    model.set("D1", formula: "A1")
    model.set("E1", formula: "ROW(E1)")
    model.set("F1", formula: "INDIRECT(\"F1\")")
    for cell in ["A1", "B1", "C1", "D1", "F1"] { check(model, cell, .error(.cycle)) }
    check(model, "E1", 1)
  }

  @Test("An array spills unless a cell is in its way")
  func spills() {
    var model = ModelSheet()
    model.set("A1", formula: "{1; 2; 3}")
    model.set("B1", formula: "{4; 5}")
    model.set("B2", 9)
    model.set("C1", formula: "SUM(A1#) + A3")
    check(model, "A2", 2)
    check(model, "C1", 9)
    check(model, "B1", .error(.spill))
    check(model, "SUM(A1:A9)", 6)
  }

  @Test("A chain of cells does not recurse")
  func chain() {
    var model = ModelSheet()
    model.set("A1", 1)
    for row in 2...400 { model.set("A\(row)", formula: "A\(row - 1) + 1") }
    check(model, "A400", 400)
  }

  private func check(
    _ model: ModelSheet, _ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(ModelEvaluator(model).evaluate(formula) == expected, sourceLocation: location)
  }
}
