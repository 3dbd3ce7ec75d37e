import Foundation
import TestSupport
import Testing

@testable import SheafTool

@Suite("The console")
struct ConsoleTests {
  @Test("Results and messages that go to the same file stand there in the order in which they were written")
  func order() throws {
    let folder = try TemporaryFolder(["log": ""])
    let file = try #require(FileHandle(forWritingAtPath: folder["log"]))
    let console = Console(
      output: TextSink(descriptor: file.fileDescriptor), errors: TextSink(descriptor: file.fileDescriptor),
      input: LineInput(descriptor: -1))
    console.output.line("A 1")
    console.remark("nothing changed")
    console.output.line("B 2")
    console.output.line("C 3")
    console.report(CallFailure("no"))
    console.flush()
    #expect(try folder.text("log") == "A 1\nnothing changed\nB 2\nC 3\nerror: no\n")
  }

  @Test("A terminal without Unicode gets the marks of the tool in ASCII; a pipe gets UTF-8")
  func asciiTerminals() throws {
    let terminals = Console.Terminals(input: true, output: true, errors: true)
    for locale in ["C", "POSIX", "de_DE.ISO-8859-1"] {
      let shown = ToolRun(
        ["functions", "SUM"], terminals: terminals, environment: ["LC_ALL": locale, "NO_COLOR": "1"]
      ).output
      #expect(shown.contains("SUM(1, 2, 3)      -> 6"), "\(shown)")
      #expect(shown.utf8.allSatisfy { $0 < 0x80 }, "\(shown)")
      let piped = ToolRun(["functions", "SUM"], environment: ["LC_ALL": locale]).output
      #expect(piped.contains("SUM(1, 2, 3)      → 6"), "\(piped)")
    }
    #expect(
      ToolRun(["functions", "SUM"], terminals: terminals, environment: ["LANG": "en_US.UTF-8", "NO_COLOR": "1"]).output
        .contains("→"))
  }
}
