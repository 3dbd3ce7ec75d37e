import CellModel
import Foundation
import Testing

@testable import SheafTool

/// What leaves the tool, as JSON, as CSV, in a table or in a file that is read again, is what was computed.
@Suite("Values at the door")
struct ValuesAtTheDoorTests {
  /// The JSON of a cell of a sheet.
  private func json(_ cell: String, _ sheet: String) throws -> String {
    let folder = try TemporaryFolder(["x.sheet": sheet])
    let output = ToolRun("eval", folder["x.sheet"], "--get", cell, "-f", "json").output
    guard let colon = output.range(of: ": "), let end = output.range(of: "}, \"file\"") else { return output }
    return output[colon.upperBound..<end.lowerBound].split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
  }

  private func check(
    _ sheet: String, _ rows: [(cell: String, json: String)], at location: SourceLocation = #_sourceLocation
  ) throws {
    for row in rows {
      let found = try json(row.cell, sheet)
      #expect(found == row.json, "\(row.cell)", sourceLocation: location)
    }
  }

  @Test("A date is a date because the value is one, not because of its neighbours")
  func kindsOfElements() throws {
    let table = "table t {\n|d|amt|\n|2026-01-15|10|\n|2026-02-01|20|\n}\n"
    try check(
      table + """
        a = INDEX(t,1,2)
        b = IF(TRUE, t[1].amt, t[1].d)
        c = CHOOSE(2, 2026-01-01, 5)
        d = FILTER(t, t[amt]>10)
        e = HSTACK("x", t[1].d)
        f = XLOOKUP(20, t[amt], t)
        g = INDEX(t[amt], 1) + 1
        h = TAKE(t, 1)
        i = SORT(t, 2, -1)
        j = UNIQUE(t[d])
        k = VSTACK(t[d], t[amt])
        l = GROUPBY(t[d], t[amt], SUM, , 0)
        m = LET(x, t[1].d, y, x + 1, HSTACK(x, y, y - x))
        n = MAP(t[d], LAMBDA(x, x + 1))
        o = {when: t[1].d, many: t[1].amt}
        p = o.when
        q = TOCOL(t)
        r = REDUCE(t[1].d, t[amt], LAMBDA(a, x, a + x))
        s = t[[d]:[amt]]
        u = DROP(t, 1)
        v = IFERROR(t[1].amt, t[1].d)
        """,
      [
        ("a", "10"), ("b", "10"), ("c", "5"), ("d", "[[\"2026-02-01\", 20]]"), ("e", "[[\"x\", \"2026-01-15\"]]"),
        ("f", "[[\"2026-02-01\", 20]]"), ("g", "11"), ("h", "[[\"2026-01-15\", 10]]"),
        ("i", "[[\"2026-02-01\", 20], [\"2026-01-15\", 10]]"), ("j", "[[\"2026-01-15\"], [\"2026-02-01\"]]"),
        ("k", "[[\"2026-01-15\"], [\"2026-02-01\"], [10], [20]]"),
        ("l", "[[\"2026-01-15\", 10], [\"2026-02-01\", 20]]"), ("m", "[[\"2026-01-15\", \"2026-01-16\", 1]]"),
        ("n", "[[\"2026-01-16\"], [\"2026-02-02\"]]"), ("p", "\"2026-01-15\""),
        ("q", "[[\"2026-01-15\"], [10], [\"2026-02-01\"], [20]]"), ("r", "\"2026-02-14\""),
        ("s", "[[\"2026-01-15\", 10], [\"2026-02-01\", 20]]"), ("u", "[[\"2026-02-01\", 20]]"), ("v", "10"),
      ])
  }

