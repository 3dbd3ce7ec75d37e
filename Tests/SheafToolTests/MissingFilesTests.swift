import Testing

@testable import SheafTool

/// A file that is not there among others that are.
@Suite("Missing files among good ones")
struct MissingFilesTests {
  @Test("The good ones are judged, the missing one is told by its name, and the status is 2")
  func commands() throws {
    let folder = try TemporaryFolder([
      "good.sheet": "A = 1\ntest \"t\" { expect A = 1 }\n", "bad.sheet": "B = 1 / 0\n",
      "broken.csv": "a\n\"x\n",
    ])
    let (good, bad, missing) = (folder["good.sheet"], folder["bad.sheet"], folder["missing.sheet"])
    let message = "error: there is no file named \(missing)\n"
    let rows: [([String], String)] = [
      (["check", good, missing, bad], "checked 2 files, 1 finding\n"),
      (["check", missing, good, "-f", "json"], "\"files\": [{"),
      (["test", good, missing], "1 test passed, 0 failed\n"), (["test", missing, good, bad], "1 failed"),
      (["test", missing, good, "-f", "junit"], "tests=\"1\""), (["test", missing, good, "--coverage"], "good.sheet"),
      (["eval", missing, good], "good.sheet\nA 1\n"), (["eval", good, missing, "-f", "jsonl"], "\"A\": 1"),
      (["fmt", "--check", missing, bad], "1 file, 0 to be formatted\n"),
    ]
    for (call, words) in rows {
      let run = ToolRun(call)
      #expect(run.status == 2, "\(call)")
      #expect(run.output.contains(words) || run.errors.contains(words), "\(call): \(run.output)\(run.errors)")
      #expect(run.errors.contains(message), "\(call): \(run.errors)")
    }
    for command in ["check", "test", "eval", "fmt"] {
      let run = ToolRun(command, missing, folder["no.sheet"])
      #expect((run.status, command == "fmt" ? "" : run.output.trimmed) == (2, ""), "\(command): \(run.output)")
      #expect(run.errors.contains(message) && run.errors.contains("no.sheet\n"), "\(run.errors)")
    }
    // A file is written as a whole or not at all.
    let written = ToolRun("eval", good, missing, "-o", folder["out.txt"])
    #expect(written.status == 2 && FileSystem.kind(folder["out.txt"]) == nil)
    let unread = ToolRun("eval", folder["broken.csv"], good)
    #expect(unread.status == 2 && unread.output.hasSuffix("good.sheet\nA 1\n"), "\(unread.output)")
    try #require(ToolRun("check", good, missing, "--write-baseline", folder["known.tsv"]).status == 2)
  }
}
