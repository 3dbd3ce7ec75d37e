import Testing

/// LANGUAGE.md §4, events and streams.
///
/// Each row logs what a stream sends: `out` is the stream, `log` its payloads, each before a blank.
@Suite("Streams of a sheet")
struct TimeStreamTests {
  private func check(
    _ stream: String, _ rest: String = "", _ series: String..., at location: SourceLocation = #_sourceLocation
  ) {
    let sheet = """
      event tap
      event push: any
      event stop
      input x
      event out = \(stream)
      state log = "" { on out : log & out & " " }
      \(rest)
      """
    for steps in series { plays(sheet, steps, at: location) }
  }

  @Test("An event carries its payload, and its name is the latest")
  func events() {
    plays(
      "event push: record\nevent tap\nevent key: text in {\"a\", \"b\"}\nstate n = 0 { on push : n + 1 }\nlast = push.text",
      "expect ISBLANK(push), last = 0",
      "push {type: \"A\", text: \"Hello\"}; expect last = \"Hello\", push.type = \"A\", n = 1",
      // Two equal events are two events.
      "push {text: \"a\"}; push {text: \"a\"}; expect n = 2",
      "push; expect ISBLANK(push), n = 1",
      "tap; expect ISBLANK(tap)",
      "key \"b\"; expect key = \"b\"; key \"A\"; expect EXACT(key, \"a\")")
    plays(
      "event e: number in 1..3\nevent whatever: any", "e 3; expect e = 3; whatever {1, 2}; expect SUM(whatever) = 3")
  }

  @Test("A payload of its own goes to each of two events in one instant")
  func twoPayloads() {
    check("push", "", "{ push 1; push 2 }; expect log = \"1 2 \", push = 2")
    check(
      "MERGE(MAP(push, LAMBDA(v, v & \"a\")), MAP(push, LAMBDA(v, v & \"b\")))", "", "push 1; expect log = \"1a 1b \"")
    check(
      "FILTER(push, push > 1)", "", "{ push 3; push 1 }; expect log = \"3 \"", "{ push 1; push 3 }; expect log = \"3 \""
    )
  }

  @Test("Each later change of a cell is an event, an equal value is none")
  func changes() {
    check(
      "x.changed", "", "expect log = \"\"; x = 1; x = 1; x = 2; expect log = \"1 2 \"",
      "x = 1; clear x; expect log = \"1  \", ISBLANK(out)",
      "{ x = 1; x = 2 }; expect log = \"2 \"")
    check("y.changed", "y = x * 0 + ROUND(x, 0)", "x = 0.2; expect log = \"\"; x = 0.7; expect log = \"1 \"")
    check("s.changed", "state s = 1 { on tap : s + 1; on stop : s }", "tap; stop; tap; expect log = \"2 3 \"")
    check("twice.changed", "twice = push * 2", "push 1; push 1; push 2; expect log = \"2 4 \"")
    // A constant may be set from outside too.
    check("k.changed", "k = 5", "k = 6; expect log = \"6 \"")
    check("A1.changed", "A1 = 5", "A1 = 6; expect log = \"6 \"")
    // What spills is followed whole, however far it reaches.
    for stream in ["A1#.changed", "(A1#).changed"] {
      plays(
        "input k = 2\nA1 = SEQUENCE(k)\nstate n = 0 { on \(stream) : n + 1 }",
        "k = 4; expect n = 1; k = 4; expect n = 1; k = 3; k = 2; expect n = 3")
    }
  }

  @Test("VALUES gives the current value at load, then each change")
  func values() {
    check("VALUES(x)", "", "expect log = \" \"; x = 1; expect log = \" 1 \"")
    check("VALUES(k)", "k = 5", "expect log = \"5 \", out = 5; k = 5; k = 6; expect log = \"5 6 \"")
    check("VALUES(s)", "state s = k + 1\nk = 5", "expect log = \"6 \"")
  }

