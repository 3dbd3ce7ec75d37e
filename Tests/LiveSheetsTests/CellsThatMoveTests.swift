import CellModel
import FunctionLibrary
import SessionModel
import SheetPrograms
import SheetText
import Testing

@testable import LiveSheets

/// Cells that move while a sheet lives.
@Suite("Cells that move")
struct CellsThatMoveTests {
  private func sheet(_ text: String) -> LiveSheet {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", text),
      environment: LiveSheet.Environment(catalog: .standard, readFile: { _ in [] }))
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    return sheet
  }

  private func changes(_ sheet: LiveSheet) -> [String] {
    sheet.takeChanges().map { "\($0.cell.name) \($0.oldText) → \($0.newText)" }
      + sheet.takeGoneNames().map { "\($0) gone" }
  }

  @Test("What moves along is told only where its value has changed, and states stay")
  func values() {
    let sheet = sheet(
      "A1 = 1; A2 = 2\nB1:B3 = A1 * 2\nx = SUM(A1:A2) + A9\nevent tap\nstate n = 0 { on tap : n + A2 }\n")
    _ = sheet.enter("tap")
    _ = sheet.takeChanges()
    _ = sheet.carryOut(.insert(.rows, 1...1), line: ":insert rows 2")
    #expect(changes(sheet) == [])
    #expect(sheet["n"] == 2)
    #expect(sheet["A3"] == 2 && sheet["B3"] == 4)
    _ = sheet.enter("tap")
    #expect(sheet["n"] == 4)
    // What has happened is no entry.
    #expect(sheet.undo() && !sheet.undo())
    #expect(sheet["n"] == 4)
    #expect(sheet["A2"] == 2 && sheet["B2"] == 4)
    #expect(sheet.redo())
    #expect(sheet.document.text.hasPrefix("A1 = 1; A3 = 2\nB1 = A1 * 2\nB3:B4 = A3 * 2\n"))
  }

  @Test("What is gone is told, with what meant it")
  func gone() {
    let sheet = sheet("A1 = 1; A2 = 2\nx = A2 + 1\n")
    _ = sheet.carryOut(.delete(.rows, 1...1), line: ":delete rows 2")
    #expect(changes(sheet) == ["x 3 → #REF!", "A2 gone"])
    #expect(sheet.undo())
    #expect(sheet["x"] == 3)
  }

  @Test("What cannot be done is refused, and nothing is entered")
  func refused() {
    let sheet = sheet("A1 = 1\ntest \"t\" { A1 = 2; expect A1 = 2 }\n")
    let outcome = sheet.carryOut(.delete(.rows, 0...0), line: ":delete rows 1")
    guard case .refused(let refusal, _) = outcome else {
      Issue.record("it was done")
      return
    }
    #expect(refusal.message == "A1 is set in line 2, so it cannot go before that does")
    #expect(sheet.entryCount == 0)
  }

  @Test("A clause that follows a cell which is gone is told, and what its state was comes back with the cell")
  func clauses() {
    let rows = [
      // The state is not run at all, or starts as it was written.
      (
        "A1 = 1\nA3 = 2\nevent e\nstate n = A1 { on A3.changed : 9; on e : n + 4 }\n",
        StructureEdit.delete(.rows, 2...2)
      ),
      ("A1 = 1\nA3 = SEQUENCE(2)\nevent e\nstate n = A1 { on A3#.changed : 9; on e : n + 4 }\n", .delete(.rows, 2...2)),
      (
        "A1 = 1\nA3 = 2\nevent e\nstate n = A1 { on A3.changed : 9; on e : n + 4 }\n",
        .close(CellRectangle(row: 2, column: 0), .columns)
      ),
      ("A3 = 2\nevent e\nstate n = 1 { on A3.changed : 9; on e : n + 4 }\n", .delete(.columns, 0...0)),
    ]
    for (text, edit) in rows {
      let sheet = sheet(text)
      _ = sheet.enter("e")
      guard case .noted(let findings, _) = sheet.carryOut(edit, line: ":delete") else {
        Issue.record("nothing was told")
        continue
      }
      #expect(findings.map(\.message).allSatisfy { $0.contains("#REF!") }, "\(findings.map(\.message))")
      #expect(sheet.undo())
      #expect(sheet["n"] == 5 && sheet.document.text == text)
      #expect(sheet.redo() && sheet.undo())
      #expect(sheet["n"] == 5)
    }
  }

  @Test("What was wrong before cells move is not told again")
  func knownErrors() {
    let sheet = sheet("A1 = 1\nA3 = nobody + A1\nB1 = C1\nC1 = B1\n")
    guard case .done = sheet.carryOut(.insert(.rows, 1...1), line: ":insert rows 2") else {
      Issue.record("something was told")
      return
    }
    #expect(sheet.document.text == "A1 = 1\nA4 = nobody + A1\nB1 = C1\nC1 = B1\n")
  }
}
