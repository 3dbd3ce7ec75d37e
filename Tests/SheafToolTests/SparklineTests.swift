import Testing

@testable import SheafTool

@Suite("Sparklines")
struct SparklineTests {
  @Test("Numbers are blocks from the lowest to the highest")
  func blocks() {
    check([1, 2, 3, 4, 5, 6, 7, 8], 8, "▁▂▃▄▅▆▇█")
    check([8, 1, 8], 8, "█▁█")
    check([1, nil, 3, 2], 8, "▁ █▅")
    check([-1, 0, 1], 8, "▁▅█")
    check([1, 1, 3, 3, 1, 1], 3, "▁█▁")
    check([1, .infinity, 3, 2], 8, "▁ █▅")
    check([-1e308, 0, 1e308], 3, "▁▅█")
    check([1, 1, 1], 8, nil)
    check([1, 2], 8, nil)
    check([nil, nil, nil], 8, nil)
    check([], 8, nil)
    #expect(Sparkline([1, 2, 3])?.text(width: 9, .ascii) == "_-^")
  }

  private func check(
    _ numbers: [Double?], _ width: Int, _ text: String?, at location: SourceLocation = #_sourceLocation
  ) { #expect(Sparkline(numbers)?.text(width: width, .unicode) == text, sourceLocation: location) }

  private let sheet = """
    table plan {
      | month      | cash | name |
      | 2026-01-31 | 10   | a    |
      | 2026-02-28 | 30   | b    |
      | 2026-03-31 | 20   | c    |
    }

    """

  @Test("Tables have them on a terminal, not in a pipe, and in ASCII where nothing else is there")
  func tables() throws {
    let folder = try TemporaryFolder(["a.sheet": sheet])
    let call = ["eval", folder["a.sheet"]]
    let terminal = Console.Terminals(output: true)
    #expect(!ToolRun(call).output.contains("▁"))
    let run = ToolRun(call, terminals: terminal, environment: ["NO_COLOR": "1", "COLUMNS": "80"])
    #expect(
      run.output == """
        plan
               month  cash  name
                       ▁█▅
          2026-01-31    10  a
          2026-02-28    30  b
          2026-03-31    20  c

        """)
    let ascii = ToolRun(call, terminals: terminal, environment: ["NO_COLOR": "1", "LC_ALL": "C"])
    #expect(ascii.output.contains(" _^-\n") && ascii.output.utf8.allSatisfy { $0 < 0x80 })
    // Where rows are left out the course is that of all.
    let rows = (1...100).map { "  | \($0) |\n" }.joined()
    let long = try TemporaryFolder(["a.sheet": "table t {\n  | n |\n\(rows)}\n"])
    let lines = ToolRun(["eval", long["a.sheet"]], terminals: terminal, environment: ["NO_COLOR": "1"]).output
      .split(separator: "\n")
    #expect(lines[2] == "  ▁▂▃▄▅▆▇█" && lines[3] == "         1")
    #expect(lines.contains { $0.hasPrefix("  … 60 more rows") } && lines.count == 44)
    let prompt = ToolRun(
      ["repl", "--no-history", folder["a.sheet"]], input: ":table plan\n",
      terminals: Console.Terminals(input: true, output: true), environment: ["NO_COLOR": "1"])
    #expect(prompt.output.contains("▁█▅"))
  }

  @Test("A report has them above the rows")
  func report() throws {
    let folder = try TemporaryFolder(["a.sheet": sheet])
    let page = ToolRun("report", folder["a.sheet"]).output
    #expect(page.contains("<tr class=\"course\" aria-hidden=\"true\">") && page.contains(">▁█▅</td>"))
    let plain = try TemporaryFolder(["a.sheet": sheet.replacing("30 ", with: "10 ").replacing("20 ", with: "10 ")])
    #expect(!ToolRun("report", plain["a.sheet"]).output.contains("class=\"course\""))
  }

  @Test("The prompt explains a finding by its code")
  func explain() {
    let run = ToolRun([], input: ":explain unknown-name\n:explain unkown-name\n:explain\n")
    #expect(run.output == ToolRun("explain", "unknown-name").output)
    #expect(run.status == 1 && run.errors.contains("did you mean unknown-name?"))
    #expect(run.errors.contains(":explain takes the code of a finding"))
  }
}