  @Test("EVERY ticks first after one interval")
  func every() {
    check(
      "EVERY(1)", "", "wait 0.9; expect log = \"\"; wait 0.1; expect log = \" \"; wait 2; expect LEN(log) = 3",
      "wait 10; expect LEN(log) = 10")
    check("EVERY(0.1)", "", "wait 0.3; expect LEN(log) = 3", "wait 100; expect LEN(log) = 1000")
    plays(
      "state count = 0 { on EVERY(1) : count + 1; on reset : 0 }\nevent reset",
      "wait 3; expect count = 3; reset; expect count = 0; wait 1; expect count = 1")
    plays("e = ELAPSED()", "expect e = 0; wait 1.5; expect e = 1.5; wait 0.25; expect e = 1.75")
    // The interval is read anew for each tick.
    check(
      "EVERY(k)", "k = 1",
      "wait 1; k = 5; wait 1; expect LEN(log) = 2; wait 4; expect LEN(log) = 2; wait 1; expect LEN(log) = 3")
    // What a tick makes of a state has a say in when the next one comes.
    plays(
      "state n = 0 { on EVERY(IF(n < 2, 1, 10)) : n + 1 }",
      "wait 2; expect n = 2; wait 9.5; expect n = 2; wait 0.5; expect n = 3; wait 10; expect n = 4")
    fails(
      "state m = 0 { on EVERY(IF(m = 1, 0, 1)) : m + 1 }", "wait 1; expect m = 1; wait 100; expect m = 1",
      "an interval is a number of seconds from 0.000001 on")
  }

  @Test func mapping() {
    check("MAP(push, LAMBDA(v, v * 2))", "", "push 1; push 2; expect log = \"2 4 \"")
    check("MAP(push, 7)", "", "push 1; expect log = \"7 \"")
    check("MAP(push, LAMBDA(v, v + x))", "", "x = 10; push 1; x = 20; push 1; expect log = \"11 21 \"")
    // The functions see the old states.
    check(
      "MAP(push, LAMBDA(v, s))", "state s = 0 { on push : push }", "push 1; push 2; expect log = \"0 1 \", s = 2")
    check("MAP(push, LAMBDA(v, v.a))", "", "push {a: 5}; expect log = \"5 \"")
    check("MAP(push, LAMBDA(v, 1 / v))", "", "push 0; expect ISERROR(log), ERROR.TYPE(out) = 2")
  }

  @Test func filtering() {
    check("FILTER(push, push > 1)", "", "push 1; push 2; push 1; push 3; expect log = \"2 3 \"")
    check("FILTER(push, LAMBDA(v, v > 1))", "", "push 1; push 2; expect log = \"2 \"")
    check("FILTER(push, LAMBDA(v, v))", "", "push 0; push 2; push TRUE; push FALSE; expect log = \"2 TRUE \"")
    check("FILTER(push, x)", "", "push 1; x = TRUE; push 2; x = 0; push 3; expect log = \"2 \"")
    check("FILTER(push, s = 0)", "state s = 0 { on push : push }", "push 1; push 2; expect log = \"1 \"")
    check("FILTER(MAP(push, LAMBDA(v, v * 2)), LAMBDA(v, v > 2))", "", "push 1; push 2; expect log = \"4 \"")
  }

  @Test func scanning() {
    check(
      "SCAN(0, push, LAMBDA(a, v, a + v))", "", "expect log = \"\"; push 1; push 2; push 3; expect log = \"1 3 6 \"")
    check("SCAN(x, push, LAMBDA(a, v, a & v))", "", "x = \"q\"; push 1; x = \"z\"; push 2; expect log = \"q1 q12 \"")
    check("SCAN(0, push, LAMBDA(a, v, a + 1))", "", "{ push; push }; expect log = \"1 2 \"")
  }

