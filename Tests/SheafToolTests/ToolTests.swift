import Testing

@testable import SheafTool

@Suite("The tool")
struct ToolTests {
  @Test("Help and version are results")
  func help() {
    let version = ToolRun("--version")
    #expect((version.status, version.output, version.errors) == (0, "sheaf 0.1.0\n", ""))
    for run in [ToolRun("--help"), ToolRun("-h"), ToolRun("help")] {
      #expect(run.status == 0)
      #expect(run.output.contains("eval"))
      #expect(run.output.contains("sheaf [FILE]"))
      #expect(run.errors == "")
    }
    #expect(ToolRun("eval", "--help").output.contains("--rows"))
    for command in ["eval", "test", "check", "explore", "why", "functions", "translate"] {
      #expect(ToolRun("help", command).output.contains("Example"), "K7: \(command)")
    }
  }

  @Test("A wrong call ends with 2 and words on the errors")
  func usage() {
    for run in [
      ToolRun("--nothing"), ToolRun("eval"), ToolRun("eval", "-f", "xml", "x"), ToolRun("evall"), ToolRun("why", "C"),
    ] {
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("error: "))
    }
    #expect(ToolRun("evall").errors.contains("did you mean sheaf eval?"))
  }

  @Test("Functions are listed and explained")
  func functions() {
    #expect(ToolRun("functions").output.contains("\n  ROUND"))
    let round = ToolRun("functions", "round")
    #expect(round.output.hasPrefix("ROUND(number, [digits])\n  Rounds a number"))
    #expect(round.output.contains("→ 3\n"))
    #expect(ToolRun("functions", "previous").output.hasPrefix("PREVIOUS(column, [first])\n"))
    let unknown = ToolRun("functions", "RUOND")
    #expect((unknown.status, unknown.output) == (2, ""))
    #expect(unknown.errors.contains("did you mean ROUND?"))
    #expect(ToolRun("functions", "_xlfn.XLOOKUP").output.hasPrefix("XLOOKUP("))
    #expect(ToolRun("functions", "svErweis").output.hasPrefix("VLOOKUP("))
    #expect(ToolRun("functions", "com.microsoft.concat").output.hasPrefix("CONCAT("))
    #expect(ToolRun("functions", "SUM").output.contains("  names     German SUMME, French SOMME, Spanish SUMA\n"))
    #expect(ToolRun("functions", "SUM").output.contains("  source    OpenFormula §6.16\n  see also  PRODUCT, "))
    #expect(ToolRun("functions", "--language", "fr").output.contains("\n  RECHERCHEX "))
    #expect(ToolRun("functions", "XLOOKUP").output.contains("see also  VLOOKUP, HLOOKUP, LOOKUP, "))
    let absent = ToolRun("functions", "rtd")
    #expect((absent.status, absent.output) == (2, ""))
    #expect(absent.errors.hasPrefix("error: RTD is not available\n  = help: RTD reads a server of live data"))
  }

  @Test("The catalog is there for other tools, too")
  func functionRecords() throws {
    let all = ToolRun("functions", "--format", "json").output
    #expect(all.hasPrefix("{\"absent\": [{\"name\": \"CALL\", \"reason\": \"CALL runs code"))
    #expect(all.hasSuffix("\"version\": 1}\n"))
    let round = ToolRun("functions", "ROUND", "-f", "json").output
    for part in [
      "\"family\": \"Rounding\"", "\"signature\": \"ROUND(number, [digits])\"", "\"names\": {\"de\": \"RUNDEN\"",
      "{\"formula\": \"ROUND(2.5)\", \"result\": 3}", "\"lifts\": true, \"name\": \"digits\", \"repeats\": false",
      "\"source\": \"OpenFormula §6.17\"",
    ] { #expect(round.contains(part), "\(part)") }
    #expect(ToolRun("functions", "-f", "docc").errors.contains("needs a folder"))
  }

  @Test("A named LAMBDA is a function of its sheet, explained by its documentation")
  func lambdas() throws {
    let folder = try TemporaryFolder([
      "tax.sheet": """
      /// The price with tax.
      /// - price: what it costs before
      tax = LAMBDA(Price, [rate], Price * (1 + IF(ISOMITTED(rate), 0.19, rate)))

      """
    ])
    let run = ToolRun("functions", "TAX", "--sheet", folder["tax.sheet"])
    #expect(
      run.output == """
        tax(Price, [rate])
          The price with tax.

          Price  what it costs before
          rate   optional

          tax = LAMBDA(Price, [rate], Price * (1 + IF(ISOMITTED(rate), 0.19, rate)))

        """)
    #expect(
      ToolRun("functions", "--sheet", folder["tax.sheet"]).output.hasPrefix(
        "Of this sheet\n  tax  The price with tax.\n"))
    let json = ToolRun("functions", "tax", "--sheet", folder["tax.sheet"], "-f", "json").output
    #expect(json.contains("\"signature\": \"tax(Price, [rate])\""))
    #expect(ToolRun("functions", "taxx", "--sheet", folder["tax.sheet"]).errors.contains("did you mean tax?"))
  }

  @Test("A formula is translated between languages")
  func translation() {
    #expect(ToolRun("translate", "=SUMME(A1;1,5)", "--from", "de").output == "=SUM(A1,1.5)\n")
    #expect(ToolRun("translate", "SUM(A1, 1.5)", "--to", "fr").output == "SOMME(A1; 1,5)\n")
    #expect(ToolRun("translate", "WENN(WAHR;1;2)", "--from", "de", "--to", "es").output == "SI(VERDADERO;1;2)\n")
    #expect(ToolRun("translate", "1").status == 2)
    #expect(ToolRun("translate", "1", "--from", "xx").status == 2)
  }

  @Test("A value is explained down to the inputs")
  func why() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "/// the first\nA = 20\nB = 10\nC = (A + 50) + (B - 10)\nD = 1/0\nE = D\n"
    ])
    let run = ToolRun("why", "C", folder["x.sheet"], "--set", "A=30")
    #expect(
      run.output == """
        C = 80
          = (A + 50) + (B - 10)
            A + 50 → 80
            B - 10 → 0
          A = 30   constant
            /// the first
          B = 10   constant

        """)
    let error = ToolRun("why", "E", folder["x.sheet"])
    #expect(error.status == 1)
    #expect(error.output.contains("the error began in D"))
    #expect(ToolRun("why", "C", folder["x.sheet"], "-f", "json").output.contains("\"kind\": \"formula\""))
    #expect(ToolRun("why", "Z", folder["x.sheet"]).status == 2)
    #expect(ToolRun("why", folder["x.sheet"], "C").errors.contains("the cell comes first"))
  }

  @Test("Colour follows the option, then the environment, then the terminal")
  func color() throws {
    let folder = try TemporaryFolder(["x.sheet": "A = 1"])
    let path = folder["x.sheet"]
    let terminal = Console.Terminals(output: true)
    func isColored(_ run: ToolRun) -> Bool { run.output.contains("\u{1B}[") }
    #expect(!isColored(ToolRun("eval", path)))
    #expect(isColored(ToolRun("eval", path, terminals: terminal)))
    #expect(isColored(ToolRun("eval", path, "--color", "always")))
    #expect(!isColored(ToolRun("eval", path, "--color", "never", environment: ["FORCE_COLOR": "1"])))
    #expect(isColored(ToolRun("eval", path, environment: ["FORCE_COLOR": "1"])))
    #expect(!isColored(ToolRun("eval", path, terminals: terminal, environment: ["NO_COLOR": "1", "FORCE_COLOR": "1"])))
    #expect(!isColored(ToolRun("eval", path, terminals: terminal, environment: ["TERM": "dumb"])))
  }

  @Test("A sheet reads files below its folder, and others with permission")
  func permissions() throws {
    let outside = try TemporaryFolder(["d.csv": "a\n1\n"])
    let folder = try TemporaryFolder(["x.sheet": "table t from \"\(outside["d.csv"])\" { b = a + 1 }\n"])
    #expect(ToolRun("eval", folder["x.sheet"]).errors.contains("--allow-read=\(outside.path)"))
    #expect(ToolRun("eval", folder["x.sheet"], "--allow-read", outside.path).output == "t\n  a  b\n  1  2\n")
  }

  @Test("Dates on the command line")
  func dates() throws {
    let folder = try TemporaryFolder(["x.sheet": "now = NOW() + 0\n"])
    let rows: [(String, String?)] = [
      ("2015-04-01", "2015-04-01 00:00"), ("2015-04-01T12:00", "2015-04-01 12:00"),
      ("2015-04-01 06:00:00Z", "2015-04-01 06:00"), ("2015-04-01T06:00:07", "2015-04-01 06:00:07"), ("2015-02-30", nil),
      ("2015-04-01T24:00", nil), ("2015-04-01T12:00:nan", nil), ("", nil), ("-", nil), ("12:00", nil),
    ]
    for (text, shown) in rows {
      let run = ToolRun("eval", folder["x.sheet"], "--now", text)
      #expect(shown.map { run.output == "now \($0)\n" } ?? run.errors.contains("--now takes a date"), "\(text)")
    }
  }

  @Test("Completion offers names, columns, functions, commands and files")
  func completion() throws {
    let session = try PromptSession(
      Console(output: TextSink(), errors: TextSink(), input: LineInput("")),
      try SheetLoading(
        SheetOptions.parse([]), NetworkOptions.parse([]),
        Console(output: TextSink(), errors: TextSink(), input: LineInput(""))),
      file: nil)
    session.enter("ledgerTotal = 1", fromLine: 1, isLast: true)
    session.enter("table ledger {\n| amount |\n| 1 |\n}", fromLine: 1, isLast: true)
    func matches(_ line: String, _ word: String) -> [String] {
      PromptCompletion(session.sheet).matches(LineEditor.Context(line: line, word: word))
    }
    #expect(matches("x = led", "led") == ["ledger", "ledgerTotal"])
    #expect(matches("x = ledger[am", "am") == ["amount"])
    #expect(matches("x = ROUNDU", "ROUNDU") == ["ROUNDUP("])
    #expect(matches(":w", "w") == ["wait", "watch", "why"])
    #expect(matches("inp", "inp") == ["input "])
    session.enter("event ledgerEvent", fromLine: 1, isLast: true)
    #expect(matches(":run led", "led") == ["ledgerEvent"])
    #expect(matches(":watch of", "of") == ["off"])
    #expect(matches(":save led", "led") == ["ledger"])
    #expect(matches("ledgerE", "ledgerE") == ["ledgerEvent"])
    func labels(_ line: String, _ word: String) -> [String] {
      PromptCompletion(session.sheet).candidates(LineEditor.Context(line: line, word: word)).map(\.label)
    }
    session.enter(
      "/// What is left.\n/// - part: of the whole\nrest = LAMBDA(part, 1 - part)", fromLine: 1, isLast: true)
    #expect(labels("x = ROUNDU", "ROUNDU") == ["ROUNDUP(number, [digits])"])
    #expect(labels("x = res", "res") == ["rest(part)"])
    #expect(labels(":help res", "res") == ["rest(part)"])
    #expect(labels("x = 1 + ROUND(", "").first == "ROUND(number, [digits])")
    #expect(labels("x = ROUND(SUM(1, 2), ", "").last?.hasPrefix("→ digits: ") == true)
    #expect(labels("x = rest(", "") == ["rest(part)", "→ part: of the whole"])
    #expect(labels("x = (", "") == [])
    #expect(labels("x = ROUND(1) ", "") == [])
    // Values of an input, and names with their values before functions.
    session.enter("input size in {\"S\", \"M\"} = \"M\"", fromLine: 1, isLast: true)
    #expect(matches("size = ", "") == ["\"M\"", "\"S\""])
    #expect(labels("x = ledgerT", "ledgerT") == ["ledgerTotal = 1"])
    session.enter("roundest = 2", fromLine: 1, isLast: true)
    #expect(matches("x = ROUND", "ROUND").first == "roundest")
  }
}
