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

  @Test("A form whose checks hold everywhere ends with 0")
  func sound() throws {
    let folder = try TemporaryFolder(["a.sheet": "input a: logical = FALSE\nnever \"x\": AND(a, NOT(a))\n"])
    let run = ToolRun("explore", folder["a.sheet"])
    #expect(run.status == 0)
    #expect(run.output == "\(folder["a.sheet"]): 2 states, 2 steps, no check is broken\n")
    #expect(run.errors.isEmpty)
  }

  @Test("A limit that was given ends well, and says that nothing is proven beyond it")
  func limited() throws {
    let folder = try TemporaryFolder(["a.sheet": "event a\nstate n = 0 { on a : n + 1 }\n"])
    let run = ToolRun("explore", folder["a.sheet"], "--max-states", "10")
    #expect(run.status == 0)
    #expect(run.errors == "there are more than 10 states; nothing is proven about those that were not seen\n")
    #expect(ToolRun("explore", folder["a.sheet"], "--walk", "20").output.contains("on a walk of 20 steps"))
    #expect(ToolRun("explore", folder["a.sheet"], "--max-states", "0").status == 2)
    #expect(ToolRun("explore", folder["b.sheet"]).status == 2)
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