  @Test func merging() {
    check("MERGE(push, tap, stop)", "", "push 1; tap; stop; push 1; expect log = \"1   1 \"")
    check("MERGE(push)", "", "push 1; expect log = \"1 \"")
    // One event merged twice comes twice.
    check("MERGE(push, push)", "", "push 1; expect log = \"1 1 \"")
    check("MERGE(push, x.changed)", "", "{ x = 5; push 1 }; expect log = \"1 5 \"")
    // What one event makes comes in the order of the arguments, wherever and in which order the streams are defined.
    let (early, late) = ("event mapped = MAP(push, LAMBDA(v, v * 2))", "event merged = MERGE(push, mapped, push)")
    check("MERGE(push, MAP(push, LAMBDA(v, v * 2)))", "", "push 1; push 3; expect log = \"1 2 3 6 \"")
    check("MERGE(MAP(push, LAMBDA(v, v * 2)), push)", "", "push 1; push 3; expect log = \"2 1 6 3 \"")
    check("merged", early + "\n" + late, "push 1; push 3; expect log = \"1 2 1 3 6 3 \"")
    check("merged", late + "\n" + early, "push 1; push 3; expect log = \"1 2 1 3 6 3 \"")
    check("MERGE(merged, mapped)", late + "\n" + early, "push 1; expect log = \"1 2 1 2 \"")
  }

  @Test("The name of a function stands for the function, as it does over an array")
  func functionsByName() {
    check("MAP(push, ABS)", "", "push -2; expect log = \"2 \"")
    check("FILTER(push, ISTEXT)", "", "push 1; push \"a\"; expect log = \"a \"")
    check("SCAN(1, push, SUM)", "", "push 2; push 3; expect log = \"3 6 \"")
  }

  @Test func delaying() {
    check(
      "DELAY(push, 1)", "",
      "push 1; wait 0.5; push 2; expect log = \"\"; wait 0.5; expect log = \"1 \"; wait 0.5; expect log = \"1 2 \"",
      "push 1; push 2; wait 1; expect log = \"1 2 \"")
    check("DELAY(DELAY(push, 0.1), 0.2)", "", "push 1; wait 0.2; expect log = \"\"; wait 0.1; expect log = \"1 \"")
    check("DELAY(DELAY(push, 0.1), 0.2)", "", "push 1; wait 5; expect log = \"1 \"")
    check("DELAY(push, x)", "", "x = 1; push 1; x = 0.5; push 2; wait 2; expect log = \"2 1 \"")
    check(
      "DELAY(push, 0)", "", "push 1; wait 0; expect log = \"1 \"",
      "push 1; expect log = \"\"; wait 0.1; expect log = \"1 \"")
    check(
      "DELAY(push, 0)", "", "push 1; push 2; wait 0; expect log = \"1 2 \"",
      // What is due comes before what is done at the same time.
      "push 1; stop; expect log = \"1 \"; push 2; expect log = \"1 \"; x = 3; expect log = \"1 2 \"")
  }

  @Test func debouncing() {
    check(
      "DEBOUNCE(push, 0.3)", "",
      "push 1; wait 0.1; wait 0.1; wait 0.1; expect log = \"1 \"",
      "push 1; wait 0.2; push 2; wait 0.2; expect log = \"\"; wait 0.1; expect log = \"2 \"",
      "push 1; wait 0.3; push 2; wait 0.3; expect log = \"1 2 \"; wait 9; expect log = \"1 2 \"",
      "push 1; push; wait 1; expect log = \" \"",
      "push 1; wait 0.1; push 1; wait 0.2; expect log = \"\"; wait 0.1; expect log = \"1 \"",
      // A timer that is due comes before what is done at the same time.
      "push 1; wait 0.3; push 2; expect log = \"1 \"")
    check(
      "DEBOUNCE(push, 0)", "", "push 1; wait 0; expect log = \"1 \"",
      "push 1; push 2; expect log = \"1 \"; wait 0; expect log = \"1 2 \"")
    check("DEBOUNCE(x.changed, 0.3)", "", "x = 1; wait 0.1; x = 2; wait 0.3; expect log = \"2 \"")
  }

  @Test func throttling() {
    check(
      "THROTTLE(push, 1)", "",
      "push 1; expect log = \"1 \"; push 2; push 3; expect log = \"1 \"; wait 1; expect log = \"1 3 \"",
      // The trailing event opens a window of its own.
      "push 1; push 2; wait 1; push 3; expect log = \"1 2 \"; wait 1; expect log = \"1 2 3 \"",
      "push 1; wait 1; push 2; expect log = \"1 2 \"",
      "push 1; wait 5; expect log = \"1 \"; push 2; expect log = \"1 2 \"",
      "push 1; push; wait 1; expect log = \"1  \"")
    check("THROTTLE(push, 0)", "", "push 1; push 2; expect log = \"1 2 \"; { push 3; push 4 }; expect log = \"1 2 3 \"")
  }

