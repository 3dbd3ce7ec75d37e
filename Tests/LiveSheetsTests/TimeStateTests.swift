import CellModel
import SheetText
import Testing

@testable import LiveSheets

/// LANGUAGE.md §4, states, and one instant step by step.
@Suite("States and instants of a sheet")
struct TimeStateTests {
  @Test("More timers than can run in one go are given up where the clock stands")
  func timerLimit() {
    let sheet = mocked("state n = 0 { on EVERY(1) : n + 1 }", stepLimit: 1_000)
    sheet.advance(by: 1e12)
    #expect(sheet["n"] == 100 && sheet.time == SheetTime(seconds: 100))
    let reports = sheet.takeReports()
    #expect(reports.map(\.message) == ["time stopped at 100 seconds, after 100 timers in one go"])
    #expect(reports.first?.labels.count == 1)
    sheet.advance(by: 2)
    #expect(sheet["n"] == 102 && sheet.takeReports().isEmpty)
  }

  @Test("A state starts with its first value, and the latest event decides")
  func clauses() {
    plays(
      "event tap\nevent networkError\nstate field = TRUE { on tap : FALSE; on networkError : TRUE }",
      "expect field; tap; expect NOT(field); tap; expect NOT(field); networkError; expect field")
    plays(
      """
      input text: text
      event tap
      event networkError
      event textChanged = text.changed
      state button = FALSE {
        on textChanged  : textChanged <> ""
        on tap          : FALSE
        on networkError : TRUE
      }
      """,
      "expect NOT(button); text = \"a\"; expect button; tap; expect NOT(button); networkError; expect button",
      "text = \"a\"; text = \"\"; expect NOT(button)", "text = \"a\"; clear text; expect NOT(button)")
    plays("input k = 2\nstate s = k * 3\nstate t = s + 1", "expect s = 6, t = 7; k = 5; expect s = 6, t = 7")
    plays("event tap\nstate s = {1, 2} { on tap : SORT(s, , -1, TRUE) }", "tap; expect INDEX(s, 1) = 2, COLUMNS(s) = 2")
    plays("event push: record\nstate s = {a: 1} { on push : push }", "expect s.a = 1; push {a: 2}; expect s.a = 2")
    plays("event tap\nstate s = 0.07 as \"0%\" { on tap : s * 2 }", "tap; expect s = 0.14")
  }

  @Test("The first clause of a stream whose guard holds is taken")
  func guards() {
    plays(
      "event push: number\nstate s = \"\" { on push where push > 10 : \"big\"; on push where push > 5 : \"middle\"; on push : \"small\" }",
      "push 20; expect s = \"big\"; push 7; expect s = \"middle\"; push 1; expect s = \"small\"")
    plays(
      "event tap\nstate s = 0 { on tap where s < 2 : s + 1 }", "tap; tap; tap; expect s = 2")
    plays(
      "event tap\ninput ok: logical\nstate s = 0 { on tap where ok : s + 1 }",
      "tap; expect s = 0; ok = TRUE; tap; expect s = 1")
    // Clauses for other streams may stand between.
    plays(
      "event a\nevent b\nstate s = 0 { on a where s > 0 : 10; on b : 5; on a : 1 }",
      "a; expect s = 1; a; expect s = 10; b; expect s = 5; a; expect s = 10")
  }

  @Test("A guard that is an error does not hold and is reported with its place")
  func brokenGuard() {
    let text = "event tap\ninput x = 0\nstate s = 0 { on tap where 1 / x > 0 : 1; on tap : 2 }"
    plays(text, "tap; expect s = 2; x = 5; tap; expect s = 1")
    let sheet = mocked(text)
    #expect(sheet.play("tap") == [])
    let reports = sheet.takeReports()
    #expect(reports.map(\.message) == ["a condition could not be judged, so it does not hold"])
    #expect(reports.first.flatMap { $0.labels.first }.map { sheet.document.source[$0.span] } == "1 / x > 0")
    #expect(reports.first?.labels.first?.text == "#DIV/0!: The divisor is 0.")
    #expect(sheet.takeReports().isEmpty)
    let other = mocked("event tap\nstate s = 0 { on tap where \"maybe\" : 1 }")
    other.play("tap")
    #expect(other.takeReports().first?.labels.first?.text == "neither TRUE nor FALSE")
    let filtered = mocked("event tap\nevent out = FILTER(tap, LAMBDA(v, 1 / v))")
    filtered.play("tap")
    #expect(filtered.takeReports().map(\.code) == ["guard-error"])
  }

