import Foundation
import Testing

@testable import SheafTool

/// Calls that are nearly right are told what is wrong with them, before anything is done.
@Suite("Messages for calls that are nearly right")
struct CallMessageTests {
  private func check(
    _ arguments: [String], _ errors: String, at location: SourceLocation = #_sourceLocation
  ) {
    let run = ToolRun(arguments)
    #expect(run.status == 2 && run.output.isEmpty, "\(run.output)", sourceLocation: location)
    #expect(run.errors.contains(errors), "\(run.errors)", sourceLocation: location)
  }

  @Test("An option that names files of reports is called by its own name, and refused before a test runs")
  func reports() throws {
    let folder = try TemporaryFolder(["a.sheet": talk + "test \"t\" { expect C = 70 }\n"])
    let path = folder["a.sheet"]
    check(
      ["test", path, "--coverage-report", "foo=x"],
      "error: --coverage-report takes FORMAT=FILE, and “foo=x” is not that\n"
        + "  = help: the formats are human, json, cobertura, lcov\n")
    check(["test", path, "--coverage-report", "lcov=-"], "error: --coverage-report writes a file\n")
    check(["test", path, "--coverage-report", "human=-"], "  = help: --coverage writes to the standard output\n")
    check(["test", path, "--report", "junit=-"], "  = help: -f junit writes to the standard output\n")
    check(
      ["test", path, "--report", "junit=\(folder["r"])", "--coverage-report", "lcov=\(folder["r"])"],
      "r is written twice, and the one would replace the other")
    #expect(try FileSystem.entries(of: folder.path) == ["a.sheet"])
  }

  @Test("A link that leads nowhere is told with where it leads")
  func danglingLink() throws {
    let folder = try TemporaryFolder()
    #expect(symlink("elsewhere.sheet", folder["a.sheet"]) == 0)
    check(["eval", folder["a.sheet"]], "a.sheet is a link to elsewhere.sheet, where there is no file\n")
  }

  @Test("A value that begins with a sign is no missing value")
  func signs() throws {
    let folder = try TemporaryFolder(["a.sheet": talk])
    let path = folder["a.sheet"]
    check(["eval", path, "--seed", "-1"], "= help: a value that begins with - is joined to its option: --seed=-1\n")
    check(["test", path, "-j", "-2"], "= help: a value that begins with - is joined to its option: -j=-2\n")
    check(["why", "C", path, "--depth", "-.5"], "is joined to its option: --depth=-.5\n")
    #expect(!ToolRun("eval", path, "--get", "--set", "A=1").errors.contains("joined"))
    check(["test", path, "-j=-2"], "error: --jobs takes a number of threads from 1 to 256\n")
  }

  @Test("What another option, another command or another ending does is told")
  func others() throws {
    let folder = try TemporaryFolder(["a.sheet": talk])
    let path = folder["a.sheet"]
    check(["eval", path, "--get", "A+1"], "= help: -e prints an expression: sheaf eval \(path) -e 'A+1'\n")
    check(["eval", path, "--get", "A+"], "error: “A+” is not the name of a cell\n")
    let workbook = folder["b.xlsx"]
    check(["eval", path, "-o", workbook], "= help: sheaf convert \(path) \(workbook) makes a workbook of a sheet\n")
    check(
      ["graph", path, "-o", folder["g.png"]],
      "g.png has no ending that says what is written\n"
        + "  = help: one of .svg, .dot, .mmd and .json, or --to names the format\n")
    check(
      ["explain", "#n/a"],
      "error: #N/A is an error value, and no finding\n"
        + "  = help: sheaf why CELL FILE tells where the one in a cell began\n")
    #expect(ToolRun("graph", path, "-o", folder["graph"]).status == 0)
    #expect(try folder.text("graph").hasPrefix("digraph"))
  }

  @Test("A mistyped function stands before those that only have its letters in their descriptions")
  func functions() {
    #expect(ToolRun("functions", "SUMM").output.hasPrefix("  SUM  "))
    #expect(!ToolRun("functions", "interest").output.contains("INTERCEPT"))
  }

  @Test("A usage names what a command takes, and not what every command does")
  func usages() {
    for command in SheafCommands.configuration.subcommands {
      #expect(command.configuration.usage != nil, "\(command)")
    }
  }

  @Test("what-if says why a cell would be an error, and rows are counted among those that were accepted")
  func reasons() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "input n in 0..9 = 1\nx = 1 / n\n", "rows.csv": "n\n0\n10\n1\n",
    ])
    let path = folder["a.sheet"]
    let run = ToolRun("what-if", path, "--set", "n=0")
    #expect(run.status == 1 && run.output == "n 1 → 0 (-1)\nx 1 → #DIV/0!\n", "\(run.output)")
    #expect(run.errors == "error: x is #DIV/0!: The divisor is 0.\n", "\(run.errors)")
    let rows = ToolRun("eval", path, "--rows", folder["rows.csv"], "--get", "x")
    #expect(rows.errors.contains("1 of 2 accepted rows gave errors, first x with #DIV/0!"), "\(rows.errors)")
  }
}
