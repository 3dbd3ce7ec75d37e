import Foundation
import Markup
import Testing

@testable import SheafTool

@Suite("The report command")
struct ReportCommandTests {
  private let plan = """
    /// What is paid for borrowed money.
    input rate: number in 0..1 = 5%
    start = 1000
    table plan {
      | month      | cash |
      | 2026-01-31 | 10   |
      | 2026-02-28 | 20   |
      /// What is still owed.
      debt = PREVIOUS(debt, start) * (1 + rate) - cash  as "0.00"
    }
    total = SUM(plan[cash]) * (1 + rate)
    name = "<script>alert(1)</script> & co"
    chart "Debt <b>" = plan[month], plan[debt] as line
    always "total is positive": total > 0
    test "as loaded" { expect total = 31.5 }

    """

  private func report(_ text: String, _ arguments: String...) throws -> (status: Int32, page: String) {
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun(["report", folder["a.sheet"], "-o", folder["a.html"]] + arguments)
    #expect(run.output == "")
    return (run.status, try folder.text("a.html").replacing(folder.path + "/", with: ""))
  }

  @Test("A page has the inputs, results, charts, tables, checks, tests and the graph")
  func parts() throws {
    let (status, page) = try report(plan)
    #expect(status == 0)
    for id in ["inputs", "results", "charts", "tables", "checks", "tests", "graph"] {
      #expect(page.contains("<section id=\"\(id)\""), "\(id)")
      #expect(page.contains("href=\"#\(id)\""), "\(id)")
    }
    for id in ["findings", "modes", "explored", "grids"] { #expect(!page.contains("<section id=\"\(id)\""), "\(id)") }
    for words in [
      "<span class=\"name\">rate</span>", "number from 0 to 1", "What is paid for borrowed money.",
      "<code>total = SUM(plan[cash]) * (1 + rate)</code>", "<code>SUM(plan[cash])</code> → 30",
      "<code>debt = PREVIOUS(debt, start) * (1 + rate) - cash</code>", "What is still owed.", "✓ holds", "✓ passed",
      "<polyline class=\"line\"", "<svg class=\"diagram\"",
    ] { #expect(page.contains(words), "\(words)") }
    #expect(page.contains("3 inputs · 1 result · 1 table · 1 test, 1 check passed"))
  }

  @Test("Texts are escaped, and there are no scripts and nothing from elsewhere")
  func safety() throws {
    let page = try report(plan).page
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp;"))
    #expect(page.contains("Debt &lt;b&gt;"))
    for words in ["<script", "http:", "https:", "url(", "@import", "src="] {
      #expect(!page.contains(words), "\(words)")
    }
  }

  @Test("A page is well formed: elements nest, ids are there once, and links lead to them")
  func form() throws {
    let form =
      "event tap\nstate n = 0 { on tap where n < 3 : n + 1 }\nmodes m over n {\n"
      + "  \"low\"  when n < 2  : n\n  \"high\" when n >= 2 : n\n}\nA1 = 1\nA2:A40 = A1 + 1\nbad = 1 / 0\n"
    for page in [try report(plan).page, try report(form, "--explore").page] {
      let markup = page.replacing("<!DOCTYPE html>\n", with: "")
      #expect(throws: Never.self) { _ = try XMLReader.tree(of: markup) }
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
      for link in page.matches(of: #/ href="#([^"]*)"/#) { #expect(ids.contains(String(link.1)), "\(link.1)") }
      #expect(!page.contains("<th></th>"))
    }
  }

  @Test("Equal sheets make equal pages")
  func stability() throws {
    let random = "x = RAND()\ny = RANDARRAY(3)\n"
    #expect(try report(plan).page == report(plan).page)
    #expect(try report(random).page == report(random).page)
    #expect(try report(random).page != report(random, "--seed", "7").page)
    #expect(try report("t = TODAY()", "--now", "2026-01-02").page.contains("2026-01-02"))
  }

  @Test("What is wrong is on the page and in the status")
  func failures() throws {
    let (status, page) = try report("A = 1 / 0\nB = 2\nnever \"two\": B = 2\ntest \"three\" { expect B = 3 }\n")
    #expect(status == 1)
    for words in ["✗ broken", "✗ failed", "<section id=\"findings\"", "result bad", "#DIV/0!"] {
      #expect(page.contains(words), "\(words)")
    }
    let (unread, text) = try report("A = (1\nB = 2\ntest \"t\" { expect B = 2 }")
    #expect(unread == 1)
    #expect(text.contains("1 not run") || text.contains("<section id=\"findings\""))
    #expect(try report("").page.contains("Nothing is defined."))
  }

  @Test("Long tables are cut, and the page says how the rest is seen")
  func cutting() throws {
    let page = try report("A1 = 1\nA2:A400 = A1 + 1\ntable t {\n  30 rows\n  n = ROW()\n}\n").page
    #expect(page.contains("380 more rows: sheaf eval a.sheet --get 'A1:A400' -f csv"))
    #expect(page.contains("10 more rows: sheaf eval a.sheet --get t -f csv"))
    #expect(page.contains("<code>A2:A400 = A1 + 1</code>"))
    let many = (1...500).map { "cell_\($0) = \($0) + 1\n" }.joined()
    #expect(try report(many).page.contains("100 more are not shown"))
  }

  @Test("Explored states, and the steps that break a check")
  func exploration() throws {
    let form =
      "event tap\nstate n = 0 { on tap where n < 3 : n + 1 }\nnever \"three\": n = 3\nmodes m over n {\n"
      + "  \"low\"  when n < 2  : n\n  \"high\" when n >= 2 : n\n}\n"
    let (status, page) = try report(form, "--explore")
    #expect(status == 1)
    for words in ["4 states", "<section id=\"explored\"", "never &quot;three&quot;", "tap\n  tap\n  tap", "state 4"] {
      #expect(page.contains(words) || page.contains(words.replacing("&quot;", with: "\"")), "\(words)")
    }
    #expect(try !report(form).page.contains("explored"))
  }

  @Test("A workbook: its sheets, the stored values, the graph")
  func workbooks() throws {
    let sheet = "sheet In\nA1 = 5\nB1:B40 = ROW()\nsheet Out\nA1:A40 = In!B1 * In!$A$1\nB1 = SUM(A1:A40)\n"
    let folder = try TemporaryFolder(["model.sheet": sheet])
    #expect(ToolRun("convert", folder["model.sheet"], folder["model.xlsx"]).status == 0)
    let run = ToolRun("report", folder["model.xlsx"])
    #expect(run.status == 0)
    for words in [
      "<h1>model.xlsx</h1>", "<section id=\"sheet1\"", "20 more rows: sheaf eval", "--get &quot;In!A1:B40&quot;",
      "<code>Out!B1 = SUM(A1:A40)</code>", "<section id=\"stored\"", "✓ passed", "<svg class=\"diagram\"", ">4100<",
    ] {
      #expect(run.output.contains(words) || run.output.contains(words.replacing("&quot;", with: "\"")), "\(words)")
    }
    let markup = run.output.replacing("<!DOCTYPE html>\n", with: "")
    #expect(throws: Never.self) { _ = try XMLReader.tree(of: markup) }
    #expect(ToolRun("report", folder["model.xlsx"], "--set", "In!A1=6").output.contains(">4920<"))
    #expect(ToolRun("report", folder["model.xlsx"], "--explore").status == 2)
  }

  @Test("--set changes values, and the sheet itself is not written over")
  func calls() throws {
    #expect(try report(plan, "--set", "rate=10%").page.contains("33"))
    let folder = try TemporaryFolder(["a.sheet": plan])
    #expect(ToolRun("report", folder["a.sheet"], "-o", folder["a.sheet"]).status == 2)
    #expect(ToolRun("report", folder["none.sheet"]).status == 2)
    #expect(ToolRun("report", folder["a.sheet"]).output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
  }
}

@Suite("Charts as pictures")
struct SVGChartTests {
  private let table =
    "table t {\n | d | n | a | b |\n | 2026-01-31 | x | 1 | 4 |\n | 2026-02-28 | y | 3 | -2 |\n"
    + " | 2026-03-31 | z | 2 | 5 |\n}\n"

  private func picture(_ chart: String) throws -> String { try pictures(chart, of: table).first ?? "" }

  private func pictures(_ charts: String..., of table: String) throws -> [String] {
    let text = charts.enumerated().map { "chart \"C\($0)\" = \($1)\n" }.joined()
    let folder = try TemporaryFolder(["a.sheet": table + text])
    return ToolRun("report", folder["a.sheet"]).output.matches(of: #/<figure>.*?<\/figure>/#.dotMatchesNewlines())
      .map { String($0.0) }
  }

  @Test func kinds() throws {
    let rows: [(chart: String, has: [String])] = [
      ("t[d], t[a], t[b]", ["<polyline class=\"line\"", "class=\"s1\"", "line chart of a, b over d", "2026-02-28"]),
      ("t[n], t[a]", ["<rect class=\"bar\"", "<title>y: 3</title>", "bar chart of a over n"]),
      ("t[a], t[b] as point", ["<circle", "point chart of b over a"]),
      ("t[d], t[a] as area", ["<polygon class=\"fill\"", "area chart of a over d"]),
      ("t[a], t[b] as histogram", ["how many of a lie between two numbers", "how many of b lie"]),
      ("t[n], t[n]", ["There are no numbers to draw."]),
    ]
    for (chart, words) in rows {
      let figure = try picture(chart)
      for word in words { #expect(figure.contains(word), "\(chart): \(word)\n\(figure.prefix(2_000))") }
    }
  }

  @Test("Long lines are thinned and many bars are cut, and that is said")
  func large() throws {
    let long = "table t {\n  100000 rows\n  i = ROW()\n  v = MOD(i * 7919, 1000)\n}\n"
    let drawn = try pictures("t[i], t[v] as line", "t[i], t[v] as bar", of: long)
    let (line, bars) = (try #require(drawn.first), try #require(drawn.last))
    #expect(line.contains("Of 100000 values the lowest and highest"))
    #expect(line.utf8.count < 200_000)
    #expect(bars.contains("The first 61 of 100000 are drawn."))
  }

  @Test("A gap in the numbers is a gap in the line")
  func gaps() throws {
    let figure = try pictures("t[a] as line", of: "table t {\n | a |\n | 1 |\n | 2 |\n | |\n | 3 |\n | 4 |\n}\n").first
    #expect(figure?.matches(of: #/<polyline/#).count == 2)
  }
}
