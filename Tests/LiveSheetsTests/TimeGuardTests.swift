import CellModel
import Foundation
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// LANGUAGE.md §4, *Starting and stopping*.
@Suite("Retry, timeout, start and stop")
struct TimeGuardTests {
  @Test("TIMEOUT fails when the answer is not there in time, and cancels the call")
  func timeout() {
    let text = "service up(x)\naction save = TIMEOUT(up(1), 10)"
    plays(
      text,
      "save; wait 9.9; expect save.isExecuting; wait 0.1; expect NOT(save.isExecuting), save.error = \"no answer after 10 s\"",
      // In time: the timer is gone with the answer, and a later run has its own.
      "save; wait 9; up replies 5; expect save.value = 5, ISBLANK(save.error); wait 100; expect save.value = 5, ISBLANK(save.error)",
      "save; wait 9; up replies 5; save; wait 9; expect save.isExecuting; wait 1; expect save.error = \"no answer after 10 s\", save.value = 5",
      "save; wait 3; up fails \"down\"; expect save.error = \"down\"; wait 20; expect save.error = \"down\"",
      "given up replies 1; save; expect save.value = 1")
    fails(text, "save; wait 10; up replies 1", "up has no open call; its call was cancelled")
  }

  @Test("A timeout lasts until all that it stands around is complete, and no longer")
  func timeoutOfMany() {
    let two = "service a()\nservice b(x)\naction go = TIMEOUT(LET(x, a(), b(x)), 10)"
    plays(
      two,
      "go; wait 6; a replies 1; wait 3.9; expect go.isExecuting, called b(1); wait 0.1; expect go.error = \"no answer after 10 s\"",
      "go; wait 6; a replies 1; b replies 2; wait 9; expect go.value = 2, ISBLANK(go.error)")
    let each = "service a()\nservice b(x)\naction go = LET(x, TIMEOUT(a(), 5), TIMEOUT(b(x), 5))"
    plays(
      each, "go; wait 4; a replies 1; wait 4; b replies 2; expect go.value = 2; wait 9; expect ISBLANK(go.error)",
      "go; wait 4; a replies 1; wait 5; expect go.error = \"no answer after 5 s\", called b(1)")
    let inner = "service a()\naction go = TIMEOUT(TIMEOUT(a(), 20), 5)"
    plays(
      inner, "go; wait 5; expect go.error = \"no answer after 5 s\"; wait 60; expect go.error = \"no answer after 5 s\""
    )
    // A call that sends is complete with its last value, as a producer of ReactiveSwift is.
    let sending = "service a()\naction go = TIMEOUT(a(), 5)"
    plays(
      sending, "go; a sends 1; expect go.value = 1; wait 5; expect go.error = \"no answer after 5 s\", go.value = 1",
      "go; a sends 1; wait 4; a replies 2; wait 9; expect go.value = 2, ISBLANK(go.error)")
    plays(
      "service a()\naction go = TIMEOUT(DELAY(a(), 3), 2)",
      "go; a replies 1; wait 2; expect go.error = \"no answer after 2 s\"",
      "go; wait 1; a replies 1; wait 1; expect go.error = \"no answer after 2 s\"; wait 9; expect ISBLANK(go.value)")
  }

