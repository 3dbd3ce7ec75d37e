import CellModel
import Formulas
import Testing

@testable import Engine

/// Formulas that depend on what they fill.
@Suite("Circles through spills")
struct SpillCycleTests {
  @Test(
    "A formula that depends on its own spill is #CYCLE!, whatever it goes through",
    arguments: [
      "SEQUENCE(2, 1, A2)", "VSTACK(1, A2 + 1)", "MAKEARRAY(2, 1, LAMBDA(r, c, A2 + 1))",
      "IF({1;2} = 1, 1, SUM(A2:A3) + 1)", "SEQUENCE(2) * INDIRECT(\"A2\") + 1", "B1:B2 + A2",
      "SEQUENCE(3, 1, COUNT(A2:A5))", "SEQUENCE(COUNT(A2:A5) + 2)", "SEQUENCE(2) + OFFSET(A1, 1, 0)",
      "SEQUENCE(2) + SUM(OFFSET(A1, 1, 0, 3))", "LET(f, LAMBDA(x, x + A2), SEQUENCE(2) + f(1))",
      "SEQUENCE(2) + SUM(2:2)", "SEQUENCE(2) + INDEX(A:A, 2)", "MAP({1;2}, LAMBDA(x, x + INDIRECT(\"A\" & x + 1)))",
    ])
  func ownSpill(formula: String) {
    let book = Workbook()
    book.set("C1 = A2 + 1", "A1 = \(formula)", "D1 = A1")
    #expect(book["A1"] == .error(.cycle))
    #expect(book["A2"] == .blank)
    #expect(book["C1"] == 1)
    #expect(book["D1"] == .error(.cycle))
    #expect(book.engine.cycles.all() == [[book.address("A1")]])
    #expect(book.engine.brokenRules() == [])
    // A cell that holds something is not filled, so it does not depend on the formula.
    book.set("A2 = 7")
    #expect(book["C1"] == 8)
  }

  @Test("A circle through a spill opens again")
  func opens() {
    let book = Workbook()
    book.set("B1 = 3", "A1 = SEQUENCE(B1, 1, A3)", "C1 = A2")
    #expect(book["A1"] == .error(.cycle))
    book.set("B1 = 2")
    #expect(book["A1"] == 0)
    #expect(book["C1"] == 1)
    book.set("B1 = 4")
    #expect(book["A1"] == .error(.cycle))
    #expect(book["C1"] == 0)
    book.engine.clear(Area(book.address("A1")))
    book.engine.recalculate()
    #expect(book.engine.cycles.all().isEmpty)
    #expect(book["C1"] == 0)
  }

  static let circles: [[String]] = [
    ["C9 = D5", "B7 = SEQUENCE(2) + C9", "D3 = B6:F8"],
    ["A1 = SEQUENCE(2) + C2", "C1 = SEQUENCE(2) + A2"],
    ["A1 = SEQUENCE(2) + B1", "B1 = INDIRECT(\"A2\")", "E1 = B1 + 1"],
    ["A1 = SEQUENCE(2) + F1", "F1 = SUM(B:B)", "B1 = SEQUENCE(2) + A2", "G1 = F1"],
  ]

  @Test("A circle whose order was made anew because of another one opens all the same")
  func opensBesideAnother() {
    let book = Workbook()
    book.set(
      "C4 = B7", "D6 = 1", "D7 = 2", "D8 = 3", "D9 = 4", "F6 = SUM($D6:$D9 * C4:$C6)", "B4 = IF(F6:F$9 > 1, E3, B2)",
      "A2 = IF(A$3:A6 > 1, B5, AVERAGE(B4:$C8))", "A6 = SEQUENCE(2) + beta")
    for cell in ["C4", "F6", "B4", "A2"] { #expect(book[cell] == .error(.cycle), "\(cell)") }
    // Both arrays have something in their way now.
    book.set("B5 = F2", "A5 = COUNT(B2:C4)")
    #expect(book["C4"] == 0)
    #expect(book["A5"] == 1)
    let values = ["C4", "F6", "B4", "A2", "A5"].map { book[$0] }
    book.engine.recalculateAll()
    #expect(["C4", "F6", "B4", "A2", "A5"].map { book[$0] } == values)
  }

  @Test("A circle through spills gives the same in every order of entry", arguments: circles)
  func orders(formulas: [String]) {
    for order in Self.permutations(of: formulas) {
      let singly = Workbook()
      for formula in order { singly.set(formula) }
      let cells = formulas.map { String($0.prefix(2)) }
      for cell in cells { #expect(singly[cell] == .error(.cycle), "\(cell) of \(order)") }
      let together = Workbook()
      together.engine.edit { for formula in order { together.enter(formula) } }
      together.engine.recalculate()
      for cell in cells + ["A2", "B8", "D5", "C2", "B2"] {
        #expect(singly[cell] == together[cell], "\(cell) of \(order)")
      }
      #expect(singly.engine.brokenRules() == [])
    }
  }

  @Test("A cell that a circular array would fill and that it reads is on the circle, too")
  func filledCell() {
    let book = Workbook()
    book.set("C1 = SEQUENCE(2, 1, SUM($C2:D5))", "D1:D5 = C1 > 5")
    book.set("D1 = 1 + 1")
    #expect(book["C1"] == .error(.cycle))
    #expect(book["D2"] == .error(.cycle))
    #expect(book["D3"] == false)
  }

  @Test("Of two arrays that meet in a cell, the first in reading order fills it, in every order of entry")
  func meeting() {
    for order in Self.permutations(of: [
      "C1 = SEQUENCE(3)", "A3 = SEQUENCE(1, 4)", "E2 = SUM(A3:D3)", "B2 = SEQUENCE(2)",
    ]) {
      let book = Workbook()
      for formula in order { book.set(formula) }
      #expect(book["C3"] == 3)
      #expect(book["A3"] == .error(.spill))
      #expect(book["B3"] == 2)
      book.set("C1 = 0", "B2 = 0")
      #expect(book["C3"] == 3)
      #expect(book["E2"] == 10)
    }
  }

  static func permutations(of list: [String]) -> [[String]] {
    guard list.count > 1 else { return [list] }
    return list.indices.flatMap { index in
      var rest = list
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }
}
