import CellModel
import Diagnostics
import FunctionLibrary
import SessionModel
import SheetText
import Testing

@testable import LiveSheets

@Suite("Entry history")
struct EntryHistoryTests {
  private func entry(_ number: Int) -> EntryHistory.Entry {
    let text = TextRevision(SheetDocument(name: "", "a = \(number)\n"))
    return EntryHistory.Entry(line: "a = \(number)", before: text, after: text)
  }

  @Test("What was taken back can be made again until there is a new entry")
  func futures() {
    var history = EntryHistory()
    history.add(entry(0))
    history.add(entry(1))
    #expect(history.takeBack()?.line == "a = 1")
    #expect(history.past.count == 1 && history.future.count == 1)
    #expect(history.makeAgain()?.line == "a = 1")
    #expect(history.takeBack()?.line == "a = 1")
    history.add(entry(2))
    #expect(history.future.isEmpty)
    #expect(history.makeAgain() == nil)
  }

  @Test("No more entries are kept than the limit")
  func limit() {
    var history = EntryHistory()
    for number in 0..<EntryHistory.limit + 5 { history.add(entry(number)) }
    #expect(history.past.count == EntryHistory.limit)
    #expect(history.past.first?.line == "a = 5")
  }

  @Test("A revision is the text before with what was done to it, and never changes")
  func revisions() {
    let first = TextRevision(SheetDocument(name: "", "A = 1 // one\nB = 2\n"))
    let second = first.applying([.formula(.name("a"), "3")])
    let third = second.applying([.formula(.name("a"), "4")])
    let fourth = third.applying([.addition(.name("c"), "/// sum\nC = A", grid: nil)])
    let fifth = fourth.applying([.formula(.name("c"), "A + 1")])
    #expect(fifth.document.text == "A = 4 // one\nB = 2\n/// sum\nC = A + 1\n")
    #expect(fourth.document.text == "A = 4 // one\nB = 2\n/// sum\nC = A\n")
    #expect(first.document.text == "A = 1 // one\nB = 2\n")
    #expect(second.document.text == "A = 3 // one\nB = 2\n")
    #expect(fifth.applying([.removal(.name("c"))]).document.text == "A = 4 // one\nB = 2\n")
    #expect(first.applying([]) === first)
  }

  @Test("What a revision says of a definition is what its text says, read or not")
  func definitions() {
    var dice = RandomSequence(seed: 20_261_125)
    let places: [DefinitionPlace] = [
      .name("a"), .name("b"), .name("x"), .name("zz"), .cell(grid: nil, row: 0, column: 0),
      .cell(grid: "s", row: 0, column: 0), .cell(grid: "s", row: 1, column: 1),
    ]
    let spellings = ["A", "b", "x", "zz", "A1", "A1", "B2"]
    let texts = [
      "/// one\nA = 1  // c\nb = 2; A1 = 3\ninput x: number = 4\nsheet S\n  A1 = 5\nB2 = 6 as \"0\"\n",
      "A = 1\nA = 2\nA1 = 1\nA1 = 2\nsheet s\nA1 = (1 +\n 2)\nA1 = 3\nB2 = 4 // d\nsheet T\nA1 = 9",
    ]
    func told(_ statement: Statement?, _ source: SourceText?) -> [String] {
      guard let statement, let source else { return [] }
      return [source[statement.span], statement.documentation?.text ?? "", statement.grid ?? ""]
    }
    for round in 0..<60 {
      let base = SheetDocument(name: "", texts[round % 2])
      var text = TextRevision(base)
      var whole = base
      for _ in 0..<8 {
        let number = Int.random(in: places.indices, using: &dice)
        let (place, spelling) = (places[number], spellings[number])
        let grid: String? = number < 5 ? nil : "S"
        let formula = ["7", "a + 1", "\"t\""].randomElement(using: &dice)!
        let isThere = text.definition(at: place) { $0.definition(at: place) } != nil
        let made: [DefinitionEdit]
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: made = [isThere ? .formula(place, formula) : .addition(place, "\(spelling) = 8", grid: grid)]
        case 1: made = [.removal(place)]
        case 2:
          let documentation = Bool.random(using: &dice) ? "/// new" : nil
          made = [
            .redefinition(place, "\(spelling) = \(formula) as \"0.0\"", StatementRemarks(documentation: documentation))
          ]
        default: made = [.formula(place, formula), .formula(place, "11")]
        }
        text = text.applying(made)
        whole = whole.applying(made)
        for place in places {
          let written = text.definition(at: place) { $0.definition(at: place) }
          let index = whole.definition(at: place)
          #expect(
            told(written?.statement, written?.document.source) == told(index.map { whole.statements[$0] }, whole.source)
          )
        }
      }
    }
  }

  @Test("Many revisions stand one upon the other without a stack for each")
  func depth() {
    var text = TextRevision(SheetDocument(name: "", "A = 0\n"))
    for number in 1...5_000 { text = text.applying([.formula(.name("a"), "\(number)")]) }
    #expect(text.document.text == "A = 5000\n")
  }
}

