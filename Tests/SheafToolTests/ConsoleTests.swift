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
}