  @Test("What arithmetic and aggregates make of kinds")
  func arithmetic() throws {
    let sheet = """
      table t {
      | d | p | n | w |
      | 2026-01-15 | 10% | 1 | 08:00 |
      | 2026-01-17 | 30% | 3 | 17:30 |
      }
      a = t[1].d + 7
      b = 7 + t[1].d
      c = t[2].d - t[1].d
      d = t[1].d * 2
      e = MAX(t[d])
      f = AVERAGE(t[d])
      g = MAX(t[d], t[n])
      h = 19% * 100
      i = AVERAGE(t[p])
      j = t[2].w - t[1].w
      k = t[1].d + t[1].w
      l = MEDIAN(t[d])
      m = SUMIFS(t[p], t[n], 3)
      n = COUNT(t[d])
      o = EOMONTH(t[1].d, 0)
      p = YEAR(t[1].d)
      q = TIME(14, 30, 0)
      r = NOW()
      s = -t[1].p
      u = DATEVALUE("2026-03-01")
      v = SMALL(t[d], 1)
      w = SEQUENCE(2, 1, t[1].d)
      x = t[1].d = 46037
      y = ISNUMBER(t[1].d)
      z = t[1].d & ""
      """
    try check(
      sheet,
      [
        ("a", "\"2026-01-22\""), ("b", "\"2026-01-22\""), ("c", "2"), ("d", "92074"), ("e", "\"2026-01-17\""),
        ("f", "\"2026-01-16\""), ("g", "46039"), ("h", "19"), ("i", "0.2"), ("j", "\"09:30:00\""),
        ("k", "\"2026-01-15T08:00:00\""), ("l", "\"2026-01-16\""), ("m", "0.3"), ("n", "2"), ("o", "\"2026-01-31\""),
        ("p", "2026"), ("q", "\"14:30:00\""), ("s", "-0.1"), ("u", "\"2026-03-01\""), ("v", "\"2026-01-15\""),
        ("w", "[[\"2026-01-15\"], [\"2026-01-16\"]]"), ("x", "true"), ("y", "true"), ("z", "\"46037\""),
      ])
    let folder = try TemporaryFolder(["x.sheet": sheet])
    for (cell, text) in [("i", "20%"), ("m", "30%"), ("s", "-10%"), ("j", "09:30"), ("k", "2026-01-15 08:00")] {
      #expect(ToolRun("eval", folder["x.sheet"], "--get", cell).output == "\(cell) \(text)\n")
    }
  }

  @Test("What chooses among many values, or adds them, has their kind wherever it stands")
  func choosingFunctions() throws {
    let sheet = """
      table t {
      | who | d | p | n |
      | Ann | 2026-01-15 | 10% | 1 |
      | Bob | 2026-01-17 | 30% | 3 |
      | Cid | 2026-02-01 | 20% | 2 |
      }
      A1 = "who"
      A2 = "Bob"
      B1 = "n"
      B2 = ">1"
      a = AGGREGATE(4, 6, t[d])
      b = AGGREGATE(14, 6, t[d], 2)
      c = AGGREGATE(9, 6, t[p])
      d = AGGREGATE(3, 6, t[d])
      D1:D3 = INDEX(t[d], ROW())
      e = SUBTOTAL(4, D1:D3)
      f = SUBTOTAL(2, D1:D3)
      D4 = SUBTOTAL(3, D1:D3)
      g = SUBTOTAL(5, D1:D4)
      h = DMAX(t[#All], "d", B1:B2)
      i = DGET(t[#All], "d", A1:A2)
      j = DSUM(t[#All], "p", B1:B2)
      k = DCOUNT(t[#All], "d", B1:B2)
      l = DVAR(t[#All], "p", B1:B2)
      m = GEOMEAN(t[p])
      o = RANDBETWEEN(DATE(2026, 1, 5), DATE(2026, 1, 5))
      p = RANDARRAY(1, 2, DATE(2026, 1, 5), DATE(2026, 1, 5), TRUE)
      """
    try check(
      sheet,
      [
        ("a", "\"2026-02-01\""), ("b", "\"2026-01-17\""), ("d", "3"), ("e", "\"2026-02-01\""), ("f", "3"),
        ("g", "\"2026-01-15\""), ("h", "\"2026-02-01\""), ("i", "\"2026-01-17\""), ("k", "2"),
        ("o", "\"2026-01-05\""), ("p", "[[\"2026-01-05\", \"2026-01-05\"]]"),
      ])
    let folder = try TemporaryFolder(["x.sheet": sheet])
    for (cell, text) in [("c", "60%"), ("j", "50%"), ("m", "18.17%"), ("l", "0.005")] {
      #expect(ToolRun("eval", folder["x.sheet"], "--get", cell).output == "\(cell) \(text)\n")
    }
  }

