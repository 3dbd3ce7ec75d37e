import CellModel
import Foundation
import FunctionLibrary
import LiveSheets
import SheetText
import TestSupport
import Testing
import Threads

@testable import Verification

@Suite("Explorer")
struct ExplorerTests {
  private func explore(
    _ text: String, maxStates: Int = 20_000, remembers: Bool = true, usesTests: Bool = true, walk: Int? = nil,
    crew: Crew? = nil, failFast: Bool = false
  ) -> Exploration {
    var options = Explorer.Options()
    if let crew {
      options.search.crew = crew
      options.search.leastWork = 0
    }
    options.search.failFast = failFast
    options.search.maxStates = maxStates
    options.remembers = remembers
    options.usesTests = usesTests
    options.search.walk = walk
    return Explorer(
      document: SheetDocument(name: "form.sheet", text), environment: LiveSheet.Environment(catalog: .standard),
      options: options
    ).run()
  }

  private let lamp = """
    event toggle
    event cut
    state on = FALSE { on toggle : NOT(on); on cut : FALSE }
    state presses = 0 { on toggle : MIN(presses + 1, 3) }
    """

  @Test("States are counted once, however they are reached")
  func counts() {
    // on or off, with 0 to 3 presses: off with none, on with one, and both from there but on without a press.
    let lamp = explore(lamp)
    #expect(lamp.stateCount == 7)
    #expect(lamp.end == .allSeen)
    #expect(explore("input a: logical = FALSE\ninput b in {1, 2, 3} = 1").stateCount == 6)
    #expect(explore("input n: number in 1..4 = 1\nx = n * 2").stateCount == 4)
    #expect(explore("A = 1\nB = A + 1").stateCount == 1)
  }

  @Test("A domain made of cells is tried with all that these may make it, or as it is at load, which is told")
  func domainsOfCells() {
    // With a limit of 1, 2 or 3 there are 1, 2 or 3 values below it, and a value stays when the limit sinks.
    let ranges = explore("input limit: number in 1..3 = 1\ninput n: number in 1..limit = 1")
    #expect(ranges.stateCount == 9 && ranges.tried.asLoaded.isEmpty && ranges.tried.sampled.isEmpty)
    let constants = explore("most = 3\ninput n: number in 1..most = 1")
    #expect(constants.stateCount == 3 && constants.tried.asLoaded.isEmpty)
    let events = explore(
      "input limit: number in 1..2 = 1\nevent take: number in 1..limit\nstate t = 0 { on take : take }")
    #expect(events.stateCount == 6 && events.tried.asLoaded.isEmpty)
    let list = explore("input who in people[name]\ntable people {\n| name |\n| ada |\n| bob |\n}")
    #expect(list.stateCount == 3 && list.tried.asLoaded == ["who"] && list.tried.sampled == ["who"])
  }

  @Test("A range that has values between whole numbers is tried with these, which is told")
  func fineRanges() {
    for (text, fine) in [
      ("input rate in 0..1 = 0.07", ["rate"]), ("input rate in 0%..100% = 0%", ["rate"]),
      ("event tax: number in 0%..100%\nstate t = 0 { on tax : tax }", ["tax"]), ("input n in 0..3 = 1", []),
      ("input n in 0..3", []), ("input d: date in 2026-01-01..2026-01-03 = 2026-01-01", []),
    ] {
      let found = explore(text)
      #expect(found.tried.inWholeNumbers == fine && found.tried.sampled == fine, "\(text)")
    }
  }

  @Test("Each of many open calls is answered first, or it is told which are not")
  func manyCalls() {
    func fetches(_ count: Int) -> String {
      "service s(n): number in {7}\n" + (1...count).map { "fetch f_\($0) = s(\($0)) else 0\n" }.joined()
    }
    // Each fetch waits, has its value or has failed.
    #expect(explore(fetches(5)).stateCount == 243)
    #expect(explore(fetches(5)).tried.inLateCalls.isEmpty)
    let many = explore(fetches(17), maxStates: 200)
    #expect(many.tried.inLateCalls == ["s"] && many.tried.sampled == ["s"])
  }

  @Test("A finding is told once for its place, whatever values it speaks of")
  func findingsByPlace() {
    let found = explore(
      "input most: number in 0..2 = 0\ninput n: number in 0..1\nn <~ most * 7\nevent up\nstate c = 0 { on up : MIN(c + 1, 5) }\ninput m: number in 0..1\nm <~ c"
    )
    #expect(found.findings.map(\.diagnostic.code) == ["refused-binding", "refused-binding"])
  }

