import Testing

@testable import SheafTool

/// What stands in a section, in a used sheet or in a row of a table of sheets is understood there, whatever kind of
/// statement it is.
@Suite("What is understood where it stands")
struct PlacementTests {
  /// Runs the tests of the first of some files.
  private func passes(
    _ files: [String: String], _ main: String = "m.sheet", at location: SourceLocation = #_sourceLocation
  )
    throws
  {
    let folder = try TemporaryFolder(files)
    let run = ToolRun("test", folder[main])
    #expect(run.status == 0, "\(run.output)\(run.errors)", sourceLocation: location)
    #expect(run.output.contains("passed"), sourceLocation: location)
  }

  private static let sections = "A1 = 5\nsheet Two\nA1 = 100\n"

  @Test("Defaults and conditions of inputs, in sections, used sheets and rows")
  func inputs() throws {
    try passes([
      "m.sheet": Self.sections
        + "input y = A1 + 1\ninput q = 1 where q < A1\ntest \"t\" { expect y = 101; q = 50; expect q = 50 }\n"
    ])
    let used = "input a = k + 1\ninput b = 1 where b < k\nk = 3\n"
    try passes([
      "u.sheet": used,
      "m.sheet": """
      k = 100
      use "u.sheet" as u
      table r of "u.sheet" { 2 rows }
      event more
      table s of "u.sheet" { on more : insert last () }
      test "t" {
        expect u.a = 4, r[1].a = 4, r[2].a = 4, u.b = 1
        more
        expect s[1].a = 4, s[1].b = 1
      }
      """,
    ])
    let folder = try TemporaryFolder([
      "u.sheet": used, "m.sheet": "k = 100\nuse \"u.sheet\" as u\ntable r of \"u.sheet\" { 1 rows }\n",
    ])
    for path in ["u.b", "r[1].b"] {
      let run = ToolRun("eval", folder["m.sheet"], "--set", "\(path)=50")
      #expect(run.status == 2)
      #expect(run.errors.contains("must satisfy b < k, and 50 does not"), "\(run.errors)")
      #expect(ToolRun("eval", folder["m.sheet"], "--set", "\(path)=2").status == 0)
    }
  }

  @Test("What events do to tables in a section")
  func clauses() throws {
    try passes([
      "m.sheet": Self.sections + """
        event ev: number
        table t {
          | a |
          | 1 |
          on ev where ev > A1 : insert last (A1)
          on ev where ev = 0 : delete where a = $A$1
          on ev where ev = A1 : update a = $A$1 + 1 where a < $A$1
        }
        test "t" {
          ev 50
          expect ROWS(t) = 1
          ev 101
          expect ROWS(t) = 2, t[2].a = 100
          ev 100
          expect t[1].a = 101, t[2].a = 100
          ev 0
          expect ROWS(t) = 1, t[1].a = 101
        }
        """
    ])
  }

  @Test("References in texts")
  func references() throws {
    try passes([
      "u.sheet":
        "k = 3\nA1 = 5\ni = INDIRECT(\"k\")\nj = INDIRECT(\"A1\")\nB1 = INDIRECT(\"k\")\nalways \"own\": INDIRECT(\"k\") = 3\n",
      "m.sheet": """
      k = 100
      A1 = 200
      use "u.sheet" as u
      sheet Two
      A1 = 300
      n = INDIRECT("A1")
      s = INDIRECT("k")
      table t { | a |
       | 1 |
       b = INDIRECT("A1") + a
      }
      state st = INDIRECT("A1") {}
      always "own": INDIRECT("A1") = 300
      test "t" { expect u.i = 3, u.j = 5, u.B1 = 3, n = 300, s = 100, t[1].b = 301, st = 300 }
      """,
    ])
  }

  @Test("Streams of actions that are values in the clauses of a row")
  func moments() throws {
    try passes([
      "r.sheet": """
      service load(): number in {1}
      action get = load()
      state hist = "" { on get.failed : "f:" & get.failed; on get.started where LEN(get.failed) < 9 : get.failed & "s" }
      """,
      "m.sheet": """
      table rows of "r.sheet" { 1 rows }
      test "row" { rows[1].get; load fails "oops"; expect rows[1].hist = "f:oops" }
      """,
    ])
  }

  @Test("Names beside those of columns, where a formula stands in no row")
  func names() throws {
    let text = """
      input rate = 3
      event ev: number
      table led {
        | rate | b |
        | 1 | 2 |
        on ev where ev > rate : insert last (ev, rate)
      }
      test "t" { ev 2; expect ROWS(led) = 1; ev 5; expect ROWS(led) = 2, led[2].b = 3 }

      """
    let folder = try TemporaryFolder(["m.sheet": text, "bad.sheet": text.replacing("input rate = 3\n", with: "")])
    #expect(ToolRun("check", folder["m.sheet"]).output == "checked 1 file\n")
    let bad = ToolRun("check", folder["bad.sheet"], "-f", "short")
    #expect(bad.output.split(separator: "\n").count { $0.contains("there is no cell named rate") } == 2)
    let run = ToolRun(folder["m.sheet"], input: ":rename rate interest\n:save\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.text("m.sheet").contains("where ev > interest : insert last (ev, interest)"))
    #expect(try folder.text("m.sheet").contains("| rate | b |"))
    #expect(ToolRun("test", folder["m.sheet"]).status == 0)
  }

  @Test("A row's number is one number")
  func rowNumbers() throws {
    let folder = try TemporaryFolder(["m.sheet": "table t { | v |\n| 1 |\n| 2 |\n}\na = t[{1,2}].v\nb = t[2].v\n"])
    #expect(ToolRun("eval", folder["m.sheet"], "--get", "a").output == "a #VALUE!\n")
    #expect(ToolRun("eval", folder["m.sheet"], "--get", "b").output == "b 2\n")
  }

  @Test("What is deleted at the prompt comes back with what has happened, and tables are told by their names")
  func deleting() throws {
    let text = """
      event ev: number
      table aa { | a |
       | 1 |
       | 2 |
      }
      table led { | a |
       | 1 |
       on ev : insert last (ev)
      }
      state st = 0 { on ev : st + ev }
      tot = SUM(led[a]) + st

      """
    let folder = try TemporaryFolder(["m.sheet": text])
    let run = ToolRun(
      folder["m.sheet"], input: "ev 5\n:delete led\n:delete st\n:undo\n:undo\ntot\n:redo\n:undo\ntot\n:delete aa\n")
    #expect(run.output.split(separator: "\n").count { $0 == "11" } == 2, "\(run.output)")
    #expect(run.output.hasSuffix("aa is gone\n"), "\(run.output)")
  }
}
