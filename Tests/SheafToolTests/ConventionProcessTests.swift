import Hosting
import Testing

@testable import SheafTool

/// The conventions of command lines, row by row, of the built tool in processes of its own.
///
/// ``ConventionTests`` holds what is printed; these hold what only a process shows: which stream, which status, which files, and that no command is
/// left out. A command without a row fails here.
@Suite("Conventions of the command line, in processes")
struct ConventionProcessTests {
  private static let files = [
    "good.sheet": "A = 20\nB = 10\nC = (A + 50) + (B - 10)\ntest \"adds\" {\n  expect C = 70\n}\n",
    "bad.sheet": "A = 1 +\nB = Amout * 2\n",
    "failing.sheet": "A = 20\ntest \"one\" {\n  expect A = 22\n}\n",
    "broken.sheet": "event tap\nstate n = 0 { on tap where n < 5 : n + 1 }\nnever \"many\": n > 2\n",
    "error.sheet": "total = 1 / 0\n", "loose.sheet": "A=20\n",
    "other.sheet": "A = 21\nB = 10\nC = (A + 50) + (B - 10)\n",
    "rows.csv": "A,B\n1,2\n3,4\n", "t.csv": "a,b\n1,2\n",
  ]

  /// What a command prints where all is well.
  private enum Stream { case output, errors, both, nothing }

  private struct Row {
    var call: String
    var status: Int32
    var stream: Stream
    init(_ status: Int32, _ stream: Stream, _ call: String) {
      (self.call, self.status, self.stream) = (call, status, stream)
    }
  }

  /// What needs no terminal; each with what it does where all is well, where the sheet is wrong, and where the call is.
  private static let rows: [Row] = [
    Row(0, .output, "eval good.sheet"), Row(1, .both, "eval error.sheet"), Row(1, .both, "eval bad.sheet"),
    Row(2, .errors, "eval none.sheet"), Row(0, .output, "eval good.sheet --rows rows.csv -f csv"),
    Row(0, .output, "eval t.csv"), Row(0, .output, "eval -e '1 + 1'"), Row(2, .errors, "eval good.sheet --get Z"),
    Row(0, .nothing, "eval good.sheet -o out.txt"), Row(2, .errors, "eval good.sheet --set Z=1"),
    Row(0, .output, "test good.sheet"), Row(1, .output, "test failing.sheet"), Row(1, .output, "test bad.sheet"),
    Row(2, .errors, "test none.sheet"), Row(2, .errors, "test good.sheet --filter nothing"),
    Row(0, .output, "check good.sheet"), Row(1, .output, "check bad.sheet"), Row(1, .output, "check error.sheet"),
    Row(2, .errors, "check none"), Row(2, .errors, "check good.sheet --select nothing"),
    Row(0, .output, "check --list-rules"), Row(0, .nothing, "check -q good.sheet"),
    Row(2, .errors, "check good.sheet --config none.toml"), Row(2, .errors, "check"),
    Row(0, .errors, "fmt --check good.sheet"), Row(1, .both, "fmt --check loose.sheet"),
    Row(1, .both, "fmt --diff loose.sheet"), Row(2, .errors, "fmt none.sheet"),
    Row(0, .output, "explore good.sheet"), Row(1, .both, "explore broken.sheet"),
    Row(2, .errors, "explore none.sheet"),
    Row(0, .output, "why C good.sheet"), Row(1, .output, "why total error.sheet"), Row(2, .errors, "why Z good.sheet"),
    Row(0, .output, "what-if good.sheet --set A=21"), Row(2, .errors, "what-if good.sheet --set Z=1"),
    Row(0, .output, "graph good.sheet"), Row(2, .errors, "graph good.sheet --into Z"),
    Row(0, .nothing, "graph good.sheet -o out.svg"),
    Row(0, .output, "diff good.sheet good.sheet -f json"), Row(1, .output, "diff good.sheet other.sheet"),
    Row(2, .errors, "diff good.sheet"),
    Row(0, .output, "report good.sheet"), Row(1, .both, "report error.sheet"), Row(2, .errors, "report none.sheet"),
    Row(0, .errors, "convert good.sheet -o out.xlsx"), Row(0, .nothing, "convert other.sheet -o other.xlsx"),
    Row(2, .errors, "convert none.sheet -o out.xlsx"),
    Row(0, .output, "translate 'SUM(1,2)' --to de"), Row(2, .errors, "translate 'SUM(1,2)' --to xx"),
    Row(0, .output, "functions SUM"), Row(2, .errors, "functions XQZZ"),
    Row(0, .output, "explain unknown-name"), Row(2, .errors, "explain nothing"),
    Row(0, .output, "man eval"), Row(2, .errors, "man nothing"),
    Row(0, .output, "completions bash"), Row(2, .errors, "completions ksh"),
    Row(0, .errors, "init new.sheet"), Row(2, .errors, "init good.sheet"),
    Row(2, .errors, "review failing.sheet"),
    Row(1, .nothing, "lsp"), Row(0, .nothing, "repl"),
    Row(0, .output, "help exit-codes"), Row(2, .errors, "help nothing"), Row(2, .errors, "nothing"),
    Row(2, .errors, "--none"),
  ]

