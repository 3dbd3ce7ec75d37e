import SheetText
import Testing

@testable import SheafTool

/// X3: the language can be discovered at the prompt.
@Suite("Help on the language")
struct LanguageGuideTests {
  @Test("Every word that begins a statement or a step is explained, with an example")
  func words() {
    let more = [
      "as", "in", "where", "when", "over", "from", "of", "on", "else", "called", "replies", "fails", "sends", "fill",
      "spill", "array", "record", "stream", "column", "check", "comment", "<~", "_",
    ]
    for word in SheetKeyword.allCases.map(\.rawValue) + StepKeyword.allCases.map(\.rawValue) + more {
      #expect(LanguageGuide.entry(for: word) != nil, "\(word)")
      #expect(ToolRun(input: ":help \(word)\n").status == 0, "\(word)")
    }
    let run = ToolRun(input: ":help input\n")
    #expect(run.output.contains("input rate: number in 0..1 = 7%"))
    #expect(ToolRun(input: ":help DEBOUNCE\n").output.hasPrefix("DEBOUNCE(stream, seconds)\n"))
    #expect(ToolRun(input: ":help table\n").output.contains(":table [NAME]"))
    #expect(ToolRun(input: ":help :undo\n").output.contains("takes the last entry back"))
  }

  @Test("Each example is read as it stands", arguments: LanguageGuide.entries.map(\.form))
  func examples(of form: String) {
    guard let entry = LanguageGuide.entries.first(where: { $0.form == form }) else { return }
    let text = entry.example.joined(separator: "\n")
    let asSteps = SheetDocument(name: "", "test \"example\" {\n\(text)\n}")
    let asSheet = SheetDocument(name: "", text)
    #expect(
      !asSheet.hasErrors || !asSteps.hasErrors || !PromptReading(text).diagnostics.contains { _ in true }, "\(text)")
  }

  @Test("A topic lists what has to do with it, and a word that is none says so")
  func topics() {
    let lookup = ToolRun(input: ":functions LOOK\n")
    #expect((lookup.status, lookup.output.contains("  XLOOKUP ")) == (0, true))
    #expect(ToolRun("functions", "look").output.contains("  VLOOKUP "))
    let seconds = ToolRun(input: ":help seconds\n").output
    #expect(seconds.contains("  wait"))
    let none = ToolRun(input: ":help xyzzy\n")
    #expect((none.status, none.output) == (1, ""))
    #expect(ToolRun(input: ":help\n").output.contains(":help input"))
  }
}
