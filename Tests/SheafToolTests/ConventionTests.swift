import Diagnostics
import Hosting
import Testing

@testable import SheafTool

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The conventions of command lines that sheaf keeps to, row by row: streams, flags, formats, exit codes and commands.
///
/// What a row is about has tests of its own elsewhere; these hold that every command keeps to it in the same way.
@Suite("Conventions of the command line")
struct ConventionTests {
  private static let files = [
    "good.sheet": "A = 20\nB = 10\nC = (A + 50) + (B - 10)\ntest \"adds\" {\n  expect C = 70\n}\n",
    "failing.sheet": "A = 20\nC = A + 1\ntest \"one\" {\n  expect C = 22\n}\ntest \"two\" {\n  expect C = 21\n}\n",
    "broken.sheet": "A = 1 +\nB = Amout * 2\ntest \"one\" {\n  expect B = 22\n}\n",
    "error.sheet": "total = 1 / 0\nhalf = total / 2\n",
    "loop.sheet": "A = B + 1\nB = A + 1\n",
    "loose.sheet": "A=20\n",
    "other.sheet": "A = 21\nB = 10\nC = (A + 50) + (B - 10)\ntest \"adds\" {\n  expect C = 70\n}\n",
    "guarded.sheet": "rate = 5\nalways \"low\": rate < 10\ncost = 100 / rate\n",
  ]

  /// The commands that take a sheet, with what else they need.
  private static let calls: [[String]] = [
    ["eval"], ["test"], ["check"], ["fmt", "--check"], ["explore"], ["graph"], ["report", "-o", "-"],
    ["what-if", "--set", "A=1"],
  ]

  // MARK: 1.1 Streams, colour, terminals

  @Test("Results are on the output and everything else on the errors, in every command")
  func streams() throws {
    let folder = try TemporaryFolder(Self.files)
    for call in Self.calls {
      let run = ToolRun(call + [folder["good.sheet"]])
      #expect(run.status == 0, "\(call): \(run.errors)")
      let missing = ToolRun(call + [folder["no.sheet"]])
      #expect((missing.status, missing.output) == (2, ""), "\(call)")
      #expect(missing.errors.hasPrefix("error: there is no file named "), "\(call): \(missing.errors)")
    }
    #expect(ToolRun("eval", folder["good.sheet"]).output == "A 20\nB 10\nC 70\n")
    #expect(ToolRun("eval", folder["good.sheet"]).errors.isEmpty)
  }

  @Test("Nobody is greeted unless both input and output are terminals")
  func banner() {
    for terminals in [
      Console.Terminals(), Console.Terminals(input: true), Console.Terminals(output: true, errors: true),
    ] {
      let run = ToolRun([], input: "1 + 1\n", terminals: terminals, environment: ["NO_COLOR": "1"])
      #expect((run.output, run.errors) == ("2\n", ""))
    }
  }