  @Test("A state's own name is its value before the event, and clauses see the old states")
  func oldValues() {
    plays(
      "event swap\nstate a = 1 { on swap : b }\nstate b = 2 { on swap : a }",
      "swap; expect a = 2, b = 1; swap; expect a = 1, b = 2")
    plays(
      "event tap\nstate a = 1 { on tap : a + 1 }\ndouble = a * 2\nstate b = 0 { on tap : double }",
      "tap; expect a = 2, double = 4, b = 2; tap; expect b = 4")
    plays(
      "event tap\nstate a = 1 { on tap : a + 1 }\nstate log = \"\" { on tap where a = 1 : \"first\" }",
      "tap; expect log = \"first\"")
  }

  @Test("Of two events of one instant the second finds the state as the first has left it")
  func twoEvents() {
    plays(
      "event a\nevent b\nstate s = 0 { on a : s + 1; on b : s * 10 }",
      "{ a; b }; expect s = 10", "{ b; a }; expect s = 1", "{ a; a; a }; expect s = 3")
    plays(
      "event a\nevent b\nstate s = 0 { on a : s + 1; on b where s > 0 : s * 10 }\nstate t = 0 { on b : s }",
      "{ a; b }; expect s = 10, t = 0")
    // What an event reaches on two ways comes in the order of the clauses.
    plays(
      "event a: any\nstate s = \"\" { on MAP(a, 1) : s & \"1\"; on a : s & \"2\" }\nstate t = \"\" { on m : t & \"1\"; on a : t & \"2\" }\nevent m = MAP(a, 1)",
      "a 5; expect s = \"12\", t = \"12\"")
  }

  @Test("Several changes of one instant settle together, and all of them or none are made")
  func transactions() {
    let text =
      "A = 1\nB = 2\nC = A + B\nevent tap\nstate seen = \"\" { on C.changed : seen & C & \" \"; on tap : seen & \"(\" & C & \")\" }"
    plays(text, "{ A = 20; B = 10 }; expect C = 30, seen = \"30 \"", "{ A = 2; B = 1 }; expect seen = \"\"")
    // What is set is there before the event is told, wherever it is written.
    plays(text, "{ tap; A = 20 }; expect seen = \"(22)22 \"")
    let sheet = mocked("input n: number = 1\nA = 1\nevent e: number\nstate s = 0 { on e : e }")
    #expect(sheet.play("{ A = 5; n = \"x\" }") == ["n takes a number, and “x” is a text"])
    #expect(sheet["A"] == 1)
    #expect(sheet.play("{ A = 5; e \"x\" }") == ["e takes a number, and “x” is a text"])
    #expect(sheet["A"] == 1)
    #expect(sheet.play("{ A = 5; e 3 }") == [])
    #expect(sheet["A"] == 5 && sheet["s"] == 3)
  }

  @Test("The changes of a range are a stream")
  func changesOfRange() {
    plays(
      "A1 = 1; A2 = 2\nstate n = 0 { on (A1:A2).changed : n + 1 }",
      "A1 = 5; expect n = 1; { A1 = 6; A2 = 7 }; expect n = 2; A3 = 1; expect n = 2")
  }

  @Test("A change that is an event makes the next micro-step")
  func microSteps() {
    plays(
      "event tap\nstate a = 0 { on tap : a + 1 }\nstate b = 0 { on a.changed : a }\nstate c = 0 { on b.changed : b * 10 }",
      "tap; expect a = 1, b = 1, c = 10; tap; expect c = 20")
    // Only the next micro-step sees a new state.
    plays(
      "event tap\nstate a = 0 { on tap : a + 1 }\nstate b = \"\" { on tap : b & a; on a.changed : b & a }",
      "tap; expect b = \"01\"")
    plays(
      "state a = 10 { on go : 3; on a.changed where a > 0 : a - 1 }\nevent go\nstate n = 0 { on a.changed : n + 1 }",
      "expect a = 10; go; expect a = 0, n = 4")
    plays(
      "event tap\nstate a = 0 { on tap : 5 }\nevent big = FILTER(a.changed, a > 3)\nstate b = 0 { on big : big }",
      "tap; expect b = 5")
    // A chain of a thousand steps is one instant.
    plays("event go\nstate a = 0 { on go : 1000; on a.changed where a > 0 : a - 1 }", "go; expect a = 0")
  }