  @Test("Every command ends with its status, prints results and messages where they belong, and says error")
  func rows() throws {
    let folder = try TemporaryFolder(Self.files)
    for row in Self.rows {
      let run = try ShellRun("XDG_STATE_HOME=\"$PWD/state\" HOME=/ \"$SHEAF\" \(row.call)", in: folder)
      #expect(run.status == row.status, "\(row.call): \(run.output.prefix(300)) \(run.errors)")
      let isAsTold =
        switch row.stream {
        case .output: !run.output.isEmpty && run.errors.isEmpty
        case .errors: run.output.isEmpty && !run.errors.isEmpty
        case .both: !run.output.isEmpty && !run.errors.isEmpty
        case .nothing: run.output.isEmpty && run.errors.isEmpty
        }
      #expect(isAsTold, "\(row.call): \(run.output.prefix(300)) | \(run.errors)")
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"), "\(row.call)")
      if row.status == 2 {
        #expect(run.errors.hasPrefix("error: ") || run.errors.contains("\nerror: "), "\(row.call): \(run.errors)")
      }
    }
    for command in try CommandDescription.tool().commands where command.isShown {
      #expect(Self.rows.contains { $0.call.split(separator: " ")[0] == command.name }, "\(command.name) has no row")
    }
  }

  @Test(
    "The flags of all commands are there and mean the same",
    arguments: ["--color=never", "--ascii", "-q", "--no-config"])
  func sharedFlags(flag: String) throws {
    let folder = try TemporaryFolder(Self.files)
    for row in Self.rows where row.status == 0 && !row.call.hasPrefix("help") && !row.call.hasPrefix("init") {
      let run = try ShellRun("HOME=/ \"$SHEAF\" \(row.call) \(flag) </dev/null", in: folder)
      #expect(run.status == 0, "\(row.call) \(flag): \(run.errors)")
      if flag == "--ascii", row.call.contains(".sheet") {
        #expect(run.errors.utf8.allSatisfy { $0 < 0x80 }, "\(row.call): \(run.errors)")
      }
    }
  }

