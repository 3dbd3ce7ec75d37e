import Testing

@testable import SheafTool

/// W2, X1, X2, M11, M12: all that a file defines is shown and counted, in every format.
@Suite("sheaf eval: blocks, arrays and ranges")
struct EvalBlocksTests {
  private func run(_ sheet: String, _ arguments: String...) throws -> ToolRun {
    let folder = try TemporaryFolder(["x.sheet": sheet])
    return ToolRun(["eval", folder["x.sheet"]] + arguments)
  }

  private let fill = "A1 = 1\nA2:A5 = A1 * 2\nB1 = SEQUENCE(3)\n"

  @Test("A fill and a spill are blocks in every format")
  func blocks() throws {
    #expect(
      try run(fill).output == "A1 1\nA2:A5\n   A\n   2\n   4\n   8\n  16\nB1:B3\n  B\n  1\n  2\n  3\n")
    #expect(
      try run(fill, "-f", "json").output.hasPrefix(
        "{\"cells\": {\"A1\": 1, \"A2:A5\": [[2], [4], [8], [16]], \"B1:B3\": [[1], [2], [3]]}, "))
    let lines = "A1,1\nA2,2\nA3,4\nA4,8\nA5,16\nB1,1\nB2,2\nB3,3\n"
    #expect(try run(fill, "-f", "csv").output == "name,value\n" + lines)
    #expect(try run(fill, "-f", "tsv").output == "name\tvalue\n" + lines.replacing(",", with: "\t"))
    let markdown = try run(fill, "-f", "markdown").output
    #expect(markdown.contains("| A1 | 1 |"))
    #expect(markdown.contains("**A2:A5**\n\n| A |\n| --- |\n| 2 |\n"))
    #expect(try run(fill, "-f", "jsonl").output.contains("\"B1:B3\": [[1], [2], [3]]"))
  }

  @Test("A cell of a fill that spills is a block of its own, a spill in two grids bears its grid")
  func spills() throws {
    #expect(try run("A1:A2 = SEQUENCE(1, 2)\n", "-f", "json").output.contains("\"A1:B1\": [[1, 2]]"))
    let two = "sheet One\nB1 = SEQUENCE(2)\nsheet Two\nB1 = 7\n"
    #expect(try run(two, "-f", "json").output.contains("{\"One!B1:B2\": [[1], [2]], \"Two!B1\": 7}"))
  }

  @Test("A LAMBDA is written as its cell has it, though formulas of one form share what runs")
  func lambdas() throws {
    let cells =
      "ka = 2\nkb = 3\nf = LAMBDA(v, v * ka)\ng = LAMBDA(v, v * kb)\nr = {p: LAMBDA(v, -v), q: g}\n"
      + "A1:A2 = LAMBDA(v, v * C1 + SUM(C$1:C1))\nx = g(1)\n"
    let output = try run(cells, "-f", "json").output
    #expect(output.contains("\"f\": \"LAMBDA(v, v * ka)\", \"g\": \"LAMBDA(v, v * kb)\""))
    #expect(output.contains("[[\"LAMBDA(v, v * C1 + SUM(C$1:C1))\"], [\"LAMBDA(v, v * C2 + SUM(C$1:C2))\"]]"))
    #expect(output.contains("{\"p\": \"LAMBDA(v, -v)\", \"q\": \"LAMBDA(v, v * kb)\"}"))
    #expect(output.contains("\"x\": 3}"))
    #expect(try run(cells, "--get", "g", "-f", "csv").output == "name,value\ng,\"LAMBDA(v, v * kb)\"\n")
  }

  @Test("Errors in a block count for the exit code and are told in one line")
  func errors() throws {
    let broken = try run("A1 = 1\nA2:A5 = 1/0\n")
    #expect(broken.status == 1)
    #expect(broken.errors == "error: 4 cells of A2:A5 are #DIV/0!: The divisor is 0.\n")
    let grid = try run("sheet Grid\nB2:F8 = SQRT(-1)\nsheet Other\nA1 = SUM(Grid!B2:F8)\n")
    #expect(grid.errors.hasPrefix("error: 35 cells of Grid!B2:F8 are #NUM!"))
    #expect(grid.errors.contains("1 cell waits for it: Other!A1\n"))
    let mixed = try run("sheet G\nA1:A2 = VLOOKUP(ROW(), {9, 9}, 1, FALSE)\n", "--get", "G!A1:A2")
    #expect(mixed.errors.hasPrefix("error: 2 cells of G!A1:A2 are #N/A, first A1: Nothing matches 1"))
    let follow = try run("a = 1/0\nA1:A3 = a\n")
    #expect(follow.errors == "error: a is #DIV/0!: The divisor is 0.\n  = note: 3 cells wait for it: 3 of A1:A3\n")
    let table = try run("table t {\n| a |\n| 0 |\n| 1 |\n| 0 |\nb = 1 / a\n}\n")
    #expect(table.status == 1)
    #expect(table.errors.hasPrefix("error: 2 cells of t[b] are #DIV/0!"))
    #expect(try run("x = {1, 2; 3, 4} / 0\n").errors.hasPrefix("error: 4 values of x are #DIV/0!"))
  }

  @Test("The key that was asked for is the key that is printed")
  func names() throws {
    let one = "sheet G\nA1 = 5\nA2 = 1234.5 as \"#,##0.00\"\n"
    #expect(try run(one, "--get", "G!A2").output == "G!A2 1,234.50\n")
    #expect(try run(one, "--get", "G!A2", "-f", "json").output.hasPrefix("{\"cells\": {\"G!A2\": 1234.5}"))
    let broken = try run("sheet G\nA1 = 1/0\n", "--get", "G!A1")
    #expect(broken.errors == "error: A1 is #DIV/0!: The divisor is 0.\n")
    #expect(try run("sheet 'Out put'\nB2 = 5\nsheet G\nA1 = 1\n").output == "'Out put'!B2 5\nG!A1         1\n")
  }

  @Test("Each cell of a range has its own format")
  func formats() throws {
    let sheet = "A1 = \"heading\"\nA2 = 1234.5 as \"#,##0.00\"\nA3 = 19%\n"
    #expect(try run(sheet, "--get", "A1:A3").output == "A1:A3\n  A\n  heading\n  1,234.50\n  19%\n")
    #expect(try run(sheet, "--get", "A1:A3", "-f", "markdown").output.contains("| 1,234.50 |"))
    #expect(try run(sheet, "--get", "A1:A3", "-f", "csv", "--formatted").output.contains("\"1,234.50\"\n19%\n"))
    #expect(try run(sheet, "--get", "A1:A3", "-f", "csv").output == "A\nheading\n1234.5\n19%\n")
  }

  private let pivot = "p = {\"\", 2024, 2025; \"North\", 10, 20.5; \"South\", 7, 8}\n"

  @Test("An array is laid out as a table with its headings")
  func arrays() throws {
    #expect(try run(pivot).output == "p\n         2024  2025\n  North    10  20.5\n  South     7     8\n")
    #expect(try run(pivot, "--get", "p", "-f", "csv").output == "\"\",2024,2025\nNorth,10,20.5\nSouth,7,8\n")
    #expect(
      try run(pivot, "--get", "p", "-f", "markdown").output
        == "|  | 2024 | 2025 |\n| --- | --- | --- |\n| North | 10 | 20.5 |\n| South | 7 | 8 |\n")
    #expect(try run("m = {1, 2, 3}\n").output == "m {1, 2, 3}\n")
    #expect(try run("m = SEQUENCE(20)\n").output.hasPrefix("m\n   1\n   2\n"))
  }

  @Test("A cell of a range that waits is named, not the range; a blocked spill began where it is")
  func waiting() throws {
    let run = try run("A1 = 1\nq = 1 / 0\nA2 = q\n", "--get", "q", "--get", "A1:B8")
    #expect(run.errors.contains("1 cell waits for it: A2\n"))
    let blocked = try self.run("sheet G\nA1 = SEQUENCE(3)\nA2 = 1\n", "-f", "json")
    #expect(blocked.output.contains("\"message\": \"A2 is in its way.\", \"origin\": \"A1\""))
  }

  @Test("A spill range is asked for by its anchor")
  func anchors() throws {
    let sheet = "sheet Out\nA1 = SEQUENCE(2, 2)\nC9 = 5\nn = SEQUENCE(3)\n"
    #expect(try run(sheet, "--get", "Out!A1#").output == "Out!A1#\n  A  B\n  1  2\n  3  4\n")
    #expect(try run(sheet, "--get", "A1#", "-f", "json").output.hasPrefix("{\"cells\": {\"A1#\": [[1, 2], [3, 4]]}"))
    #expect(try run(sheet, "--get", "A1#", "-f", "csv").output == "1,2\n3,4\n")
    #expect(try run(sheet, "--get", "n#", "-f", "csv").output == "1\n2\n3\n")
    #expect(try run("input n = 1\nA1 = SEQUENCE(n)\n", "--get", "A1#", "-f", "csv").output == "name,value\nA1#,1\n")
    let none = try run(sheet, "--get", "C9#")
    #expect((none.status, none.errors) == (2, "error: C9 does not spill\n"))
  }

  @Test("--save writes a table, an array, a range or a spill range, and nothing else is printed")
  func saving() throws {
    let folder = try TemporaryFolder(["x.sheet": pivot + "A1 = SEQUENCE(2)\nB1 = 2026-01-31\nt = 1\n"])
    func save(_ name: String) throws -> String {
      let run = ToolRun("eval", folder["x.sheet"], "--save", "\(name)=\(folder["o.csv"])")
      #expect((run.status, run.output) == (0, ""), "\(run.errors)")
      return try folder.text("o.csv")
    }
    #expect(try save("p") == "\"\",2024,2025\r\nNorth,10,20.5\r\nSouth,7,8\r\n")
    #expect(try save("A1#") == "1\r\n2\r\n")
    #expect(try save("A1:B1") == "1,2026-01-31\r\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--save", "q=\(folder["o.csv"])").status == 2)
  }

  @Test("A terminal shows a part of long tables and says how to see the rest, a pipe all")
  func cutting() throws {
    let folder = try TemporaryFolder(["x.sheet": "s = SEQUENCE(100)\n"])
    let terminal = Console.Terminals(output: true)
    let shown = ToolRun("eval", folder["x.sheet"], "--color", "never", terminals: terminal).output
    #expect(shown.contains("   30\n  … 60 more rows; -o FILE or a pipe takes all of them\n   91\n"))
    #expect(shown.hasSuffix("  100\n"))
    #expect(ToolRun("eval", folder["x.sheet"]).output.split(separator: "\n").count == 101)
  }

  @Test("Columns that do not fit into a terminal are left out and named")
  func narrow() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "table t {\n| first | second | third |\n| aaaaaaaaaa | bbbbbbbbbb | cccccccccc |\n}\n"
    ])
    let run = ToolRun(
      "eval", folder["x.sheet"], "--color", "never", terminals: Console.Terminals(output: true),
      environment: ["COLUMNS": "30"])
    #expect(
      run.output == "t\n  first       second\n  aaaaaaaaaa  bbbbbbbbbb\n  … and 1 more column: third\n")
  }

  @Test("The prompt lists blocks among the cells")
  func prompt() {
    let run = ToolRun(input: "A1 = 1\nA2:A3 = A1 + 1\n:cells\n")
    #expect(run.output.hasSuffix("A1 1\nA2:A3\n  A\n  2\n  3\n"))
  }

  @Test("The repository's own reports are in what eval prints")
  func ownSheets() {
    let sheets = FilePath.directory(of: #filePath) + "/../../sheets"
    let budget = ToolRun("eval", sheets + "/budget/budget.sheet")
    #expect(budget.status == 0, "\(budget.errors)")
    #expect(budget.output.contains("\nSummary!B2:B5\n"))
    #expect(ToolRun("eval", sheets + "/weather/seattle.sheet", "-f", "json").output.contains("\"Months!"))
  }

  @Test("HTML is one page of tables in their formats, whose texts are only texts")
  func html() throws {
    let sheet = """
      title = "<b>&" & CHAR(34) & "1" & CHAR(34) & CHAR(10) & "2"
      share = 19%
      table t {
      | d | amount |
      | 2026-01-15 | 1234.5 |
      }

      """
    let page = try run(sheet, "-f", "html").output
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"))
    #expect(page.hasSuffix("</tbody>\n</table>\n</html>\n"))
    #expect(page.contains("<tr><td>title</td><td>&lt;b&gt;&amp;&quot;1&quot;&#10;2</td></tr>"))
    #expect(page.contains("<tr><td>share</td><td class=\"number\">19%</td></tr>"))
    #expect(page.contains("<caption>t</caption>\n<thead><tr><th>d</th><th>amount</th></tr></thead>"))
    #expect(page.contains("<td class=\"number\">2026-01-15</td><td class=\"number\">1234.5</td>"))
  }
}