  @Test("RETRY makes a failed call again, at most so many times, after so many seconds")
  func retry() {
    let text = "service up()\naction save = RETRY(up(), 2, 3)\nstate failures = 0 { on save.failed : failures + 1 }"
    plays(
      text,
      """
      save; up fails "one"; expect up.calls = 1, save.isExecuting, ISBLANK(save.error), failures = 0
      wait 2.9; expect up.calls = 1; wait 0.1; expect up.calls = 2
      up fails "two"; wait 3; expect up.calls = 3; up fails "three"
      expect save.error = "three", NOT(save.isExecuting), failures = 1; wait 9; expect up.calls = 3
      """,
      "save; up fails; wait 3; up replies 7; expect save.value = 7, up.calls = 2, ISBLANK(save.error), failures = 0",
      // The next run has all its tries again.
      "save; up fails; wait 3; up replies 7; save; up fails; wait 3; up fails; wait 3; expect up.calls = 5; up replies 8; expect save.value = 8",
      "given up fails \"off\"; save; wait 3; wait 3; expect up.calls = 3, save.error = \"off\"")
    // Without a time it is made again at once; none is none.
    plays(
      "service up()\naction save = RETRY(up(), 2)",
      "save; up fails; expect up.calls = 2; up fails; expect up.calls = 3; up fails \"x\"; expect save.error = \"x\"")
    plays(
      "service up()\naction save = RETRY(up(), 0, 5)", "save; up fails \"x\"; expect save.error = \"x\", up.calls = 1")
    plays(
      "service up()\naction save = RETRY(up(), 5)",
      "given up fails \"x\"; save; expect save.error = \"x\", up.calls = 6")
  }

  @Test("RETRY takes failures of what stands in it, of nothing else, and what was answered before stays")
  func retryOfParts() {
    plays(
      "service a()\nservice b(x)\naction go = LET(x, a(), RETRY(b(x), 1))",
      "go; a replies 1; b fails; expect a.calls = 1, b.calls = 2; b replies 9; expect go.value = 9",
      "go; a fails \"first\"; expect go.error = \"first\", a.calls = 1")
    plays(
      "service a()\nservice b(x)\naction go = RETRY(LET(x, a(), b(x)), 1, 1)",
      "go; a replies 1; b fails; wait 1; expect a.calls = 2, b.calls = 1; a replies 2; expect called b(2); b replies 3; expect go.value = 3"
    )
    plays(
      "service a()\nservice b()\naction go = RETRY(a(), 1) + RETRY(b(), 1)",
      "go; a fails; a replies 1; b fails; b replies 2; expect go.value = 3, a.calls = 2, b.calls = 2",
      "go; a fails; a fails \"x\"; expect go.error = \"x\", b.calls = 0")
    plays(
      "service a()\naction go = RETRY(RETRY(a(), 1), 1)",
      "go; a fails; a fails; a fails; expect a.calls = 4; a fails \"x\"; expect go.error = \"x\"")
    // An error value is no failure of a call, and IFERROR takes no failure: it ends the chain.
    plays("service a()\naction go = RETRY(1 / a(), 3)", "go; a replies 0; expect a.calls = 1, NOT(ISBLANK(go.error))")
    plays(
      "service a()\naction go = IFERROR(RETRY(a(), 1), 5)",
      "go; a fails; a fails \"x\"; expect go.error = \"x\", ISBLANK(go.value)")
  }

  @Test("Both together, in actions, in fetches, in the bodies of services and in the rows of a table")
  func together() {
    let text = "service up()\naction save = RETRY(TIMEOUT(up(), 10), 1, 2)"
    plays(
      text,
      "save; wait 10; expect save.isExecuting, up.calls = 1; wait 2; expect up.calls = 2; wait 10; expect save.error = \"no answer after 10 s\"",
      "save; wait 12; up replies 4; expect save.value = 4; wait 30; expect ISBLANK(save.error)",
      "save; up fails; wait 2; wait 9; up replies 4; expect save.value = 4")
    plays(
      "service up(q)\ninput q = 1\nfetch f = RETRY(TIMEOUT(up(q), 5), 1, 1) else 0",
      "wait 5; expect f = 0; wait 1; expect up.calls = 2; up replies 8; expect f = 8",
      "wait 5; wait 1; wait 5; expect ISNA(f)",
      // A newer request has tries of its own.
      "wait 5; q = 2; expect called up(2); wait 5; wait 1; expect up.calls = 3; up replies 3; expect f = 3")
    plays(
      "service raw(x)\nservice safe(x) = RETRY(raw(x), 1)\naction go = safe(1)",
      "given safe replies 5; go; expect go.value = 5")
    plays(
      "table rows of \"r.sheet\" { 2 rows }",
      "rows[2].go; up fails; wait 1; up replies 6; expect rows[2].go.value = 6, up.calls = 2",
      files: ["r.sheet": "service up()\naction go = RETRY(TIMEOUT(up(), 5), 1, 1)"])
    plays(
      "service up()\naction go = LET(send, LAMBDA(up()), RETRY(send(), 1))",
      "go; up fails; up replies 2; expect go.value = 2")
  }

