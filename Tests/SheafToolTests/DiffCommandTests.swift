import Testing

@testable import SheafTool

@Suite("The diff command")
struct DiffCommandTests {
  private let before = "A = 10\nB = 20\nC = A + B\ntest \"sum\" { expect C = 30 }\n"
  private let after = "A = 11\nB = 20\nC = A + B\ntest \"sum\" { expect C = 30 }\n"

  @Test func human() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"])
    #expect(run.status == 1)
    #expect(
      run.output == """
        changed A
          - A = 10
          + A = 11

        A  10 → 11  because of A
        C  30 → 31  because of A
        test "sum"  passed → failed

        """)
    let same = ToolRun("diff", folder["old.sheet"], folder["old.sheet"])
    #expect(same.status == 0)
    #expect(same.output == "")
  }

  @Test func markdown() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", "markdown")
    #expect(run.output.contains("| C | 30 | 31 | A |\n"))
    #expect(run.output.contains("| cell | before | after | because of |\n"))
    let report = ToolRun(
      "diff", folder["old.sheet"], folder["new.sheet"], "--report", "markdown=\(folder["summary.md"])")
    #expect(report.status == 1)
    #expect(try folder.text("summary.md") == run.output)
  }

  @Test func json() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": after])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", "json")
    #expect(run.output.hasPrefix("{\"definitions\": [{\"formerName\": null, \"kind\": \"changed\", \"name\": \"A\""))
    #expect(run.output.hasSuffix("\"version\": 1}\n"))
  }

  @Test("Columns that somebody makes of blanks are no edit, and what is one is told without them")
  func columns() throws {
    let folder = try TemporaryFolder([
      "old.sheet": "x = 3\nlonger = x + 1\ninput rate: number in 0..1 = 0.5\nB1:B2 = x  as \"0.0\"\ny = 1\n",
      "new.sheet": """
      x      = 3
      longer = x+1
      input rate : number  in 0..1   = 0.5
      B1:B2 = x as "0.0"
      y      = 2

      """,
    ])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"])
    #expect(run.output == "changed y\n  - y = 1\n  + y = 2\n\ny  1 → 2  because of y\n")
    #expect(ToolRun("fmt", "--check", folder["new.sheet"]).errors.contains("1 to be formatted"))
  }

  @Test("A blank is written as one, in words and in JSON")
  func blanks() throws {
    let folder = try TemporaryFolder([
      "old.sheet": "n = 1\nC1 = SEQUENCE(n)\ne = IF(n = 1, \"\", 5)\n",
      "new.sheet": "n = 2\nC1 = SEQUENCE(n)\ne = IF(n = 1, \"\", 5)\n",
    ])
    func diff(_ format: String) -> String {
      ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", format).output
    }
    let words = diff("human")
    #expect(words.contains("C1:C2 (1 of 2 cells, first row 2, column 1)  blank → 2  because of n\n"), "\(words)")
    #expect(words.contains("\"\" → 5"))
    #expect(diff("markdown").contains("| blank | 2 | n |"))
    let json = diff("json")
    #expect(
      json.contains(
        "{\"because\": [\"n\"], \"becauseOfFile\": false, \"cells\": 1, \"name\": \"C1:C2\", \"new\": \"2\", \"old\": null}"
      ))
    #expect(json.contains("\"name\": \"e\", \"new\": \"5\", \"old\": \"\"}"))
  }

  @Test func wrongCalls() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "bad.sheet": "A = (1\n"])
    #expect(ToolRun("diff", folder["old.sheet"]).status == 2)
    #expect(ToolRun("diff", folder["old.sheet"], folder["none.sheet"]).status == 2)
    // Without git or a repository it says that, of the same revision.
    #expect(ToolRun("diff", "no-such-revision:none.sheet", folder["old.sheet"]).errors.contains("no-such-revision"))
    let bad = ToolRun("diff", folder["old.sheet"], folder["bad.sheet"])
    #expect(bad.status == 1)
    #expect(bad.errors.contains("bad.sheet:1"))
  }

  @Test("Workbooks and tables are compared with each other and with sheets")
  func workbooks() throws {
    let old = try TemporaryFolder(["price.sheet": before, "t.csv": "a,b\n1,2\n3,4\n"])
    let new = try TemporaryFolder([
      "price.sheet": after, "t.csv": "a,b\n1,2\n3,5\n6,7\n", "none.csv": "a,b\n1\n",
      "t.sheet": "table people {\n  | a | b |\n  | 1 | 2 |\n}\n",
    ])
    for folder in [old, new] {
      for name in ["price.xlsx", "price.ods"] {
        #expect(ToolRun("convert", folder["price.sheet"], folder[name]).status == 0)
      }
      #expect(ToolRun("convert", folder["t.csv"], folder["t.xlsx"]).status == 0)
    }
    for (one, other) in [("price.xlsx", "price.xlsx"), ("price.ods", "price.ods"), ("price.xlsx", "price.ods")] {
      let run = ToolRun("diff", old[one], new[other])
      #expect(run.status == 1)
      #expect(run.output.contains("changed A\n  - A = 10\n  + A = 11\n"), "\(one) \(other): \(run.output)")
      #expect(run.output.contains(" 30 → 31  because of A\n"))
    }
    #expect(ToolRun("diff", old["price.xlsx"], old["price.ods"]).status == 0)
    let converted = ToolRun("convert", old["price.xlsx"])
    #expect(converted.status == 0)
    try OutputFile.write(Array(converted.output.utf8), to: old["again.sheet"])
    #expect(ToolRun("diff", old["price.xlsx"], old["again.sheet"]).output.isEmpty)

    let table = ToolRun("diff", old["t.csv"], new["t.csv"])
    #expect(table.output.contains("  - | 3 | 4 |\n  + | 3 | 5 |\n  + | 6 | 7 |\n"), "\(table.output)")
    #expect(table.output.contains("(3 of 6 cells, first row 2, column b)  4 → 5"), "\(table.output)")
    #expect(ToolRun("diff", old["t.csv"], old["t.csv"]).status == 0)
    // A table goes by the name of the table of the sheet that has its columns, and as cells where the other is a workbook.
    #expect(
      ToolRun("diff", new["t.sheet"], old["t.csv"]).output.hasPrefix("changed people\n  + | 3 | 4 |\n"),
      "\(ToolRun("diff", new["t.sheet"], old["t.csv"]).output)")
    #expect(ToolRun("diff", old["t.csv"], old["t.xlsx"]).status != 2)
    #expect(ToolRun("diff", old["t.csv"], new["none.csv"]).status == 2)
  }

  @Test("Of a long definition the lines that differ are shown, and not too many of them")
  func longDefinitions() throws {
    func table(_ values: [Int]) -> String { "table t {\n  | a |\n\(values.map { "  | \($0) |\n" }.joined())}\n" }
    let folder = try TemporaryFolder([
      "old.sheet": table(Array(1...40)), "new.sheet": table(Array(1...19) + [200] + Array(21...40)),
      "other.sheet": table(Array(101...140)),
    ])
    let run = ToolRun("diff", folder["old.sheet"], folder["new.sheet"])
    #expect(run.output.hasPrefix("changed t\n  - | 20 |\n  + | 200 |\n\n"), "\(run.output)")
    let other = ToolRun("diff", folder["old.sheet"], folder["other.sheet"]).output
    #expect(other.contains("  - … and 34 more lines\n  + | 101 |\n"), "\(other)")
    let markdown = ToolRun("diff", folder["old.sheet"], folder["new.sheet"], "-f", "markdown").output
    #expect(markdown.contains("| t | changed | \\| 20 \\| | \\| 200 \\| |"), "\(markdown)")
  }

  @Test("Annotations stand at the definitions of the file as it is, and the page of the step has the tables")
  func github() throws {
    let folder = try TemporaryFolder(["old.sheet": before, "new.sheet": "\n// dearer\n\n" + after])
    let path = folder["new.sheet"]
    let run = ToolRun(
      ["diff", folder["old.sheet"], path, "-f", "github"], environment: ["GITHUB_STEP_SUMMARY": folder["summary.md"]])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(2) == [
        "::error file=\(path),line=7,col=1,endColumn=29,title=outcome::test \"sum\": passed → failed",
        "::notice file=\(path),line=4,col=1,endColumn=7,title=changed::A was changed: A = 10 before%0AA 10 → 11%0AC 30 → 31",
      ])
    #expect(run.output.hasSuffix(ToolRun("diff", folder["old.sheet"], path).output))
    #expect(try folder.text("summary.md") == ToolRun("diff", folder["old.sheet"], path, "-f", "markdown").output)
  }

  @Test("Each version reads the files of its own folder, and what they move is told")
  func filesThatAreRead() throws {
    let main = "a = 5\nuse \"part.sheet\" as p { q <~ a }\ny = p.x + 1\nb = 1\nalways \"c\": y < 18\n"
    func part(_ factor: Int) -> String { "input q: number = 2\nx = q * \(factor)\n" }
    let folder = try TemporaryFolder([
      "old/m.sheet": main, "old/part.sheet": part(3), "new/m.sheet": main, "new/part.sheet": part(4),
      "edited/m.sheet": main.replacing("b = 1", with: "b = 2"), "edited/part.sheet": part(4),
      "same/m.sheet": main, "same/part.sheet": part(3), "alone/m.sheet": main.replacing("a = 5", with: "a = 6"),
    ])
    func check(_ old: String, _ new: String, _ status: Int32, _ output: String) {
      let run = ToolRun("diff", folder["\(old)/m.sheet"], folder["\(new)/m.sheet"])
      #expect(run.status == status, "\(old) \(new) \(run.errors)")
      #expect(run.output == output, "\(old) \(new)")
    }
    let moved = """
      p.x  15 → 20  because of a file that is read
      y    16 → 21  because of a file that is read
      always "c"  passed → failed

      """
    check("old", "new", 1, moved)
    check("old", "same", 0, "")
    check("old", "old", 0, "")
    let edited = "y    16 → 21  because of a file that is read\n"
    check(
      "old", "edited", 1,
      "changed b\n  - b = 1\n  + b = 2\n\n"
        + moved.replacing(edited, with: edited + "b    1 → 2  because of b\n"))
    // An old text that stands alone, as git's difftool has it, reads what the new one reads.
    check(
      "alone", "new", 1,
      """
      changed a
        - a = 6
        + a = 5

      a    6 → 5  because of a
      p.q  6 → 5  because of a
      p.x  24 → 20  because of a
      y    25 → 21  because of a

      """)
  }

  @Test("Where an edit and a file that is read both move a value, both are told")
  func editAndFile() throws {
    let main = "table t from \"d.csv\"\nrate = 2\nother = 1\ny = SUM(t[n]) * rate\nz = SUM(t[n])\n"
    let folder = try TemporaryFolder([
      "old/m.sheet": main, "old/d.csv": "n\n1\n", "new/m.sheet": main.replacing("rate = 2", with: "rate = 3"),
      "new/d.csv": "n\n2\n",
    ])
    let run = ToolRun("diff", folder["old/m.sheet"], folder["new/m.sheet"])
    #expect(run.output.contains(" 2 → 6  because of rate, a file that is read\n"), "\(run.output)")
    #expect(run.output.contains(" 2 → 3  because of rate\n"), "\(run.output)")
    #expect(
      run.output.contains("z                                        1 → 2  because of a file that is read\n"),
      "\(run.output)")
    let json = ToolRun("diff", folder["old/m.sheet"], folder["new/m.sheet"], "-f", "json").output
    #expect(json.contains(#""because": ["rate"], "becauseOfFile": true, "cells": 1, "name": "y""#), "\(json)")
    #expect(json.contains(#""because": ["rate"], "becauseOfFile": false, "cells": 1, "name": "rate""#), "\(json)")
  }
}
