import Testing

@testable import SheafTool

@Suite("The diff command")
struct DiffCommandTests {
  private let before = "A = 10\nB = 20\nC = A + B\ntest \"sum\" { expect C = 30 }\n"
  private let after = "A = 11\nB = 20\nC = A + B\ntest \"sum\" { expect C = 30 }\n"

  @Test func human() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"])
    #expect(run.status == 1)
    #expect(
      run.output == """
        changed A
          - A = 10
          + A = 11

        A  10 → 11  because of A
        C  30 → 31  because of A
        test "sum"  passed → failed

        """)
    let same = ToolRun("diff", folder["old.sheet"], folder["old.sheet"])
    #expect(same.status == 0)
    #expect(same.output == "")
  }

  @Test func markdown() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", "markdown")
    #expect(run.output.contains("| C | 30 | 31 | A |\n"))
    #expect(run.output.contains("| cell | before | after | because of |\n"))
    let report = ToolRun(
      "diff", folder["old.sheet"], folder["new.sheet"], "--report", "markdown=\(folder["summary.md"])")
    #expect(report.status == 1)
    #expect(try folder.text("summary.md") == run.output)
  }

  @Test func json() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", "json")
    #expect(run.output.hasPrefix("{\"definitions\": [{\"formerName\": null, \"kind\": \"changed\", \"name\": \"A\""))
    #expect(run.output.hasSuffix("\"version\": 1}\n"))
  }

  @Test func wrongCalls() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "bad.sheet": "A = (1\n"])
    #expect(ToolRun("diff", folder["old.sheet"]).status == 2)
    #expect(ToolRun("diff", folder["old.sheet"], folder["none.sheet"]).status == 2)
    #expect(
      ToolRun("diff", "no-such-revision:none.sheet", folder["old.sheet"]).errors.contains("git has no none.sheet"))
    let bad = ToolRun("diff", folder["old.sheet"], folder["bad.sheet"])
    #expect(bad.status == 1)
    #expect(bad.errors.contains("bad.sheet:1"))
  }
}