  @Test("A form has the states and steps that TLC and SPIN count of it")
  func otherCheckers() {
    // Benchmarks/Models says the form in their languages; with 4 taps in place of 256, TLC 2.15 and SPIN 6.5.2 find these.
    let form = explore(
      """
      input username: text in {"ada", "bob", "cy", "dan"}
      input password: text in {"x", "y", "z"}
      input agree: logical = FALSE
      input news: logical = FALSE
      input size: number in 1..8 = 1
      event tap
      event reset
      service login(): logical in {TRUE}
      action add when AND(username <> "", password <> "", agree) = login()
      state field = TRUE { on tap : FALSE; on add.failed : TRUE; on reset : TRUE }
      state taps = 0 { on tap : MOD(taps + 1, 4); on reset : 0 }
      button = AND(add.isEnabled, field)
      label = IF(add.isExecuting, "Loading", IF(button, "Go", "Wait"))
      total = size * taps + LEN(label)
      never "on while it runs": AND(add.isExecuting, add.isEnabled)
      always "small": total < 10000
      """)
    #expect(form.stateCount == 7424)
    #expect(form.stepCount == 127_904)
    #expect(form.counterExamples.isEmpty)
  }

  @Test("A request over the network is answered with a failure and with a success, like a service")
  func requests() {
    let found = explore(
      "action a = HTTP.GET(\"u\")\nstate n = 0 { on a.succeeded : 1; on a.failed : 2 }\n"
        + "never \"failed\": n = 2\nnever \"done\": n = 1")
    #expect(found.counterExamples.map(\.check.label).sorted() == ["done", "failed"])
  }

  @Test(
    "What a binding sets belongs to the state, also where it is a constant",
    arguments: ["A = 2", "A1 = 2", "input A = 2"])
  func boundConstants(target: String) {
    let name = target.hasPrefix("A1") ? "A1" : "A"
    let found = explore(
      "input q: number in 1..3 = 2\n\(name) <~ q\n\(target)\nx = \(name) * 5\nalways \"small\": x < 14")
    #expect(found.stateCount == 3)
    #expect(found.counterExamples.map(\.check.label) == ["small"])
    let both = explore("input q: number in 1..3 = 2\n\(name) <~> q\n\(target)\nalways \"small\": \(name) < 3")
    #expect(both.counterExamples.map(\.check.label) == ["small"])
  }

