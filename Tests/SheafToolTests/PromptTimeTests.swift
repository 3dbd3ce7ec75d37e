import Testing

@testable import SheafTool

/// Events, actions, timers and answers at the prompt. Waits are of real time; nothing here needs them to be short.
@Suite("The prompt in time")
struct PromptTimeTests {
  private let form = """
    input username: text
    service userInfo(handle)
    action add when username <> "" = userInfo(username)
    name = add.value.name

    """

  private let clock = """
    event tap
    event push: record
    action double(x) = slow(x)
    service slow(x) = DELAY(x * 2, 0.05)
    state taps = 0 { on tap : taps + 1; on DELAY(tap, 0.05) : taps + 10 }
    last = push.type

    """

  private func check(
    _ sheet: String, _ input: String, _ output: String, errors: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder(["x.sheet": sheet])
    let run = ToolRun(folder["x.sheet"], input: input)
    #expect(run.output == output, sourceLocation: location)
    #expect(run.errors == errors, sourceLocation: location)
  }

  @Test("An event happens by its name, with what it carries, and an action by :run")
  func triggers() throws {
    try check(clock, "tap\n", "taps 0 → 1\n")
    try check(clock, "push {type: \"A\"}\n", "push {type: \"A\"}\nlast blank → A\n")
    try check("event key: number\nn = key * 2\n", "key -3\nn\nkey - 1\n", "key -3\nn 0 → -6\n-6\n-4\n")
    try check(clock, ":run tap\n:run push {type: \"B\"}\n", "taps 0 → 1\npush {type: \"B\"}\nlast blank → B\n")
    for line in [":run double 21", ":run double(20 + 1)", ":run double (21)", "double(21)"] {
      let folder = try TemporaryFolder(["x.sheet": clock])
      let run = ToolRun(folder["x.sheet"], input: "\(line)\n:wait 0.1\ndouble.value\n")
      #expect(run.output.contains("\ndouble.value 42\n"), "\(line)")
      #expect(run.output.hasSuffix("\n42\n"), "\(line)")
    }
  }

  @Test("Timers change cells while the prompt waits")
  func timers() throws {
    try check(clock, "tap\n:wait 0.1\n", "taps 0 → 1\ntaps 1 → 11\n")
    // Not by the end of the input, for which nobody waits.
    try check(clock, "tap\n", "taps 0 → 1\n")
    let folder = try TemporaryFolder(["x.sheet": "state count = 0 { on EVERY(0.02) : count + 1 }\n"])
    let run = ToolRun(folder["x.sheet"], input: ":wait 0.1\n")
    #expect(run.output.hasPrefix("count 0 → 1\ncount 1 → 2\ncount 2 → 3\n"))
    // A timer begins when it is set, not when the last one was due.
    try check(
      "input x = 0\nstate quiet = 0 { on DEBOUNCE(x.changed, 5) : x }\n", ":wait 0.02\nx = 1\n:wait 0.02\nquiet\n",
      "x 0 → 1\n0\n")
  }

  @Test("A step in a test's own time sends the sheet ahead")
  func virtualTime() throws {
    let hour = "state hours = 0 { on EVERY(3600) : hours + 1 }\n"
    try check(hour, "wait 3600\nwait 3599\n:wait 0.05\nhours\n", "hours 0 → 1\n1\n")
  }

  @Test("A call that nobody answers waits for the user")
  func answers() throws {
    let asked = "userInfo(\"ada\") waits for you: userInfo replies … or userInfo fails \"…\"\n"
    let begun = """
      username blank → ada
      add.isEnabled FALSE → TRUE
      add.isExecuting FALSE → TRUE
      add.isEnabled TRUE → FALSE
      userInfo.calls 0 → 1

      """
    let ended = "add.isExecuting TRUE → FALSE\nadd.isEnabled FALSE → TRUE\n"
    try check(
      form, "username = \"ada\"\nadd\nuserInfo replies {name: \"Ada\"}\n",
      begun + "add.value {name: \"Ada\"}\n" + ended + "name blank → Ada\n", errors: asked)
    try check(
      form, "username = \"ada\"\nadd\nuserInfo fails \"not found\"\n",
      begun + "add.isExecuting TRUE → FALSE\nadd.error not found\nadd.isEnabled FALSE → TRUE\n", errors: asked)
    try check(
      form, "given userInfo replies {name: \"Ada\"}\nusername = \"ada\"\n:watch off\nadd\nname\n",
      "username blank → ada\nadd.isEnabled FALSE → TRUE\nuserInfo.calls 0 → 1\nadd.value {name: \"Ada\"}\nname blank → Ada\nAda\n"
    )
  }

