import Testing

@testable import SheafTool

@Suite("sheaf explore")
struct ExploreCommandTests {
  private let form = """
    event tap
    input t in {"", "a"} = ""
    state field = TRUE { on tap : FALSE; on t.changed : TRUE }
    button = AND(field, t <> "")
    modes form over field, button {
      "empty" when t = "" : TRUE, FALSE
      "full" when t <> "" : TRUE, TRUE
    }

    """

  @Test("Every state, all pairs of modes, and a counter-example as a test, with 1 as the status")
  func broken() throws {
    let folder = try TemporaryFolder(["form.sheet": form])
    let run = ToolRun("explore", folder["form.sheet"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("\(folder["form.sheet"]): 4 states, 8 steps, 1 check is broken\n"))
    #expect(run.output.contains("form: 8 pairs, 2 valid, 4 unreachable, 2 reached and not valid\n"))
    #expect(run.output.contains("reached by tap"))
    #expect(run.output.hasSuffix("test \"breaks modes form\" {\n  tap\n}\n"))
    #expect(run.errors.contains("modes form is broken: “empty” holds, but field is FALSE, not TRUE"))
    let pasted = try TemporaryFolder([
      "form.sheet": form + run.output.split(separator: "test \"").last.map { "test \"" + $0 }!
    ])
    #expect(ToolRun("test", pasted["form.sheet"]).status == 1)
  }

  @Test("A domain in the rows of a table is tried as wide as what it names makes it, and as its row has it now")
  func domainsInRows() throws {
    func explored(_ row: String) throws -> ToolRun {
      let folder = try TemporaryFolder([
        "row.sheet": row, "a.sheet": "table t of \"row.sheet\" { 1 row }\nnever \"three\": t[1].got = 3\n",
      ])
      return ToolRun("explore", folder["a.sheet"])
    }
    let taken = try explored("input hi: number in 1..3 = 1\nevent e: number in 1..hi\nstate got = 0 { on e : e }\n")
    #expect(taken.output.hasSuffix("{\n  t[1].hi = 3\n  t[1].e 3\n}\n"))
    let set = try explored("input hi: number in 1..3 = 3\ninput v: number in 0..hi = 0\ngot = IF(v > hi, 3, 0)\n")
    #expect(set.output.hasSuffix("{\n  t[1].v = 2\n  t[1].hi = 1\n}\n"), "\(set.output)")
    let other = try explored("input hi = 3\nevent e: number in 1..hi - 1\nstate got = 0 { on e : e }\n")
    #expect(other.status == 0)
  }

  @Test("A form whose checks hold everywhere ends with 0")
  func sound() throws {
    let folder = try TemporaryFolder(["a.sheet": "input a: logical = FALSE\nnever \"x\": AND(a, NOT(a))\n"])
    let run = ToolRun("explore", folder["a.sheet"])
    #expect(run.status == 0)
    #expect(run.output == "\(folder["a.sheet"]): 2 states, 2 steps, no check is broken\n")
    #expect(run.errors.isEmpty)
  }

  @Test("Where the clock has a part in a sheet, nothing is said to be proven about other times")
  func clock() throws {
    let sheet = "state n = 0 { on EVERY(1) : MOD(n + 1, 2) }\nevent e\nstate m = 0 { on e where RAND() > 2 : 1 }\n"
    let folder = try TemporaryFolder([
      "a.sheet": sheet + "never \"late\": ELAPSED() > 3\n", "b.sheet": sheet.replacing("RAND()", with: "n"),
    ])
    let run = ToolRun("explore", folder["a.sheet"])
    #expect(
      run.errors.contains("ELAPSED(), RAND() are no part of a state: nothing is proven about times and numbers that"))
    #expect(ToolRun("explore", folder["a.sheet"], "-f", "json").output.contains("\"isComplete\": false"))
    #expect(ToolRun("explore", folder["b.sheet"]).errors.isEmpty)
    #expect(ToolRun("explore", folder["b.sheet"], "-f", "json").output.contains("\"unfollowed\": []"))
  }

