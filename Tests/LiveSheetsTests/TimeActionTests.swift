import CellModel
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// LANGUAGE.md §4, services, actions and fetches, and §6, how tests answer calls.
@Suite("Actions and fetches of a sheet")
struct TimeActionTests {
  private static let adding = """
    input username: text
    service login()
    service userInfo(handle)
    action add when username <> "" =
      LET(session, login(),
          info, userInfo(username),
          {name: info.name, handle: username})
    """

  @Test("The condition of an action is a cell's, so it cannot read what the action is given")
  func conditions() {
    let text = "service find(q)\naction search(query) when query <> \"\" = find(query)"
    #expect(mocked(text).diagnostics.map(\.message) == ["the parameter query is not known here"])
    // Nor do the clauses, which start a run, and the domain of what a service answers.
    #expect(
      mocked("event e\naction go(a) = a + 1 { on e where a > 0 : start (a) }\nservice f(low) in {low, 1}")
        .diagnostics.map(\.message) == [
          "the parameter a is not known here", "the parameter a is not known here",
          "the parameter low is not known here",
        ])
    // A cell of the same name is what the condition reads; the body reads what it was given.
    plays(
      "input query: text\nservice find(q)\naction search(query) when query <> \"\" = find(query)",
      "search(\"a\"); expect not called find; query = \"x\"; search(\"a\"); expect called find(\"a\")")
  }

  @Test(
    "A call that would be made with an error ends the chain of an action, and in a fetch is an error as in a formula")
  func errorsAsArguments() {
    let text = """
      input n = 0
      service g(x)
      service h(x)
      action unused = LET(p, g(1 / n), q, h(1), 3)
      action caught = IFERROR(g(1 / n), 0) + h(1)
      action again = RETRY(g(1 / n), 3, 1)
      action later = LET(p, h(1), q, g(p + "x"), 3)
      fetch f = IFERROR(g(1 / n), "none")
      """
    plays(
      text,
      "unused; caught; again; expect not called g, not called h, unused.error <> \"\", caught.error <> \"\", again.error <> \"\", f = \"none\"",
      "later; h replies 1; expect not called g, later.error <> \"\", ISBLANK(later.value), later.isExecuting = FALSE",
      "n = 1; unused; g replies 1; h replies 2; expect unused.value = 3, ISBLANK(unused.error)")
  }

  @Test("An action with the name of a function is meant where it takes as many arguments")
  func names() {
    let sheet = mocked("action search(query) = query & \"!\"")
    _ = sheet.enter("search(\"a\")")
    #expect((try? sheet.evaluate("search.value").get().value) == "a!")
    guard case .value(let value, _)? = sheet.enter("SEARCH(\"n\", \"banana\")").first else {
      Issue.record("no value")
      return
    }
    #expect(value == 3)
  }

  @Test("A call that was cancelled is not called answered")
  func cancelledCalls() {
    let text = "input q = 1\nservice find(q)\nfetch f = find(q)\ninput on = TRUE\nfetch g = IF(on, find(q))"
    fails(
      "input on = TRUE\nservice find()\nfetch f = IF(on, find(), 0)", "on = FALSE; find replies 1",
      "find has no open call; its call was cancelled")
    fails(
      text, "on = FALSE; find replies 1; find replies 2",
      "find has no open call; of its 2 calls 1 is answered and 1 was cancelled")
    fails(
      "service find()\nfetch f = find()", "find replies 1; find replies 2",
      "find has no open call; its call is answered")
    fails(
      "input q = 1\nservice find(q)\nfetch f = IF(q > 0, find(q), 0)", "q = 2; q = 3; q = 0; find replies 1",
      "find has no open call; its 3 calls were cancelled")
  }

  @Test("A service is called with as many arguments as it declares")
  func argumentCounts() {
    fails(
      "service sv(x)\nservice login()\naction a = LET(s, login(1), sv())\nfetch f = sv(1, 2) else 0\naction b = sv(1)",
      "",
      "finding: login takes 0 arguments, not 1", "finding: sv takes 1 argument, not 0",
      "finding: sv takes 1 argument, not 2")
  }

  @Test("A run calls its services in the order of LET and gives the value of its body")
  func chain() {
    plays(
      Self.adding,
      """
      expect NOT(add.isEnabled), NOT(add.isExecuting), ISBLANK(add.value), ISBLANK(add.error)
      username = "ada"
      expect add.isEnabled
      add
      expect add.isExecuting, NOT(add.isEnabled), called login, called login(), not called userInfo, login.calls = 1
      login replies TRUE
      expect called userInfo("ada"), not called userInfo("bob"), userInfo.calls = 1, add.isExecuting
      userInfo replies {name: "Ada"}
      expect NOT(add.isExecuting), add.isEnabled, add.value.name = "Ada", add.value.handle = "ada", ISBLANK(add.error)
      """,
      // The first failure ends the chain and is the failure of the action.
      "username = \"a\"; add; login fails \"not found\"; expect add.error = \"not found\", not called userInfo, NOT(add.isExecuting), ISBLANK(add.value)",
      // The reason is blank again after a success, and the value stays after a failure.
      """
      username = "a"; add; login replies; userInfo replies {name: "A"}; add; login fails "down"
      expect add.value.name = "A", add.error = "down"
      add; login replies; userInfo replies {name: "B"}; expect add.value.name = "B", ISBLANK(add.error)
      """,
      "given login replies TRUE; given userInfo fails \"gone\"; username = \"a\"; add; expect add.error = \"gone\", login.calls = 1, userInfo.calls = 1",
      "username = \"a\"; add; login fails; expect add.error = \"failed\"")
  }

  @Test("A trigger while an action is not enabled makes no call and is told why")
  func refused() {
    let text =
      Self.adding + "\nstate refusals = \"\" { on add.refused : refusals & why & \";\" }\nevent why = add.refused"
    plays(
      text,
      "add; expect not called login, login.calls = 0, refusals = \"add is not enabled: username <> \"\"\"\" does not hold;\", NOT(add.isExecuting)",
      "username = \"a\"; add; add; expect login.calls = 1, refusals = \"add is running;\"")
    // A blank is no condition that holds, and the cell says the same as the trigger.
    plays(
      "input ready: logical\ninput n: number\nservice go()\naction a when ready = go()\naction b when n = go()",
      "expect NOT(a.isEnabled), NOT(b.isEnabled); a; b; expect go.calls = 0; ready = TRUE; n = 2; expect a.isEnabled, b.isEnabled; n = 0; clear ready; expect NOT(a.isEnabled), NOT(b.isEnabled)"
    )
    let sheet = mocked(
      Self.adding
        + "\ninput age = 0\nservice go()\naction both when AND(username <> \"\", age > 17) = go()\naction broken when 1 / age > 0 = go()"
    )
    #expect(sheet.play("both") == ["both is not enabled: username <> \"\" does not hold"])
    #expect(sheet.play("username = \"a\"; both") == ["both is not enabled: age > 17 does not hold"])
    #expect(sheet.play("broken") == ["broken is not enabled: its condition is #DIV/0!: The divisor is 0."])
    #expect(sheet.play("age = 18; both; both") == ["both is running"])
    #expect(throws: Never.self) { try sheet.trigger("broken") }
  }

  @Test("Arguments are read at the trigger, and a condition that turns false does not stop the run")
  func arguments() {
    let text = """
      input factor = 2
      input ok = TRUE
      service first(x)
      service second(x, y)
      action search(query, limit) when ok = LET(a, first(query), second(a * factor, limit))
      """
    plays(
      text,
      "search(\"q\", 5); expect called first(\"q\"); factor = 10; ok = FALSE; first replies 3; expect called second(6, 5), search.isExecuting; second replies 1; expect search.value = 1, NOT(search.isEnabled)",
      "factor = 3; search(1 + 1, factor); first replies 1; expect called second(3, 3)")
    // A parameter hides a cell of the same name, in the condition's place too.
    plays(
      "query = 7\nservice find(q)\naction search(query) = find(query)",
      "search 3; expect called find(3); find replies 1; search(4); expect called find(4), find.calls = 2")
    fails(text, "search 1", "search takes 2 arguments, not 1")
    fails(text, "search", "search takes 2 arguments, not 0")
    fails(Self.adding, "username = \"a\"; add 1", "add takes no arguments, not 1")
  }

  @Test("The streams of an action")
  func streams() {
    plays(
      """
      service go(x)
      action run(x) = go(x)
      event value = run.values
      event started = run.started
      event won = run.succeeded
      event lost = run.failed
      event over = run.finished
      state log = "" {
        on started : log & "start " & started & ","
        on value : log & "value " & value & ","
        on won : log & "won " & won & ","
        on lost : log & "lost " & lost & ","
        on over : log & "over,"
      }
      state seen = "" { on run.succeeded : run.isExecuting & run.value }
      """,
      "run 7; expect log = \"start 7,\"; go replies 1; expect log = \"start 7,value 1,won 1,over,\", seen = \"FALSE1\"",
      "run 7; go fails \"no\"; expect log = \"start 7,lost no,over,\"",
      "run 7; go sends 1; go sends 2; expect log = \"start 7,value 1,value 2,\", run.value = 2, run.isExecuting; go replies 3; expect log = \"start 7,value 1,value 2,value 3,won 3,over,\"",
      "run 7; go sends 1; go fails \"late\"; expect log = \"start 7,value 1,lost late,over,\", run.value = 1, run.error = \"late\""
    )
    // Its state decides with other events, as on the talk's diagram.
    plays(
      "service go()\naction add = go()\nstate field = TRUE { on add.started : FALSE; on add.finished : TRUE }",
      "add; expect NOT(field); go fails \"x\"; expect field; add; expect NOT(field); go replies; expect field")
  }

  @Test("A value that is sent ends nothing: later calls are made anew")
  func sends() {
    plays(
      "service a()\nservice b(x)\naction run = LET(x, a(), b(x) + 1)",
      "run; a sends 1; expect called b(1); a sends 2; expect called b(2), b.calls = 2; b replies 10; expect run.value = 11, run.isExecuting; a replies 3; expect called b(3); b replies 20; expect run.value = 21, NOT(run.isExecuting)"
    )
  }

  @Test("A call that ends without a value ends its run only when no earlier call may send another")
  func completes() throws {
    let sheet = mocked("service a()\nservice b(x)\naction run = LET(x, a(), b(x))")
    try sheet.trigger("run")
    sheet.play("a sends 1")
    let (first, second) = (sheet.services.openCalls[0].number, sheet.services.openCalls[1].number)
    sheet.services.answer(second, .completes)
    #expect(sheet["run.isExecuting"] == true && sheet.timeline.brokenRules() == [])
    sheet.play("a sends 2; b replies 5")
    #expect(sheet["run.value"] == 5 && sheet["run.isExecuting"] == true)
    sheet.services.answer(first, .completes)
    #expect(sheet["run.isExecuting"] == false && sheet["run.error"] == .blank && sheet["run.value"] == 5)
    try sheet.trigger("run")
    sheet.services.answer(try #require(sheet.services.openCalls.last?.number), .completes)
    #expect(sheet["run.isExecuting"] == false && sheet.services.openCalls.isEmpty && sheet.timeline.work.runs.isEmpty)
  }

  @Test("What is not called is not called")
  func branches() {
    plays(
      "input which = TRUE\nservice a()\nservice b()\nservice c(x)\naction run = IF(which, c(a()), b())",
      "run; expect called a, not called b; a replies 1; expect called c(1), not called b; c replies 5; expect run.value = 5",
      "which = FALSE; run; expect called b, not called a; b replies 5; expect run.value = 5")
    plays(
      "service a()\naction run = IFERROR(a(), 7)", "run; a replies 1; expect run.value = 1",
      "run; a fails \"x\"; expect run.error = \"x\"")
    plays(
      "service a(x)\naction run = SUM(a(1), a(2))",
      "run; expect a.calls = 1; a replies 10; expect called a(2); a replies 20; expect run.value = 30")
    // A body without any call, and one that is an error.
    plays("action run = 1 + 1", "run; expect run.value = 2, NOT(run.isExecuting)")
    plays(
      "input x = 0\nservice a(x)\naction run = a(1 / x)",
      "run; expect not called a, run.error = \"#DIV/0!: The divisor is 0.\", NOT(run.isExecuting)")
  }

  @Test("DELAY around a call hands on all that the call sends, each value later, and disturbs nothing before")
  func delayedValues() {
    let services = "service ask(x)\nservice store(x)\n"
    let seen = "state seen = \"\" { on a.values : seen & a.values & \";\" }"
    plays(
      services + "action a = DELAY(ask(1), 2)\n" + seen,
      "a; ask sends 1; wait 0.5; ask sends 2; wait 0.5; ask replies 3; wait 1; expect seen = \"1;\"; wait 0.5; expect seen = \"1;2;\", a.isExecuting; wait 0.5; expect seen = \"1;2;3;\", NOT(a.isExecuting), a.value = 3",
      "a; ask sends 1; wait 2; expect seen = \"1;\"; ask sends 2; ask fails \"no\"; expect a.error = \"no\", seen = \"1;\"; wait 5; expect seen = \"1;\"",
      "a; ask sends 1; ask sends 2; wait 1; stop a; wait 5; expect seen = \"\"; a; ask replies 3; wait 2; expect seen = \"3;\""
    )
    plays(
      services + "action a = DELAY(DELAY(ask(1), 1) + 1, 1)\n" + seen,
      "a; ask sends 1; wait 0.5; ask sends 2; wait 0.5; ask replies 3; wait 1; expect seen = \"2;\"; wait 1; expect seen = \"2;3;4;\", NOT(a.isExecuting)"
    )
    // What follows works on the value that came out last, whatever is on its way.
    plays(
      services + "action a = store(DELAY(ask(1), 1))\n" + seen,
      "a; ask sends 1; wait 0.9; ask sends 2; wait 0.1; expect called store(1); ask sends 3; expect store.calls = 1; store replies 10; expect seen = \"10;\"; wait 0.9; expect called store(2), store.calls = 2; wait 0.1; expect called store(3); store replies 30; expect seen = \"10;30;\", a.isExecuting"
    )
    // A value that has a name is handed on as the call itself would be.
    plays(
      services + "action a = LET(u, ask(1), DELAY(u, 1))\n" + seen,
      "a; ask sends 1; wait 0.5; ask replies 2; wait 0.5; expect seen = \"1;\"; wait 0.5; expect seen = \"1;2;\", NOT(a.isExecuting)",
      "a; ask sends 1; wait 0.5; ask fails \"no\"; expect a.error = \"no\"; wait 5; expect seen = \"\"")
    plays(
      services + "action a = LET(u, ask(1), v, DELAY(u + 1, 1), w, DELAY(v * 10, 1), w)\n" + seen,
      "a; ask sends 1; wait 0.5; ask sends 2; wait 0.5; ask replies 3; wait 1; expect seen = \"20;\"; wait 1; expect seen = \"20;30;40;\", NOT(a.isExecuting)"
    )
    // Each value waits for itself, as on a stream.
    plays(
      services + "action a = LET(u, ask(1), DELAY(u, u))\n" + seen,
      "a; ask sends 3; wait 0.5; ask sends 1; wait 0.5; ask replies 2; wait 0.5; expect seen = \"1;\"; wait 1.5; expect seen = \"1;3;2;\", NOT(a.isExecuting)"
    )
    // A pause is no value of the call.
    plays(
      services + "action a = LET(u, ask(1), pause, DELAY(0, 1), store(u))\n" + seen,
      "a; ask sends 1; wait 0.5; ask replies 2; wait 0.9; expect not called store; wait 0.1; expect called store(2), store.calls = 1"
    )
    // What is sent may lead past the delay.
    plays(
      services + "action a = DELAY(IF(ask(1) > 1, store(2), 7), 1)\n" + seen,
      "a; ask sends 1; wait 0.5; ask replies 2; store replies 8; wait 1; expect seen = \"8;\", NOT(a.isExecuting)")
    plays(
      services + "action a = LET(u, ask(1), IF(u = 1, DELAY(u, 1), u))\n" + seen,
      "a; ask sends 1; wait 0.5; ask replies 2; expect seen = \"2;\", NOT(a.isExecuting); wait 2; expect seen = \"2;\"")
    plays(
      services + "fetch a = DELAY(ask(1), 1) else 0",
      "ask sends 1; wait 0.5; ask sends 2; wait 0.5; expect a = 1; wait 0.5; expect a = 2")
  }

  @Test("DELAY in a body hands an answer on later and a failure at once")
  func delays() {
    plays(
      "service info(x)\naction run = DELAY(info(1), 1)",
      "run; info replies 5; expect run.isExecuting; wait 0.9; expect run.isExecuting, ISBLANK(run.value); wait 0.1; expect run.value = 5, NOT(run.isExecuting)",
      "run; info fails \"no\"; expect run.error = \"no\", NOT(run.isExecuting); wait 5; expect run.error = \"no\"",
      "run; info sends 5; info replies 6; wait 0.5; expect ISBLANK(run.value); wait 0.5; expect run.value = 6, NOT(run.isExecuting)"
    )
    plays(
      "service a(x)\naction run = LET(x, DELAY(a(1), 1), a(x))",
      "run; a replies 5; expect a.calls = 1; wait 1; expect called a(5); a replies 2; expect run.value = 2")
  }

  @Test("A fetch starts again when what it reads changes, and only the latest request counts")
  func fetches() {
    let text =
      "input name = \"a\"\ninput other = 1\nservice avatar(n)\nfetch image = avatar(name) else \"placeholder\"\nx = image & \"!\"\ny = image"
    plays(
      text,
      "expect image = \"placeholder\", avatar.calls = 1, called avatar(\"a\"); avatar replies \"A\"; expect image = \"A\", x = \"A!\", y = \"A\"; other = 2; expect avatar.calls = 1; name = \"b\"; expect image = \"placeholder\", avatar.calls = 2; avatar replies \"B\"; expect image = \"B\"",
      "name = \"b\"; avatar replies \"B\"; expect image = \"B\", avatar.calls = 2",
      "name = \"b\"; name = \"b\"; expect avatar.calls = 2",
      "avatar sends \"1\"; expect image = \"1\"; avatar sends \"2\"; avatar replies \"3\"; expect image = \"3\"",
      "avatar fails \"not found\"; expect ISNA(image), ISNA(x); name = \"b\"; expect image = \"placeholder\"; avatar replies 1; expect image = 1"
    )
    fails(
      text, "name = \"b\"; avatar replies \"B\"; avatar replies \"A\"",
      "avatar has no open call; of its 2 calls 1 is answered and 1 was cancelled")
    plays("service s()\nfetch f = s()", "expect ISERROR(f), NOT(ISNA(f)); s fails \"gone\"; expect ISNA(f)")
    #expect(mocked("service s()\nfetch f = s()")["f"] == .error(.busy))
    plays(
      "input k = 2\nservice s(x)\nfetch f = s(1) * k else 0",
      "s replies 5; expect f = 10; k = 3; expect f = 0, s.calls = 2; s replies 5; expect f = 15")
    plays(
      "given1 = 1\nservice s(x)\nfetch f = s(given1) else 0", "given s replies 7; given1 = 2; expect f = 7, s.calls = 2"
    )
    plays(
      "input x = 1\nservice s(x)\nfetch f = IF(x > 0, s(x), \"none\") else \"wait\"",
      "s replies 5; expect f = 5; x = -1; expect f = \"none\", s.calls = 1")
    plays(
      "service s(x)\nfetch f = s(1)\nfetch g = s(f + 1)",
      "expect s.calls = 1; s replies 5; expect called s(6); s replies 9; expect g = 9")
    // One that reads another waits with it, and fails with it.
    plays(
      "input h = \"ada\"\nservice s(x)\nfetch a = s(h)\nfetch b = s(a & \"!\") else \"wait\"\nfetch c = a\nfetch d = TIMEOUT(s(a), 5) else 0\naction go = s(a)",
      "expect b = \"wait\", ISERROR(c), NOT(ISNA(c)), d = 0, s.calls = 1; wait 10; expect d = 0; s replies \"A\"; expect c = \"A\", b = \"wait\", called s(\"A!\"); s[-1] replies 7; expect d = 7; s replies \"B\"; expect b = \"B\"; h = \"bob\"; expect b = \"wait\", d = 0",
      "s fails \"gone\"; expect ISNA(a), ISNA(b), ISNA(c), ISNA(d); h = \"bob\"; expect b = \"wait\", d = 0",
      "go; expect NOT(go.isExecuting), NOT(ISBLANK(go.error)), s.calls = 1")
    let sheet = mocked(text)
    let first = sheet.services.openCalls[0].number
    sheet.play("name = \"b\"")
    #expect(sheet.services.openCalls.map(\.arguments) == [["b"]])
    #expect(sheet.services.takeCalls().cancelled == [first])
    sheet.services.answer(first, .replies("late"))
    #expect(sheet["image"] == "placeholder")
    sheet.play("avatar fails \"not found\"")
    guard case .error(let error) = sheet["y"] else { return #expect(Bool(false), "an error") }
    #expect(error.inWords == "#N/A from image: image failed: not found.")
    let rows = mocked(
      "table t of \"row.sheet\" { 2 rows }\n", files: ["row.sheet": "service s(x)\nfetch f = s(ROW())\ng = f + 1"])
    func found(_ path: String) -> CellError? { if case .error(let error) = rows[path] { error } else { nil } }
    #expect(found("t[2].g").map(\.inWords) == "#BUSY! from t[2].f: t[2].f waits for its answer.")
    rows.play("s fails \"gone\"")
    #expect(found("t[2].g").map(\.inWords) == "#N/A from t[2].f: t[2].f failed: gone.")
  }

  @Test("Two answers in one instant, and an answer with a change")
  func answers() {
    plays(
      "service a()\nservice b()\naction x = a()\naction y = b()\nsum = x.value + y.value\nstate seen = \"\" { on sum.changed : seen & sum & \" \" }",
      "x; y; { a replies 1; b replies 2 }; expect sum = 3, seen = \"3 \"")
    plays(
      "input n = \"a\"\nservice s(n)\nfetch f = s(n) else \"\"",
      "{ n = \"b\"; s replies 1 }; expect f = \"\", s.calls = 2")
    plays(
      "service a()\naction x = a()\nevent e = x.succeeded\nstate s = 0 { on e : s + e }",
      "x; a replies 1; x; a replies 1; expect s = 2, a.calls = 2")
  }

  @Test("A service's own body answers outside tests, and its answers have its type")
  func bodies() throws {
    var environment = LiveSheet.Environment(catalog: .standard)
    environment.services = .program { name, _ in name == "base" }
    let sheet = LiveSheet(
      SheetDocument(
        name: "test.sheet", "service base(x)\nservice twice(x): number = base(x) * 2\naction run(x) = twice(x + 1) + 1"),
      environment: environment)
    try sheet.trigger("run", [4])
    let call = try #require(sheet.services.takeCalls().started.first)
    #expect(call.service == "base" && call.arguments == [5])
    sheet.services.answer(call.number, .replies(10))
    #expect(sheet["run.value"] == 21 && sheet["twice.calls"] == 1 && sheet["run.isExecuting"] == false)
    try sheet.trigger("run", [4])
    sheet.services.answer(try #require(sheet.services.takeCalls().started.first).number, .fails("down"))
    #expect(sheet["run.error"] == "down")
    let alone = LiveSheet(
      SheetDocument(name: "test.sheet", "service base(x)\naction run(x) = base(x)"),
      environment: LiveSheet.Environment(catalog: .standard))
    try alone.trigger("run", [4])
    #expect(alone["run.error"] == "nobody supplies the service base here")
    plays(
      "service s(): number in 0..9\naction run = s()",
      "run; s replies \"x\"; expect run.error = \"the answer is not a number: “x” is a text\"",
      // The domain of a service says what explore answers with; others may come.
      "run; s sends 10; expect run.value = 10",
      "run; s replies 5; expect run.value = 5",
      "run; s replies; expect ISBLANK(run.value), ISBLANK(run.error)")
  }

  @Test("What an action tells of itself is read by its name, as any event is")
  func moments() {
    plays(
      """
      service find(q)
      action look(q) = find(q)
      state outcome = "" { on look.failed : look.failed; on look.succeeded : look.succeeded & "!" }
      state count = 0 { on FILTER(look.values, look.values > 1) : count + 1 }
      state why = "" { on look.refused : look.refused }
      asked = look.started & ""
      isGood = ISBLANK(look.failed)
      """,
      """
      expect isGood, asked = ""
      look("a"); look("b"); expect asked = "a", why = "look is running"
      find fails "down"; expect outcome = "down", NOT(isGood), count = 0
      look("c"); find replies 1; expect outcome = "1!", count = 0, look.failed = "down", ISBLANK(look.error)
      look("d"); find replies 2; expect count = 1, look.finished = 2
      """)
    let used = ["form.sheet": "service go()\naction add = go()\nstate e = \"\" { on add.failed : add.failed }"]
    plays(
      "use \"form.sheet\" as form\ntable rows of \"form.sheet\" { 2 rows }\nlast = form.add.failed & \"\"",
      "form.add; go fails \"x\"; expect form.e = \"x\", last = \"x\"",
      "rows[2].add; go fails \"y\"; expect rows[2].e = \"y\", rows[1].e = \"\", rows[2].add.failed = \"y\"",
      files: used)
    #expect(mocked("action a = 1\nstate s = 0 { on a.failed : a.failed }").triggers.eventNames == [])
  }

  @Test("Thousands of answers that are there at once")
  func given() {
    plays(
      "service s(x)\nstate n = 0 { on go : 2000; on run.succeeded where n > 0 : n - 1 }\nevent go\naction run = s(n)",
      "given s replies 1; run; expect s.calls = 1")
  }

  @Test("Of several open calls each can be answered")
  func earlierCalls() {
    let calls = "service find(n)\naction a = find(1)\naction b = find(2)\naction c = find(3)"
    plays(
      calls,
      "a; b; c; find[1] replies \"x\"; find[-2] replies \"y\"; expect a.value = \"x\", b.value = \"y\", c.isExecuting",
      "a; b; find[find.calls] fails \"no\"; expect b.error = \"no\", a.isExecuting",
      "a; b; find[1] sends 5; expect a.value = 5, a.isExecuting",
      "a; b; { find[1] replies 1; find[2] replies 2 }; expect a.value = 1, b.value = 2")
    fails(calls, "a; find[2] replies 1", "find has 1 open call, so there is none to answer as find[2]")
    fails(calls, "a; find[-2] replies 1", "find has 1 open call, so there is none to answer as find[-2]")
    fails(
      calls, "a; find[0] replies 1", "an open call of find is a number, counted from 1, or from -1 back from the latest"
    )
    fails(calls, "find[1] replies 1", "find has no open call; it was not called")
  }

  @Test("An action may ask where cells are")
  func places() {
    plays(
      """
      A1 = 1
      A2 = 2
      A3 = A1 + A2
      service f(x)
      action below(n) = f(OFFSET(A1, 1, 0) + n)
      action row = f(ROW(A2) * 10)
      action text = f(FORMULATEXT(A3))
      action is = f(AND(ISREF(A1), ISFORMULA(A3), AREAS((A1, A2)) = 2))
      fetch next = f(OFFSET(A1, 2, 0) * 1000) else 0
      """,
      "below(5); expect called f(7)", "row; expect called f(20)", "text; expect called f(\"=A1 + A2\")",
      "is; expect called f(TRUE)", "expect called f(3000); A1 = 2; expect called f(4000)")
  }

  @Test("A test answers a request over the network as it answers a service")
  func requests() {
    plays(
      "fetch page = HTTP.GET(\"u\") else 0\naction send(x) = HTTP.POST(\"v\", x)",
      "expect called HTTP.GET(\"u\"); HTTP.GET replies 5; expect page = 5, not called HTTP.POST",
      "send(\"a\"); HTTP.POST fails \"no\"; expect send.error = \"no\", called HTTP.POST(\"v\", \"a\")",
      "given HTTP.POST replies 7; send(1); expect send.value = 7")
    fails(
      "fetch page = HTTP.GET(\"u\") else 0", "HTTP.GET replies 5; HTTP.GET replies 6",
      "HTTP.GET has no open call; its call is answered")
  }
}
