import Testing

@testable import SheafTool

@Suite("The end of time")
struct TimeLimitTests {
  @Test("Virtual time without end ends, with the limit and where it stands")
  func virtualTime() throws {
    let folder = try TemporaryFolder([
      "t.sheet": "state n = 0 { on EVERY(1) : n + 1 }\ntest \"long\" { wait 1E300; expect n = 100 }\n"
    ])
    let run = ToolRun("test", folder["t.sheet"], "--limit", "1000")
    #expect(run.status == 1)
    #expect(run.output.contains("time stopped at 100 seconds, after 100 timers in one go"))
    #expect(run.output.contains("let less time pass at once, or raise --limit, of which each timer takes 10"))
    // What the limit allows is not stopped.
    let enough = try TemporaryFolder([
      "t.sheet": "state n = 0 { on EVERY(1) : n + 1 }\ntest \"long\" { wait 100; wait 100; expect n = 200 }\n"
    ])
    #expect(ToolRun("test", enough["t.sheet"], "--limit", "1000").status == 0)
    // Without timers no wait is too long.
    let empty = try TemporaryFolder(["t.sheet": "event e\ntest \"long\" { wait 1E300; expect ELAPSED() > 1E12 }\n"])
    #expect(ToolRun("test", empty["t.sheet"]).status == 0)
  }

  @Test("An interval in which no time passes ends eval with 1", arguments: ["1E-9", "0.0000009", "0", "x"])
  func intervals(_ interval: String) throws {
    let folder = try TemporaryFolder(["t.sheet": "input x = 0\nstate n = 0 { on EVERY(\(interval)) : n + 1 }\n"])
    let run = ToolRun("eval", folder["t.sheet"])
    #expect(run.status == 1)
    #expect(run.errors.contains("an interval is a number of seconds from 0.000001 on [bad-interval]"))
  }
}
