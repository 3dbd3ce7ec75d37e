import Testing

@testable import SheafTool

/// M1, M2, M3, M6: what is wrong does not pass `sheaf check`, `sheaf test` or an expectation at the prompt.
@Suite("Gates: check, test and expect")
struct GateTests {
  private let broken = "A = 1\nB = A/0\nC = B + 1\nalways \"small\": A > 2\n"

  @Test("Check judges errors in cells, checks and defaults")
  func check() throws {
    let folder = try TemporaryFolder([
      "b.sheet": broken, "d.sheet": "input q = 0 where q >= 1\n", "g.sheet": "A = 1\nalways \"small\": A < 2\n",
      "w.sheet": "service s()\nfetch f = s()\ng = f\n",
    ])
    let run = ToolRun("check", folder["b.sheet"])
    #expect(run.status == 1)
    #expect(run.output.contains("error: B is #DIV/0!: The divisor is 0; 1 cell waits for it: C [cell-error]\n"))
    #expect(run.output.contains("b.sheet:2:1\n"))
    #expect(run.output.contains("error: always \"small\" is broken [broken-check]\n"))
    #expect(run.output.contains("   A = 1\n"))
    #expect(run.output.hasSuffix("checked 1 file, 2 findings\n"))
    #expect(ToolRun("check", folder["d.sheet"]).output.contains("[bad-default]"))
    #expect(ToolRun("check", folder["g.sheet"]).output == "checked 1 file\n")
    #expect(ToolRun("check", "-q", folder["g.sheet"]).output == "")
    let waiting = ToolRun("check", folder["w.sheet"])
    #expect((waiting.status, waiting.output) == (0, "checked 1 file\n"))
  }

