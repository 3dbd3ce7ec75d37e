import Testing

@testable import Workbooks

@Suite("Formulas that cells of a worksheet share")
struct SharedFormulasTests {
  @Test("Cells that name a formula have the one that was told under its number")
  func sharing() {
    var formulas = SharedFormulas()
    #expect(formulas.place(of: 4, "A1+1", 0, 1) == 0)
    #expect(formulas.place(of: 4, "", 1, 1) == 0)
    #expect(formulas.place(of: 5, "A1*2", 0, 2) == 1)
    #expect(formulas.place(of: 4, "", 2, 1) == 0)
    #expect(
      formulas.list == [
        SharedFormula(row: 0, column: 1, text: "A1+1"), SharedFormula(row: 0, column: 2, text: "A1*2"),
      ])
  }

  @Test("A formula may be named before the cell comes that tells it (R1)")
  func namedFirst() {
    var formulas = SharedFormulas()
    #expect(formulas.place(of: 0, "", 0, 0) == 0)
    #expect(formulas.list == [SharedFormula(row: 0, column: 0, text: nil)])
    #expect(formulas.place(of: 0, "B7", 6, 0) == 0)
    #expect(formulas.list == [SharedFormula(row: 6, column: 0, text: "B7")])
  }

  @Test("A second text under one number begins another formula (R2)")
  func numberUsedAgain() {
    var formulas = SharedFormulas()
    #expect(formulas.place(of: 0, "B1", 0, 0) == 0)
    #expect(formulas.place(of: 0, "C1", 0, 1) == 1)
    #expect(formulas.place(of: 0, "", 1, 1) == 1)
  }
}
