import Testing

@testable import SheafTool

/// Where results go, and what they must not take the place of.
@Suite("Places of results")
struct OutputPlaceTests {
  private static let files = [
    "mix.csv": "d,p\n2026-01-31,1\n",
    "mix.sheet": "table t from \"mix.csv\"\nx = SUM(t[p])\ntest \"t\" { expect x = 1 }\n",
  ]

  @Test("Results do not take the place of a file that the sheet reads")
  func sources() throws {
    for arguments in [
      ["eval", "--get", "x", "-f", "csv", "-o"], ["eval", "--save", "x="], ["report", "-o"],
      ["graph", "--to", "dot", "-o"],
      ["check", "--report", "json="], ["check", "--write-baseline"], ["test", "--report", "json="],
      ["explore", "-f", "human", "-o"],
    ] {
      let folder = try TemporaryFolder(Self.files)
      var call = [arguments[0], folder["mix.sheet"]] + arguments.dropFirst()
      if call.last?.hasSuffix("=") == true {
        call[call.count - 1] += folder["mix.csv"]
      } else {
        call.append(folder["mix.csv"])
      }
      let run = ToolRun(call)
      #expect(run.status == 2, "\(arguments): \(run.output)\(run.errors)")
      #expect(run.errors.contains("mix.csv is what the results are made from"), "\(arguments): \(run.errors)")
      #expect(try folder.text("mix.csv") == Self.files["mix.csv"])
    }
    let folder = try TemporaryFolder(Self.files)
    for call in [["functions", "--sheet", folder["mix.sheet"]], ["why", "x", folder["mix.sheet"], "-f", "json"]] {
      let run = ToolRun(call + ["-o", folder["mix.csv"]])
      #expect(run.status == 2 && run.errors.contains("mix.csv"), "\(call): \(run.errors)")
      #expect(try folder.text("mix.csv") == Self.files["mix.csv"])
    }
  }