  @Test("Check reports in every format, to files as well")
  func formats() throws {
    let folder = try TemporaryFolder(["b.sheet": "A = 1\nB = A/0\n"])
    let path = folder["b.sheet"]
    let short = "\(path):2:1: error[cell-error]: B is #DIV/0!: The divisor is 0\n"
    #expect(ToolRun("check", path, "-f", "short", "--report", "sarif=\(folder["o.sarif"])").output == short)
    #expect(
      ToolRun("check", path, "-f", "github").output
        == "::error file=\(path),line=2,col=1,endColumn=2,title=cell-error::B is #DIV/0!: The divisor is 0\n"
        + "\(path):2:1: error[cell-error]: B is #DIV/0!: The divisor is 0\nchecked 1 file, 1 finding\n")
    let json = ToolRun("check", path, "-f", "json").output
    #expect(
      json.hasPrefix("{\"errors\": 1, \"files\": [{\"file\": \"\(path)\", \"findings\": [{\"code\": \"cell-error\""))
    #expect(json.hasSuffix("\"notes\": 0, \"version\": 1, \"warnings\": 0}\n"))
    let sarif = try folder.text("o.sarif")
    #expect(sarif.contains("\"ruleId\": \"cell-error\""))
    #expect(sarif.contains("\"startLine\": 2"))
    #expect(sarif.contains("\"version\": \"2.1.0\""))
    // Its columns are code points, as it says, and not the characters of the other formats.
    let marked = try TemporaryFolder(["m.sheet": "d = \"e\u{301}\" & baz\n"])
    #expect(ToolRun("check", marked["m.sheet"], "-f", "sarif").output.contains("\"startColumn\": 12"))
    #expect(ToolRun("check", marked["m.sheet"], "-f", "short").output.contains("m.sheet:1:11: "))
    #expect(ToolRun("check", path, "--report", "xml=x").status == 2)
    #expect(ToolRun("check", path, "-f", "json").status == 1)
  }

  @Test("A sheet without tests in which cells are errors does not pass, one with tests is warned of")
  func untested() throws {
    let folder = try TemporaryFolder([
      "b.sheet": "A = 1\nB = A/0\n", "t.sheet": "A = 1\nB = A/0\ntest \"a\" { expect A = 1 }\n", "n.sheet": "A = 1\n",
    ])
    let run = ToolRun("test", folder["b.sheet"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("FAIL  \(folder["b.sheet"])  0 passed, 1 failed, no tests\nerror: B is #DIV/0!"))
    let tested = ToolRun("test", folder["t.sheet"])
    #expect(tested.status == 0)
    #expect(tested.output.contains("warning: B is #DIV/0!"))
    let none = ToolRun("test", folder["n.sheet"])
    #expect((none.status, none.output) == (0, "ok    \(folder["n.sheet"])  no tests\n0 passed, 0 failed\n"))
    #expect(none.errors == "there are no tests in \(folder["n.sheet"])\n")
  }

  @Test("Tests and checks are counted apart")
  func counts() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "A = 1\nalways \"s\": A < 5\ntest \"one\" { A = 2 }\n",
      "b.sheet": "A = 1\nnever \"s\": A > 0\ntest \"one\" { A = 2 }\ntest \"two\" { expect A = 1 }\n",
    ])
    #expect(
      ToolRun("test", folder["a.sheet"]).output
        == "ok    \(folder["a.sheet"])  1 test, 1 check passed\n1 test, 1 check passed, 0 failed\n")
    let failing = ToolRun("test", folder["b.sheet"])
    #expect(failing.output.hasPrefix("FAIL  \(folder["b.sheet"])  0 passed, 2 tests, 1 check failed\n"))
    #expect(ToolRun("test", folder["a.sheet"], "-f", "json").output.contains("\"kind\": \"check\""))
    #expect(ToolRun("test", "-q", folder["a.sheet"]).output == "")
  }

  @Test("A file that is named twice is tested once")
  func twice() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\ntest \"one\" { A = 2 }\n"])
    #expect(ToolRun("test", folder.path, folder["a.sheet"]).output.hasSuffix("\n1 test passed, 0 failed\n"))
  }

  @Test("TAP has the values of a failure")
  func tap() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\nB = A + 1\ntest \"one\" { expect B = 5 }\n"])
    #expect(
      ToolRun("test", folder["a.sheet"], "-f", "tap").output.contains(
        "      values:\n        - \"B   = 2   ← A + 1\"\n        - \"  A = 1\"\n"))
  }

  @Test("Expect at the prompt says ok or why not, and counts")
  func prompt() {
    let good = ToolRun(input: "A = 5\nexpect A = 5, A > 1\n")
    #expect((good.status, good.output) == (0, "A 5\nok\n"))
    let bad = ToolRun(input: "A = 5\nexpect A = 6\nexpect 1 = 2\n")
    #expect(bad.status == 1)
    #expect(bad.output == "A 5\n")
    #expect(bad.errors.contains("error: expected A = 6 [failed-expectation]\n --> stdin:2:8\n"))
    #expect(bad.errors.contains("   A = 5\n"))
    #expect(bad.errors.contains("error: expected 1 = 2 [failed-expectation]"))
    let unknown = ToolRun(input: "expect q = 6\n")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("there is no cell named q"))
    let calls = ToolRun(
      input: "service s(x)\naction go = s(1)\nexpect not called s\ngo\nexpect called s(1), s.calls = 1\n")
    #expect(calls.status == 0, "\(calls.errors)")
    #expect(calls.output.contains("ok\n"))
  }

  @Test("A name and == compare at the prompt, and are told of in a test and in a sheet")
  func comparison() throws {
    let run = ToolRun(input: "A = 20\nA == 30\nA == 20\nA\n")
    #expect((run.status, run.output) == (0, "A 20\nFALSE\nTRUE\n20\n"))
    #expect(ToolRun(input: "table t {\n| v |\n| 1 |\n}\nt[1].v == 1\n").output.hasSuffix("TRUE\n"))
    let folder = try TemporaryFolder([
      "t.sheet": "A = 1\ntest \"x\" { A == 1 }\n", "d.sheet": "A == 1\n", "e.sheet": "A = =1+1\n",
    ])
    let step = ToolRun("test", folder["t.sheet"])
    #expect(step.status == 1)
    #expect(step.output.contains("a comparison changes nothing"))
    #expect(step.output.contains("help: write expect A = 1\n"))
    #expect(ToolRun("check", folder["d.sheet"]).output.contains("help: write A = …"))
    #expect(ToolRun("eval", folder["e.sheet"]).output == "A 2\n")
  }

  @Test("Errors in cells are told beside a formula that cannot be read, unless they follow from it")
  func besideTexts() throws {
    let folder = try TemporaryFolder([
      "cells.sheet": "x = SUMM(1)\ny = 1/0\nz = x + y\nw = PMT(1)\nv = w & \"a\"\nc_ = d_\nd_ = c_\n",
      "table.sheet": "table t from \"none.csv\" { k = 1 }\ny = 1/0\nz = AVERAGE(t[k])\n",
    ])
    let told = ToolRun("check", folder["cells.sheet"])
    #expect(told.status == 1 && told.output.contains("checked 1 file, 4 findings\n"), "\(told.output)")
    #expect(told.output.contains("error: y is #DIV/0!: The divisor is 0 [cell-error]"))
    let values = ToolRun("eval", folder["cells.sheet"])
    #expect(values.errors.contains("error: y is #DIV/0!: The divisor is 0.") && !values.errors.contains("z is"))
    // Of a table that is not there all kinds of errors follow.
    #expect(ToolRun("check", folder["table.sheet"]).output.contains("checked 1 file, 1 finding\n"))
  }

  @Test("A failed comparison shows both sides, their difference, and how to allow for one")
  func sides() throws {
    let folder = try TemporaryFolder([
      "s.sheet": "a = 4\nx = 1/3\ntest \"sum\" { expect SUM({1, 2}) = a }\ntest \"third\" { expect x = 0.3333 }\n"
    ])
    let run = ToolRun("test", folder["s.sheet"])
    for part in ["= 3\n", "   difference", "= -1\n", "= 4\n"] { #expect(run.output.contains(part), "\(part)") }
    #expect(run.output.contains("help: to allow for a tolerance, write ABS(x - 0.3333) <= 0.0001\n"))
    let failing = try TemporaryFolder(["e.sheet": "a = 1/0\ntest \"e\" { expect a = #DIV/0! }\n"])
    let told = "help: an error equals nothing; ISERROR(a) holds where there is one\n"
    #expect(ToolRun("test", failing["e.sheet"]).output.contains(told))
  }

  @Test("A finding as time begins counts for the exit code of eval")
  func reports() throws {
    let folder = try TemporaryFolder(["x.sheet": "state n = 0 { on EVERY(1E-9) : n + 1 }\n"])
    #expect(ToolRun("eval", folder["x.sheet"]).status == 1)
    #expect(ToolRun("check", folder["x.sheet"]).status == 1)
  }
}