  @Test("More than 10,000 micro-steps are an error that names the loop")
  func loops() {
    fails(
      "event tap\nstate a = 0 { on tap : 1; on a.changed : a + 1 }", "tap",
      "an instant did not end after 10000 steps: a.changed → a.changed; an event that follows from itself needs a condition that ends it"
    )
    fails(
      "event tap\nstate a = 0 { on tap : a + 1; on b.changed : a + 1 }\nstate b = 0 { on a.changed : b + 1 }", "tap",
      "an instant did not end after 10000 steps: b.changed → a.changed → b.changed; an event that follows from itself needs a condition that ends it"
    )
    plays("event go\nstate a = 0 { on go : 9000; on a.changed where a > 0 : a - 1 }", "go; expect a = 0")
    // The sheet goes on after a loop.
    let sheet = mocked("event tap\nevent end\nstate a = 0 { on tap : 1; on a.changed where a > 0 : a + 1; on end : 0 }")
    sheet.play("tap")
    #expect(sheet.takeReports().map(\.code) == ["event-loop"])
    #expect(sheet.play("end") == [])
    #expect(sheet["a"] == 0 && sheet.takeReports().isEmpty)
    let places = mocked("event tap\nstate a = 0 { on tap : 1; on a.changed : a + 1 }")
    places.play("tap")
    #expect(places.takeReports().first?.labels.map { places.document.source[$0.span] } == ["a.changed"])
  }

  @Test("A loop of timers that are due at once ends too")
  func timerLoop() {
    let sheet = mocked("event tap\nevent again = DELAY(MERGE(tap, s.changed), 0)\nstate s = 0 { on again : s + 1 }")
    #expect(sheet.play("tap; wait 1") == [])
    #expect(sheet.takeReports().map(\.code) == ["event-loop"])
    plays(
      "event tap\nevent again = DELAY(MERGE(tap, s.changed), 0.25)\nstate s = 0 { on again where s < 100 : s + 1 }",
      "tap; wait 60; expect s = 100")
  }

  @Test("A fetch that asks with what it gives is named, whether it is answered or fails")
  func fetchLoop() {
    for reply in ["replies 1", "fails \"no.\""] {
      for text in ["fetch f = s(f)", "fetch f = s(g)\nfetch g = s(f)"] {
        let sheet = mocked("service s(x)\n" + text)
        #expect(sheet.play("given s \(reply)") == [])
        let report = sheet.takeReports().first
        #expect(report?.code == "event-loop", "\(reply)")
        #expect(report?.message.contains(" f") == true, "\(report?.message ?? "")")
      }
    }
  }

  @Test("The reason of a fetch that failed ends in one full stop", arguments: ["no", "no."])
  func fetchReason(reason: String) {
    let sheet = mocked("service s(x)\nfetch f = s(1)")
    #expect(sheet.play("s fails \"\(reason)\"") == [])
    #expect(sheet["f"].error?.message == "f failed: no.")
  }

  /// Each loop alone ends after so many rounds; one within another would be as many rounds squared.
  @Test("A loop within a loop ends, too")
  func loopsInLoops() {
    let bindings = "input x\ninput y\nx <~ y + 1\ny <~ x + 1\n"
    let runs = mocked(bindings + "service f(n)\nevent go\naction p = f(1) { on p.succeeded : start; on go : start }")
    #expect(runs.play("given f replies 5; go") == [] && runs.takeReports().map(\.code).contains("event-loop"))
    let ticks = mocked(
      "state n = 0 { on EVERY(0.001) : n + 1 }\nstate a = 0 { on n.changed : 1; on a.changed : a + 1 }")
    #expect(ticks.play("wait 1000") == [] && ticks.takeReports().map(\.code) == ["event-loop"])
  }

  @Test("Observers are told once an instant, of settled values")
  func observers() {
    let sheet = mocked(
      "A = 1\nB = A * 2\nC = A + B\nevent tap\nstate s = 0 { on tap : s + 1; on s.changed where s < 5 : s + 1 }")
    var seen: [CellValue] = []
    sheet.instantObserver = { [unowned sheet] in seen += [sheet["C"], sheet["s"]] }
    sheet.play("A = 2; tap; { A = 3; A = 4 }")
    #expect(seen == [6, 0, 6, 5, 12, 5])
  }