  @Test("What breaks a check in a row that came is printed as a test that can be pasted")
  func rowsToCome() throws {
    var files = [
      "a.sheet": """
      event grow
      table t of "row.sheet" {
        2 rows
        on grow where ROWS(t) < 3 : insert last ()
      }
      never "third": IFERROR(t[3].lamp = 1, FALSE)

      """,
      "row.sheet": "input lamp: number in 0..1 = 0\ninput name: text\n",
    ]
    let folder = try TemporaryFolder(files)
    let run = ToolRun("explore", folder["a.sheet"], "--graph", folder["a.svg"])
    #expect(run.output.hasPrefix("\(folder["a.sheet"]): 12 states, 44 steps, 1 check is broken\n"))
    let test = "test \"breaks never 'third'\" {\n  grow\n  t[3].lamp = 1\n}\n"
    #expect(run.output.hasSuffix(test))
    #expect(run.errors.contains("without a domain that can be listed: t[name]\n"))
    #expect(try folder.text("a.svg").contains("t[lamp] = {0; 0; 1}"))
    let json = ToolRun("explore", folder["a.sheet"], "-f", "json").output
    #expect(json.contains("\"isComplete\": true") && json.contains("\"untouched\": [\"t[name]\"]"))
    files["a.sheet", default: ""] += test
    let pasted = try TemporaryFolder(files)
    #expect(ToolRun("test", pasted["a.sheet"]).output.contains("never \"third\" is broken after this step"))
  }

  @Test("Where a walk ends before all is seen, what was not seen is not called unreachable")
  func partly() throws {
    let folder = try TemporaryFolder([
      "a.sheet":
        "event a\nstate n = 0 { on a : n + 1 }\nmodes m over n { \"low\" when n < 3 : n; \"high\" when n >= 3 : n }\n"
    ])
    let run = ToolRun("explore", folder["a.sheet"], "--max-states", "2")
    #expect(run.output.contains("m: 4 pairs, 2 valid, 2 not seen\n"))
    #expect(!run.output.contains("unreachable"))
  }

