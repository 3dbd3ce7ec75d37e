import CellModel
import TestSupport
import Testing

@testable import Engine

@Suite("Choices")
struct ChoiceTests {
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
