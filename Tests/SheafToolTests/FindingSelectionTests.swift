import Testing

@testable import SheafTool

@Suite("Selected findings")
struct FindingSelectionTests {
  private let text = "A = 1 / 0\nB = SUMM(1)\n"

  @Test func selection() throws {
    let folder = try TemporaryFolder(["a.sheet": text, "b.sheet": "A = 1 / 0\n"])
    #expect(ToolRun("check", folder["a.sheet"], "-f", "short").output.contains("unknown-function"))
    #expect(ToolRun("check", folder["a.sheet"], "--ignore", "unknown-function,cell-error").status == 0)
    #expect(ToolRun("check", folder["b.sheet"], "--select", "cell-error").status == 1)
    #expect(ToolRun("check", folder["b.sheet"], "--select", "broken-check").status == 0)
    #expect(ToolRun("check", folder["b.sheet"], "--select", "cell-error", "--ignore", "cell-error").status == 0)
  }

  @Test func wrongCodes() throws {
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun("check", folder["a.sheet"], "--ignore", "unknown-functon")
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean unknown-function?"))
    #expect(ToolRun("check", folder["a.sheet"], "--select", "").status == 2)
    #expect(ToolRun("check").status == 2)
  }

  @Test func list() {
    let lines = ToolRun("check", "--list-rules").output.split(separator: "\n").map { $0.split(separator: " ")[0] }
    #expect(lines.contains("cell-error") && lines.contains("unknown-name"))
    #expect(lines == lines.sorted())
  }
}
