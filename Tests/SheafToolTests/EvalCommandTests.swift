import Testing

@testable import SheafTool

@Suite("sheaf eval")
struct EvalCommandTests {
  /// Evaluates a sheet with further arguments.
  private func eval(_ sheet: String, _ arguments: [String] = []) throws -> ToolRun {
    let folder = try TemporaryFolder(["x.sheet": sheet])
    switch arguments.count {
    case 0: return ToolRun("eval", folder["x.sheet"])
    case 1: return ToolRun("eval", folder["x.sheet"], arguments[0])
    case 2: return ToolRun("eval", folder["x.sheet"], arguments[0], arguments[1])
    default: return ToolRun("eval", folder["x.sheet"], arguments[0], arguments[1], arguments[2], arguments[3])
    }
  }

  private func check(
    _ sheet: String, _ arguments: [String], _ output: String, _ status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let run = try eval(sheet, arguments)
    #expect(run.output == output, "\(run.errors)", sourceLocation: location)
    #expect(run.status == status, sourceLocation: location)
  }

  @Test("The work that an evaluation was goes to the errors")
  func stats() throws {
    let sheet = "A1:A100 = ROW()\nB1:B100 = SUM(A$1:A1)\nC1 = UPPER(\"x\")\n"
    let run = try eval(sheet, ["--stats", "--formatted", "--get", "B100"])
    #expect(run.output == "B100 5050\n")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 3, "\(run.errors)")
    #expect(lines.first == "evaluated  201 cells, 200 in blocks, 1 by the general program; 0 came out equal")
    #expect(lines.last?.hasPrefix("memory     cells ") == true)
  }

  @Test("Names and values are aligned")
  func human() throws {
    try check(talk, [], "A 20\nB 10\nC 70\n")
    try check(
      "a = 1\nlonger = 2.5\nd = 2015-04-01\np = 19%\n", [], "a      1\nlonger 2.5\nd      2015-04-01\np      19%\n")
    try check("t = \"two\nlines\"", ["--get", "A1"], "A1\n", 1)
    try check(
      "table ledger {\n| A | text |\n| 20 | x |\n| 100 | yy |\n}", [],
      "ledger\n    A  text\n   20  x\n  100  yy\n")
  }

  @Test("What is set is set before anything is read")
  func settings() throws {
    try check(talk, ["--set", "A=30", "--get", "C"], "C 80\n")
    try check(talk, ["--set", "A=-5", "--get", "C"], "C 45\n")
    try check("input d: date\ne = d + 1", ["--set", "d=2015-04-01", "--get", "e"], "e 2015-04-02\n")
  }

  @Test("A name that is not there ends the call with 2 and a suggestion")
  func unknownNames() throws {
    for arguments in [["--get", "total"], ["--set", "total=1"]] {
      let run = try eval("totl = 1", arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors == "error: there is no cell named total\n  = help: did you mean totl?\n")
    }
  }

  @Test("What cannot be set ends the call with 2")
  func refusals() throws {
    #expect(try eval(talk, ["--set", "C=1"]).status == 2)
    #expect(try eval("input r: number in 0..1 = 0", ["--set", "r=2"]).status == 2)
    #expect(try eval(talk, ["--set", "C"]).status == 2)
  }

  @Test("Errors are values on the output and causes on the errors")
  func errorValues() throws {
    let run = try eval("e = 1/0\nf = e + 1\ng = 1")
    #expect(run.status == 1)
    #expect(run.output == "e #DIV/0!\nf #DIV/0!\ng 1\n")
    #expect(run.errors.hasPrefix("error: e is #DIV/0!"))
    #expect(run.errors.contains("1 cell waits for it: f"))
    #expect(try eval("e = 1/0\ng = 1", ["--get", "g"]).status == 0)
  }

  @Test("A text with an error is evaluated as far as it goes, with 1")
  func syntaxErrors() throws {
    let run = try eval("A = 1 +\nB = 2", ["--get", "B"])
    #expect(run.output == "B 2\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("x.sheet:1:"))
  }