  @Test("Kinds in long columns, where blocks of rows are computed at once")
  func columns() throws {
    let sheet = """
      table t { 3000 rows
        n = ROW()
        d = DATE(2026, 1, 1) + n
        next = d + 1
        mixed = IF(MOD(n, 2) = 0, d, n)
        after = mixed + 1
        sum = PREVIOUS(sum, 2026-01-01) + 1
        double = d * 2
      }
      changed = t[3000].next - t[1].next
      """
    try check(
      sheet,
      [
        ("t[1].next", "\"2026-01-03\""), ("t[3000].next", "\"2034-03-21\""), ("t[2999].mixed", "2999"),
        ("t[3000].mixed", "\"2034-03-20\""), ("t[3000].after", "\"2034-03-21\""), ("t[2999].after", "3000"),
        ("t[3000].sum", "\"2034-03-20\""), ("t[1].double", "92048"), ("changed", "2999"),
      ])
  }

  @Test("Typed cells of one column have their own kinds, also from a file and in every row of a batch")
  func typedCells() throws {
    let folder = try TemporaryFolder([
      "t.csv": "a,b\r\n2026-01-31,19%\r\n10,5\r\n2026-01-31 12:00,14:30\r\n", "x.sheet": "table t from \"t.csv\"\n",
      "y.sheet": "input d: date = 2026-01-01\ninput n = 1\nnext = d + n\nboth = HSTACK(next, n)\n",
      "rows.csv": "d,n\n2026-01-31,1\n2026-02-28,2\n",
    ])
    let json = ToolRun("eval", folder["x.sheet"], "--get", "t", "-f", "json").output
    #expect(
      json.contains(
        "[{\"a\": \"2026-01-31\", \"b\": 0.19}, {\"a\": 10, \"b\": 5}, {\"a\": \"2026-01-31T12:00:00\", \"b\": \"14:30:00\"}]"
      ))
    let human = ToolRun("eval", folder["x.sheet"]).output
    for text in ["2026-01-31  ", "19%", "10  ", "2026-01-31 12:00", "14:30"] { #expect(human.contains(text)) }
    let batch = ToolRun("eval", folder["y.sheet"], "--rows", folder["rows.csv"], "--get", "next", "--get", "both")
    #expect(batch.output.contains("2026-02-01") && batch.output.contains("2026-03-02"))
    let jsonRows = ToolRun(
      "eval", folder["y.sheet"], "--rows", folder["rows.csv"], "--get", "next", "--get", "both", "-f", "json")
    #expect(jsonRows.output.contains("\"both\": [[\"2026-03-02\", 2]]") && jsonRows.output.contains("\"2026-02-01\""))
  }

  @Test("A literal array at a grid address spills, and may be set")
  func literalArrays() throws {
    try check(
      "A1 = {1,2,3}\nD1 = B1\nE1 = SUM(A1:C1)\nG1 = {2026-01-31; \"x\"}\nH1 = G2\nname = {1,2}\n",
      [("D1", "2"), ("E1", "6"), ("G1", "\"2026-01-31\""), ("H1", "\"x\""), ("name", "[[1, 2]]")])
    try check("A1:A2 = {1,2}\nD1 = SUM(B1:B2)\nF1:F2 = {5}\n", [("D1", "4"), ("F2", "5")])
    let filled = try TemporaryFolder(["x.sheet": "A1:A2 = {1,2}\nD2 = SUM(A1:B2)\n"])
    #expect(ToolRun("eval", filled["x.sheet"], "--set", "A2=5", "--get", "D2").output == "D2 8\n")
    let folder = try TemporaryFolder(["x.sheet": "A1 = {1,2,3}\nD2 = B1\n"])
    #expect(ToolRun("eval", folder["x.sheet"], "--set", "A1={7,8}", "--get", "D2").output == "D2 8\n")
    #expect(ToolRun("eval", folder["x.sheet"], "--set", "A1=5", "--get", "D2").output == "D2 0\n")
  }

