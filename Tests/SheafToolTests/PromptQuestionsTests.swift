import FunctionLibrary
import Functions
import LiveSheets
import SheetText
import Testing

@testable import SheafTool

@Suite("Questions at the prompt")
struct PromptQuestionTests {
  @Test("Answers change nothing of the sheet, its text or its history")
  func changeNothing() throws {
    let output = TextSink()
    let console = Console(output: output, errors: TextSink(), input: LineInput(""))
    let text = "A = 1\nB = A + 1\ntable t {\n  | n |\n  | 7 |\n}\nchart \"N\" = t[n]\n"
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
    _ = sheet.enter("A = 2", named: "prompt", isLast: true)
    let (written, entries) = (sheet.document.bytes, sheet.entryCount)
    let questions = PromptQuestions(sheet, console, PromptDisplay(console), PromptFindings(console))
    try questions.explain("B", fromLine: 1)
    try questions.explain("A + B", fromLine: 1)
    try questions.listCells("*")
    try questions.list("A") { sheet.engine.dependencies.dependents(of: $0.address) }
    try questions.showTable("")
    try questions.showTable("t")
    try questions.plot("")
    questions.showHistory()
    questions.showWork()
    #expect(output.text.contains("B = 3") && output.text.contains("A = 2"))
    #expect(sheet.document.bytes == written && sheet.entryCount == entries)
  }

  @Test("What is not there is refused, with what may be meant")
  func refusals() {
    let console = Console(output: TextSink(), errors: TextSink(), input: LineInput(""))
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", "total = 1\n"), environment: LiveSheet.Environment(catalog: .standard))
    let questions = PromptQuestions(sheet, console, PromptDisplay(console), PromptFindings(console))
    #expect(throws: CallFailure.self) { try questions.cell("", for: .set) }
    #expect(throws: CallFailure.self) { try questions.listCells("x*") }
    #expect(throws: CallFailure.self) { try questions.showTable("orders") }
    #expect(throws: CallFailure.self) { try questions.plot("") }
    #expect(throws: CallFailure.self) { try questions.explainFinding("") }
  }
}
