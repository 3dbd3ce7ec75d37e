import CellModel
import FunctionLibrary
import Functions
import Testing

@testable import Formulas

@Suite("Formulas that move")
struct FormulaRewritingTests {
  @Test("A fill moves relative coordinates")
  func fills() {
    fill("A1", 1, 1, "B2")
    fill("$A1", 1, 1, "$A2")
    fill("A$1", 1, 1, "B$1")
    fill("$A$1 + b", 9, 9, "$A$1 + b")
    fill("SUM(A1:B2)", 2, 0, "SUM(A3:B4)")
    fill("SUM(A$1:A1)", 5, 0, "SUM(A$1:A6)")
    fill("A:A", 3, 1, "B:B")
    fill("1:3", 1, 7, "2:4")
    fill("SUM(A1:.B$9)", 2, 1, "SUM(B3:.C$9)")
    fill("A.:.A", 1, 1, "B.:.B")
    fill("A1:.B9", 0, -1, "#REF!")
    fill("$1:3", 1, 7, "$1:4")
    fill("Inputs!A1", 1, 0, "Inputs!A2")
    fill("A1", -1, 0, "#REF!")
    fill("A1:B2", 0, -1, "#REF!")
    fill("Inputs!A1", 0, -1, "Inputs!#REF!")
    fill("XFD1", 0, 1, "#REF!")
    fill("A1048576", 1, 0, "#REF!")
    fill("A1", Int.max, Int.min, "#REF!")
    fill("$A$1", Int.max, Int.min, "$A$1")
    fill("A1#", 1, 0, "A2#")
    fill("ledger[C] * A1", 1, 0, "ledger[C] * A2")
    fill("B5:A1", 1, 1, "C6:B2")
  }

  @Test("Inserted rows and columns move cells and stretch areas")
  func insertions() {
    edit("A1 + A5", .inserting(.rows, at: 2), "A1 + A6")
    edit("A3", .inserting(.rows, at: 2), "A4")
    edit("$A$3", .inserting(.rows, at: 2, count: 3), "$A$6")
    edit("SUM(A1:A9)", .inserting(.rows, at: 3, count: 2), "SUM(A1:A11)")
    edit("SUM(A4:A9)", .inserting(.rows, at: 3), "SUM(A5:A10)")
    edit("SUM(A1.:A9)", .inserting(.rows, at: 3, count: 2), "SUM(A1.:A11)")
    edit("SUM(A1:A3)", .inserting(.rows, at: 3), "SUM(A1:A3)")
    edit("SUM(A9:A1)", .inserting(.rows, at: 3), "SUM(A10:A1)")
    edit("B:D", .inserting(.columns, at: 2), "B:E")
    edit("B:D", .inserting(.rows, at: 2), "B:D")
    edit("2:4", .inserting(.rows, at: 0), "3:5")
    edit("A1:C1", .inserting(.columns, at: 1), "A1:D1")
    edit("A1048576", .inserting(.rows, at: 0), "#REF!")
    edit("A1:A1048576", .inserting(.rows, at: 5), "A1:A1048576")
    edit("A3:A1048576", .inserting(.rows, at: 0), "A4:A1048576")
    edit("A1", .inserting(.rows, at: 0, count: Int.max), "#REF!")
    edit("Inputs!A9", .inserting(.rows, at: 0), "Inputs!A9")
  }

  @Test("Deleted rows and columns shrink areas and leave #REF!")
  func deletions() {
    edit("A1 + A5", .deleting(.rows, at: 2), "A1 + A4")
    edit("A3", .deleting(.rows, at: 2), "#REF!")
    edit("SUM(A1:A9)", .deleting(.rows, at: 3, count: 2), "SUM(A1:A7)")
    edit("SUM(A4:A9)", .deleting(.rows, at: 0, count: 5), "SUM(A1:A4)")
    edit("SUM(A4:A9)", .deleting(.rows, at: 7, count: 50), "SUM(A4:A7)")
    edit("SUM(A4:A9)", .deleting(.rows, at: 3, count: 6), "SUM(#REF!)")
    edit("SUM(A9:A4)", .deleting(.rows, at: 4, count: 2), "SUM(A7:A4)")
    edit("B:D", .deleting(.columns, at: 2), "B:C")
    edit("B:D", .deleting(.columns, at: 0, count: 5), "#REF!")
    edit("1:1048576", .deleting(.rows, at: 5), "1:1048576")
    edit("A2", .deleting(.rows, at: Int.min, count: Int.min), "A2")
  }

  @Test("A run of rows changes as each of its rows does")
  func runsAgreeWithRows() {
    for at in 0...8 {
      for count in 0...4 {
        for isInsertion in [true, false] {
          let edit = GridEdit(.rows, at: at, count: count, isInsertion: isInsertion)
          for first in 0...6 {
            for last in first...7 {
              let rows = (first...last).compactMap { edit.moved($0) }
              let moved = edit.moved(first, through: last)
              #expect(moved?.first == rows.min() && moved?.last == rows.max(), "\(edit) \(first) \(last)")
            }
          }
        }
      }
    }
  }

  @Test("Names, calls and references are found with their places")
  func queries() {
    let tree = FormulaParser.parse("LET(x, A1, y, x + z, LAMBDA(q, [p], q + x + p)(y)) + x + _xlfn.STDEV.S(B1:B2)").tree
    #expect(tree.freeNames(.standard).map(\.value.name) == ["z", "x"])
    #expect(Set(tree.calls.map(\.value)) == ["LET", "LAMBDA", "_xlfn.STDEV.S"])
    #expect(tree.references.map { tree.text(of: $0.index) } == ["A1", "B1:B2"])
    #expect(FormulaParser.parse("LET(x, x, x)").tree.freeNames(.standard).count == 1)
    #expect(FormulaParser.parse("LET(x, 1, x, x, x)").tree.freeNames(.standard).isEmpty)
    let renamed = FormulaParser.parse("Old!A1 + old!rate + A1").tree
      .mappingSheets { $0.first.lowercased() == "old" ? SheetPrefix("New One") : $0 }
    #expect(renamed.text() == "'New One'!A1 + 'New One'!rate + A1")
  }

  private func fill(_ formula: String, _ rows: Int, _ columns: Int, _ expected: String) {
    #expect(FormulaParser.parse(formula).tree.shifted(rows: rows, columns: columns).text() == expected, "\(formula)")
  }

  private func edit(_ formula: String, _ edit: GridEdit, _ expected: String) {
    #expect(FormulaParser.parse(formula).tree.adjusted(for: .edit(edit)) { $0 == nil }.text() == expected, "\(formula)")
  }
}