  @Test("Colour goes by the flag, NO_COLOR, FORCE_COLOR or CLICOLOR_FORCE, and the terminal, for each stream")
  func color() throws {
    let folder = try TemporaryFolder(Self.files)
    let out = Console.Terminals(output: true)
    let both = Console.Terminals(output: true, errors: true)
    let rows: [(arguments: [String], Console.Terminals, environment: [String: String], output: Bool, errors: Bool)] = [
      ([], Console.Terminals(), [:], false, false),
      ([], both, [:], true, true),
      ([], out, [:], true, false),
      ([], Console.Terminals(errors: true), [:], false, true),
      ([], both, ["NO_COLOR": "1"], false, false),
      ([], both, ["NO_COLOR": ""], true, true),
      ([], both, ["TERM": "dumb"], false, false),
      ([], Console.Terminals(), ["FORCE_COLOR": "1"], true, true),
      ([], Console.Terminals(), ["CLICOLOR_FORCE": "1"], true, true),
      ([], Console.Terminals(), ["CLICOLOR_FORCE": "0"], false, false),
      ([], Console.Terminals(), ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
      (["--color", "always"], Console.Terminals(), ["NO_COLOR": "1"], true, true),
      (["--color=never"], both, ["FORCE_COLOR": "1"], false, false),
    ]
    for row in rows {
      let run = ToolRun(
        ["eval", folder["error.sheet"]] + row.arguments, terminals: row.1, environment: row.environment)
      #expect(run.output.contains("\u{1B}[") == row.output, "\(row)")
      #expect(run.errors.contains("\u{1B}[") == row.errors, "\(row)")
    }
    for page in [
      ["--help"], ["eval", "--help"], ["help"], ["help", "eval"], ["help", "exit-codes"], ["eval", "-h"],
    ] {
      let plain = ToolRun(page, terminals: both, environment: ["NO_COLOR": "1"])
      #expect(!plain.output.contains("\u{1B}["), "\(page)")
    }
  }

  @Test("A locale without UTF-8 has ASCII on a terminal, and --ascii has it everywhere")
  func ascii() throws {
    let folder = try TemporaryFolder(Self.files)
    for command in [["check", folder["loop.sheet"]], ["what-if", folder["good.sheet"], "--set", "A=21"]] {
      #expect(ToolRun(command).output.contains("→"))
      let run = ToolRun(command + ["--ascii"])
      #expect(run.output.contains("->") && run.output.utf8.allSatisfy { $0 < 0x80 }, "\(run.output)")
      let terminal = ToolRun(
        command, terminals: Console.Terminals(output: true), environment: ["LC_ALL": "C", "NO_COLOR": "1"])
      #expect(terminal.output.utf8.allSatisfy { $0 < 0x80 }, "\(terminal.output)")
    }
  }

  @Test("What goes to a pipe is neither cut nor wrapped")
  func width() throws {
    let text = String(repeating: "word ", count: 60)
    let folder = try TemporaryFolder(["long.sheet": "A = \"\(text)\"\n"])
    let piped = ToolRun(["eval", folder["long.sheet"]], environment: ["COLUMNS": "40"])
    #expect(piped.output.split(separator: "\n").count == 1 && piped.output.contains(text.dropLast()))
  }

  @Test("A reader that goes away ends a command quietly, and signals end it with 130 and 143")
  func signals() throws {
    let folder = try TemporaryFolder(Self.files.merging(["rows.csv": "A\n"]) { first, _ in first })
    // SIGTERM arrives while it reads statements from a pipe that nobody writes to.
    for (signal, status) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let pipe = folder["pipe\(signal)"]
      mkfifo(pipe, 0o600)
      // Opened for reading and writing, so that neither side waits for the other.
      let held = open(pipe, O_RDWR)
      defer { close(held) }
      let process = try ToolProcess([], input: pipe, folder: folder)
      process.awaitHandlers()
      #expect(process.end(with: signal) == status)
    }
    let shell = try ShellRun("(\"$SHEAF\" functions --language de; echo $? >&2) | head -1", in: folder)
    #expect((shell.status, shell.errors) == (0, "0\n"))
    #expect(shell.output.split(separator: "\n").count == 1)
  }

  // MARK: 1.2 Flags

  @Test("Every command has --help, -h, --version, --quiet, --verbose, --color, --chdir and --ascii")
  func sharedFlags() throws {
    let tool = try CommandDescription.tool()
    for command in tool.commands {
      let names = Set(command.arguments.flatMap(\.names))
      for flag in [
        "--help", "-h", "--version", "--quiet", "-q", "--verbose", "-v", "--color", "--chdir", "-C", "--ascii",
      ] {
        #expect(names.contains(flag), "\(command.name) has no \(flag)")
      }
      // The same letter never means two things.
      let letters = [
        "-f": "--format", "-o": "--output", "-n": "--dry-run", "-e": "--expression", "-C": "--chdir", "-q": "--quiet",
        "-v": "--verbose", "-h": "--help", "-j": "--jobs",
      ]
      for argument in command.arguments {
        for name in argument.names where name.count == 2 {
          #expect(letters[name].map(argument.names.contains) == true, "\(command.name): \(argument.names)")
        }
      }
    }
  }