  @Test("Clauses start an action as a trigger would, and stop its run")
  func clauses() {
    let text = """
      event tick
      event cancel
      input dirty = TRUE
      input valid = TRUE
      input form = 1
      service up(x)
      action save when valid = up(form) {
        on tick where dirty : start
        on cancel : stop
      }
      state started = 0 { on save.started : started + 1 }
      state stopped = 0 { on save.stopped : stopped + 1 }
      state refused = "" { on save.refused : save.refused }
      """
    plays(
      text,
      "tick; expect called up(1), save.isExecuting, started = 1; up replies 2; expect save.value = 2",
      "dirty = FALSE; tick; expect not called up, refused = \"\"",
      "valid = FALSE; tick; expect not called up, refused = \"save is not enabled: valid does not hold\"",
      "tick; tick; expect up.calls = 1, refused = \"save is running\"",
      """
      save; up replies 2; save; up fails "x"; save; cancel
      expect NOT(save.isExecuting), save.isEnabled, save.value = 2, save.error = "x", stopped = 1, started = 3
      cancel; expect stopped = 1
      save; up replies 5; expect save.value = 5, ISBLANK(save.error)
      """)
    fails(text, "save; cancel; up replies 1", "up has no open call; its call was cancelled")
  }

  @Test("A clause gives an action its arguments, read on the picture on which it is judged")
  func arguments() {
    let text = """
      input n = 1
      event typed: text
      event both
      service lookup(q, k)
      state latest = 0 { on both : latest + 1 }
      action search(q, k) = lookup(q & "!", k + n) {
        on typed where typed <> "" : start(typed, 5)
        on both : start("both", latest)
        on DELAY(search.failed, 1) : start(, 2)
      }
      state begun = "" { on search.started : INDEX(search.started, 1) & INDEX(search.started, 2) }
      """
    plays(
      text,
      "typed \"a\"; expect called lookup(\"a!\", 6), begun = \"a5\"; lookup replies 3; expect search.value = 3",
      "typed \"\"; expect lookup.calls = 0",
      "both; expect called lookup(\"both!\", 1), latest = 1; lookup replies 1; both; expect called lookup(\"both!\", 2)",
      "search(\"x\", 1); lookup fails \"down\"; wait 1; expect called lookup(\"!\", 3), lookup.calls = 2",
      "typed \"a\"; typed \"b\"; expect lookup.calls = 1; lookup replies 1; typed \"b\"; expect called lookup(\"b!\", 6)"
    )
  }

  @Test("A clause is judged with the old states, and what it starts has read them")
  func picture() {
    plays(
      """
      event go
      service up(x)
      state n = 1 { on go : n + 1 }
      state open = TRUE { on go : FALSE }
      action save when open = up(n) { on go : start }
      """, "go; expect called up(1), n = 2, save.isExecuting; up replies; go; expect up.calls = 1")
    // What is stopped may be started again by what follows from it.
    plays(
      "event again\nservice up()\naction save = up() { on again : stop; on save.stopped : start }",
      "save; again; expect up.calls = 2, save.isExecuting; up replies 1; expect save.value = 1")
    plays(
      "service up()\naction save = up() { on EVERY(30) : start }",
      "wait 30; expect up.calls = 1; up replies; wait 30; expect up.calls = 2")
  }