  @Test(
    "What a step or a formula has given is looked up only where it would give it again", arguments: ExploredForm.all)
  func remembering(_ form: ExploredForm) {
    let limit = TestLength.count(200, of: 600)
    let plain = explore(form.text, maxStates: limit, remembers: false)
    let quick = explore(form.text, maxStates: limit)
    #expect(quick.stateCount == plain.stateCount)
    #expect(quick.stepCount == plain.stepCount)
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps))
    #expect(quick.counterExamples.map(\.check.label) == plain.counterExamples.map(\.check.label))
    #expect(quick.modes.map { $0.pairs.map(\.steps) } == plain.modes.map { $0.pairs.map(\.steps) })
    #expect(plain.stateCount > 3)
    #expect(quick.madeCount < plain.madeCount || form.looksNothingUp)
  }

  /// Threads to look ahead with.
  private static let crews = [Crew(1), Crew(3)]

  @Test("Several threads find what one finds, in the same order", arguments: ExploredForm.all)
  func threads(_ form: ExploredForm) {
    for (limit, failFast) in [(TestLength.count(400, of: 4_000), false), (400, true), (37, false)] {
      let found = Self.crews.map { explore(form.text, maxStates: limit, crew: $0, failFast: failFast) }
      #expect(found[1].stateCount == found[0].stateCount && found[1].stepCount == found[0].stepCount)
      #expect(found[1].madeCount == found[0].madeCount && found[1].end == found[0].end)
      #expect(found[1].counterExamples.map(\.steps) == found[0].counterExamples.map(\.steps))
      #expect(found[1].counterExamples.map(\.check.label) == found[0].counterExamples.map(\.check.label))
      #expect(found[1].findings.map(\.steps) == found[0].findings.map(\.steps))
      #expect(found[1].findings.map(\.diagnostic) == found[0].findings.map(\.diagnostic))
      #expect(found[1].modes.map { $0.pairs.map(\.steps) } == found[0].modes.map { $0.pairs.map(\.steps) })
      #expect(found[1].growth.map(\.name) == found[0].growth.map(\.name))
    }
  }

  @Test(
    "The same on the example forms",
    arguments: [
      "people-crm/PersonAdding", "people-crm/PersonAddingDecide", "people-crm/PersonContainer",
      "people-crm/TwitterClient",
      "people-crm/Notes", "forms/Register", "forms/SearchAction", "forms/SwitchingTransition", "forms/SwitchingQuiet",
      "forms/Notifications", "forms/RecycledCell", "forms/TimerCounter", "forms/BestVoucher",
    ])
  func examples(_ path: String) throws {
    let file = exampleFolder.appendingPathComponent(path + ".sheet")
    let folder = file.deletingLastPathComponent()
    let document = SheetDocument(name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    let environment = LiveSheet.Environment(
      catalog: .standard, readFile: { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) })
    let (plain, quick) = (
      explore(document, environment, remembers: false), explore(document, environment, remembers: true)
    )
    #expect(quick.stateCount == plain.stateCount)
    #expect(quick.stepCount == plain.stepCount)
    #expect(quick.counterExamples.map(\.steps) == plain.counterExamples.map(\.steps))
    #expect(quick.modes.map { $0.pairs.map(\.steps) } == plain.modes.map { $0.pairs.map(\.steps) })
  }

  @Test("A step that meets the limit of memory proves nothing, and ends the walk")
  func memory() {
    var environment = LiveSheet.Environment(catalog: .standard)
    var hasGrown = false
    environment.exceededMemory = { hasGrown ? 7 : nil }
    let document = SheetDocument(
      name: "x.sheet",
      "event e\nstate n = {1} { on e : VSTACK(n, SEQUENCE(100000)) }\nalways \"rows\": ROWS(n) > 0\n")
    var options = Explorer.Options()
    options.search.progress = { states, _ in
      hasGrown = states > 0
      return false
    }
    let exploration = Explorer(document: document, environment: environment, options: options).run()
    #expect(exploration.end == .outOfMemory(megabytes: 7) && exploration.stateCount < 5)
  }

  @Test("States for which there is no memory end the search, though no step by itself takes much")
  func memoryOfStates() {
    var environment = LiveSheet.Environment(catalog: .standard)
    var stateCount = 0
    environment.exceededMemory = { stateCount >= 512 ? 9 : nil }
    var options = Explorer.Options()
    options.search.progress = { states, _ in
      stateCount = states
      return false
    }
    let document = SheetDocument(name: "x.sheet", "event e\nstate n = 1 { on e : n + 1 }\n")
    let exploration = Explorer(document: document, environment: environment, options: options).run()
    #expect(exploration.end == .outOfMemory(megabytes: 9) && exploration.stateCount < 1_000)
  }

  private func explore(
    _ document: SheetDocument, _ environment: LiveSheet.Environment, remembers: Bool
  ) -> Exploration {
    var options = Explorer.Options()
    options.search.maxStates = TestLength.count(50, of: 150)
    options.remembers = remembers
    return Explorer(document: document, environment: environment, options: options).run()
  }

  @Test(
    "What can be reached is found, however little of it is there at load",
    arguments: [
      // A table that has no rows yet.
      (
        "event add\ntable t {\n| a: number |\non add where ROWS(t) < 3 : insert last (1)\n}\n", "SUM(t[a]) = 1", ["add"]
      ),
      (
        "event add\ntable t {\n| a: number |\non add where ROWS(t) < 3 : insert last (1)\n}\n", "ROWS(t) = 2",
        ["add", "add"]
      ),
      (
        "event add\ntable t {\n| a: number |\non add where ROWS(t) < 3 : insert last (1)\n}\n",
        "IFERROR(t[2].a, 0) = 1", ["add", "add"]
      ),
      // A cell that an array fills, or what is in its way.
      ("event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nA1 = SEQUENCE(n)\n", "A3 = 3", ["up", "up"]),
      ("event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nA1 = SEQUENCE(n)\n", "SUM(A1:A3) = 6", ["up", "up"]),
      ("event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nA1 = SEQUENCE(n)\n", "SUM(A1#) = 6", ["up", "up"]),
      ("event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nA1 = SEQUENCE(n)\nA3 = 7\n", "ISERROR(A1)", ["up", "up"]),
      ("event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nB1 = SEQUENCE(n)\nA2 = {4, 5}\n", "ISERROR(A2)", ["up"]),
      (
        "event up\nstate n = 1 { on up : MIN(n + 1, 4) }\nA1 = IF(n > 2, {1, 5}, n)\nx = B1 * 2\n", "x = 10",
        ["up", "up"]
      ),
      // What several HOLDs let go at once comes in the order of the arguments.
      (ExploredForm.named("held back in turn").text, "s = \"ab\"", ["a", "b", "busy = FALSE"]),
      // Each recalculation of a circle goes on from the one before.
      (
        "option iterate = 1, 0\ninput k: logical = FALSE\nn = MIN(n + IF(k, 1, 1), 9)\n", "n = 3",
        ["k = TRUE", "k = FALSE"]
      ),
      (
        "option iterate = 1, 0\ninput k: logical = FALSE\nn = MIN(n + IF(k, 1, 1), 9)\nm = n * 2\n", "m = 6",
        ["k = TRUE", "k = FALSE"]
      ),
      // Arguments that nothing says anything about are left blank.
      (
        "service find(a): text in {\"x\"}\naction go(a) = find(a)\n", "go.value = \"x\"",
        ["go()", "find replies \"x\""]
      ),
      (
        "service find(a): text in {\"x\"}\naction go(a, b) = find(a & b)\n", "go.value = \"x\"",
        ["go(, )", "find replies \"x\""]
      ),
      // What a range of days or percentages gives are days and percentages.
      ("input d: date in 2020-01-01..2020-01-03 = 2020-01-02\n", "d = DATE(2020, 1, 3)", ["d = 2020-01-03"]),
      ("input p in 0%..100% = 0%\n", "p = 1", ["p = 100%"]),
      (
        "event pick: date in 2026-05-01..2026-05-02\nstate due = 0 { on pick : pick }\n", "due = DATE(2026, 5, 2)",
        ["pick 2026-05-02"]
      ),
    ] as [(String, String, [String])])
  func reached(_ sheet: String, _ condition: String, _ steps: [String]) throws {
    let text = sheet + "\nnever \"reached\": \(condition)"
    let found = explore(text, maxStates: 500).counterExamples.first { $0.check.label == "reached" }
    #expect(found?.steps == steps)
    // What is told can be seen: the series is a test that breaks the check, and at its end only.
    let document = SheetDocument(
      name: "form.sheet", text + "\ntest \"pasted\" {\n" + steps.joined(separator: "\n") + "\n}")
    let runner = TestRunner(document: document, environment: LiveSheet.Environment(catalog: .standard))
    let failures = runner.run(runner.tests[0]).failures
    #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == .check })
  }

  @Test("A broken check comes with its shortest series of steps, as a test that fails")
  func counterExamples() throws {
    let text = lamp + "\nnever \"on after two\": AND(on, presses >= 2)"
    let found = try #require(explore(text).counterExamples.first)
    #expect(found.steps == ["toggle", "toggle", "toggle"])
    let pasted = text + "\ntest \"pasted\" {\n" + found.steps.joined(separator: "\n") + "\n}"
    let document = SheetDocument(name: "form.sheet", pasted)
    let runner = TestRunner(document: document, environment: LiveSheet.Environment(catalog: .standard))
    let result = runner.run(runner.tests[0])
    #expect(result.failures.map(\.kind) == [.check])
  }

  @Test("Time, failures and answers are steps, too")
  func steps() throws {
    let text = """
      service find(): text in {"x"}
      action go = find()
      state late = FALSE { on DELAY(go.failed, 1.5) : TRUE }
      never "late": late
      """
    #expect(explore(text, maxStates: 100).counterExamples.first?.steps == ["go", "find fails \"failed\"", "wait 1.5"])
    let other = explore(text.replacing("go.failed", with: "go.succeeded"), maxStates: 100)
    #expect(other.counterExamples.first?.steps == ["go", "find replies \"x\"", "wait 1.5"])
  }

  @Test("What waits for no time comes before whatever happens next", arguments: [true, false])
  func dueAtOnce(remembers: Bool) {
    let text = """
      event a
      event b
      input seconds: number in {0, 1} = 0
      state asked = FALSE { on a : TRUE }
      state came = FALSE { on DELAY(a, seconds) : TRUE }
      state early = FALSE { on b where asked : NOT(came) }
      never "b comes first": early
      """
    // With a second to wait b may come first; more and more may be waiting, so the walk is cut.
    let both = explore(text, maxStates: 60, remembers: remembers)
    #expect(both.counterExamples.first?.steps == ["seconds = 1", "a", "b"])
    let none = explore(text.replacing("{0, 1}", with: "{0}"), remembers: remembers)
    #expect(none.counterExamples.isEmpty)
    #expect(none.end == .allSeen)
    // Nothing asked, due for the first time, come, and due once more.
    #expect(none.stateCount == 4)
  }

  @Test("Of several open calls a test that is told answers the one that was answered")
  func earlierCalls() throws {
    let text = """
      service login(): logical in {TRUE}
      action one = login()
      action two = login()
      never "one before two": AND(one.value = TRUE, two.isExecuting)
      """
    let found = try #require(explore(text).counterExamples.first)
    #expect(found.steps == ["one", "two", "login[-2] replies TRUE"])
    let pasted = text + "\ntest \"pasted\" {\n" + found.steps.joined(separator: "\n") + "\n}"
    let runner = TestRunner(
      document: SheetDocument(name: "form.sheet", pasted), environment: LiveSheet.Environment(catalog: .standard))
    #expect(runner.run(runner.tests[0]).failures.map(\.kind) == [.check])
  }

  @Test("Inputs without a domain take the values of the tests, or none")
  func openInputs() {
    let text = "input t: text\ntest \"t\" { t = \"a\"; t = \"b\" }"
    #expect(explore(text).stateCount == 3)
    #expect(explore(text, usesTests: false).stateCount == 1)
    #expect(explore(text, usesTests: false).tried.untouched == ["t"])
  }

  @Test("All pairs of modes and values are told, reached or not")
  func modes() throws {
    let modes = try #require(explore(ExploredForm.named("modes").text).modes.first)
    #expect(modes.pairs.count == 8)
    #expect(modes.pairs.count { $0.isValid } == 2)
    #expect(modes.pairs.filter { !$0.isValid && $0.wrongSteps != nil }.map(\.mode) == ["empty", "full"])
  }

  @Test("A pair that is right in one state and wrong in another is both")
  func modesOfExpressions() throws {
    // Green is right while the count is below 2, and red from then on; the lamp turns one step late.
    let text = """
      event tick
      state n = 0 { on tick : MIN(n + 1, 3) }
      state lamp = "green" { on tick where n >= 2 : "red" }
      modes m over lamp { "on" when TRUE : IF(n < 2, "GREEN", "red") }
      """
    let found = explore(text)
    let pairs = try #require(found.modes.first).pairs
    #expect(pairs.map(\.values) == [["GREEN"], ["red"], ["green"]])
    #expect(pairs.map(\.isValid) == [true, true, false])
    // A text is the same in any case, as the check compares it.
    #expect(pairs.map(\.steps) == [[], ["tick", "tick", "tick"], nil])
    #expect(pairs.map(\.wrongSteps) == [nil, nil, ["tick", "tick"]])
    #expect(found.counterExamples.map(\.steps) == [["tick", "tick"]])
  }

  @Test("What a mode asks for may be a blank that a cell has as another nothing")
  func modesOfBlanks() throws {
    let pairs = try #require(
      explore(
        "input t in {\"\", \"a\"} = \"\"\ninput nothing: any\nx = IF(t = \"\", nothing, t)\nmodes m over x { \"m\" when TRUE : t }"
      ).modes
        .first
    ).pairs
    #expect(pairs.allSatisfy { $0.wrongSteps == nil })
    #expect(pairs.count { $0.isValid } == 2)
  }

  @Test("A loop of events and a guard that is an error are told, and what a loop leaves is not followed")
  func findings() {
    let loop = explore(
      "event pre\nevent go\nstate p = 0 { on pre : 1 }\nstate a = 0 { on b.changed : a + 1; on go where p = 1 : 1 }\n"
        + "state b = 0 { on a.changed : b + 1 }")
    #expect(loop.stateCount == 2)
    // Nor is it looked up from a state that differs in something else.
    let twice = explore(
      "event pre\nevent go\nstate p = 0 { on pre : MOD(p + 1, 3) }\nstate a = 0 { on go : 1; on b.changed : a + 1 }\n"
        + "state b = 0 { on a.changed : b + 1 }")
    #expect(twice.stateCount == 3)
    #expect(twice.stepCount == 6)
    #expect(loop.findings.map(\.diagnostic.code) == ["event-loop"])
    #expect(loop.findings.first?.steps == ["pre", "go"])
    let guarded = explore("event e\nstate n = 0 { on e where 1 / n > 0 : 1 }")
    #expect(guarded.findings.map(\.diagnostic.code) == ["guard-error"])
    #expect(guarded.end == .allSeen)
  }

  @Test("A space that has no end stops at the limit, and a walk after its steps")
  func limits() {
    let text = "event a\nstate n = 0 { on a : n + 1 }\nnever \"ten\": n = 10"
    let limited = explore(text, maxStates: 8)
    #expect(limited.end == .stateLimit(8))
    #expect(limited.counterExamples.isEmpty)
    let walk = explore(text, walk: 50)
    #expect(walk.end == .walked(50))
    #expect(walk.counterExamples.count == 1)
  }
}