  @Test("The ending of a file says its format where nothing else does")
  func endings() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1.5\n"])
    func written(_ name: String, _ options: String...) throws -> String {
      #expect(ToolRun(["eval", folder["a.sheet"], "-o", folder[name]] + options).status == 0)
      return try folder.text(name)
    }
    #expect(try written("o.csv") == "name,value\nA,1.5\n")
    #expect(try written("o.TSV") == "name\tvalue\nA\t1.5\n")
    #expect(try written("o.json") == #"{"cells": {"A": 1.5}, "file": "\#(folder["a.sheet"])", "version": 1}"# + "\n")
    #expect(try written("o.jsonl").hasPrefix("{\"cells\""))
    #expect(try written("o.md").hasPrefix("| name | value |\n"))
    #expect(try written("o.html").hasPrefix("<!DOCTYPE html>"))
    #expect(try written("o.txt") == "A 1.5\n" && written("o") == "A 1.5\n")
    #expect(try written("o.csv", "-f", "human") == "A 1.5\n")
  }

  @Test("A format that is named beside the ending of another one holds, and that is said; an ending of none is refused")
  func disagreeingEndings() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "A = 1.5\nB = A\ntest \"t\" { expect A = 1.5 }\n", "b.sheet": "A = 2\n",
    ])
    let (path, other) = (folder["a.sheet"], folder["b.sheet"])
    for (call, format, ending) in [
      (["report", path, "-o"], "html", "csv"), (["eval", path, "-f", "csv", "-o"], "csv", "json"),
      (["eval", path, "-f", "jsonl", "-o"], "jsonl", "json"),
      (["eval", path, "-f", "human", "-o"], "human", "md"), (["why", "B", path, "-f", "json", "-o"], "json", "mmd"),
      (["what-if", path, "--set", "A=2", "-f", "markdown", "-o"], "markdown", "json"),
      (["explore", path, "-f", "human", "-o"], "human", "json"), (["graph", path, "--to", "dot", "-o"], "dot", "svg"),
      (["diff", path, other, "-f", "json", "-o"], "json", "md"),
      (["functions", "ROUND", "-f", "json", "-o"], "json", "md"),
      (["test", path, "--report"], "junit", "json"), (["check", path, "--report"], "sarif", "md"),
      (["test", path, "--coverage-report"], "lcov", "xml"), (["diff", path, other, "--report"], "json", "md"),
    ] {
      let file = folder["o.\(ending)"]
      let isReport = call.last?.hasSuffix("report") == true
      let run = ToolRun(call + [isReport ? "\(format)=\(file)" : file])
      #expect(run.status < 2, "\(call): \(run.errors)")
      #expect(
        run.errors.contains("\(file) is written as \(format), though its ending is .\(ending)\n"),
        "\(call): \(run.errors)")
      let plain = ToolRun(call + [isReport ? "\(format)=\(folder["o.\(format).txt"])" : folder["o"]])
      #expect(!plain.errors.contains("is written as"), "\(call): \(plain.errors)")
    }
    for (command, ending) in [
      (["eval", path], "pdf"), (["eval", path], "svg"), (["why", "B", path], "csv"), (["explore", path], "md"),
      (["what-if", path, "--set", "A=2"], "html"), (["diff", path, other], "xml"), (["functions"], "csv"),
      (["graph", path], "csv"), (["report", path], "json"),
    ] {
      let run = ToolRun(command + ["-o", folder["none.\(ending)"]])
      #expect(run.status == 2 && run.errors.contains(".\(ending)"), "\(command): \(run.errors)")
      #expect(FileSystem.kind(folder["none.\(ending)"]) == nil)
    }
  }

  @Test(
    "Every command with results writes them to a file as it prints them, in what the ending says and without colours")
  func files() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1\nB = A + 1\n", "b.sheet": "A = 2\nB = A + 1\n"])
    for (call, ending, format) in [
      (["why", "B", folder["a.sheet"]], "json", "json"), (["why", "B", folder["a.sheet"]], "mmd", "mermaid"),
      (["what-if", folder["a.sheet"], "--set", "A=2"], "md", "markdown"),
      (["what-if", folder["a.sheet"], "--set", "A=2"], "txt", "human"),
      (["explore", folder["a.sheet"]], "json", "json"),
      (["diff", folder["a.sheet"], folder["b.sheet"]], "md", "markdown"),
      (["diff", folder["a.sheet"], folder["b.sheet"]], "txt", "human"),
    ] {
      let file = folder["out.\(ending)"]
      let printed = ToolRun(call + ["-f", format])
      let written = ToolRun(call + ["-o", file, "--color", "always"])
      #expect(written.status == printed.status && written.output.isEmpty, "\(call): \(written.errors)")
      #expect(try folder.text("out.\(ending)") == printed.output, "\(call)")
      let refused = ToolRun(call + ["-o", folder["a.sheet"]])
      #expect(
        refused.status == 2 && refused.errors.contains("results are not written over one"), "\(call): \(refused.errors)"
      )
    }
    let both = ToolRun("eval", folder["a.sheet"], "-o", folder["o.json"], "--save", "B=-")
    #expect(both.output == "2\r\n" && both.errors.isEmpty)
    #expect(try folder.text("o.json") == ToolRun("eval", folder["a.sheet"], "-f", "json").output)
    #expect(ToolRun("why", "C", folder["a.sheet"], "-o", folder["c.txt"]).status == 2)
    #expect(FileSystem.kind(folder["c.txt"]) == nil)
  }

  @Test("A page of HTML is written to no file of another kind")
  func pages() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = 1.5\n"])
    for name in ["r.pdf", "r.PNG", "r.md"] {
      let run = ToolRun("report", folder["a.sheet"], "-o", folder[name])
      #expect(run.status == 2 && run.errors.hasSuffix("  = help: the endings are .html and .htm\n"), "\(run.errors)")
    }
    #expect(try FileSystem.entries(of: folder.path) == ["a.sheet"])
    for name in ["r.html", "r.HTM", "r", "r.tmp"] {
      #expect(ToolRun("report", folder["a.sheet"], "-o", folder[name]).status == 0)
      #expect(try folder.text(name).hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test("What is saved with the ending .tsv is TSV, which is read back so, and no other ending stands for rows")
  func savedEndings() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "table t {\n| a | b |\n| x,y | 1 |\n| \"2\" | |\n}\nx = {1, \"u\"}\n",
      "b.sheet": "table t from \"t.tsv\"\n",
    ])
    let path = folder["a.sheet"]
    let run = ToolRun("eval", path, "--save", "t=" + folder["t.tsv"], "--save", "x=" + folder["x.TAB"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.text("t.tsv") == "a\tb\r\n\"x,y\"\t1\r\n\"2\"\t\r\n")
    #expect(try folder.text("x.TAB") == "1\tu\r\n")
    let values = [path, folder["b.sheet"]].map { ToolRun("eval", $0, "--get", "t", "-f", "csv").output }
    #expect(values[0] == values[1])
    #expect(ToolRun(input: ":load \(path)\n:save t \(folder["p.tsv"])\n").status == 0)
    #expect(try folder.text("p.tsv") == folder.text("t.tsv"))
    let wrong = ToolRun("eval", path, "--save", "t=" + folder["t.json"])
    #expect(wrong.status == 2 && wrong.errors.hasSuffix("  = help: the endings are .csv and .tsv\n"), "\(wrong.errors)")
    #expect(try !FileSystem.entries(of: folder.path).contains("t.json"))
  }

  @Test("Of rows that are sheets inputs and states are saved, also where these have tables and grids of their own")
  func savedColumns() throws {
    let folder = try TemporaryFolder([
      "k.sheet": "input rate = 2%\ntot = rate * 3\ntable plan { 2 rows; k = rate * ROW() }\n",
      "a.sheet": "table z of \"k.sheet\" {\n| rate |\n| 5% |\nbig = tot * 2\n}\n",
    ])
    let run = ToolRun("eval", folder["a.sheet"], "--save", "z=" + folder["z.csv"], "-q")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.text("z.csv") == "rate\r\n5%\r\n")
  }

  @Test("Cells of a grid that was named are named with it, beside others and alone")
  func grids() throws {
    let folder = try TemporaryFolder(["a.sheet": "x = 1\nsheet Out\nA1 = {1, 2}\nA2 = 3\n"])
    let path = folder["a.sheet"]
    #expect(
      ToolRun("eval", path, "--get", "Out!A1#", "--get", "x", "-f", "csv").output
        == "name,value\nOut!A1,1\nOut!B1,2\nx,1\n")
    #expect(
      ToolRun("eval", path, "--get", "A1:B1", "--get", "x", "-f", "csv").output == "name,value\nA1,1\nB1,2\nx,1\n")
    #expect(ToolRun("eval", path, "-f", "csv").output == "name,value\nx,1\nA1,1\nB1,2\nA2,3\n")
  }

  @Test("Two results do not go into one file")
  func twice() throws {
    for arguments in [
      ["test", "--report", "json=F", "--report", "junit=F"], ["eval", "--save", "x=F", "--save", "t=F"],
      ["eval", "-f", "csv", "-o", "F", "--save", "t=F"],
    ] {
      let folder = try TemporaryFolder(Self.files)
      let call = arguments.map { $0.replacing("F", with: folder["out"]) }
      let run = ToolRun([call[0], folder["mix.sheet"]] + call.dropFirst())
      #expect(run.status == 2, "\(arguments): \(run.output)\(run.errors)")
      #expect(run.errors.contains("is written twice"), "\(arguments): \(run.errors)")
    }
  }

  @Test("Columns beside the outputs of rows stand as in the file and have names of their own")
  func columns() throws {
    let folder = try TemporaryFolder([
      "r.sheet": "input v: number = 1\nw = v * 2\n", "j.jsonl": "{\"key\": 12345678901234567890, \"v\": 0.10}\n",
      "c.csv": "key,v,w\n12345678901234567890,0.10,5\n",
    ])
    for rows in ["j.jsonl", "c.csv"] {
      let csv = ToolRun("eval", folder["r.sheet"], "--rows", folder[rows], "--keep", "key,v", "--get", "w", "-f", "csv")
      guard rows == "j.jsonl" else {
        #expect(csv.status == 2, "w is no input")
        continue
      }
      #expect(
        csv.output == "key,v,w\r\n12345678901234567890,0.10,0.2\r\n"
          || csv.output == "key,v,w\n12345678901234567890,0.10,0.2\n")
      let json = ToolRun(
        "eval", folder["r.sheet"], "--rows", folder[rows], "--keep", "key,v", "--get", "w", "-f", "jsonl")
      #expect(json.output == "{\"key\": 12345678901234567890, \"v\": 0.10, \"w\": 0.2}\n")
    }
    let kept = ToolRun("eval", folder["r.sheet"], "--rows", folder["c.csv"], "--keep", "key,w", "--get", "w")
    #expect(
      (kept.status, kept.errors) == (2, "error: w is an output, and a column that is kept cannot have its name, too\n"))
    let named = ToolRun("eval", folder["r.sheet"], "--rows", folder["j.jsonl"], "--keep", "key", "--error-column", "W")
    #expect((named.status, named.errors) == (2, "error: W is an output, and --error-column needs another name\n"))
  }

  @Test("An expression is one, and all that is given is told")
  func expressions() {
    for text in ["1;2", "1; x = 1/0", "1\n2"] {
      let run = ToolRun("eval", "-e", text)
      #expect(run.status == 2, "\(text)")
      #expect(run.errors.contains("is no expression"), "\(run.errors)")
    }
    #expect(ToolRun("eval", "-e", "A2 = A3").errors.contains("and (A2 = A3) compares"))
  }

  @Test("An expression may begin with a sign")
  func signs() { #expect(ToolRun("eval", "-e", "-2^2", "-e", "-5").output == "-2^2 4\n-5   -5\n") }

  @Test("Cells of a fill that is cut are compared with what they were in it")
  func cutFills() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "A1 = 1\nA2:A10 = A1 + 1\nC1 = SUM(A8:A10)\n",
      "b.sheet": "A1 = 1\nA2:A4 = A1 + 1\nA5 = 100\nA6:A10 = A5 + 1\nC1 = SUM(A8:A10)\nD1:D2 = 7\n",
    ])
    let run = ToolRun("diff", folder["a.sheet"], folder["b.sheet"])
    #expect(run.output.contains("A5  ") && run.output.contains("5 → 100"), "\(run.output)")
    #expect(run.output.contains("A6:A10 (5 of 5 cells") && run.output.contains("6 → 101"), "\(run.output)")
    #expect(!run.output.contains("D1:D2  ") && !run.output.contains("A2:A4  "), "\(run.output)")
  }

  @Test("A CSV file is used as a workbook is")
  func usedTables() throws {
    let folder = try TemporaryFolder([
      "d.csv": "day,share\n2026-01-31,19%\n", "m.sheet": "use \"d.csv\" as w\nx = w.B2 * 2\n",
    ])
    #expect(ToolRun("eval", folder["m.sheet"], "--get", "x").output == "x 0.38\n")
    // Also by a sheet that has the name under which it uses the file.
    let own = try TemporaryFolder([
      "d.csv": "day,share\n2026-01-31,19%\n", "w.sheet": "use \"d.csv\" as w\nx = w.B2 * 2\n",
    ])
    #expect(ToolRun("eval", own["w.sheet"], "--get", "x").output == "x 0.38\n")
    #expect(ToolRun("eval", folder["d.csv"]).output.hasSuffix("  2026-01-31  19%\n"))
  }

  @Test("What Markdown would take for marks is told from them")
  func markdown() throws {
    let folder = try TemporaryFolder(["h.sheet": "a = \"x <y> *z* `q` &amp; a_b _c_ $1$ [l] | \\\"\n"])
    let run = ToolRun("eval", folder["h.sheet"], "-f", "markdown")
    #expect(
      run.output.hasSuffix("| a | x \\<y> \\*z\\* \\`q\\` \\&amp; a_b \\_c\\_ \\$1\\$ \\[l\\] \\| \\\\ |\n"),
      "\(run.output)")
  }

  @Test("What --set gives and no line of the text says is told with --write")
  func unwritten() throws {
    let folder = try TemporaryFolder([
      "u.sheet": "input rate = 1\n", "c.csv": "a\n1\n",
      "m.sheet":
        "use \"u.sheet\" as s\ntable c from \"c.csv\"\ntable r of \"u.sheet\" {\n| rate |\n| 2 |\n}\ntable q of \"u.sheet\" { 1 rows }\ninput k = 1\nn = 5\n",
    ])
    for setting in ["s.rate=5", "c[1].a=9", "q[1].rate=9", "n="] {
      let run = ToolRun("eval", folder["m.sheet"], "--set", setting, "--write")
      #expect(run.status == 2, "\(setting): \(run.output)")
      #expect(run.errors.contains("cannot be written"), "\(run.errors)")
    }
    #expect(ToolRun("eval", folder["m.sheet"], "--set", "k=7", "--set", "r[1].rate=9", "--write").status == 0)
    let text = try folder.text("m.sheet")
    #expect(text.contains("input k = 7") && text.contains("| rate |\n| 9 |\n"), "\(text)")
  }

  @Test("What comes up while a sheet is loaded fails its test, too")
  func loading() throws {
    let folder = try TemporaryFolder(["m.sheet": "state n = 0 { on EVERY(\"x\") : n + 1 }\n"])
    for command in ["eval", "test", "check"] { #expect(ToolRun(command, folder["m.sheet"]).status == 1, "\(command)") }
  }

  @Test("A table of a file is read back from the sheet that it becomes")
  func tables() throws {
    let rows = "a,b\r\n\"  x \",5%\r\n//c,\r\n\"\"\"q\"\"\",a;b\r\nhttps://e.com/x,b //c\r\n|,'x\r\n"
    let folder = try TemporaryFolder(["t.csv": rows, "n.csv": "a\n\"two\nlines\"\n"])
    #expect(ToolRun("convert", folder["t.csv"], folder["t.sheet"]).status == 0)
    #expect(ToolRun("check", folder["t.sheet"]).output == "checked 1 file\n")
    let written = ToolRun("eval", folder["t.sheet"], "--get", "t", "-f", "json")
    let direct = try TemporaryFolder(["t.csv": rows, "m.sheet": "table t from \"t.csv\"\n"])
    let read = ToolRun("eval", direct["m.sheet"], "--get", "t", "-f", "json")
    #expect(written.output.prefix { $0 != "}" } == read.output.prefix { $0 != "}" })
    let lines = ToolRun("convert", folder["n.csv"], folder["n.sheet"])
    #expect(lines.errors.contains("not carried over: line break in a text"))
    #expect(ToolRun("eval", folder["n.sheet"], "--get", "n[1].a").output == "n[1].a two lines\n")
  }
}
