import Testing

@testable import SheafTool

@Suite("sheaf test and sheaf check")
struct TestCommandTests {
  private let good =
    "A = 1\nalways \"small\": A < 10\ntest \"one\" { expect A = 1 }\ntest \"two\" { A = 2; expect A = 2 }\n"
  private let bad = "A = 1\nB = A + 1\ntest \"broken\" { A = 2\n  expect B = 4 }\ntest \"whole\" { expect B = 2 }\n"

  @Test("One line a file, the failures with their values, and the sum")
  func human() throws {
    let folder = try TemporaryFolder(["a.sheet": good, "b.sheet": bad, "c.txt": "A = 1"])
    let run = ToolRun("test", folder.path)
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "ok    \(folder["a.sheet"])  2 tests, 1 check passed\nFAIL  \(folder["b.sheet"])  1 test passed, 1 test failed\n"
      ))
    #expect(run.output.contains("b.sheet:4:10"))
    #expect(run.output.contains("B   = 3   ← A + 1"))
    #expect(run.output.hasSuffix("\n3 tests, 1 check passed, 1 test failed\n"))
    #expect(ToolRun("test", folder["a.sheet"]).status == 0)
  }

  @Test("A filter chooses by name, and one that matches nothing is a wrong call")
  func filter() throws {
    let folder = try TemporaryFolder(["a.sheet": good, "b.sheet": bad])
    let run = ToolRun("test", folder.path, "--filter", "^wh")
    #expect(run.output == "ok    \(folder["b.sheet"])  1 test passed\n1 test passed, 0 failed\n")
    #expect(ToolRun("test", folder.path, "--filter", "nothing").status == 2)
    #expect(ToolRun("test", folder.path, "--filter", "(").status == 2)
  }

  @Test("The first failure ends a run that fails fast")
  func failFast() throws {
    let folder = try TemporaryFolder(["a.sheet": bad, "b.sheet": good])
    #expect(ToolRun("test", folder.path, "--fail-fast").output.hasSuffix("\n0 passed, 1 test failed\n"))
  }

  @Test("A text with errors fails")
  func loadErrors() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1 +\n"])
    let run = ToolRun("test", folder["a.sheet"])
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("0 passed, 1 failed\n"))
  }

  @Test("The tests of a text with errors are not run, and its errors are told once")
  func notRun() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1 +\nB = A + x\n" + good.replacing("A = 1\n", with: "")])
    let run = ToolRun("test", folder["a.sheet"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("FAIL  \(folder["a.sheet"])  0 passed, 1 failed, 2 not run\nerror: "))
    #expect(run.output.hasSuffix("\n0 passed, 1 failed, 2 not run\n"))
    #expect(run.output.split(separator: "there is no cell named x", omittingEmptySubsequences: false).count == 2)
    #expect(ToolRun("test", folder["a.sheet"], "--filter", "one").status == 1)
    #expect(ToolRun("test", folder["a.sheet"], "--filter", "nothing").status == 2)
  }

  @Test("A sheet in time is checked, tested and evaluated as loaded")
  func time() throws {
    let text =
      "event tap\nstate on = FALSE { on tap : NOT(on) }\nA = IF(on, 1, 2)\nB = A + 1\ntest \"t\" { tap; expect on, B = 2 }\n"
    let folder = try TemporaryFolder(["a.sheet": text])
    #expect(ToolRun("check", folder["a.sheet"]).status == 0)
    #expect(
      ToolRun("test", folder["a.sheet"]).output
        == "ok    \(folder["a.sheet"])  1 test passed\n1 test passed, 0 failed\n")
    #expect(ToolRun("eval", folder["a.sheet"], "--get", "B").output == "B 3\n")
    #expect(ToolRun("why", "B", folder["a.sheet"]).output.contains("on = FALSE   state"))
  }

  @Test("Reports for machines")
  func reports() throws {
    let folder = try TemporaryFolder(["b.sheet": "A = 1\ntest \"x & y\" { expect A = 2 }\n"])
    let path = folder["b.sheet"]
    let tap = ToolRun("test", path, "-f", "tap", "--report", "junit=\(folder["out.xml"])")
    #expect(tap.output.hasPrefix("TAP version 14\nnot ok 1 - \(path): x & y\n  ---\n"))
    #expect(tap.output.hasSuffix("  ...\n1..1\n"))
    #expect(try folder.text("out.xml").contains("<testcase classname=\"\(path)\" name=\"x &amp; y\">"))
    #expect(
      ToolRun("test", path, "-f", "github").output
        == "::error file=\(path),line=2,col=23,endColumn=28,title=x & y::expected A = 2%0AA = 1\n"
        + "\(path):2:23: error[x & y]: expected A = 2\n0 passed, 1 test failed\n")
    let json = ToolRun("test", path, "-f", "json")
    #expect(json.output.hasPrefix("{\"failed\": 1, \"files\": [{\"file\": \"\(path)\""))
    #expect(ToolRun("test", path, "--report", "xml=x").status == 2)
  }

  @Test("A file that fails is told of even if a filter leaves none of its tests")
  func brokenBesideFilter() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1 +\n", "b.sheet": "A = 1\ntest \"x\" { expect A = 1 }\n"])
    let run = ToolRun("test", folder["a.sheet"], folder["b.sheet"], "--filter", "x")
    #expect(run.output.hasPrefix("FAIL  \(folder["a.sheet"])"), "\(run.output)")
    #expect(run.output.hasSuffix("1 test passed, 1 failed\n"))
  }

  @Test("A test or check without words in its label is called by its place")
  func blankLabels() throws {
    let folder = try TemporaryFolder(["b.sheet": "A = 1\ntest \" \" { expect A = 2 }\nalways \"\": A = 2\n"])
    let path = folder["b.sheet"]
    let junit = ToolRun("test", path, "-f", "junit").output
    #expect(junit.contains(" name=\"always in line 3\">") && junit.contains(" name=\"test in line 2\">"), "\(junit)")
    #expect(ToolRun("test", path).output.contains("\n  test in line 2\nerror: "))
    #expect(ToolRun("test", path, "-f", "tap").output.contains(": test in line 2\n"))
    #expect(ToolRun("test", path, "-f", "github").output.contains(",title=test in line 2::"))
  }

  @Test("A check prints findings and nothing when there are none")
  func check() throws {
    let folder = try TemporaryFolder(["a.sheet": good, "b.sheet": "A = 1 +\nB = SUMM(1)\n"])
    let whole = ToolRun("check", folder["a.sheet"])
    #expect((whole.status, whole.output, whole.errors) == (0, "checked 1 file\n", ""))
    let run = ToolRun("check", folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("b.sheet:1:"))
    #expect(run.output.contains("did you mean SUM?"))
    #expect(run.output.hasSuffix("checked 2 files, 2 findings\n"))
    #expect(ToolRun("check", folder["none"]).status == 2)
  }
}