  @Test func holding() {
    check(
      "HOLD(push, x)", "",
      "push 1; x = TRUE; push 2; push 3; expect log = \"1 \"; x = FALSE; expect log = \"1 3 \"; push 4; expect log = \"1 3 4 \"",
      "x = TRUE; x = FALSE; expect log = \"\"", "x = TRUE; push; x = FALSE; expect log = \" \"",
      // Released once only.
      "x = TRUE; push 1; x = FALSE; x = TRUE; x = FALSE; expect log = \"1 \"",
      // The picture of an event is settled before it is told.
      "x = TRUE; push 1; { x = FALSE; push 2 }; expect log = \"2 \"", "{ x = TRUE; push 2 }; expect log = \"\"")
    check(
      "HOLD(push, s)", "state s = FALSE { on tap : TRUE; on stop : FALSE }",
      "{ tap; push 1 }; expect log = \"1 \"; push 2; expect log = \"1 \"; stop; expect log = \"1 2 \"",
      "tap; push 1; { stop; push 2 }; expect log = \"2 \"")
    check(
      "HOLD(push, ELAPSED() < 1)", "",
      "push 1; wait 0.5; expect log = \"\"; wait 1; expect log = \"1 \"; push 2; expect log = \"1 2 \"")
    // A change of the instant in which it stops is the latest; what is let go at once comes in the arguments' order.
    plays(
      "input a = 1\ninput b = 1\ninput x = TRUE\nevent first = HOLD(a.changed, x)\n"
        + "event m = MERGE(HOLD(b.changed, x), HOLD(a.changed, x))\nstate log = \"\" { on m : log & m & \" \" }",
      "{ a = 5; b = 6 }; x = FALSE; expect log = \"6 5 \"",
      "{ a = 5; b = 6 }; { a = 7; b = 8; x = FALSE }; expect log = \"8 7 \", first = 7",
      "{ a = 5; b = 6 }; { b = 8; x = FALSE }; expect log = \"8 5 \"")
    // So it is where what is held back is made of several streams.
    let joined = ["MERGE(b.changed, a.changed)", "SAMPLE(a.changed, a.changed)", "TAKEUNTIL(a.changed, tap)"]
    for source in ["a.changed"] + joined {
      plays(
        "event tap\ninput a = 1\ninput b = 1\ninput x = TRUE\nevent m = HOLD(\(source), x)\n"
          + "state log = \"\" { on m : log & m & \" \" }",
        "a = 5; a = 6; x = FALSE; expect log = \"6 \"", "a = 5; { a = 6; x = FALSE }; expect log = \"6 \"")
    }
  }

  @Test func counting() {
    check("TAKE(push, 2)", "", "push 1; push 2; push 3; expect log = \"1 2 \"")
    check("TAKE(push, 2.5)", "", "push 1; push 2; push 3; expect log = \"1 2 \"")
    check("TAKE(push, k)", "k = 1", "push 1; push 2; k = 2; push 3; expect log = \"1 \"")
    check("TAKE(push, 0)", "", "push 1; expect log = \"\"")
    check("DROP(push, 2)", "", "push 1; push 2; push 3; push 4; expect log = \"3 4 \"")
    check("DROP(push, 0)", "", "push 1; expect log = \"1 \"")
    check("DROP(TAKE(push, 2), 1)", "", "push 1; push 2; push 3; expect log = \"2 \"")
    check("TAKEUNTIL(push, stop)", "", "push 1; stop; push 2; expect log = \"1 \"", "stop; push 1; expect log = \"\"")
    check("TAKEUNTIL(push, push)", "", "push 1; push 2; expect log = \"\"")
    check(
      "TAKEUNTIL(push, stop)", "", "{ push 1; stop }; push 2; expect log = \"1 \"",
      "{ stop; push 1 }; expect log = \"\"")
    check("TAKEUNTIL(DELAY(push, 1), stop)", "", "push 1; wait 0.5; stop; wait 1; expect log = \"\"")
  }