  @Test("A limit that was given ends well, and says that nothing is proven beyond it")
  func limited() throws {
    let folder = try TemporaryFolder(["a.sheet": "event a\nstate n = 0 { on a : n + 1 }\n"])
    let run = ToolRun("explore", folder["a.sheet"], "--max-states", "10")
    #expect(run.status == 0)
    #expect(
      run.errors == """
        there are more than 10 states; nothing is proven about those that were not seen
        still growing at the end: n took 10 values
        let n end somewhere, as in MIN(n + 1, 3), or walk at random with --walk

        """)
    #expect(ToolRun("explore", folder["a.sheet"], "--walk", "20").output.contains("on a walk of 20 steps"))
    #expect(ToolRun("explore", folder["a.sheet"], "--max-states", "0").status == 2)
    #expect(ToolRun("explore", folder["b.sheet"]).status == 2)
  }

  @Test("What a mode asks for is judged with the values of each state, not with those at load")
  func currentModes() throws {
    let folder = try TemporaryFolder([
      "amb.sheet": """
      event tick
      state a = 1 { on tick : IF(a = 1, 2, 1) }
      modes m over a { "any" when TRUE : a }

      """
    ])
    let run = ToolRun("explore", folder["amb.sheet"])
    #expect(run.status == 0)
    #expect(
      run.output.replacing(/[ ]+\n/, with: "\n") == """
        \(folder["amb.sheet"]): 2 states, 2 steps, no check is broken
        m: 2 pairs, 2 valid, 0 unreachable
          mode  a
          any   1  valid
          any   2  valid

        """)
  }

  @Test("Where a limit ends the walk, what grew is named with its values")
  func growth() throws {
    let folder = try TemporaryFolder([
      "order.sheet": """
      input quantity: number in 1..9 = 1
      service send(n)
      action placeOrder = send(quantity)
      never "too many": send.calls > 1000000

      """
    ])
    let run = ToolRun("explore", folder["order.sheet"], "--max-states", "2000")
    #expect(run.status == 0)
    let line = try #require(run.errors.split(separator: "\n").first { $0.hasPrefix("still growing") })
    #expect(line.hasPrefix("still growing at the end: send.calls took "))
    #expect(!line.contains("quantity"))
    #expect(run.errors.contains("expect send.calls in tests; a formula or a check that reads it"))
  }

  @Test("What grows in a wide space is named wherever in a round the limit ends it")
  func wideGrowth() throws {
    let folder = try TemporaryFolder([
      "wide.sheet": """
      event push
      event pop
      event a
      event b
      event c
      state n = 0 { on push : n + 1 }
      state s = 0 { on a : MOD(s * 7 + 1, 101); on b : MOD(s * 3 + 5, 101); on c : 0 }
      state t = 0 { on a : MOD(t * 5 + 1, 97); on pop : MOD(t * 3 + 5, 97); on c : 0 }

      """
    ])
    for limit in ["1000", "3000", "8000", "20000"] {
      let run = ToolRun("explore", folder["wide.sheet"], "--max-states", limit)
      #expect(run.errors.contains("n took "), "\(limit)")
    }
  }

  @Test("A table that grows without end is named within seconds, unless a limit asks for more of it")
  func endlessTable() throws {
    let folder = try TemporaryFolder([
      "log.sheet": "event e\ninput n: logical = FALSE\ntable log {\n| v |\non e : insert last (1)\n}\n",
      "timers.sheet": "event e\nstate n = 0 { on DELAY(e, 5) : 1 - n }\n",
    ])
    let run = ToolRun("explore", folder["log.sheet"])
    #expect(run.status == 1)
    #expect(
      run.errors == """
        log has grown by more than 1,000 rows; nothing is proven about those that were not seen
        still growing at the end: log took 1,002 values
        let the rows of log, and what they hold, end somewhere, as in on add where ROWS(log) < 3, or walk with --walk

        """)
    let limited = ToolRun("explore", folder["timers.sheet"], "--max-states", "9")
    #expect(limited.status == 0)
    #expect(limited.errors.hasPrefix("there are more than 9 states;"))
  }

  @Test("--fail-fast ends with the first thing that is found wrong")
  func failFast() throws {
    let folder = try TemporaryFolder([
      "a.sheet": "event a\nstate n = 0 { on a : n + 1 }\nnever \"three\": n = 3\nnever \"nine\": n = 9\n"
    ])
    let run = ToolRun("explore", folder["a.sheet"], "--fail-fast")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("\(folder["a.sheet"]): the first 4 states, 3 steps, 1 check is broken\n"))
    #expect(run.output.hasSuffix("test \"breaks never 'three'\" {\n  a\n  a\n  a\n}\n"))
    #expect(!run.errors.contains("nothing is proven"))
  }

  @Test(
    "States that take too much memory end with the limit",
    arguments: [
      "event e\ntable t {\n| a |\non e : insert first (1)\n}\n",
      "event e\nstate n = 1 { on e : SEQUENCE(20000) + n }\n",
    ])
  func memory(_ text: String) throws {
    let folder = try TemporaryFolder(["a.sheet": text])
    let run = ToolRun("explore", folder["a.sheet"], "--max-memory", "1")
    #expect(run.status == 0)
    #expect(run.output.contains("a.sheet: the first "))
    #expect(run.errors.hasPrefix("the states take more than 1 MB of memory (--max-memory); nothing is proven"))
    #expect(run.errors.contains("still growing at the end: ") || text.contains("SEQUENCE"))
    #expect(ToolRun("explore", folder["a.sheet"], "--max-memory", "0").status == 2)
  }

  @Test("JSON has all of it")
  func json() throws {
    let folder = try TemporaryFolder(["form.sheet": form])
    let output = ToolRun("explore", folder["form.sheet"], "-f", "json").output
    #expect(output.contains("\"states\": 4, \"steps\": 8"))
    #expect(output.contains("\"test\": \"test \\\"breaks modes form\\\" {\\n  tap\\n}\""))
    #expect(output.hasSuffix("\"version\": 1}\n"))
  }

  @Test("A sheet with errors is not explored")
  func errors() throws {
    let folder = try TemporaryFolder(["a.sheet": "A = B\n"])
    let run = ToolRun("explore", folder["a.sheet"])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
  }
}