  @Test("What cannot happen says why")
  func refusals() throws {
    try check(form, "add\n", "", errors: "add is not enabled: username <> \"\" does not hold\n")
    let rows = [
      (":run ad", "there is no event or action named ad\n  = help: did you mean add?"),
      (":run", ":run takes an action or an event\n  = help: there are add"),
      (":run add 1", "add takes no arguments, not 1"),
      (":wait soon", ":wait takes a number of seconds\n  = help: :wait 2"),
      (":wait -1", ":wait takes a number of seconds\n  = help: :wait 2"),
      (":watch nothing", "there is no cell named nothing"),
    ]
    for (line, words) in rows { try check(form, line + "\n", "", errors: "error: \(words)\n  --> stdin:1:1\n") }
    let folder = try TemporaryFolder(["x.sheet": form])
    #expect(ToolRun(folder["x.sheet"], input: ":run add(1 +)\n").errors.contains("wants a value"))
  }

  @Test("Changes that come by themselves are shown as they are watched")
  func watching() throws {
    let sheet = "event tap\nstate a = 0 { on DELAY(tap, 0.02) : a + 1 }\nb = a * 2\nc = a * 3\n"
    let rows = [("", "a 0 → 1\nb 0 → 2\nc 0 → 3\n"), ("a c", "a 0 → 1\nc 0 → 3\n"), ("B", "b 0 → 2\n"), ("off", "")]
    for (cells, output) in rows { try check(sheet, ":watch \(cells)\ntap\n:wait 0.05\n", output) }
    try check(sheet, ":watch off\n:watch\ntap\n:wait 0.05\n", rows[0].1)
    let begun = "double.isExecuting FALSE → TRUE\ndouble.isEnabled TRUE → FALSE\nslow.calls 0 → 1\n"
    try check(clock, ":watch double\n:watch double.value\ndouble(1)\n:wait 0.1\n", begun + "double.value 2\n")
  }

  @Test("What has happened stays when an entry is taken back")
  func undoing() throws {
    try check(
      "input x = 0\nevent tap\nstate n = 0 { on tap : n + 1 }\n", "x = 1\ntap\n:undo\n:redo\nn\n",
      "x 0 → 1\nn 0 → 1\nx 1 → 0\nx 0 → 1\n1\n")
    // A timer or an answer between entry and undo is no step of its own.
    try check(
      "input x = 0\nevent tap\nstate n = 0 { on DELAY(tap, 0.02) : n + 1 }\n", "tap\nx = 1\n:wait 0.05\n:undo\nn\n",
      "x 0 → 1\nn 0 → 1\nx 1 → 0\n1\n")
    // A row is found again where events have moved it meanwhile.
    try check(
      "event plus\ntable t {\n| a |\n| 1 |\non plus : insert first (7)\n}\n",
      ":watch off\nt[1].a = 5\nplus\n:undo\nt\n",
      "t[1].a 1 → 5\nt[1].a 7\nt[2].a 5 → 1\nt\n  a\n  7\n  1\n")
  }

  @Test("An empty text is seen")
  func emptyTexts() throws {
    try check(
      "input t = \"\"\nu = t & \"\"\n", "t = \"a\"\nt = \"\"\nu\n",
      "t \"\" → a\nu \"\" → a\nt a → \"\"\nu a → \"\"\n\n")
    try check("input t = \"\"\nu = t & \"\"\n", ":why u\n", "u = \"\"\n  = t & \"\"\n  t = \"\"   input, any\n")
  }

  @Test("A statement that is refused leaves alone what has happened")
  func refusedStatements() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "event tap\nstate n = 0 { on tap : n + 1; on DELAY(tap, 1) : n + 10 }\n"
    ])
    let run = ToolRun(folder["x.sheet"], input: "tap\nfetch f = avatar(n)\nevent tap: nothing\nn\n:wait 1.1\n")
    #expect(run.output == "n 0 → 1\n1\nn 1 → 11\n")
    #expect(run.errors.contains("there is no service or function named avatar"))
  }

  @Test("A row with a form in it is told in one line")
  func newRows() throws {
    let names = ["a", "b", "c", "d", "e", "f", "g"]
    let folder = try TemporaryFolder([
      "row.sheet": names.map { "input \($0) = 1\n" }.joined() + "always \"small\": a < 9\n",
      "x.sheet": "event plus\ntable t of \"row.sheet\" { 1 rows; on plus : insert first () }\n",
    ])
    let run = ToolRun(folder["x.sheet"], input: "plus\nt[1].a = 2\nplus\nt[3].b = 2\n")
    #expect(run.output == "t[1] is new\nt[1].a 1 → 2\nt[1] is new\nt[3].b 1 → 2\n")
    #expect(run.errors == "")
  }
}