  @Test("Checks are judged after each instant, an error counts as broken")
  func checks() {
    let text =
      "A = 1\nevent up\nevent twice\nstate s = 0 { on up : s + 1; on twice : 2; on s.changed where s = 2 : 0 }\nnever \"two\": s = 2\nalways \"sane\": 1 / A > 0"
    plays(text, "up; twice; up; expect s = 1")
    fails(
      text, "A = 0; A = 5; A = -1",
      "always \"sane\" is broken after this step: #DIV/0!: The divisor is 0. (A 0)",
      "always \"sane\" is broken after this step (A -1)")
    // Between two timers of one wait too.
    fails(
      "state n = 0 { on EVERY(1) : n + 1 }\nnever \"three\": n = 3", "wait 5",
      "never \"three\" is broken after this step (n 3)")
    fails(
      "A = 5\nnever \"five\": A = 5", "A = 6; A = 5", "never \"five\" is broken after this step (A 5)",
      "never \"five\" is broken after this step (A 5)")
  }

  @Test("Exactly one mode holds, and the listed cells have its values")
  func modes() {
    let text = """
      input n = 0
      input on = FALSE
      modes form over on {
        "zero" when n = 0 : FALSE
        "some" when n > 0 : TRUE
        "many" when n > 9 : TRUE
      }
      """
    plays(
      text,
      "expect form = \"zero\"; { n = 1; on = TRUE }; expect form = \"some\"; { n = 0; on = FALSE }; expect form = \"zero\""
    )
    fails(
      text, "n = 1; on = TRUE",
      "modes form is broken after this step: “some” holds, but on is FALSE, not TRUE (on FALSE, n 1)")
    fails(
      text, "{ n = 10; on = TRUE }",
      "modes form is broken after this step: “some” and “many” hold at once (on TRUE, n 10)")
    fails(text, "n = -1", "modes form is broken after this step: no mode holds (on FALSE, n -1)")
    fails(text, "n = -1; expect ISNA(form)", "modes form is broken after this step: no mode holds (on FALSE, n -1)")
  }

  @Test("NOW and TODAY follow the virtual clock")
  func clock() {
    plays(
      "t = TODAY()\nn = NOW()",
      "expect t = DATE(2000, 1, 1), n = DATE(2000, 1, 1); wait 86400; expect t = DATE(2000, 1, 2), n = t",
      "wait 43200; expect n - t = 0.5")
    plays(
      "event at: any\nstate s = 0 { on DELAY(at, 90) : NOW() }",
      "at; wait 200; expect ROUND((s - DATE(2000, 1, 1)) * 86400, 3) = 90")
    plays(
      "state days = 0 { on today.changed : days + 1 }\ntoday = TODAY()",
      "wait 86399; expect days = 0; wait 2; expect days = 1; wait 86400; expect days = 2")
  }

  @Test("All of one instant happens at one time, however often its cells ask for it")
  func oneTime() throws {
    for text in [
      "input x = 1\na = NOW()\nb = NOW() - NOW() + x - x\nd = NOW() - a\nc = NOW() + 1",
      "event tap\nstate s = NOW() { on tap : NOW() }\na = NOW()\nb = NOW() - NOW()\nd = s - a\nc = NOW() + 1",
    ] {
      var time = LiveSheet.virtualStart
      let environment = LiveSheet.Environment(
        catalog: .standard,
        now: {
          time += 1.3
          return time
        })
      let sheet = LiveSheet(SheetDocument(name: "clock.sheet", text), environment: environment)
      var known: Set<String> = []
      for round in 0..<3 {
        #expect(sheet["b"] == 0)
        #expect(sheet["d"] == 0)
        // The parts of a formula come to what its cell was told.
        let explanation = try sheet.why("c").get()
        let told = try sheet.why("a").get().text
        #expect(explanation.steps.map(\.text) == [told])
        #expect(known.insert(told).inserted)
        if sheet.triggers.names.isEmpty {
          try sheet.set("x", to: .number(Double(round)))
        } else {
          try sheet.trigger("tap")
        }
      }
    }
  }
}