  @Test("A formula that cannot be read is an error everywhere, never what a part of it gives")
  func unreadable() throws {
    let folder = try TemporaryFolder([
      "x.sheet": """
      A = 3,5
      B = 1_000
      C = LEN(5
      D = TRUE && FALSE
      E = A1 +
      table t {
      | a |
      | 1 |
      b = a 2
      }
      state s = 1 { on EVERY(1) : 2,5 }
      always "x": TRUE && TRUE
      """
    ])
    for cell in ["A", "B", "C", "D", "E", "t[1].b"] {
      let run = ToolRun("eval", folder["x.sheet"], "--get", cell, "-f", "json")
      #expect(run.status == 1)
      #expect(run.output.contains("\"code\": \"#NAME?\""), "\(cell)")
      #expect(run.output.contains("The formula could not be read: "), "\(cell)")
    }
  }

  @Test("A row that a table does not have is #REF!, and there again when it comes")
  func missingRows() throws {
    try check(
      "table t {\n|v|\n|1|\n}\nx = t[9].v\ny = t[9].v + 1\nz = ISERROR(t[2])\nw = t[1].v\n",
      [("w", "1"), ("z", "true")])
    let folder = try TemporaryFolder([
      "x.sheet": """
      table t {
      |v|
      |1|
      }
      x = t[2].v
      y = t[2].v + 1
      test "out of bounds" { expect t[9].v = 0 }
      test "comes and goes" {
        expect ISERROR(x), ISERROR(y)
        insert last t ()
        expect ISBLANK(x), y = 1
        t[2].v = 5
        expect x = 5, y = 6
        delete t[2]
        expect ISERROR(x), ISERROR(y)
      }
      """
    ])
    let run = ToolRun("test", folder["x.sheet"])
    #expect(run.output.contains("out of bounds") && !run.output.contains("comes and goes"), "\(run.output)")
    let error = ToolRun("eval", folder["x.sheet"], "--get", "x")
    #expect((error.status, error.output) == (1, "x #REF!\n"))
    #expect(ToolRun("eval", folder["x.sheet"], "--set", "t[9].v=1").status == 2)
  }

  @Test("Digits that a number would lose stay text, and a note says so once for a column")
  func longNumbers() throws {
    let folder = try TemporaryFolder([
      "ids.csv": "id,zip,card\n12345678901234567890,00123,4111111111111111\n12345678901234567891,00124,5\n",
      "x.sheet": "table ids from \"ids.csv\"\n",
      "y.sheet": "table ids from \"ids.csv\" { | id: text | zip: text | }\n",
    ])
    let run = ToolRun("eval", folder["x.sheet"], "--get", "ids", "-f", "csv")
    #expect(run.output == "id,zip,card\n12345678901234567890,00123,4111111111111111\n12345678901234567891,00124,5\n")
    #expect(ToolRun("eval", folder["x.sheet"]).output.contains("4111111111111111"))
    let notes = ToolRun("check", folder["x.sheet"])
    #expect(notes.status == 0)
    #expect((notes.output + notes.errors).components(separatedBy: "kept-digits").count == 3)
    let declared = ToolRun("check", folder["y.sheet"])
    #expect(!(declared.output + declared.errors).contains("kept-digits"))
  }

  @Test("A date with a time is read as it is written, and a LAMBDA has a text")
  func dateTimes() throws {
    let folder = try TemporaryFolder([
      "d.csv": "d\n2026-02-28T12:30:00\n",
      "x.sheet": "table t from \"d.csv\"\nnext = t[1].d + 1\nf = LAMBDA(x, x + 1)\n",
    ])
    #expect(ToolRun("eval", folder["x.sheet"], "--get", "next").output == "next 2026-03-01 12:30\n")
    for format in ["json", "csv"] {
      #expect(ToolRun("eval", folder["x.sheet"], "--get", "f", "-f", format).output.contains("LAMBDA(x, x + 1)"))
    }
  }