  @Test("-h is one screen that begins with examples; --version one line")
  func help() throws {
    for command in try CommandDescription.tool().commands {
      let page = ToolRun(command.name, "-h")
      #expect(page.status == 0 && page.errors.isEmpty)
      let lines = page.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 40, "\(command.name) has \(lines.count) lines")
      #expect(lines.allSatisfy { $0.count <= 110 }, "\(command.name)")
      if !command.examples.isEmpty { #expect(lines[2] == "  \(command.examples[0])") }
      let version = ToolRun(command.name, "--version")
      #expect((version.status, version.output) == (0, "sheaf \(Release.version)\n"), "\(command.name)")
    }
  }

  @Test("Flags mean what they say wherever they stand")
  func flags() throws {
    let folder = try TemporaryFolder(Self.files)
    let good = folder["good.sheet"]
    let rows: [(arguments: [String], status: Int32, output: String)] = [
      (["eval", good, "--get", "C"], 0, "C 70\n"),
      (["eval", "--get", "C", good], 0, "C 70\n"),
      (["eval", "--get=C", "--", good], 0, "C 70\n"),
      (["eval", good, "-o", "-", "--get", "C"], 0, "C 70\n"),
      (["eval", good, "--get", "C", "--set", "A=21", "--set", "B=11"], 0, "C 72\n"),
    ]
    for row in rows {
      let run = ToolRun(row.arguments)
      #expect((run.status, run.output) == (row.status, row.output), "\(row.arguments): \(run.errors)")
    }
    let shell = try ShellRun(
      "\"$SHEAF\" -C .. -C \"$(basename \"$PWD\")\" eval good.sheet --get A && cd / && \"$SHEAF\" eval good.sheet --chdir \"$OLDPWD\" --get B",
      in: folder)
    #expect((shell.status, shell.output) == (0, "A 20\nB 10\n"), "\(shell.errors)")
    #expect(ToolRun(["eval", "-", "--get", "C"], input: "C = 3\n").output == "C 3\n")
    #expect(ToolRun(["check", "-"], input: "C = 3\n").output == "checked 1 file\n")
    #expect(ToolRun(["fmt", "-"], input: "C=3\n").output == "C = 3\n")
    #expect(ToolRun(["test", "-"], input: "C = 3\ntest \"x\" {\n expect C = 3\n}\n").status == 0)
    #expect(ToolRun(["eval", good, "--get", "C", "-v"]).errors.contains("eval: status 0 after "))
    #expect(ToolRun(["check", good]).output == "checked 1 file\n")
    #expect(ToolRun(["check", "-q", good]).output.isEmpty)
    #expect(ToolRun(["check", folder.path, "-f", "short"]).output.contains("broken.sheet:2:5: error[unknown-name]: "))
  }

  @Test("--dry-run changes nothing and shows what would be")
  func dryRun() throws {
    let folder = try TemporaryFolder(Self.files)
    for arguments in [["fmt", "-n"], ["fmt", "--dry-run"], ["fmt", "--diff"]] {
      let run = ToolRun(arguments + [folder["loose.sheet"]])
      #expect(run.status == 1 && run.output.contains("+A = 20"), "\(run.output)")
      #expect(try folder.text("loose.sheet") == "A=20\n")
    }
  }

  @Test("No word stands for a command that only begins like it, and a near one is suggested")
  func commands() {
    for (word, help) in [
      ("ev", "the commands are "), ("evall", "did you mean sheaf eval?"), ("tset", "did you mean sheaf test?"),
      ("whatif", "did you mean sheaf what-if?"), ("completion", "did you mean sheaf completions?"),
    ] {
      let run = ToolRun(word)
      #expect((run.status, run.output) == (2, ""))
      #expect(run.errors.contains(help), "\(word): \(run.errors)")
    }
    #expect(ToolRun("eval", "x.sheet", "--forma", "json").errors.contains("Did you mean '--format'?"))
    for words in [["test", "--fliter"], ["why", "x", "--hlep"], ["diff", "--jsno"]] {
      #expect(ToolRun(words, input: "").errors.hasPrefix("error: unknown option '\(words.last ?? "")'"))
    }
    // What is not near is not what was meant.
    for option in ["--foo", "--xyz", "--nope"] {
      let run = ToolRun("eval", "x.sheet", option)
      #expect(run.errors.hasPrefix("error: unknown option '\(option)'\nUsage: "), "\(run.errors)")
    }
    let topics = ToolRun("help", "NOPE")
    #expect(topics.status == 2)
    #expect(topics.errors.contains("completions; the topics are exit-codes, environment, files"), "\(topics.errors)")
    let help = ToolRun([], input: ":help nonsense\n")
    #expect(help.errors.contains("there is no command, word of the language or function named nonsense"))
    // The prompt reads its statements from the standard input, by whichever name.
    #expect(ToolRun("-", input: "1 + 1\n").output == "2\n")
  }

