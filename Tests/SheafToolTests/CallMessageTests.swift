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

  @Test("A word that is no option asks for no help, whatever letters it has")
  func noHelp() {
    for word in ["-other.sheet", "-ohuman.csv", "-xh"] {
      let said = "error: unknown option '\(word)'\n  = help: a file of this name is ./\(word)\n"
      check(["check", "a.sheet", word], said)
    }
    check(["-other.sheet"], "unknown option '-other.sheet'")
    for word in ["-h", "--help", "-help", "-qh"] { #expect(ToolRun("check", "a.sheet", word).status == 0, "\(word)") }
  }

  @Test("A link that leads nowhere is told with where it leads")
  func danglingLink() throws {
    let folder = try TemporaryFolder()
    #expect(symlink("elsewhere.sheet", folder["a.sheet"]) == 0)
    check(["eval", folder["a.sheet"]], "a.sheet is a link to elsewhere.sheet, where there is no file\n")
  }

  @Test("A setting that stands among the files is told how it is set, and nothing is printed without it")
  func settingsAmongFiles() throws {
    let folder = try TemporaryFolder(["a.sheet": talk, "b=2.sheet": talk])
    let path = folder["a.sheet"]
    let help = "\n  = help: an input is set by --set A=5\n"
    check(["eval", path, "A=5"], "error: there is no file named A=5" + help)
    check(["what-if", path, "A=5"], "error: unexpected argument 'A=5'" + help)
    check(["why", "C", path, "A=x y"], "= help: an input is set by --set 'A=x y'\n")
    // What may be a file is none that was meant otherwise, and other commands set nothing.
    for words in [["eval", folder["c=2.sheet"]], ["eval", "c=2.xlsx"], ["fmt", "A=5"], ["what-if", path, "A"]] {
      #expect(!ToolRun(words).errors.contains("is set by"), "\(words)")
    }
    #expect(ToolRun("eval", folder["b=2.sheet"]).status == 0)
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

  @Test("A value may follow the letter of its option directly, or with an equals sign")
  func letters() throws {
    let folder = try TemporaryFolder(["a.sheet": talk + "test \"t\" { expect C = 70 }\n"])
    let path = folder["a.sheet"]
    func same(_ call: [String], _ other: [String], at location: SourceLocation = #_sourceLocation) {
      let (run, wanted) = (ToolRun(call), ToolRun(other))
      #expect(run.status == 0 && run.errors == wanted.errors, "\(run.errors)", sourceLocation: location)
      #expect(run.output == wanted.output && !run.output.isEmpty, sourceLocation: location)
    }
    for form in [["-fjson"], ["-f=json"], ["-qf", "json"]] {
      same(["eval", path] + form, ["eval", path, "-f", "json"])
    }
    same(["test", path, "-j2"], ["test", path, "-j", "2"])
    same(["test", "-j2", path, "-ftap"], ["test", path, "-j", "2", "-f", "tap"])
    same(["eval", "-e1+2"], ["eval", "-e", "1+2"])
    // Whoever enters a folder does so in a process of its own.
    let entered = try ShellRun("\"$SHEAF\" eval \"-C$PWD\" a.sheet --get C", in: folder)
    #expect((entered.status, entered.output) == (0, "C 70\n"), "\(entered.errors)")
    #expect(ToolRun("eval", path, "-o\(folder["o.csv"])").status == 0)
    #expect(try folder.text("o.csv").hasPrefix("name,value\n"))
    check(["eval", path, "-fjsn"], "error: the value 'jsn' is invalid for '-f")
    check(["test", path, "-jx"], "error: the value 'x' is invalid for '-j")
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

  @Test("What is wrong with an expression or a formula of the call is told once, at its place")
  func places() throws {
    let name = """
      error: there is no cell named A [unknown-name]
       --> expression:1:1
        |
      1 | A
        | ^ not defined in this sheet

      """
    #expect(ToolRun("eval", "-e", "A").errors == name)
    let open = """
      error: this ( is never closed [unclosed-parenthesis]
       --> formula:1:8
        |
      1 | SUM(1,2
        |    -   ^ ) is missing here
        |    |
        |    opened here

      """
    let folder = try TemporaryFolder(["a.csv": "1,2\n"])
    for (expression, words) in [
      ("SUM(1", "error: this ( is never closed [unclosed-parenthesis]\n --> expression:1:6\n"),
      ("1+", "1 | 1+\n  |  - wants a value on its right\n"), ("", "error: there is no formula here"),
    ] {
      let run = ToolRun("eval", folder["a.csv"], "-e", expression)
      #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }
    let run = ToolRun("translate", "SUM(1,2", "--to", "de")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix(open.prefix(54)), "\(run.errors)")
    for formula in ["1+", "\"abc", "(1", "", " ", "SUM(1,2))", "{1,2"] {
      #expect(ToolRun("translate", formula, "--to", "de").status == 2, "\(formula)")
    }
    check(["translate", "=SUMME(A1;2", "--from", "de"], "1 | =SUM(A1,2\n")
    // What only workbooks hold is a formula, too.
    for formula in ["=A1:A3 A2:C2", "=[@Amount]*2", "={1,2;3,4}", "=#REF!+1", "=Sheet1:Sheet3!A1"] {
      #expect(ToolRun("translate", formula, "--to", "de").status == 0, "\(formula)")
    }
  }

  @Test("A number that becomes a text by its comma is told of, and a refused one has its point suggested")
  func decimalCommas() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1.5\nB = \"x\"\ninput r: number = 2\n"])
    let path = folder["a.sheet"]
    let warning = "warning: A was a number, and “1,5” is a text\n  = help: did you mean 1.5?\n"
    let dated = try TemporaryFolder(["d.sheet": "due = 2026-01-31\n"])
    let noDay = ToolRun("eval", dated["d.sheet"], "--set", "due=2026-02-30")
    #expect(noDay.errors == "warning: due was a date, and “2026-02-30” is a text\n", "\(noDay.errors)")
    #expect(ToolRun("eval", dated["d.sheet"], "--set", "due=2026-02-28").errors.isEmpty)
    #expect(ToolRun("eval", dated["d.sheet"], "--set", "due=soon").errors.isEmpty)
    let run = ToolRun("eval", path, "--set", "A=1,5", "--get", "A", "--write")
    #expect(run.status == 0 && run.output == "A 1,5\n" && run.errors == warning, "\(run.errors)")
    #expect(try folder.text("a.sheet").hasPrefix("A = \"1,5\"\n"))
    #expect(ToolRun("eval", path, "--set", "B=1,5").errors.isEmpty)
    check(["eval", path, "--set", "r=7,5%"], "“7,5%” is a text\n  = help: did you mean 7.5%?\n")
    check(["eval", path, "--set", "r=1.234,5"], "  = help: did you mean 1234.5?\n")
    check(["eval", path, "--set", "r=1,234"], "error: r takes a number, and “1,234” is a text\n")
    #expect(ToolRun([], input: "A = 2\n:set A 1,5\n").errors.contains(warning))
    let workbook = folder["a.xlsx"]
    try OutputFile.write(Array("A1 = 1\nB1 = A1 + 1\n".utf8), to: folder["w.sheet"])
    #expect(ToolRun("convert", folder["w.sheet"], workbook).status == 0)
    #expect(ToolRun("what-if", workbook, "--set", "A1=0,5").errors.contains("help: did you mean 0.5?"))
    #expect(ToolRun("sheaf", workbook, input: "A1 = 0,5\n").status == 2)
    #expect(ToolRun(workbook, input: "A1 = 0,5\n").errors.contains("help: did you mean 0.5?"))
  }

  @Test("The name of a sheet that wants quotation marks is shown in them")
  func quotedSheets() throws {
    let folder = try TemporaryFolder(["a.sheet": "sheet 'My plan'\nA1 = 1\nsheet Other\nA1 = 2\n"])
    let path = folder["a.sheet"]
    check(["eval", path, "--get", "My plan!A1"], "  = help: did you mean 'My plan'!A1?\n")
    check(["why", "My plan!A1", path], "  = help: did you mean 'My plan'!A1?\n")
    check(
      ["eval", path, "--get", "My plans!A1"], "there is no sheet named My plans\n  = help: did you mean 'My plan'?\n")
    check(["eval", path, "--get", "1+Other!A1"], "  = help: -e prints an expression: sheaf eval ")
    #expect(ToolRun("convert", path, folder["a.xlsx"]).status == 0)
    check(["eval", folder["a.xlsx"], "--get", "my plan!A1"], "  = help: did you mean 'my plan'!A1?\n")
    check(["eval", folder["a.xlsx"], "--get", "Other!ZZZ1"], "there is no cell, range or name Other!ZZZ1 in ")
  }

  @Test("A table is converted and compared as the call says it is read, and what is wrong is told with its place")
  func tables() throws {
    let folder = try TemporaryFolder([
      "r.csv": "a,b\n1\n", "d.csv": "a|b\n1|2\n", "old.sheet": "table d {\n|a|b|\n|1|2|\n}\n",
    ])
    try OutputFile.write(Array("n".utf8) + [0xE4] + Array("me\n007\n".utf8), to: folder["l.csv"])
    check(["convert", folder["r.csv"], "-"], "r.csv:2:1: the row has 1 field, the header has 2 [csv-short-row]\n")
    check(["diff", folder["r.csv"], folder["d.csv"]], "r.csv:2:1: the row has 1 field")
    check(
      ["convert", folder["l.csv"], "-"],
      "[csv-encoding]\n  = help: --encoding names another one, such as windows-1252\n")
    #expect(
      ToolRun("convert", folder["l.csv"], "-", "--encoding", "windows-1252").output
        == "table l {\n  | näme |\n  | 007  |\n}\n")
    #expect(
      ToolRun("convert", folder["d.csv"], "-", "--separator", "|", "--text").output
        == "table d {\n  | a   | b   |\n  | \"1\" | \"2\" |\n}\n")
    #expect(ToolRun("diff", folder["old.sheet"], folder["d.csv"], "--separator", "|").status == 0)
    check(["convert", folder.path, "-"], "is a folder, not a file\n")
  }
}
