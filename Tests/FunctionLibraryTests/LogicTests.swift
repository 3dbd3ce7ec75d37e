import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Logic functions")
struct LogicTests {
  @Test func branchesStayReferences() {
    check("SUM(IF(TRUE, A1:A3))", 6)
    check("ROWS(IF(TRUE, A1:A3, 1))", 3)
    check("SUM(IF(TRUE, A1, 0):A3)", 6)
    check("SUM(CHOOSE(2, A1, A1:A3))", 6)
    check("ROW(IFS(FALSE, A1, TRUE, A2))", 2)
    check("SUM(SWITCH(1, 1, A1:A2, A1:A3))", 3)
  }

  @Test func whatIsNotChosenIsNotEvaluated() {
    check("IF(TRUE, 1, 1/0)", 1)
    check("IFS(TRUE, 1, 1/0, 2)", 1)
    check("SWITCH(1, 1, 5, 1/0, 2)", 5)
    check("IFERROR(5, 1/0)", 5)
    check("SUM(IF({TRUE,TRUE}, 1, 1/0))", 2)
  }

  @Test func arraysChoosePerElement() {
    check("SUM(IF(A1:A3>1, A1:A3, 10))", 15)
    check("SUM(IF({TRUE,FALSE}, {1;2;3}, 10))", 36)
    check("COLUMNS(IF({TRUE,FALSE}, {1;2;3}, 10))", 2)
    check("SUM(IFERROR(1/{1,0,2}, 10))", 11.5)
    check("SUM(IFS(A1:A3=1, 100, A1:A3=2, 200, TRUE, 300))", 600)
    check("SUM(SWITCH(A1:A3, 1, 10, 2, 20, 30))", 60)
    check("SUM(CHOOSE({1,2}, A1:A3, 10))", 36)
    check("ISNA(INDEX(IF({TRUE;TRUE;TRUE}, {1;2}, 0), 3))", true)
    check("INDEX(IF({1,\"x\"}, 5, 6), 1, 2)", .error(.value))
  }

  @Test func rangesSkipTexts() {
    check("AND(A1:B3)", true)
    check("AND(B1:B3)", .error(.value))
    check("OR(B1:B3, FALSE)", false)
    check("AND(A:A)", true)
    check("XOR(A1:A3)", true)
    check("AND(C1)", .error(.value))
    check("AND(\"FALSE\")", false)
  }

  @Test func factsAboutCells() {
    check("ISBLANK(C1)", true)
    check("ISBLANK(B1)", false)
    check("ISFORMULA(D1)", true)
    check("FORMULATEXT(D1)", "=A1+1")
    check("CELL(\"contents\", A2)", 2)
    check("CELL(\"type\", B1)", "l")
    check("CELL(\"address\", Other!B2)", "$B$2")
    check("SHEET(\"other\")", 2)
    check("SHEET(Other!A1)", 2)
    check("SHEETS()", 2)
    check("TYPE(A1:A3)", 64)
    check("TYPE(LAMBDA(x, x))", 128)
    check("N(A1:A3)", 1)
    check("T(B1:B3)", "x")
    check("ISREF(INDEX(A1:A3, 2))", true)
    check("SUM(--ISNUMBER(A1:B3))", 3)
  }

  private func check(
    _ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation
  ) {
    var sheet = ModelSheet(sheets: ["Sheet1", "Other"])
    for row in 1...3 { sheet.set("A\(row)", .number(Double(row))) }
    sheet.set("B1", "x")
    sheet.set("B2", "TRUE")
    sheet.set("D1", formula: "A1+1")
    #expect(ModelEvaluator(sheet).evaluate(formula) == expected, "=\(formula)", sourceLocation: location)
  }
}