  @Test("A time that stands alone is a time; within a formula it is rows")
  func times() throws {
    try check(
      "t = 14:30\nu = t + 1/8\nA14 = 1\nv = SUM(14:30)\nw = 2026-01-31T12:30:00\nx = 2026-01-31 06:00\ny = 9:05:30\n",
      [
        ("t", "\"14:30:00\""), ("u", "\"17:30:00\""), ("v", "1"), ("w", "\"2026-01-31T12:30:00\""),
        ("x", "\"2026-01-31T06:00:00\""), ("y", "\"09:05:30\""),
      ])
    let folder = try TemporaryFolder(["x.sheet": "t = 14:30\ninput d = 08:00\n"])
    #expect(ToolRun("eval", folder["x.sheet"], "--set", "t=6:15", "--set", "d=7:00").output == "t 06:15\nd 07:00\n")
  }

  @Test("What looks like a date or a time and is none is noted with the right spelling")
  func misreadings() throws {
    for (formula, help) in [
      ("2026-1-5", "2026-01-05"), ("31/01/2026", "2026-01-31"), ("3/4/2026", "2026-04-03 or 2026-03-04"),
      ("A1 + 14:30", "TIME(14, 30, 0)"), ("26:30", "26:30:00"),
    ] {
      let folder = try TemporaryFolder(["x.sheet": "A1 = 1\nx = \(formula)\n"])
      let run = ToolRun("check", folder["x.sheet"])
      #expect(run.status == 0)
      let said = run.output + run.errors
      #expect(said.contains("[misreading]") && said.contains(help), "\(formula): \(said)")
    }
    for formula in [
      "2026 - 1 - 5", "30:75", "$3:$40", "100:200", "26:30:00", "10-4-2", "1/2/3", "2026-13-5", "SUM(14:30)",
      "2026-01-05",
    ] {
      let folder = try TemporaryFolder(["x.sheet": "x = \(formula)\n"])
      let run = ToolRun("check", folder["x.sheet"])
      #expect(!(run.output + run.errors).contains("misreading"), "\(formula)")
    }
  }

  @Test("Cells of a range are shown each in its own format")
  func formatsInRanges() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "A1 = \"Head\"\nA2 = 1234.5 as \"#,##0.00\"\nA3 = 19%\nA4 = 2026-01-31\n"
    ])
    let output = ToolRun("eval", folder["x.sheet"], "--get", "A1:A4").output
    for text in ["1,234.50", "19%", "2026-01-31"] { #expect(output.contains(text)) }
  }

  @Test("A format that is none is an error at load")
  func badFormats() throws {
    let folder = try TemporaryFolder(["x.sheet": "x = 1 as \"bogus format[\"\n"])
    let run = ToolRun("check", folder["x.sheet"])
    #expect(run.status == 1)
    #expect((run.output + run.errors).contains("[bad-format]"))
  }

  @Test("A redefinition without a format keeps the one that its line has, shown as saved")
  func keptFormats() throws {
    let folder = try TemporaryFolder([:])
    let file = folder.path + "/s.sheet"
    let run = ToolRun(
      input: "two = 1+1 as \"0.00\"\ntwo = 19%\ntwo\ntwo = COUNTIF({1,2}, 1)\ntwo\n:save \(file)\n")
    #expect(run.output.contains("0.19") && run.output.contains("1.00"), "\(run.output)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("as \"0.00\""))
  }

  @Test("Blank stays blank in a name, a column and a state; on a grid it is 0")
  func blanks() throws {
    let sheet = """
      input person: record
      label = person.name
      other = IF(TRUE, person)
      A1 = B1
      C1 = IF(TRUE, person)
      state s = person { on EVERY(1) : person }
      table t {
      | a | b |
      | 1 | |
      copy = b
      previous = PREVIOUS(b, 7)
      chosen = IF(a = 1, b, a)
      sum = b + 1
      }
      one = ISBLANK(label)
      two = label = ""
      """
    try check(
      sheet,
      [
        ("label", "null"), ("other", "null"), ("A1", "0"), ("C1", "0"), ("s", "null"), ("t[1].copy", "null"),
        ("t[1].previous", "7"), ("t[1].chosen", "null"), ("t[1].sum", "1"), ("one", "true"), ("two", "true"),
      ])
  }
}
