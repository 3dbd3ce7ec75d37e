import Diagnostics
import Testing

@testable import SheafTool

/// What stands in sheets and calls does nothing to the terminal on which it is told.
@Suite("Texts that a terminal would act on")
struct HarmfulTextTests {
  /// A colour, the way back of writing, and a line end of other systems.
  private static let harm = "\u{1B}[31m\u{202E}\u{85}"
  private static let sheet = """
    /// doc\(harm)
    A = 1
    test "esc\(harm)" { expect A = 2 }
    never "label\(harm)": A = 1
    chart "chart\(harm)" = {1, 2, 3}
    modes m over A { "mode\(harm)" when TRUE : 1 }
    input i in {"dom\(harm)"} = "dom\(harm)"
    E = "text\(harm)"
    table t {
      | "col\(harm)" | d |
      | "cell\(harm)" | 1 |
    }
    r = {a: "\(harm)"}
    q = 1 / (i + 1)

    """

  @Test(
    "Nothing of it is in what people read",
    arguments: [
      "eval X", "eval X -f markdown", "eval X --get r", "eval X --set i=\(harm)", "eval X\(harm)",
      "eval X --get z\(harm)",
      "test X", "test X -f github", "test X -f markdown",
      "test X --filter z\(harm)",
      "check X", "check X -f short", "check X -f github", "why q X", "why A X", "why i X", "explore X",
      "diff X Y", "what-if X --set A=2", "fmt Y\(harm)", "explain q\(harm)",
      "functions q\(harm)", "q\(harm)",
    ])
  func commands(call: String) throws {
    let folder = try TemporaryFolder(["X": Self.sheet, "Y": "A = 2\n"])
    let words = call.split(separator: " ").map { word in
      word.hasPrefix("X") || word.hasPrefix("Y") ? folder[String(word)] : String(word)
    }
    check(ToolRun(words), call)
  }

  @Test("Nothing of it is told at the prompt")
  func prompt() throws {
    let folder = try TemporaryFolder(["X": Self.sheet])
    let harm = Self.harm
    let lines = [
      ":test", ":cells", "t", ":why q", "i = \"q\(harm)\"", ":set i \(harm)", ":set E z\(harm)", ":changes",
      "expect E = \"\(harm)\"",
      ":nope\(harm)", ":load \(harm)", ":save no/\(harm)", ":help \(harm)", ":graph", ":diff", "1 + \(harm)", "q",
    ]
    for line in lines { check(ToolRun(["repl", folder["X"]], input: line + "\n"), line) }
  }

  @Test("A colour of the tool stays, and what it colours does not end it")
  func colours() throws {
    let folder = try TemporaryFolder(["X": Self.sheet])
    let run = ToolRun(["test", folder["X"], "--color", "always"])
    #expect(run.output.contains("\u{1B}[1mesc\u{241B}[31m\u{FFFD}\u{FFFD}\u{1B}[0m"), "\(run.output)")
  }

  @Test("A patch has every byte of its lines, but for a terminal with colours")
  func patch() throws {
    let folder = try TemporaryFolder(["X": "A = \"\(Self.harm)\"  \nB = \"\(Self.harm)\"\n"])
    let plain = ToolRun("fmt", "--diff", folder["X"]).output
    #expect(plain.contains("\n-A = \"\(Self.harm)\"  \n+A = \"\(Self.harm)\"\n B = \"\(Self.harm)\"\n"), "\(plain)")
    let painted = ToolRun("fmt", "--diff", folder["X"], "--color", "always").output
    #expect(!painted.contains("\u{202E}") && painted.contains("-A = \"\u{241B}[31m"), "\(painted)")
  }

  @Test("A sign says which control character a text has, and programs get the character where their format has it")
  func controls() throws {
    let folder = try TemporaryFolder([
      "X":
        "A = \"a\" & CHAR(13) & \"b\" & CHAR(13) & CHAR(10) & \"c\" & CHAR(1) & CHAR(127)\ntest \"t\" { expect A = 1 }\n"
    ])
    #expect(ToolRun("eval", folder["X"]).output == "A a␍b⏎c␁␡\n")
    #expect(ToolRun("eval", folder["X"], "--ascii").output == "A a\\rb\\nc␁␡\n")
    #expect(ToolRun("eval", folder["X"], "-f", "html").output.contains("a␍b␍&#10;c␁␡"))
    #expect(ToolRun("eval", folder["X"], "-f", "csv").output.hasSuffix("\"a\rb\r\nc\u{1}\u{7F}\"\n"))
    #expect(ToolRun("test", folder["X"], "-f", "junit").output.contains("A = a␍b⏎c␁␡"))
    #expect(MarkupText.xml("a\r\n\tb\u{1}\u{FFFF}<") == "a&#13;&#10;\tb␁\u{FFFD}&lt;")
  }

  private func check(_ run: ToolRun, _ call: String, at location: SourceLocation = #_sourceLocation) {
    for text in [run.output, run.errors] {
      #expect(
        !text.unicodeScalars.contains { DisplayWidth.isHarmful($0) && $0 != "\n" && $0 != "\t" },
        "\(call): \(text)", sourceLocation: location)
    }
    #expect(!(run.output + run.errors).isEmpty, "\(call)", sourceLocation: location)
  }
}