  @Test func comparing() {
    check("DISTINCT(push)", "", "push 1; push 1; push 2; push 2; push 1; expect log = \"1 2 1 \"")
    check("DISTINCT(push)", "", "push; push; push 1; expect log = \" 1 \"")
    check("DISTINCT(MAP(push, LAMBDA(v, v.a)))", "", "push {a: 1}; push {a: 1}; push {a: 2}; expect log = \"1 2 \"")
    check(
      "MAP(PAIRWISE(push), LAMBDA(p, INDEX(p, 1) & \">\" & INDEX(p, 2)))", "",
      "push 1; expect log = \"\"; push 2; push 2; expect log = \"1>2 2>2 \"")
    plays(
      "event push: any\nevent out = PAIRWISE(push)",
      "push 1; push 2; expect out = {1, 2}, COLUMNS(out) = 2; push; expect INDEX(out, 1) = 2")
    plays(
      "event push: any\nevent out = PAIRWISE(push)",
      "push {a: 1}; push {a: 2}; expect INDEX(out, 1).a = 1, INDEX(out, 2).a = 2")
  }

  @Test func sampling() {
    check(
      "SAMPLE(push, tap)", "",
      "tap; expect log = \"\"; push 1; push 2; expect log = \"\"; tap; tap; expect log = \"2 2 \"",
      "push; tap; expect log = \" \"", "{ push 1; tap }; expect log = \"1 \"",
      "push 1; { tap; push 2 }; expect log = \"1 \"")
    check("SAMPLE(push, push)", "", "push 1; push 2; expect log = \"1 2 \"")
    check("SAMPLE(x.changed, EVERY(1))", "", "x = 1; wait 1; x = 2; x = 3; wait 1; expect log = \"1 3 \"")
  }

  @Test(
    "A function of a stream finds the events that it reads as the same change has left them, however these are made")
  func readingOtherEvents() {
    let start = "event push: any\n"
    for read in ["SAMPLE(push, push)", "MERGE(push)", "DROP(push, 0)", "MAP(DISTINCT(push), LAMBDA(v, v))"] {
      let other = "event other = \(read)\n"
      let first = "event first = FILTER(push, TRUE)\n"
      for made in ["push", "first", "MAP(first, LAMBDA(v, v))", "MERGE(first, tap)"] {
        for lines in [[first, other], [other, first]] {
          for out in ["MAP(\(made), LAMBDA(v, v & twice))", "SCAN(0, \(made), LAMBDA(a, v, v & other * 2))"] {
            plays(
              "event tap\n\(start)\(lines[0])event out = \(out)\ntwice = other * 2\n\(lines[1])",
              "push 1; expect out = \"12\"; push 2; expect out = \"24\"")
          }
          plays(
            "event tap\n\(start)\(lines[0])event out = FILTER(\(made), other > 1)\n\(lines[1])",
            "push 1; expect ISBLANK(out); push 2; expect out = 2")
        }
      }
    }
    // Streams that read each other, and what they are made of, are told as they come.
    plays(
      "\(start)event a = FILTER(push, N(b) < 5)\nevent b = MAP(push, LAMBDA(v, v + N(a)))",
      "push 1; push 2; push 3; expect a = 3, b > 3")
    plays(
      "\(start)input x = 1\ninput y = 1\nevent both = MERGE(x.changed, y.changed)\nevent other = MAP(y.changed, LAMBDA(v, v))\nevent big = FILTER(both, both + 0 * N(other) > 2)\nstate log = \"\" { on big : log & big & \" \" }",
      "{ x = 3; y = 4 }; expect log = \"3 4 \"", "{ x = 3; y = 2 }; expect log = \"3 \"")
  }