  @Test("A reader that goes away is no error, whatever is printed")
  func closedPipes() throws {
    let text = (1...3000).map { "a\($0)_ = \($0)\n" }.joined()
    let test = "test \"x\" {\n  expect a1_ = 1\n}\n"
    let folder = try TemporaryFolder(["long.sheet": text + test, "short.sheet": "a1_ = 1\nb1_ = a1_ + 2\n" + test])
    for call in [
      "eval long.sheet", "eval long.sheet -f json", "report long.sheet", "graph long.sheet --all", "functions",
      "explain",
      // What tests do not notice is looked for in the short sheet: that runs the sheet four hundred times.
      "check long.sheet --select all --ignore weak-test -f short", "check short.sheet --select all -f short", "man",
      "completions zsh", "test long.sheet --coverage",
    ] {
      let run = try ShellRun("( HOME=/ CI=1 \"$SHEAF\" \(call); echo $? >&2 ) | true", in: folder)
      #expect(run.errors == "0\n" || run.errors == "1\n", "\(call): \(run.errors)")
    }
  }

  @Test("- is the standard input for whatever reads a sheet, and -- ends the flags")
  func standardInput() throws {
    let folder = try TemporaryFolder(Self.files)
    for call in [
      "eval -", "test -", "check -", "fmt -", "explore -", "why C -", "what-if - --set A=21", "graph -", "report -",
      "diff - good.sheet",
      "eval --get C -- -",
    ] {
      let run = try ShellRun("HOME=/ CI=1 \"$SHEAF\" \(call) < good.sheet", in: folder)
      #expect(run.status == 0, "\(call): \(run.errors)")
    }
    let odd = try TemporaryFolder(["-odd.sheet": "A = 1\n"])
    #expect(try ShellRun("\"$SHEAF\" eval -- -odd.sheet", in: odd).output == "A 1\n")
  }

  @Test("A format that a command has is written whole, and one that it has not is refused with the list")
  func formats() throws {
    let folder = try TemporaryFolder(Self.files)
    let rows: [(call: String, formats: [String])] = [
      ("eval good.sheet", ["human", "json", "jsonl", "csv", "tsv", "markdown", "html"]),
      ("test good.sheet", ["human", "tap", "junit", "json", "github", "markdown"]),
      ("check good.sheet", ["human", "short", "json", "github", "sarif", "markdown"]),
      ("diff good.sheet other.sheet", ["human", "markdown", "json", "github"]),
      ("what-if good.sheet --set A=1", ["human", "json", "markdown"]),
      ("why C good.sheet", ["human", "json", "mermaid"]),
      ("explore good.sheet", ["human", "json"]), ("explain unknown-name", ["human", "json", "markdown"]),
    ]
    for row in rows {
      let refused = try ShellRun("\"$SHEAF\" \(row.call) -f nothing", in: folder)
      #expect((refused.status, refused.output) == (2, ""), "\(row.call)")
      for format in row.formats {
        #expect(refused.errors.contains(format), "\(row.call) \(format)")
        let run = try ShellRun("HOME=/ CI=1 \"$SHEAF\" \(row.call) -f \(format)", in: folder)
        #expect(run.status != 2, "\(row.call) \(format): \(run.errors)")
        guard ["json", "jsonl", "sarif"].contains(format) else { continue }
        for line in format == "jsonl" ? run.output.split(separator: "\n").map(String.init) : [run.output] {
          #expect(throws: Never.self, "\(row.call) \(format)") { try JSONReader.tree(of: Array(line.utf8)) }
        }
      }
    }
  }

  @Test("Nothing is written that the call does not name, and in CI nothing is kept")
  func untouchedFiles() throws {
    let folder = try TemporaryFolder(Self.files)
    let calls = Self.rows.map(\.call).filter { !$0.contains("-o ") && !$0.hasPrefix("init") }
    let script = calls.map { "HOME=\"$PWD\" CI=1 \"$SHEAF\" \($0) </dev/null >/dev/null 2>&1" }.joined(separator: "\n")
    let list = "find . -type f ! -name '.output' ! -name '.errors' | sort | xargs cksum"
    let run = try ShellRun(
      "\(list) > /tmp/before.$$; \(script)\n\(list) | diff /tmp/before.$$ -; rm /tmp/before.$$", in: folder)
    #expect(run.output.isEmpty, "\(run.output)")
  }
}