  // MARK: 1.3 Machine output

  @Test("An unknown format is a wrong call that lists the known ones")
  func formats() throws {
    let folder = try TemporaryFolder(Self.files)
    let rows: [([String], [String])] = [
      (["eval"], ["human", "json", "jsonl", "csv", "tsv", "markdown", "html"]),
      (["check"], ["human", "short", "json", "github", "sarif", "markdown"]),
      (["test"], ["human", "tap", "junit", "json", "github", "markdown"]),
      (["diff", folder["good.sheet"]], ["human", "markdown", "json", "github"]),
      (["what-if", "--set", "A=1"], ["human", "json", "markdown"]),
      (["why", "C"], ["human", "json", "mermaid"]),
    ]
    for (call, formats) in rows {
      let wrong = ToolRun(call + [folder["good.sheet"], "-f", "xml"])
      #expect((wrong.status, wrong.output) == (2, ""))
      for format in formats {
        #expect(wrong.errors.contains(format), "\(call): \(wrong.errors)")
        let run = ToolRun(call + [folder["good.sheet"], "-f", format])
        #expect(run.status != 2, "\(call) \(format): \(run.errors)")
      }
    }
  }

  @Test("JSON is whole, has a version and sorted keys, and places by line, column and byte")
  func json() throws {
    let folder = try TemporaryFolder(Self.files)
    let broken = folder["broken.sheet"]
    let rows: [[String]] = [
      ["eval", folder["error.sheet"], "-f", "json"], ["check", broken, "-f", "json"], ["test", broken, "-f", "json"],
      ["test", folder["failing.sheet"], "-f", "json"], ["what-if", folder["good.sheet"], "--set", "A=1", "-f", "json"],
      ["why", "C", folder["good.sheet"], "-f", "json"], ["graph", folder["good.sheet"], "--to", "json"],
      ["diff", folder["good.sheet"], folder["other.sheet"], "-f", "json"], ["explain", "-f", "json"],
      ["functions", "SUM", "-f", "json"], ["explore", folder["good.sheet"], "-f", "json"],
      ["test", folder["good.sheet"], "--mutate", "-f", "json"],
    ]
    for row in rows {
      let run = ToolRun(row)
      let value = try JSONReader.tree(of: Array(run.output.utf8))
      #expect(value["version"]?.integer == 1, "\(row)")
      #expect(value.compactText + "\n" == run.output, "\(row): keys are sorted")
    }
    let check = ToolRun("check", broken, "-f", "json").output
    let finding = try JSONReader.tree(of: Array(check.utf8))["files"]?.list?.first?["findings"]?.list?.last
    #expect(finding?["code"]?.text == "unknown-name" && finding?["severity"]?.text == "error")
    let place = ["line", "column", "endLine", "endColumn", "start", "end"].map { finding?[$0]?.integer ?? -1 }
    #expect(place == [2, 5, 2, 10, 12, 17])
    #expect(finding?["fixable"] != nil)
    #expect(check.contains("\"related\": [{\"column\": 7, \"end\": 7, "))
    let error = ToolRun("eval", folder["error.sheet"], "-f", "json").output
    #expect(
      error.contains(
        "\"half\": {\"error\": {\"code\": \"#DIV/0!\", \"message\": \"The divisor is 0.\", \"origin\": \"total\"}}"))
  }

  @Test("JUnit has a suite for each file and a case for each test, which carry no time")
  func junit() throws {
    let folder = try TemporaryFolder(Self.files)
    let run = ToolRun(["test", folder["failing.sheet"], folder["broken.sheet"], "-f", "junit"])
    #expect(run.status == 1)
    for part in [
      "<testsuite name=\"\(folder["failing.sheet"])\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">",
      "<testcase classname=\"\(folder["failing.sheet"])\" name=\"two\"/>",
      "<testsuite name=\"\(folder["broken.sheet"])\" tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\">",
      "<skipped message=\"the sheet has errors\"/>",
    ] { #expect(run.output.contains(part), "\(part) in \(run.output)") }
    #expect(!run.output.contains("time"))
    #expect(run.output == ToolRun(["test", folder["failing.sheet"], folder["broken.sheet"], "-f", "junit"]).output)
  }

  @Test("TAP has a plan, the failures in YAML, and what is skipped")
  func tap() throws {
    let folder = try TemporaryFolder(Self.files)
    let run = ToolRun(["test", folder["failing.sheet"], folder["broken.sheet"], "-f", "tap"])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "TAP version 14" && lines.last == "1..4")
    #expect(lines.contains("not ok 1 - \(folder["failing.sheet"]): one"))
    #expect(lines.contains("  ---") && lines.contains("  ..."))
    #expect(lines.contains("ok 4 - \(folder["broken.sheet"]): one # SKIP the sheet has errors"))
  }

  @Test("Annotations are escaped, errors first, at most ten of a kind, repeats merged, and all listed below")
  func github() throws {
    let text = (1...14).map { "first\($0)_ = other\($0)_ + 1\n" }.joined()
    let folder = try TemporaryFolder(["many,of:them.sheet": text])
    let path = folder["many,of:them.sheet"]
    let run = ToolRun("check", path, "-f", "github")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("::error ") } == GitHubAnnotations.most)
    #expect(
      lines[0].hasPrefix(
        "::error file=\(folder.path)/many%2Cof%3Athem.sheet,line=1,col=11,endColumn=18,title=unknown-name::"))
    #expect(lines.count { $0.hasPrefix("\(path):") } == 14)
    #expect(lines.last == "checked 1 file, 14 findings")

    var annotations = GitHubAnnotations()
    for line in [3, 5, 9] {
      let source = SourceTextLines.source(lines: 10)
      annotations.add(
        .warning, Place(source.span(ofLine: line), in: source.text, of: "x.sheet"), "code", "100 %\nagain")
    }
    let source = SourceTextLines.source(lines: 10)
    annotations.add(.error, Place(source.span(ofLine: 7), in: source.text, of: "x.sheet"), "worse", "no")
    #expect(
      annotations.lines == [
        "::error file=x.sheet,line=7,col=1,endColumn=2,title=worse::no",
        "::warning file=x.sheet,line=3,col=1,endColumn=2,title=code::100 %25%0Aagain%0Aalso on lines 5, 9",
        "x.sheet:3:1: warning[code]: 100 %", "x.sheet:5:1: warning[code]: 100 %",
        "x.sheet:9:1: warning[code]: 100 %", "x.sheet:7:1: error[worse]: no",
      ])
  }

  @Test("The page of a step gets what was found as Markdown, behind what is there, in the format github only")
  func stepSummary() throws {
    let folder = try TemporaryFolder(Self.files.merging(["summary.md": "before\n"]) { first, _ in first })
    let environment = ["GITHUB_STEP_SUMMARY": folder["summary.md"]]
    _ = ToolRun(["check", folder["broken.sheet"]], environment: environment)
    #expect(try folder.text("summary.md") == "before\n")
    _ = ToolRun(["check", folder["broken.sheet"], "-f", "github"], environment: environment)
    _ = ToolRun(["test", folder["failing.sheet"], "-f", "github"], environment: environment)
    let page = try folder.text("summary.md")
    #expect(page.hasPrefix("before\n| place |  | finding | code |\n| --- | --- | --- | --- |\n"))
    #expect(page.contains("broken.sheet:2:5 | error | there is no cell named Amout | unknown-name |"))
    #expect(page.contains("|  | file | outcome |\n"))
    let gone = ToolRun(
      ["check", folder["good.sheet"], "-f", "github"], environment: ["GITHUB_STEP_SUMMARY": folder["no/where.md"]])
    #expect(gone.status == 2 && gone.errors.contains("which GITHUB_STEP_SUMMARY names, cannot be written"))
  }

  @Test("Several reports are written in one run while people read the output")
  func reports() throws {
    let folder = try TemporaryFolder(Self.files)
    let run = ToolRun(
      "test", folder["failing.sheet"], "--report", "junit=\(folder["out.xml"])", "--report",
      "json=\(folder["out.json"])", "--report", "markdown=\(folder["out.md"])")
    #expect(run.status == 1 && run.output.hasPrefix("FAIL  "))
    #expect(try folder.text("out.xml").hasPrefix("<?xml"))
    #expect(try folder.text("out.json") == ToolRun("test", folder["failing.sheet"], "-f", "json").output)
    #expect(try folder.text("out.md") == ToolRun("test", folder["failing.sheet"], "-f", "markdown").output)
  }

  // MARK: 1.4 Exit codes

  @Test("1.4: 0 when all is well, 1 when the sheet is not right, 2 when the call is not right")
  func exitCodes() throws {
    let folder = try TemporaryFolder(Self.files.merging(["notes.txt": "no sheet\n"]) { first, _ in first })
    func path(_ name: String) -> String { folder[name] }
    let rows: [(Int32, [String])] = [
      (0, ["eval", path("good.sheet")]), (0, ["check", path("good.sheet")]), (0, ["test", path("good.sheet")]),
      (0, ["fmt", "--check", path("good.sheet")]), (0, ["diff", path("good.sheet"), path("good.sheet")]),
      (0, ["explain", "cell-error"]), (0, ["what-if", path("guarded.sheet"), "--set", "rate=6"]),

      (1, ["eval", path("broken.sheet")]), (1, ["eval", path("error.sheet")]), (1, ["check", path("broken.sheet")]),
      (1, ["check", path("loop.sheet")]), (1, ["check", path("error.sheet")]), (1, ["test", path("failing.sheet")]),
      (1, ["test", path("broken.sheet")]), (1, ["fmt", "--check", path("loose.sheet")]),
      (1, ["fmt", "--check", path("broken.sheet")]), (1, ["diff", path("good.sheet"), path("other.sheet")]),
      (1, ["why", "half", path("error.sheet")]),
      (1, ["check", path("guarded.sheet"), "--fail-on", "note", "--select", "all"]),
      (1, ["what-if", path("guarded.sheet"), "--set", "rate=60"]),
      (1, ["what-if", path("guarded.sheet"), "--set", "rate=0"]), (1, ["eval", "-e", "1/0"]),

      (2, ["--nothing"]), (2, ["nothing"]), (2, ["eval"]), (2, ["eval", path("good.sheet"), "--nothing"]),
      (2, ["eval", path("good.sheet"), "--get", "Z"]), (2, ["eval", path("good.sheet"), "--set", "Z=1"]),
      (2, ["eval", path("good.sheet"), "--set", "Z"]), (2, ["eval", path("no.sheet")]), (2, ["eval", "-e", "1 +"]),
      (2, ["eval", "-e", "x = 2"]), (2, ["check", path("none")]),
      (2, ["check", path("good.sheet"), "--select", "none"]),
      (2, ["check", path("good.sheet"), "--ignore", "none"]), (2, ["check", path("good.sheet"), "--fail-on", "all"]),
      (2, ["test", path("good.sheet"), "--filter", "nothing"]), (2, ["test", path("good.sheet"), "--filter", "("]),
      (2, ["explain", "nothing"]), (2, ["functions", "XQZZ"]), (2, ["help", "nothing"]),
      (2, ["why", "Z", path("good.sheet")]),
      (2, ["what-if", path("good.sheet")]), (2, ["graph", path("good.sheet"), "--into", "Z"]),
      (2, ["completions", "ksh"]),
      (2, ["diff", path("good.sheet")]), (2, ["man", "nothing"]),
      (2, ["eval", path("good.sheet"), "-o", path("none/x")]),
      (2, ["-C", path("none"), "eval", "good.sheet"]),
      (0, ["-q", "--color", "never", "check", path("good.sheet")]),
      (0, ["--color=never", "--no-config", "eval", path("good.sheet")]), (2, ["-q", "evl", path("good.sheet")]),
    ]
    for (status, call) in rows {
      let run = ToolRun(call)
      #expect(run.status == status, "sheaf \(call.joined(separator: " ")): \(run.output)\(run.errors)")
      if status == 2 {
        #expect(run.errors.hasPrefix("error: ") || run.errors.contains("\nerror: "), "\(call): \(run.errors)")
      }
    }
    let topic = ToolRun("help", "exit-codes").output
    for code in ["0", "1", "2", "70", "130", "143"] { #expect(topic.contains("\n  \(code) "), "\(topic)") }
  }

  @Test("A folder in which nothing is to be found is a wrong call, not silence")
  func nothingFound() throws {
    let folder = try TemporaryFolder(["notes.txt": "no sheet\n"])
    for command in [["check"], ["test"], ["fmt"]] {
      let run = ToolRun(command + [folder.path])
      #expect((run.status, run.output) == (2, ""))
      #expect(run.errors.hasPrefix("error: there is no .sheet file in "), "\(run.errors)")
    }
  }

  // MARK: 2 Commands

  @Test("2: Expressions are evaluated in a sheet, in a workbook, and without either, in every format")
  func expressions() throws {
    let folder = try TemporaryFolder(Self.files.merging(["t.csv": "a,b\n1,2\n"]) { first, _ in first })
    let good = folder["good.sheet"]
    let rows: [([String], Int32, String)] = [
      (["-e", "1 + 2"], 0, "1 + 2 3\n"),
      (["-e", "SUM({1,2})", "-f", "csv"], 0, "name,value\n\"SUM({1,2})\",3\n"),
      ([good, "-e", "C * 2"], 0, "C * 2 140\n"),
      ([good, "-e", "C * 2", "--get", "A", "--set", "A=21"], 0, "A     21\nC * 2 142\n"),
      (
        [good, "-e", "C * 2", "-f", "json"], 0, "{\"cells\": {\"C * 2\": 140}, \"file\": \"\(good)\", \"version\": 1}\n"
      ),
      ([folder["t.csv"], "-e", "B2 * 3"], 0, "B2 * 3 6\n"),
      (["-e", "1/0"], 1, "1/0 #DIV/0!\n"),
      // What may be a misreading is told, and does not keep the expression from its value.
      (["-e", "SUM(1:1+1)"], 0, "SUM(1:1+1) 16384\n"),
    ]
    for (arguments, status, output) in rows {
      let run = ToolRun(["eval"] + arguments)
      #expect((run.status, run.output) == (status, output), "\(arguments): \(run.errors)")
    }
    #expect(ToolRun("eval", "-e", "1/0").errors == "error: 1/0 is #DIV/0!: The divisor is 0.\n")
    #expect(ToolRun("eval", "-e", "1 +").errors.contains(" --> expression:1:4\n"))
  }

  @Test("2: what-if shows only what would change, by how much, and which checks would break")
  func whatIf() throws {
    let folder = try TemporaryFolder(Self.files)
    let run = ToolRun("what-if", folder["good.sheet"], "--set", "A=21")
    #expect((run.status, run.output, run.errors) == (0, "A 20 → 21 (+1)\nC 70 → 71 (+1)\n", ""))
    #expect(ToolRun("what-if", folder["good.sheet"], "--set", "A=20").errors == "nothing would change\n")
    #expect(
      ToolRun("what-if", folder["guarded.sheet"], "--set", "rate=3", "-f", "markdown").output.hasSuffix(
        "| cost | 20 | 33.3333333333333 | +13.3333333333333 |\n"))
    // A difference is shown as its cell is, unless that would show nothing of it.
    let loan = try TemporaryFolder([
      "loan.sheet":
        "rate = 6%\npaid = 200000 * rate / 9 as \"#,##0.00\"\nshare = rate / 7000 as \"0.0000\"\nspan = time(6, 0, 0) * rate / 1%\n"
    ])
    #expect(
      ToolRun("what-if", loan["loan.sheet"], "--set", "rate=4%").output.split(separator: "\n").dropLast() == [
        "rate 6% → 4% (-2%)", "paid 1,333.33 → 888.89 (-444.44)",
        "share 8.57142857142857E-06 → 5.71428571428571E-06 (-2.85714285714286E-06)",
      ])
    let broken = ToolRun("what-if", folder["guarded.sheet"], "--set", "rate=20")
    #expect(broken.status == 1 && broken.errors.contains("always \"low\" is broken"), "\(broken.errors)")
    #expect(
      ToolRun("what-if", folder["good.sheet"], "--set", "A=21", "-f", "json").output
        == "{\"changes\": [{\"cell\": \"A\", \"new\": 21, \"old\": 20}, {\"cell\": \"C\", \"new\": 71, \"old\": 70}], "
        + "\"file\": \"\(folder["good.sheet"])\", \"version\": 1}\n")
  }

  @Test("2: Shells get their completions from the commands themselves")
  func completions() {
    for (shell, part) in [
      ("bash", "complete -o filenames"), ("zsh", "#compdef sheaf"), ("fish", "complete -c 'sheaf'"),
    ] {
      let run = ToolRun("completions", shell)
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(run.output.contains(part), "\(shell): \(run.output.prefix(300))")
      let words = [
        "what-if", "completions", "--fail-on", "unknown-name", "circular-reference", "XLOOKUP", "windows-1252",
        "format",
      ]
      for word in words {
        #expect(run.output.contains(shell == "fish" ? String(word.drop { $0 == "-" }) : word), "\(shell): \(word)")
      }
    }
  }

  @Test("2: Statements from a pipe go on after one that fails, unless --bail ends them")
  func bail() {
    let input = "A = 20\nnothing\nA + 1\n"
    let run = ToolRun([], input: input)
    #expect((run.status, run.output) == (1, "A 20\n21\n"))
    let bailed = ToolRun(["repl", "--bail"], input: input)
    #expect((bailed.status, bailed.output) == (1, "A 20\n"))
    #expect(bailed.errors == run.errors)
  }

  // MARK: 5 Pictures and explanations

  @Test("5: why goes as deep as it is asked to, and draws what a value is made of")
  func why() throws {
    let folder = try TemporaryFolder(["x.sheet": "A = 1\nB = A + 1\nC = B * B\nD = C + A\n"])
    let deep = ToolRun("why", "D", folder["x.sheet"], "--depth", "1")
    #expect(deep.status == 0 && deep.output.contains("… made of B") && !deep.output.contains("A + 1"), "\(deep.output)")
    #expect(
      ToolRun("why", "D", folder["x.sheet"], "--depth", "1", "-f", "json").output.contains("\"leftOut\": [\"B\"]"))
    // B is left out below C, and shown where E reads it itself.
    let wide = try TemporaryFolder(["x.sheet": "A = 1\nB = A + 1\nC = B * B\nE = C + B\n"])
    let lines = ToolRun("why", "E", wide["x.sheet"], "--depth", "1").output.split(separator: "\n").map(String.init)
    #expect(lines.contains("  B = 2") && !lines.contains { $0.contains("as above") }, "\(lines)")
    let three = ToolRun("why", "E", wide["x.sheet"], "--depth", "3").output
    #expect(three.contains("B = 2   (as above)") && !three.contains("made of"), "\(three)")
    #expect(
      ToolRun("why", "D", folder["x.sheet"], "-f", "mermaid").output == """
        flowchart LR
          n1[["D<br>5"]]
          n2("C<br>4")
          n3("B<br>2")
          n4["A<br>1"]
          n4 --> n3
          n3 --> n2
          n2 --> n1
          n4 --> n1

        """)
    #expect(ToolRun("why", "D", folder["x.sheet"], "--depth", "0").status == 2)
    // An expression is explained as a cell would be that has it.
    let sum = ToolRun("why", "C * 2 + A", folder["x.sheet"], "--depth", "1")
    #expect(sum.output.hasPrefix("C * 2 + A = 9\n") && sum.output.contains("    … made of B\n"), "\(sum.output)")
    #expect(ToolRun("why", "C * nosuch", folder["x.sheet"]).status == 2)
  }
}

/// A text of lines of one letter, for places in it.
private struct SourceTextLines {
  let text: SourceText

  static func source(lines: Int) -> SourceTextLines {
    SourceTextLines(text: SourceText(name: "x.sheet", String(repeating: "x\n", count: lines)))
  }

  func span(ofLine line: Int) -> SourceSpan { SourceSpan((line - 1) * 2, (line - 1) * 2 + 1) }
}