  @Test("A broken check is the sheet's fault")
  func brokenChecks() throws {
    let run = try eval("A = 1\nalways \"big\": A > 2")
    #expect(run.status == 1)
    #expect(run.errors.contains("always \"big\" is broken"))
  }

  @Test("JSON has sorted keys and every kind of value")
  func json() throws {
    let folder = try TemporaryFolder([
      "x.sheet":
        "n = 0.1+0.2\nt = \"a\"\"\\\"\nl = TRUE\nd = 2015-04-01\nm = {1, 2; 3, 4}\nr = {b: 1, a: \"x\"}\ne = 1/0\ninput i"
    ])
    let run = ToolRun("eval", folder["x.sheet"], "-f", "json")
    let error = "{\"error\": {\"code\": \"#DIV/0!\", \"message\": \"The divisor is 0.\", \"origin\": \"e\"}}"
    let cells =
      #""d": "2015-04-01", "e": \#(error), "i": null, "l": true, "m": [[1, 2], [3, 4]], "n": 0.30000000000000004, "#
      + #""r": {"a": "x", "b": 1}, "t": "a\"\\""#
    #expect(run.output == "{\"cells\": {\(cells)}, \"file\": \"\(folder["x.sheet"])\", \"version\": 1}\n")
    #expect(run.status == 1)
  }

