import TestSupport
import Testing

@testable import SheafTool

@Suite("Jobs")
struct JobsTests {
  @Test("A run of tests tells the same with any number of threads")
  func tests() throws {
    var files: [String: String] = ["broken.sheet": "A = (\n", "data.csv": "x\n1\n", "b.xlsx": "no archive"]
    for number in 0..<12 {
      files["f\(number).sheet"] = """
        A = \(number)
        table t from "data.csv" { y = x + A }
        test "one" {
          expect A < 8
        }
        test "two" {
          expect SUM(t[y]) = A + 1
        }
        """
    }
    let folder = try TemporaryFolder(files)
    for options in [[], ["--fail-fast"], ["--filter", "two"], ["-f", "json"], ["--mutate"]] {
      let one = ToolRun(["test", folder.path, "-j", "1"] + options)
      let several = ToolRun(["test", folder.path, "--jobs", "5"] + options)
      #expect(one.status == several.status && one.output == several.output && one.errors == several.errors)
      #expect(!one.output.isEmpty)
    }
    let none = ToolRun("test", folder.path, "-j", "0")
    #expect(none.status == 2 && none.errors.contains("--jobs takes a number of threads from 1 to 256"))
  }

  @Test("A check tells the same with any number of threads")
  func checks() throws {
    var files = [
      "broken.sheet": "A = (\n", "data.csv": "x\n1\n", "bad.csv": "x,x\n1\n", "b.xlsx": "no archive",
      "user.sheet": "use \"f3.sheet\" as other\nB = other.unused\n",
    ]
    for number in 0..<12 {
      files["f\(number).sheet"] = """
        input unused = \(number)
        C = 1 / \(number % 3)
        name = "Ada\(number % 2 == 0 ? " " : "")"
        same = name = "Ada"
        today = NOW()
        """
    }
    let folder = try TemporaryFolder(files)
    let baseline = folder["known.tsv"]
    _ = ToolRun("check", folder["f1.sheet"], "--write-baseline", baseline)
    let rows = [
      [], ["--fail-on", "warning"], ["-f", "json"], ["-f", "sarif"], ["-f", "github"], ["-q"], ["-v"],
      ["--fix", "--diff"],
      ["--baseline", baseline], ["--select", "all"], ["--fix"],
    ]
    for options in rows {
      let one = ToolRun(["check", folder.path, "-j", "1"] + options)
      if options == ["--fix"] { for (name, text) in files { try OutputFile.write(Array(text.utf8), to: folder[name]) } }
      let several = ToolRun(["check", folder.path, "--jobs", "5"] + options)
      #expect(one.status == several.status && one.output == several.output, "\(options)")
      // How long it took is told with -v.
      if options != ["-v"] { #expect(one.errors == several.errors, "\(options)") }
      #expect(!one.output.isEmpty)
    }
    #expect(ToolRun("check", folder.path, "-j", "0").status == 2)
  }
}
