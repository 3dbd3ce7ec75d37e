import Testing

@testable import Workbooks

@Suite("Formulas that cells of a worksheet share")
struct SharedFormulasTests {
  @Test("Cells that name a formula have the one that was told under its number")
  func sharing() {
    var formulas = SharedFormulas()
    #expect(formulas.formula(4, "A1+1", hasArea: true, 0, 1) == .shared(0))
    #expect(formulas.formula(4, "", hasArea: false, 1, 1) == .shared(0))
    #expect(formulas.formula(5, "A1*2", hasArea: true, 0, 2) == .shared(1))
    #expect(formulas.formula(4, "", hasArea: false, 2, 1) == .shared(0))
    #expect(
      formulas.list == [
        SharedFormula(row: 0, column: 1, text: "A1+1"), SharedFormula(row: 0, column: 2, text: "A1*2"),
      ])
  }

  @Test(
    "A formula may be named before the cell comes that tells it, with or without its area (R1)",
    arguments: [true, false])
  func namedFirst(hasArea: Bool) {
    var formulas = SharedFormulas()
    #expect(formulas.formula(0, "", hasArea: false, 0, 0) == .shared(0))
    #expect(formulas.list == [SharedFormula(row: 0, column: 0, text: nil)])
    #expect(formulas.formula(0, "B7", hasArea: hasArea, 6, 0) == .shared(0))
    #expect(formulas.list == [SharedFormula(row: 6, column: 0, text: "B7")])
  }

  @Test("A second text under one number that tells its area begins another formula (R2)")
  func numberUsedAgain() {
    var formulas = SharedFormulas()
    #expect(formulas.formula(0, "B1", hasArea: true, 0, 0) == .shared(0))
    #expect(formulas.formula(0, "C1", hasArea: true, 0, 1) == .shared(1))
    #expect(formulas.formula(0, "", hasArea: false, 1, 1) == .shared(1))
  }

  @Test("A second text without an area is that of its cell alone (R3)")
  func ownText() {
    var formulas = SharedFormulas()
    #expect(formulas.formula(0, "A1*2", hasArea: true, 0, 1) == .shared(0))
    #expect(formulas.formula(0, "A2*3", hasArea: false, 1, 1) == .plain("A2*3"))
    #expect(formulas.formula(0, "", hasArea: false, 2, 1) == .shared(0))
  }
}