  @Test("stop is a step, alone and in an instant, and of a row")
  func steps() {
    let text =
      "input a = 1\nevent tap\nservice up()\naction save = RETRY(up(), 3, 5)\nstate s = 0 { on save.stopped : s + a }"
    plays(
      text, "save; stop save; expect NOT(save.isExecuting), s = 1; wait 60; expect up.calls = 1",
      "save; up fails; stop save; wait 60; expect up.calls = 1, ISBLANK(save.error)",
      "save; { stop save; a = 5 }; expect s = 5")
    #expect(mocked(text).play("stop save") == ["save is not running"])
    #expect(mocked(text).play("stop tap") == ["tap is an event, and only an action can be stopped"])
    #expect(mocked(text).play("stop sve") == ["there is no event or action named sve"])
    plays(
      "table rows of \"r.sheet\" { 2 rows }",
      "rows[1].go; rows[2].go; stop rows[2].go; expect rows[1].go.isExecuting, NOT(rows[2].go.isExecuting)",
      files: ["r.sheet": "service up()\naction go = up()"])
  }

  @Test("What is named stop stays what it is")
  func namedStop() {
    plays(
      "event stop: text\ninput reason = \"late\"\nservice halt()\nstate s = \"\" { on stop : stop & \"!\" }",
      "stop \"now\"; expect s = \"now!\"; stop reason; expect s = \"late!\"")
    plays("service stop()\nfetch f = stop()", "stop replies 4; expect f = 4")
    plays("stop = 5\nevent tap", "expect stop = 5; stop = 6; expect stop = 6")
  }

  @Test("What is under way is the same again when it is put back")
  func snapshots() {
    let sheet = mocked("service up()\naction save = RETRY(TIMEOUT(up(), 10), 2, 4)")
    _ = sheet.play("save; up fails; wait 4; wait 3")
    let kept = sheet.state.places.map { (place: $0, content: sheet.state.content(of: $0)) }
    #expect(sheet.play("wait 7; wait 4; up replies 3") == [])
    #expect(sheet["save.value"] == 3)
    sheet.restore(kept)
    #expect(sheet.state.places.map { sheet.state.content(of: $0) } == kept.map(\.content))
    #expect(sheet.timeline.brokenRules() == [])
    // Seven seconds are left of the second try, and one more try after it.
    #expect(sheet.play("wait 6.9; expect save.isExecuting; wait 0.1; wait 4; up fails \"end\"") == [])
    #expect(sheet["save.error"] == "end")
  }

  @Test("Guards whose numbers are none fail the run")
  func numbers() {
    let text = "input n: any = 0\nservice up()\naction save = TIMEOUT(up(), n)\naction again = RETRY(up(), n, n)"
    plays(
      text,
      "save; expect NOT(save.isExecuting), save.error = \"#VALUE!: TIMEOUT takes a number of seconds greater than 0.\", not called up",
      "n = \"x\"; again; expect again.error = \"#VALUE!: RETRY takes a number of times from 0 on.\", not called up",
      "n = 1.9; again; up fails; wait 1.9; up fails \"x\"; expect again.error = \"x\"")
  }

  @Test("A function of streams, answers or time is what it is beside a cell of its name, in used sheets as well")
  func besideCells() {
    let form = """
      service find()
      input retry = 1
      input timeout = 5
      action go = RETRY(TIMEOUT(find(), timeout), retry, 1)
      input delay = 2
      action late = DELAY(find(), delay)
      input hold: logical = TRUE
      input every = 3
      state n = 0 { on HOLD(EVERY(every), hold) : n + 1 }
      elapsed = ELAPSED()
      merge = LAMBDA(x, x + 1)
      more = merge(n)
      """
    let series = """
      go; wait 6; expect find.calls = 2, elapsed = 6, n = 0
      find replies 4; expect go.value = 4
      hold = FALSE; expect n = 1, more = 2
      late; find replies 7; wait 1; expect ISBLANK(late.value); wait 1; expect late.value = 7
      """
    plays(form, series)
    for (use, prefix) in [("use \"form.sheet\" as q", "q."), ("table q of \"form.sheet\" { 1 rows }", "q[1].")] {
      var placed = series
      for name in ["go", "late", "hold =", "elapsed", "n =", "more"] {
        placed = placed.replacingOccurrences(
          of: "(?<![a-z.])\(name)", with: prefix + name, options: .regularExpression)
      }
      plays(use, placed, files: ["form.sheet": form])
    }
  }
}
