import Testing

@testable import SheafTool

/// Definitions may stand in any order, what is passed on is passed on whole, and what would go on for ever ends.
@Suite("What happens whatever the order")
struct OrderOfDefinitionsTests {
  /// Runs the tests of a sheet whose statements stand in each of some orders.
  private func passes(_ statements: [String], _ tests: String, at location: SourceLocation = #_sourceLocation) throws {
    for shift in statements.indices {
      for isTurned in [false, true] {
        let shifted = Array(statements[shift...] + statements[..<shift])
        let text = (isTurned ? shifted.reversed() : shifted).joined(separator: "\n") + "\n" + tests + "\n"
        let folder = try TemporaryFolder(["m.sheet": text])
        let run = ToolRun("test", folder["m.sheet"])
        #expect(run.status == 0, "\(text)\(run.output)\(run.errors)", sourceLocation: location)
        #expect(run.output.contains("passed"), sourceLocation: location)
      }
    }
  }

  @Test("An event is told behind those that its functions and conditions read")
  func derivedEvents() throws {
    try passes(
      [
        "event e: number", "event a = MAP(e, LAMBDA(x, x + 1))", "event b = FILTER(e, a > 5)",
        "event c = MAP(e, LAMBDA(x, x * 100 + a))", "state n = 0 { on b : n + 1 }", "state m = 0 { on c : c }",
      ], "test \"t\" { e 5; expect m = 506, n = 1; e 1; expect m = 102, n = 1 }")
    try passes(
      [
        "event e: number", "event far = MAP(near, LAMBDA(x, x * 2))", "event near = MAP(e, LAMBDA(x, x + 1))",
        "twice = far * 10", "event c = MAP(e, LAMBDA(x, x + twice))", "state m = 0 { on c : c }",
      ], "test \"t\" { e 5; expect m = 125 }")
  }

  @Test("Changes that come together are taken in the order of a state's clauses")
  func changes() throws {
    try passes(
      [
        "input ia = 1", "fa = ia * 10", "state other = 0 { on ia.changed : 1 }",
        "state log = 0 { on fa.changed : log * 2; on ia.changed : log + 1 }", "state third = 0 { on fa.changed : fa }",
      ], "test \"t\" { ia = 4; expect log = 1, third = 40; ia = 5; expect log = 3, third = 50 }")
  }

  @Test("A number that becomes a date is passed on as a date")
  func kinds() throws {
    let run = ToolRun(
      input: """
        event ev: date
        event d = MAP(ev, LAMBDA(x, x))
        state s = 0 { on d : d }
        input a
        input b
        input m
        b <~ a
        m <~> a
        service f(x) = x
        fetch g = f(a)
        ev 46023
        ev 2026-01-01
        a = 46023
        a = 2026-01-01
        "now"
        s
        b
        m
        g

        """)
    #expect(
      run.output.hasSuffix("now\n2026-01-01\n2026-01-01\n2026-01-01\n2026-01-01\n"), "\(run.output)\(run.errors)")
  }

  @Test("A binding to a cell of a table asks the type of its column")
  func columnTypes() throws {
    let folder = try TemporaryFolder([
      "m.sheet": """
      input k: number in {0, 1, 2} = 0
      table t {
        | a: number |
        | 7 |
      }
      t[1].a <~ IF(k = 0, 1, IF(k = 1, 2, "x"))
      """
    ])
    #expect(ToolRun("eval", folder["m.sheet"], "--set", "k=1", "--get", "t[1].a").output.contains("2"))
    let run = ToolRun("eval", folder["m.sheet"], "--set", "k=2", "--get", "t[1].a")
    #expect(!run.output.contains("x") && run.errors.contains("text"), "\(run.output)\(run.errors)")
  }

  @Test(
    "What asks again for ever ends with an error that names it",
    arguments: [
      ("fetch a = a + 1 else 0\n", "a → a"), ("fetch a = b + 1 else 0\nfetch b = a + 1 else 0\n", "b → a → b"),
      ("fetch f = c + 1 else 0\nc = f * 2\n", "f → f"),
    ])
  func loops(text: String, name: String) throws {
    let folder = try TemporaryFolder(["m.sheet": text])
    // Ten thousand steps take a second, and all commands load a sheet alike.
    for command in name == "a → a" ? ["eval", "test", "check"] : ["eval"] {
      let run = ToolRun(command, folder["m.sheet"])
      #expect(run.errors.contains(name) || run.output.contains(name), "\(run.output)\(run.errors)")
      #expect((run.output + run.errors).contains("did not end after 10000 steps: \(name)"))
    }
  }
}
