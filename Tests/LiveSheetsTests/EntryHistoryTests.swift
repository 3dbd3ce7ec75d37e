import CellModel
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Entry history")
struct EntryHistoryTests {
  private static func texts(_ count: Int) -> [EditedText] {
    var text = EditedText(SheetDocument(name: "", ""))
    return (0..<count).map { number in
      defer { text.set("a", to: "\(number)") }
      return text
    }
  }

  private func cells(_ text: EditedText) -> EntryHistory.Entry {
    EntryHistory.Entry(text: text, change: .cells(nil, names: []))
  }

  @Test("What was taken back can be made again until there is a new entry")
  func futures() {
    let texts = Self.texts(3)
    var history = EntryHistory()
    history.add(cells(texts[0]))
    history.add(cells(texts[1]))
    #expect(history.popPast()?.text.revision == 1)
    history.undid(cells(texts[2]))
    #expect(history.past.count == 1 && history.future.count == 1)
    history.add(cells(texts[1]))
    #expect(history.future.isEmpty)
    #expect(history.popFuture() == nil)
  }

  @Test("No more entries are kept than the limit")
  func limit() {
    var history = EntryHistory()
    for text in Self.texts(EntryHistory.limit + 5) { history.add(cells(text)) }
    #expect(history.past.count == EntryHistory.limit)
    #expect(history.past.first?.text.revision == 5)
  }

  @Test("When the text is loaded anew, edits of cells become edits of the text; those that have left no trace go")
  func loading() {
    let texts = Self.texts(4)
    var history = EntryHistory()
    history.add(cells(texts[0]))
    history.add(cells(texts[1]))
    // An input was set, which the text does not say.
    history.add(cells(texts[2]))
    history.undid(cells(texts[3]))
    history.textIsLoaded(past: texts[2], future: texts[2])
    #expect(history.past.map(\.text.revision) == [0, 1])
    #expect(history.future.map(\.text.revision) == [3])
    for entry in history.past + history.future {
      guard case .text = entry.change else {
        Issue.record("still an edit of cells")
        return
      }
    }
  }

  @Test("Formulas wait outside of the text until somebody asks for it, each name with its latest")
  func editedTexts() {
    var text = EditedText(SheetDocument(name: "", "A = 1 // one\nB = 2\n"))
    text.set("A", to: "3")
    text.set("a", to: "4")
    #expect(text.stored.text == "A = 1 // one\nB = 2\n")
    #expect(text.document().text == "A = 4 // one\nB = 2\n")
    text.define("C", statement: "C = A", documented: "/// sum\nC = A")
    #expect(text.document().text == "A = 4 // one\nB = 2\n/// sum\nC = A\n")
    #expect(text.revision == 3)
  }
}

@Suite("Editing at the prompt")
struct PromptEditorTests {
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
    #expect(sheet.eventNames == ["tap"])
    #expect(sheet.undo() && sheet.eventNames == [])
    #expect(sheet["A"] == 2)
    #expect(sheet.undo())
    #expect(sheet["A"] == 1 && sheet.document.text == "A = 1\n")
    #expect(sheet.redo() && sheet["A"] == 2)
    #expect(sheet.redo() && sheet.eventNames == ["tap"])
    #expect(!sheet.redo())
  }

  @Test("A line that touched no cell is taken back alone")
  func noCells() {
    let sheet = sheet("A = 1\n")
    _ = sheet.enter("A = 2")
    _ = sheet.enter("expect A = 2")
    #expect(sheet.undo() && sheet["A"] == 2)
    #expect(sheet.undo() && sheet["A"] == 1)
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
