import Testing

@testable import SheafTool

@Suite("Files of settings")
struct ConfigurationTests {
  // MARK: The text

  @Test("Settings are read as TOML writes them")
  func values() {
    check("a = 1", "a = integer(1)")
    check("a=1 # words\n\n#b = 2", "a = integer(1)")
    check("a.b = 1", "a.b = integer(1)")
    check("[t]\na = 1\n[u.v]\nb = 2", "t.a = integer(1)", "u.v.b = integer(2)")
    check("[ t . \"a b\" ]\na = 1", "t.a b.a = integer(1)")
    check("a-b_1 = true\nc = false", "a-b_1 = logical(true)", "c = logical(false)")
    check("a = \"x # y\"\nb = 'c:\\n'", "a = text(\"x # y\")", "b = text(\"c:\\\\n\")")
    check(#"a = "\t\"\\\u00e9\U0001F600""#, "a = text(\"\\t\\\"\\\\é😀\")")
    check(
      "a = 1.5e3\nb = -0.25\nc = 1_000\nd = +7", "a = number(1500.0)", "b = number(-0.25)", "c = integer(1000)",
      "d = integer(7)")
    check("a = []", "a = list([])")
    check(
      "a = [ \"x\", # first\n  [1, 2,],\n]\nb = 1",
      "a = list([SheafTool.SettingValue.text(\"x\"), SheafTool.SettingValue.list([SheafTool.SettingValue.integer(1), SheafTool.SettingValue.integer(2)])])",
      "b = integer(1)")
    check("a = 1\r\nb = 2\r\n", "a = integer(1)", "b = integer(2)")
    check("\u{FEFF}a = 1", "a = integer(1)")
    check("")
  }

  @Test("What cannot be read is told with its place")
  func faults() {
    fault("a", 1, "an = is missing")
    fault("a =", 3, "a value is missing")
    fault("a = b", 4, "b is no value; a text stands in quotes")
    fault("a = 1 2", 6, "goes on where it should have ended")
    fault("a = 1\na = 2", 6, "a is there twice")
    fault("[t]\na = 1\n[t]", 10, "[t] is there twice")
    fault("[[t]]", 1, "arrays of tables")
    fault("a = {b = 1}", 4, "inline tables")
    fault("a = \"x", 4, "never closed")
    fault("a = \"x\ny\"", 4, "never closed")
    fault("a = \"\"\"x\"\"\"", 4, "several lines")
    fault("a = \"\\q\"", 5, "\\q stands for nothing")
    fault("a = \"\\u00g0\"", 5, "\\u is not followed")
    fault("a = \"\\ud800\"", 5, "\\u is not followed")
    fault("a = [1 2]", 7, "a comma is missing")
    fault("a = [1", 4, "a ] is missing")
    fault("[t", 2, "a ] is missing")
    fault("a = 007", 4, "007 is no value")
    fault("a = 2026-01-01", 4, "is no value")
    fault("a = 1e999", 4, "is too large")
    fault("= 1", 0, "a name is missing")
    fault("a = " + String(repeating: "[", count: 100_000), 20, "too deep")
    #expect(throws: SettingFault.self) { try SettingsReader.settings(in: [0x61, 0xFF]) }
  }

  private func check(_ text: String, _ settings: String..., at location: SourceLocation = #_sourceLocation) {
    let read = (try? SettingsReader.settings(in: Array(text.utf8)))?.map { "\($0.path) = \($0.value)" }
    #expect(read == settings, sourceLocation: location)
  }

  private func fault(_ text: String, _ offset: Int, _ words: String, at location: SourceLocation = #_sourceLocation) {
    do throws(SettingFault) {
      let settings = try SettingsReader.settings(in: Array(text.utf8))
      Issue.record("\(settings)", sourceLocation: location)
    } catch {
      #expect(error.offset == offset && error.message.contains(words), "\(error)", sourceLocation: location)
    }
  }

  // MARK: The keys

  @Test("Every setting does what its flag does")
  func settings() throws {
    let rows: [(settings: String, call: [String], flags: [String])] = [
      ("[check]\nfail-on = \"warning\"", ["check", "unused.sheet"], ["--fail-on", "warning"]),
      ("[check]\nselect = [\"magic-number\"]", ["check", "magic.sheet"], ["--select", "magic-number"]),
      ("check.ignore = [\"unused-input\"]", ["check", "unused.sheet"], ["--ignore", "unused-input"]),
      ("[check]\nbaseline = \"known.tsv\"", ["check", "unused.sheet"], ["--baseline", "known.tsv"]),
      ("[check]\ndata = \"data.tsv\"", ["check", "data.sheet"], ["--data", "data.tsv"]),
      ("[sheet]\nnow = \"2015-04-01\"", ["eval", "clock.sheet"], ["--now", "2015-04-01"]),
      ("[sheet]\nseed = 7", ["eval", "chance.sheet"], ["--seed", "7"]),
      ("[sheet]\nlimit = 10", ["eval", "long.sheet"], ["--limit", "10"]),
      ("[display]\ncolor = \"always\"", ["eval", "clock.sheet"], ["--color", "always"]),
      ("[display]\nascii = true", ["what-if", "magic.sheet", "--set", "a=2"], ["--ascii"]),
      ("[display]\nquiet = true", ["check", "magic.sheet"], ["-q"]),
    ]
    let folder = try TemporaryFolder([
      "unused.sheet": "input a = 1\n", "magic.sheet": "a = 1\nb = a * 1.19\n", "clock.sheet": "a = YEAR(NOW())\n",
      "chance.sheet": "a = RAND()\n", "long.sheet": "a = SUM(SEQUENCE(1000))\n",
      "known.tsv": "# sheaf baseline 1: findings that were there before\nunused-input\tunused.sheet\tinput a = 1\n",
      "data.sheet": "table t from \"t.csv\" {}\nb = SUM(t[x])\n", "t.csv": "x\n1\n",
      "data.tsv": "# sheaf data 1: files\ndata.sheet\tt.csv\t\(String(repeating: "0", count: 64))\tx\n",
    ])
    for row in rows {
      try OutputFile.write(Array(row.settings.utf8), to: folder["sheet.toml"])
      func run(_ flags: [String]) throws -> (Int32, String, String) {
        let words = (row.call + flags).map { "'\($0)'" }.joined(separator: " ")
        let shell = try ShellRun("HOME=/ XDG_CONFIG_HOME=/none \"$SHEAF\" \(words)", in: folder)
        return (shell.status, shell.output, shell.errors)
      }
      let (bySetting, byFlag, plain) = try (run([]), run(["--no-config"] + row.flags), run(["--no-config"]))
      #expect(bySetting == byFlag, "\(row)")
      #expect(bySetting != plain, "\(row)")
    }
    let sizes: [(String, String)] = [
      ("long-formula = 2", "c = 1 + 2 + 3"), ("deep-nesting = 1", "c = ABS(ABS(1))"),
      ("many-references = 1", "a = 1\nb = 1\nc = a + b"), ("long-chain = 1", "a = 1\nb = a + 1\nc = b + 1"),
    ]
    for (setting, text) in sizes {
      let folder = try TemporaryFolder(["a.sheet": text + "\n", "s.toml": "[rules]\n\(setting)\n"])
      let code = String(setting.prefix { $0 != " " })
      let call = ["check", folder["a.sheet"], "--select", code, "-f", "short"]
      #expect(ToolRun(call).output.isEmpty)
      #expect(ToolRun(call + ["--config", folder["s.toml"]]).output.contains("[\(code)]"), "\(setting)")
    }
    let plain = try TemporaryFolder([
      "a.sheet": "a = 1\nb = a * 365\n", "s.toml": "[rules]\nmagic-number = [365, 1.5]\n",
    ])
    let call = ["check", plain["a.sheet"], "--select", "magic-number", "-f", "short"]
    #expect(!ToolRun(call).output.isEmpty && ToolRun(call + ["--config", plain["s.toml"]]).output.isEmpty)
  }

  @Test("A file that a setting names and that is not there is told where the setting stands")
  func missingFiles() throws {
    let folder = try TemporaryFolder(["a.sheet": "a = 1\n"])
    for (name, option) in [("baseline", "--baseline"), ("data", "--data")] {
      try OutputFile.write(Array("[check]\n\(name) = \"none.tsv\"\n".utf8), to: folder["s.toml"])
      let run = ToolRun("check", folder["a.sheet"], "--config", folder["s.toml"])
      let place = "\(folder["s.toml"]):2:\(name.utf8.count + 4): "
      #expect(run.status == 2 && run.errors.hasPrefix("error: \(place)there is no "), "\(run.errors)")
      let byFlag = ToolRun("check", folder["a.sheet"], option, folder["none.tsv"])
      #expect(byFlag.status == 2 && byFlag.errors.hasPrefix("error: there is no "), "\(byFlag.errors)")
    }
  }

  @Test("What is no setting, and what a setting does not take, is a wrong call with its place")
  func mistakes() throws {
    let rows: [(String, String)] = [
      (
        "[chek]\nfail-on = \"error\"",
        "s.toml:2:1: there is no setting chek.fail-on\n  = help: did you mean check.fail-on?"
      ),
      ("fail-on = \"error\"", "1:1: there is no setting fail-on\n  = help: did you mean check.fail-on?"),
      ("[sheet]\nallow-net = [\"*\"]", "there is no setting sheet.allow-net\n  = help: sheaf help settings"),
      (
        "[check]\nignore = [\"unusd-input\"]",
        "2:10: check.ignore takes codes of findings, and “unusd-input” is none\n  = help: did you mean unused-input?"
      ),
      (
        "[check]\nfail-on = \"never\"", "2:11: check.fail-on takes error, warning or note, and this is the text “never”"
      ),
      ("[check]\nselect = \"all\"", "check.select takes a list of codes, and this is the text “all”"),
      ("[sheet]\nnow = \"soon\"", "sheet.now takes a date and time"),
      ("[sheet]\nseed = -1", "sheet.seed takes a number from 0"),
      ("[sheet]\nlimit = 0", "sheet.limit takes a number greater than 0"),
      ("[rules]\nlong-formula = \"3\"", "rules.long-formula takes a number greater than 0"),
      ("[rules]\nlong-formla = 3", "did you mean rules.long-formula?"),
      ("a = ", "s.toml:1:5: a value is missing"),
    ]
    for (text, words) in rows {
      let folder = try TemporaryFolder(["a.sheet": "a = 1\n", "s.toml": text])
      let run = ToolRun("check", folder["a.sheet"], "--config", folder["s.toml"])
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
    }
    let folder = try TemporaryFolder(["a.sheet": "a = 1\n"])
    #expect(ToolRun("check", folder["a.sheet"], "--config", folder["none.toml"]).status == 2)
    #expect(ToolRun("check", folder["a.sheet"], "--config", "x", "--no-config").status == 2)
    #expect(ToolRun("check", folder["a.sheet"], environment: ["SHEAF_COLOR": "red"]).status == 2)
  }

  // MARK: Which file

  @Test("The file of a project is found upward to the root of the repository, and not beyond")
  func places() throws {
    let folder = try TemporaryFolder(["a.sheet": "input a = 1\n"])
    let strict = "[check]\\nfail-on = \"warning\"\\n"
    let call = "HOME=/ \"$SHEAF\" check a.sheet -q >/dev/null; printf $?"
    let shell = try ShellRun(
      """
      mkdir -p repo/sub/deep && cp a.sheet repo/sub/deep && cp a.sheet repo
      printf '\(strict)' > sheet.toml
      (cd repo/sub/deep; \(call)); (\(call))
      mkdir repo/.git
      (cd repo/sub/deep; \(call))
      printf '\(strict)' > repo/sheet.toml
      (cd repo/sub/deep; \(call)); (cd repo; \(call))
      printf '' > repo/sub/sheet.toml
      (cd repo/sub/deep; \(call))
      (cd repo; HOME=/ "$SHEAF" -C sub/deep check a.sheet -q >/dev/null; printf $?)
      """, in: folder)
    // Outside of a repository, the file here; in one, up to its root; the nearest counts.
    #expect(shell.output == "0" + "1" + "0" + "11" + "0" + "0", "\(shell.errors)")
  }

  @Test("A flag outranks the environment, that the project, that the person; who may say only how things look")
  func order() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "a = 1\n", "never.toml": "[display]\ncolor = \"never\"\n",
      "always.toml": "[display]\ncolor = \"always\"\n",
    ])
    FileSystem.makeFolder(folder["home/sheaf"])
    func isColored(
      person: String?, project: String?, _ variables: [String: String] = [:], _ flags: String...
    ) throws -> Bool {
      try OutputFile.write(
        Array((person.map { "[display]\ncolor = \"\($0)\"\n" } ?? "").utf8), to: folder["home/sheaf/config.toml"])
      var environment = variables
      environment["XDG_CONFIG_HOME"] = folder["home"]
      let config = project.map { ["--config", folder["\($0).toml"]] } ?? []
      return ToolRun(["eval", folder["a.sheet"]] + config + flags, environment: environment).output.contains("\u{1B}[")
    }
    #expect(try isColored(person: "always", project: nil))
    #expect(try !isColored(person: "always", project: "never"))
    #expect(try isColored(person: "never", project: "always"))
    #expect(try !isColored(person: nil, project: "always", ["NO_COLOR": "1"]))
    #expect(try isColored(person: nil, project: "never", ["FORCE_COLOR": "1"]))
    #expect(try !isColored(person: nil, project: "always", ["SHEAF_COLOR": "never"]))
    #expect(try isColored(person: nil, project: "never", ["SHEAF_COLOR": "always", "NO_COLOR": "1"]))
    #expect(try !isColored(person: nil, project: "always", ["SHEAF_COLOR": "always"], "--color", "never"))
    #expect(try !isColored(person: nil, project: "always", [:], "--color", "auto"))
    #expect(try !isColored(person: "always", project: nil, [:], "--no-config"))
    let prompt = ToolRun(
      ["repl", "--no-init", "--no-history"], input: "1 + 1\n", environment: ["XDG_CONFIG_HOME": folder["home"]])
    #expect(prompt.output == "2\n")
    try OutputFile.write(Array("[sheet]\nseed = 1\n".utf8), to: folder["home/sheaf/config.toml"])
    let refused = ToolRun("eval", folder["a.sheet"], environment: ["XDG_CONFIG_HOME": folder["home"]])
    #expect(refused.status == 2 && refused.errors.contains("sheet.seed is a setting of a project"))
    #expect(ToolRun("help", "settings").output.contains("fail-on "))
  }
}