  @Test("Of two events that are made of one stream each finds the other as the same change has left it")
  func eventsOfOneStream() {
    let start = "event push: any\ninput x: number\nservice ask()\naction run = ask()\ntwice = other * 2\n"
    let streams = [
      ("push", "push 1"), ("MAP(push, LAMBDA(v, v))", "push 1"), ("MERGE(push, x.changed)", "push 1"),
      ("x.changed", "x = 1"), ("run.values", "run; ask replies 1"),
    ]
    for (made, step) in streams {
      let events = ["event first = \(made)\n", "event other = \(made)\n"]
      for lines in [events, events.reversed()] {
        for out in ["MAP(first, LAMBDA(v, v & twice))", "SCAN(0, first, LAMBDA(a, v, v & other * 2))"] {
          plays("\(start)\(lines[0])event out = \(out)\n\(lines[1])", "\(step); expect out = \"12\"")
        }
        plays("\(start)\(lines[0])event out = FILTER(first, other > 0)\n\(lines[1])", "\(step); expect out = 1")
      }
    }
  }

  @Test("Each of two equal events of a transaction finds what streams have made of it")
  func equalEvents() {
    for read in ["SAMPLE(push, push)", "MERGE(push)", "MAP(push, LAMBDA(v, v + 0 * N(other)))"] {
      plays(
        "event push: any\nevent other = DROP(push, 0)\nevent made = \(read)\nstate log = \"\" { on push : log & push & made & \" \" }",
        "{ push 1; push 2 }; expect log = \"11 22 \"")
    }
  }

  @Test("What SAMPLE and TAKEUNTIL make of one event does not depend on the order of definitions")
  func joining() {
    let double = "event double = MAP(push, LAMBDA(v, v * 2))"
    for rest in [
      "event push: any\n\(double)\nevent out = SAMPLE(push, double)",
      "event push: any\nevent out = SAMPLE(push, double)\n\(double)",
    ] {
      plays("\(rest)\nstate log = \"\" { on out : log & out & \" \" }", "push 1; push 2; expect log = \"1 2 \"")
    }
    for rest in [
      "event push: any\n\(double)\nevent out = SAMPLE(double, push)",
      "event push: any\nevent out = SAMPLE(double, push)\n\(double)",
    ] {
      plays("\(rest)\nstate log = \"\" { on out : log & out & \" \" }", "push 1; push 2; expect log = \"2 4 \"")
    }
    for rest in [
      "event push: any\n\(double)\nevent out = TAKEUNTIL(double, FILTER(push, push > 1))",
      "event push: any\nevent out = TAKEUNTIL(double, FILTER(push, push > 1))\n\(double)",
      "event push: any\nevent big = FILTER(push, push > 1)\nevent out = TAKEUNTIL(push, big)",
      "event push: any\nevent out = TAKEUNTIL(push, big)\nevent big = FILTER(push, push > 1)",
    ] {
      plays("\(rest)\nstate n = 0 { on out : n + 1 }", "push 1; expect n = 1; push 2; push 1; expect n = 1")
    }
  }

  @Test("Timers due at the same time run in the order in which they were set, each in its own instant")
  func timersAtOnce() {
    plays(
      "event push: any\nstate log = \"\" { on DELAY(push, 1) : log & \"a\"; on DELAY(push, 0.5 + 0.5) : log & \"b\"; on EVERY(1) : log & \"c\" }",
      "push; wait 1; expect log = \"cab\"")
    // What a tick begins is due before the next tick, whatever the interval is made of.
    for interval in ["1", "s"] {
      let log = "\"\" { on later : log & \"a\"; on EVERY(\(interval)) : log & \"b\" }"
      for stream in ["DEBOUNCE(EVERY(\(interval)), 1)", "DELAY(EVERY(\(interval)), 1)"] {
        plays("s = 1\nevent later = \(stream)\nstate log = \(log)", "wait 3; expect log = \"babab\"")
      }
    }
    // A tick and what is done at the same time.
    plays(
      "event tap\nstate n = 0 { on EVERY(1) : n + 1; on tap : n * 10 }", "wait 1; tap; expect n = 10",
      "tap; wait 1; tap; wait 1; expect n = 11")
  }
}