  @Test("Several files come as a list")
  func severalFiles() throws {
    let folder = try TemporaryFolder(["a.sheet": "x = 1", "b.sheet": "x = 2"])
    let (a, b) = (folder["a.sheet"], folder["b.sheet"])
    #expect(ToolRun("eval", a, b).output == "\(a)\nx 1\n\n\(b)\nx 2\n")
    #expect(
      ToolRun("eval", a, b, "-f", "json").output
        == "{\"files\": [{\"cells\": {\"x\": 1}, \"file\": \"\(a)\"}, {\"cells\": {\"x\": 2}, \"file\": \"\(b)\"}], \"version\": 1}\n"
    )
    #expect(ToolRun("eval", a, b, "-f", "csv").output == "file,name,value\n\(a),x,1\n\(b),x,2\n")
  }

  @Test("Delimited formats have a line for each cell")
  func delimited() throws {
    let sheet = "q = \"a,\"\"b\"\nn = 1.5\ntable t {\n| x | y |\n| 1 | 2 |\n}"
    try check(sheet, ["-f", "csv"], "name,value\nq,\"a,\"\"b\"\nn,1.5\nt[1].x,1\nt[1].y,2\n")
    try check(sheet, ["-f", "tsv"], "name\tvalue\nq\t\"a,\"\"b\"\nn\t1.5\nt[1].x\t1\nt[1].y\t2\n")
    try check(sheet, ["-f", "csv", "--get", "t"], "x,y\n1,2\n")
    // A cell of a fill that is defined alone, and one that spills beyond it, have one line each.
    try check(
      "A3 = 10\nA2:A4 = ROW()\nA4 = 7\nC1:D1 = SEQUENCE(2)", ["-f", "csv"],
      "name,value\nA3,10\nA2,2\nA4,7\nC1,1\nD1,1\nC2,2\nD2,2\n")
    try check("a = {1, \"x\"}\n", ["-f", "tsv"], "name\tvalue\n\"INDEX(a, 1, 1)\"\t1\n\"INDEX(a, 1, 2)\"\tx\n")
    try check("p = \"a|b\"", ["-f", "markdown"], "| name | value |\n| --- | --- |\n| p | a\\|b |\n")
  }

  @Test("- is the standard output for -o and --save")
  func standardOutput() throws {
    let folder = try TemporaryFolder(["x.sheet": "table t {\n| x |\n| 1 |\n}\nr = {a: 1}\n"])
    #expect(ToolRun("eval", folder["x.sheet"], "--save", "t=-").output == "x\r\n1\r\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--get", "t", "-f", "csv", "-o", "-").output == "x\n1\n")
    let run = ToolRun("eval", folder["x.sheet"], "--save", "r=-")
    #expect(run.output == "\"{\"\"a\"\": 1}\"\r\n")
    #expect(run.errors == "- has records and arrays as JSON, which is read back as text\n")
  }

  @Test("An output file is whole or not there")
  func outputFile() throws {
    let folder = try TemporaryFolder(["x.sheet": talk])
    #expect(ToolRun("eval", folder["x.sheet"], "-o", folder["out"]).output == "")
    #expect(try folder.text("out") == "A 20\nB 10\nC 70\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--get", "D", "-o", folder["out2"]).status == 2)
    #expect(try FileSystem.entries(of: folder.path) == ["out", "x.sheet"])
    #expect(ToolRun("eval", folder["x.sheet"], "-o", folder["no/out"]).status == 2)
  }

  @Test("A missing file ends the call with 2 and near names")
  func missingFiles() throws {
    let folder = try TemporaryFolder(["loan.sheet": talk])
    let run = ToolRun("eval", folder["laon.sheet"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "error: there is no file named \(folder["laon.sheet"])\n  = help: did you mean \(folder["loan.sheet"])?\n")
    #expect(!ToolRun("eval", folder["o.sheet"]).errors.contains("did you mean"))
    #expect(!ToolRun("eval", folder["gain.sheet"]).errors.contains("did you mean"))
    #expect(ToolRun("eval", folder["loan.shet"]).errors.contains("did you mean \(folder["loan.sheet"])?"))
    #expect(ToolRun("eval", folder["loan"]).errors.contains("did you mean \(folder["loan.sheet"])?"))
    #expect(ToolRun("eval", folder.path).status == 2)
  }

  @Test("The clock and chance can be fixed")
  func clockAndSeed() throws {
    try check("n = NOW()\nd = TODAY()", ["--now", "2015-04-01T12:30", "--get", "d"], "d 2015-04-01\n")
    let first = try eval("r = RAND()", ["--seed", "7"]).output
    #expect(try eval("r = RAND()", ["--seed", "7"]).output == first)
    #expect(try eval("r = RAND()", ["--now", "tomorrow"]).status == 2)
  }

  @Test("Tables are saved as CSV, all of those that are named or none")
  func savedTables() throws {
    let folder = try TemporaryFolder(["x.sheet": "table t {\n| a | b |\n| 1 | x, y |\n| 2 | |\nc = a * 2\n}\n"])
    let run = ToolRun("eval", folder["x.sheet"], "--save", "T=\(folder["t.csv"])")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.text("t.csv") == "a,b,c\r\n1,\"x, y\",2\r\n2,,4\r\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--save", "u=\(folder["u.csv"])").status == 2)
    #expect(ToolRun("eval", folder["x.sheet"], "--save", "t").errors.contains("--save takes NAME=FILE"))
    #expect(try FileSystem.entries(of: folder.path) == ["t.csv", "x.sheet"])
  }

  @Test("- is the standard input")
  func standardInput() {
    let run = ToolRun(["eval", "-", "--get", "C"], input: talk)
    #expect((run.status, run.output) == (0, "C 70\n"), "\(run.errors)")
    #expect(ToolRun(["check", "-"], input: "A = 1/0\n").output.hasPrefix("error: A is #DIV/0!"))
    #expect(ToolRun(["test", "-"], input: "A = 1\ntest \"t\" { expect A = 1 }\n").status == 0)
    // It has one name wherever it is told of.
    let failing = "A = 1\ntest \"t\" { expect A = 2 }\n"
    for format in ["human", "tap", "junit", "json", "github", "markdown"] {
      let run = ToolRun(["test", "-", "-f", format], input: failing)
      #expect(run.output.contains("stdin") && !run.output.contains(#/[" =]-[:",]/#), "\(format): \(run.output)")
    }
    for arguments in [["check", "-", "-f", "json"], ["eval", "-", "-f", "json"], ["explore", "-"], ["graph", "-"]] {
      #expect(ToolRun(arguments, input: failing).output.contains("stdin"), "\(arguments)")
    }
  }

  @Test("--set --write changes the lines that say something else, and nothing when a value is refused")
  func writing() throws {
    let text = """
      // A loan.
      input rate: number in 0..1 = 5%    // a year
      input who: text
        A  =  20   ;  B = (10)
      day = 2026-01-31
      table t {
        | a | b |
        | 1 | x |  // first
      }
      C = A + B

      """
    let folder = try TemporaryFolder(["x.sheet": text])
    let path = folder["x.sheet"]
    let run = ToolRun(
      "eval", path, "--set", "A=30", "--set", "rate=7%", "--set", "who=Ada \"the\" first", "--set", "day=2026-02-28",
      "--set", "t[1].a=5", "--write", "--get", "C")
    #expect((run.status, run.output, run.errors) == (0, "C 40\n", ""))
    #expect(
      try folder.text("x.sheet")
        == text.replacing("= 5%", with: "= 7%").replacing("who: text", with: "who: text = \"Ada \"\"the\"\" first\"")
        .replacing("=  20", with: "=  30").replacing("01-31", with: "02-28").replacing("| 1 | x |", with: "| 5 | x |"))
    let written = try folder.text("x.sheet")
    for setting in ["C=1", "rate=2", "nobody=1"] {
      let refused = ToolRun("eval", path, "--set", "A=1", "--set", setting, "--write")
      #expect(refused.status != 0, "\(setting)")
      #expect(try folder.text("x.sheet") == written, "\(setting)")
    }
    // What says the same leaves the file alone.
    #expect(ToolRun("eval", path, "--set", "A=30", "--write", "--get", "A").output == "A 30\n")
    #expect(try folder.text("x.sheet") == written)
    #expect(ToolRun("eval", path, "--write").errors.contains("there is no --set"))
    #expect(ToolRun(["eval", "-", "--set", "A=1", "--write"], input: "A = 2\n").errors.contains("- is none"))
  }

  @Test("--set --write writes an exception of a fill where it stands, and a blank where a text can say it")
  func writingExceptionsAndBlanks() throws {
    let text = """
      A1 = 1
      A2:A5 = A1 + 1
      A4 = 10  as "0.00"  // an exception
      input rate = 5%  // a year
      x = 5
      table t {
        | a | day: date  |
        | 1 | 2026-01-31 |  // first
      }
      sheet Other
      B1:B3 = 7
      B2 = A4

      """
    func written(_ setting: String) throws -> (ToolRun, String) {
      let folder = try TemporaryFolder(["x.sheet": text])
      let run = ToolRun("eval", folder["x.sheet"], "--write", "--get", "A1", "--set", setting)
      return (run, try folder.text("x.sheet"))
    }
    #expect(try written("A4=11").1 == text.replacing("= 10", with: "= 11"))
    #expect(try written("x!A4=11").1 == text.replacing("= 10", with: "= 11"))
    #expect(try written("Other!B1=1").1 == text + "B1 = 1\n")
    #expect(try written("t[1].day=").1 == text.replacing("2026-01-31", with: "          "))
    #expect(try written("rate=").1 == text.replacing("rate = 5%  //", with: "rate       //"))
    let (refused, same) = try written("x=")
    #expect(refused.status == 2)
    #expect(same == text)
    #expect(refused.errors.contains("x cannot be written: a blank has no literal"))
  }

  @Test("What a call or a row sets is judged together, and a refused value has its column")
  func conditionsOfSeveralInputs() throws {
    let folder = try TemporaryFolder([
      "x.sheet":
        "input low: number = 10 where low < high\ninput high: number = 20 where high > low\nwide = high - low\n",
      "rows.csv": "low,high\n25,30\n1,5\n15,12\n",
    ])
    let set = ToolRun("eval", folder["x.sheet"], "--set", "low=25", "--set", "high=30", "--get", "wide")
    #expect((set.output, set.errors) == ("wide 5\n", ""))
    let refused = ToolRun("eval", folder["x.sheet"], "--set", "high=12", "--set", "low=15", "--get", "wide")
    #expect(refused.errors == "error: high must satisfy high > low, and 12 does not\n")
    let rows = ToolRun("eval", folder["x.sheet"], "--rows", folder["rows.csv"], "--get", "wide", "-f", "csv")
    #expect(rows.output == "wide\n5\n4\n#VALUE!\n")
    #expect(rows.errors.contains("low must satisfy low < high, and 15 does not\n  --> \(folder["rows.csv"]):4:1"))
  }

  @Test("What is told after --write has its places in the text that was evaluated")
  func placesAfterWriting() throws {
    let folder = try TemporaryFolder(["x.sheet": "a = 1\nalways \"small\": a < 5\n"])
    let broken = ToolRun("eval", folder["x.sheet"], "--set", "a=1000000", "--write").errors
    #expect(broken.contains("x.sheet:2:17\n"), "\(broken)")
    #expect(broken.contains("2 | always \"small\": a < 5\n  |                 ^^^^^ does not hold\n"), "\(broken)")
  }

  @Test("A check whose condition is no condition neither holds nor does not")
  func checksThatCannotBeJudged() throws {
    for check in ["always", "never"] {
      let run = try eval("a = 1/0\n\(check) \"c\": a > 1\n", ["--get", "a"])
      #expect(run.errors.contains("^^^^^ cannot be judged\n"), "\(run.errors)")
    }
  }

  @Test("--write writes a value as it was typed, with all of its digits")
  func digits() throws {
    let lines = [
      "input rate in 0..1 = 0.07", "A = 1", "input at = 14:30", "input size in {\"S\", \"M\"} = \"S\"",
      "input who: text",
    ]
    let text = lines.joined(separator: "\n") + "\n"
    for (setting, line) in [
      ("rate=0.3333333333333333", "input rate in 0..1 = 0.3333333333333333"), ("A=1e5", "A = 1e5"),
      ("A=0.1234567890123456789", "A = 0.1234567890123456789"), ("at=08:15", "input at = 08:15"),
      ("size=m", "input size in {\"S\", \"M\"} = \"M\""), ("who=5", "input who: text = \"5\""),
      ("A=007", "A = \"007\""),
    ] {
      let folder = try TemporaryFolder(["x.sheet": text])
      #expect(ToolRun("eval", folder["x.sheet"], "--set", setting, "--write").errors == "", "\(setting)")
      #expect(try folder.text("x.sheet").split(separator: "\n").contains(Substring(line)), "\(setting)")
    }
    let folder = try TemporaryFolder(["x.sheet": text])
    let several = ToolRun("eval", folder["x.sheet"], "--set", "who=a\nb", "--write")
    #expect(
      several.status == 2 && several.errors.contains("who cannot be written: a text of several lines has no literal"))
  }

  @Test(
    "--write says so where no line of the text can say what is set, and writes nothing",
    arguments: ["bound", "used.rate"])
  func unwritable(name: String) throws {
    let text = "use \"used.sheet\" as used\ninput A = 1\ninput bound = 0\nbound <~ A * 2\nB = used.rate * A\n"
    let folder = try TemporaryFolder(["x.sheet": text, "used.sheet": "input rate = 0.5\n"])
    let run = ToolRun("eval", folder["x.sheet"], "--set", "\(name)=9", "--write")
    #expect((run.status, run.output) == (2, ""))
    #expect(run.errors.contains("\(name) cannot be written: no line of"))
    #expect(try folder.text("x.sheet") == text)
    #expect(try folder.text("used.sheet") == "input rate = 0.5\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--set", "\(name)=9", "--get", name).output == "\(name) 9\n")
  }

  @Test("A condition that is an error at load is told with its place")
  func reports() throws {
    let folder = try TemporaryFolder(["x.sheet": "a = 1\nstate b = 0 { on VALUES(a) where \"x\" : 1 }\n"])
    let run = ToolRun("eval", folder["x.sheet"])
    #expect(run.output == "a 1\nb 0\n")
    #expect(run.errors.contains("[guard-error]\n --> \(folder["x.sheet"]):2:34"))
  }
}