@Suite("Editing at the prompt")
struct PromptEditorTests {
  @Test("Cells are defined, taken away and brought back without reading the text anew")
  func unread() {
    let sheet = sheet("/// one\nA1 = 1 // c\nA2 = A1 as \"0.0\"\nx = A2\n")
    let values = SessionPicture(sheet).values
    let lines = ["A1 = 2", "A2 = A1 + 1 as \"0.00\"", "x = A2 * 2", "y = x", "/// two\nx = A1 + y * 0", "A1 = 7"]
    for line in lines { _ = sheet.enter(line) }
    _ = sheet.delete("A2")
    let after = SessionPicture(sheet).values
    for _ in 0..<7 { #expect(sheet.undo()) }
    #expect(SessionPicture(sheet).values == values)
    for number in 1...7 {
      #expect(sheet.redo())
      // The last of these texts was read for the picture of it.
      #expect(sheet.editor.text.isUnread || number == 7)
    }
    #expect(SessionPicture(sheet).values == after)
    #expect(sheet.definitions[sheet.cellPlaces.address(of: .name("x"))!]?.documentation == "two")
  }

  private func sheet(_ text: String) -> LiveSheet {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    return sheet
  }

  @Test("Lines before a statement that loads the text anew can be taken back, too")
  func acrossLoading() {
    let sheet = sheet("A = 1\n")
    _ = sheet.enter("A = 2")
    _ = sheet.enter("event tap")
    #expect(sheet.triggers.eventNames == ["tap"])
    #expect(sheet.undo() && sheet.triggers.eventNames == [])
    #expect(sheet["A"] == 2)
    #expect(sheet.undo())
    #expect(sheet["A"] == 1 && sheet.document.text == "A = 1\n")
    #expect(sheet.redo() && sheet["A"] == 2)
    #expect(sheet.redo() && sheet.triggers.eventNames == ["tap"])
    #expect(!sheet.redo())
  }

  @Test("What a definition had made comes back with it when another takes its place, and so does what that one made")
  func redefinedStates() {
    let sheet = sheet(
      """
      event tap
      state n = 0 { on tap : n + 1 }
      table t {
        | a |
        | 1 |
        on tap : insert last (n)
      }
      total = SUM(t[a])
      """)
    for line in ["tap", "tap", "state n = 10 { on tap : n + 2 }", "tap"] { _ = sheet.enter(line) }
    #expect(sheet["n"] == 12 && sheet["total"] == 12)
    #expect(sheet.undo() && sheet["n"] == 2)
    #expect(sheet.redo() && sheet["n"] == 12)
    _ = sheet.enter("table t {\n| a |\n| 7 |\non tap : delete\n}")
    #expect(sheet["total"] == 7)
    #expect(sheet.undo() && sheet["total"] == 12)
    _ = sheet.enter("tap")
    #expect(sheet["n"] == 14 && sheet["total"] == 24)
  }

  @Test("A line that changes nothing is no entry")
  func noChange() {
    let sheet = sheet("A = 1\n")
    _ = sheet.enter("A = 2")
    _ = sheet.enter("expect A = 2")
    #expect(sheet.undo() && sheet["A"] == 1)
    #expect(!sheet.undo())
  }

  @Test("A name goes with the line that made it and comes again with it")
  func names() {
    let sheet = sheet("A = 1\n")
    _ = sheet.enter("B = A + 1")
    #expect(sheet.undo() && !sheet.cells.contains { $0.name == "B" })
    #expect(sheet.redo() && sheet["B"] == 2)
  }

  @Test("Changes are told across a text that is loaded anew")
  func changes() {
    let sheet = sheet("event tap\nA = 1\nB = A * 2\n")
    _ = sheet.enter("A = 5\ntable t {\n| x |\n| 1 |\n}\nA = 6")
    #expect(sheet.takeChanges().map { "\($0.cell.name) \($0.oldText) \($0.newText)" } == ["A 1 6", "B 2 12"])
    #expect(sheet.takeChanges().isEmpty)
  }
}
