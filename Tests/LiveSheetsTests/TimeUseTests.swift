import CellModel
import Testing

@testable import LiveSheets

/// LANGUAGE.md §4, sheets in sheets.
@Suite("Sheets in sheets")
struct TimeUseTests {
  @Test("What the sheet that uses it calls something means nothing to a used sheet, but for services")
  func namesOfTheUser() {
    let user = """
      outer = 4
      max = 9
      debounce = 5
      twice = LAMBDA(a, a * 2)
      event tap
      table q {
        | a |
        | 5 |
      }
      use "Person.sheet" as w
      service ask(x)

      """
    let used = """
      input k = 1
      largest = SUM(BYROW({1, 2; 3, 4}, MAX)) + SUM(BYROW({1, 2; 1, 2}, VAR.S))
      event quiet = DEBOUNCE(k.changed, 1)
      action go = ask(k)
      asked = ask.calls

      """
    let files = UsedForms.files.merging(["used.sheet": used]) { $1 }
    plays(user + "use \"used.sheet\" as u", "u.go; expect u.largest = 7, u.asked = 1", files: files)
    plays(
      user + "table u of \"used.sheet\" { 2 rows }", "u[2].go; expect u[1].largest = 7, u[1].asked = 1", files: files)
    plays(
      "table t of \"middle.sheet\" { 2 rows }", "t[2].u.go; expect t[1].u.largest = 7, t[1].u.asked = 1, t[2].max = 9",
      files: files.merging(["middle.sheet": user + "use \"used.sheet\" as u"]) { $1 })
    let said = [
      ("x = outer + k", "there is no cell named outer"), ("x = twice(k)", "there is no function named twice"),
      ("x = SUM(q[a])", "there is no cell named q"), ("x = w.label", "there is no cell named w"),
      ("state x = 0 { on tap : 1 }", "there is no event named tap"), ("x = INDIRECT(\"outer\")", nil),
    ]
    for (line, message) in said {
      for use in ["use \"used.sheet\" as u", "table u of \"used.sheet\" { 1 row }"] {
        if line.hasPrefix("x = SUM"), use.hasPrefix("table") { continue }
        let sheet = mocked(user + use, files: UsedForms.files.merging(["used.sheet": used + line]) { $1 })
        let place = message.map { _ in "used.sheet:6:" }
        #expect(sheet.diagnostics.map(\.message).count == (message == nil ? 0 : 1), "\(line), \(use)")
        #expect(sheet.diagnostics.allSatisfy { $0.suggestion == nil && $0.help == nil })
        for finding in sheet.diagnostics {
          #expect(finding.message.hasPrefix(place ?? "") && finding.message.hasSuffix(message ?? ""), "\(use)")
        }
        if message == nil { #expect(sheet[use.hasPrefix("use") ? "u.x" : "u[1].x"] == .error(.reference)) }
      }
    }
  }

  @Test("What a refusal says is the same wherever a sheet is used: it is a value there")
  func refusals() {
    let form = """
      input name: text
      input age = 0
      action add when AND(name <> "", age > 17) = store(name)
      service store(x)
      event tick
      action save when age > 1/age = store(age) { on tick : start }
      state why = "" { on add.refused : add.refused; on save.refused : save.refused }

      """
    let own = "table notes {\n| n |\n| 1 |\nsaid = n & name\n}\n"
    for (head, path) in [
      (form, ""), ("use \"form.sheet\" as f", "f."), ("table t of \"form.sheet\" { 2 rows }", "t[2]."),
      ("use \"outer.sheet\" as o", "o.f."), ("table t of \"outer.sheet\" { 1 row }", "t[1].f."),
      ("table t of \"own.sheet\" { 2 rows }", "t[2]."),
    ] {
      plays(
        head,
        """
        \(path)add
        expect \(path)why = "add is not enabled: name <> \"\"\"\" does not hold"
        \(path)name = "x"; \(path)add
        expect \(path)why = "add is not enabled: age > 17 does not hold"
        \(path)tick
        expect LEFT(\(path)why, 43) = "save is not enabled: its condition is #DIV/"
        \(path)age = 18; \(path)add; \(path)add
        expect \(path)why = "add is running"
        """,
        files: ["form.sheet": form, "own.sheet": form + own, "outer.sheet": "use \"form.sheet\" as f"])
    }
  }

  @Test("The cells, actions and services of a used sheet are reached with a dot")
  func use() {
    UsedForms.check(
      "use \"Adding.sheet\" as adding\nbig = adding.upper & \"!\"\nstate done = 0 { on adding.add.succeeded : done + 1 }",
      "adding.username = \"ada\"; expect big = \"ADA!\", adding.add.isEnabled; adding.add; expect adding.add.isExecuting, adding.tries = 1, called userInfo(\"ada\"); userInfo replies {name: \"Ada\"}; expect adding.add.value.name = \"Ada\", done = 1",
      "adding.add; expect userInfo.calls = 0")
    // A service is that of the whole program.
    UsedForms.check(
      "use \"Adding.sheet\" as a\nuse \"Adding.sheet\" as b\nservice userInfo(handle)\naction own = userInfo(\"x\")",
      "a.username = \"a\"; b.username = \"b\"; a.add; b.add; own; expect userInfo.calls = 3; userInfo replies 1; expect own.value = 1, ISBLANK(b.add.value); userInfo replies 2; expect b.add.value = 2; userInfo replies 3; expect a.add.value = 3"
    )
    UsedForms.check(
      "use \"Outer.sheet\" as o",
      "expect o.label = \"ann 1\"; o.given = \"eve\"; expect o.label = \"eve 1\", o.person.name = \"eve\"; o.person.birthday; expect o.label = \"eve 2\""
    )
    let sheet = mocked("use \"Adding.sheet\" as a", files: UsedForms.files)
    #expect(
      sheet.play("a.upper = 1") == ["a.upper is a formula, UPPER(username), and can only be changed by its definition"])
  }

  @Test("The tables and the grid of a used sheet are reached with a dot, columns and ranges included")
  func tablesAndGrids() {
    let files = [
      "Book.sheet": """
      table t {
        | A | B c |
        | 1 | 2 |
        | 3 | 4 |
        D = A * 10
      }
      input factor = 2
      A1 = factor * 3
      A2:A4 = A1 + 1
      """,
      "Shelf.sheet": "use \"Book.sheet\" as book\ntotal = SUM(book.t[A]) + book.A1\nn = ROWS(book.t[[A]:[D]])",
    ]
    UsedForms.check(
      "use \"Book.sheet\" as b\ni = 2\nA = 9\nbig = SUM(b.t[A])",
      "expect big = 4, SUM(b.t[ d ]) = 40, SUM(b.t[B c]) = 6, SUM(b.t[[A]:[B c]]) = 10, b.t[2].D = 30, ROWS(b.t) = 2",
      "expect b.t[[#Headers],[B c]] = \"B c\", ROWS(b.t[#All]) = 3, SUM(b.t[]) = 50",
      "b.t[1].A = 7; expect big = 10; insert last b.t (1, 1); expect big = 11, SUM(b.t[D]) = 110; delete b.t[1]; expect big = 4",
      "expect b.A1 = 6, SUM(b.A1:A3) = 6 + 7 + 8, SUM(b.A1:b.A3) = 21, b!A1 = b.a1; b.factor = 1; expect b.A1 = 3",
      files: files)
    UsedForms.check(
      "use \"Shelf.sheet\" as s\nx = SUM(s.book.t[A]) + s.book.A4",
      "expect s.total = 10, s.n = 2, x = 13; s.book.factor = 3; expect s.total = 13", files: files)
    UsedForms.check(
      "table own {\n| A |\n| 1 |\nshare = A / SUM(b.t[A])\n}\nuse \"Book.sheet\" as b",
      "expect own[1].share = 0.25", files: files)
    UsedForms.check(
      "use \"Rows.sheet\" as r\nx = SUM(r.people[years])", "expect x = 2; r.people[2].age = 4; expect x = 5",
      files: ["Rows.sheet": "table people of \"One.sheet\" { 2 rows }", "One.sheet": "input age = 1\nyears = age"])
  }

  @Test("A check of a used sheet is a check of the whole")
  func checks() {
    var files = UsedForms.files
    files["Adding.sheet"] = "input n = 0\nalways \"few\": n < 3"
    fails("use \"Adding.sheet\" as a", "a.n = 5", "always \"a.few\" is broken after this step (a.n 5)", files: files)
  }

  @Test("A binding sets an input at load and whenever its expression changes; in between it is set by hand")
  func bindings() {
    UsedForms.check(
      "input k = 1\ndouble = k * 2\ninput x\nx <~ double + 1",
      "expect x = 3; k = 2; expect x = 5; x = 9; expect x = 9; k = 2; expect x = 9; k = 3; expect x = 7")
    // An expression that comes out equal does not set again.
    UsedForms.check(
      "input k = 1\ninput x\nx <~ k > 0",
      "x = FALSE; k = 5; expect x = FALSE; k = -1; expect x = FALSE; k = 1; expect x")
    // A chain of bindings is one instant.
    UsedForms.check(
      "input a = 1\ninput b\ninput c\nc <~ b * 2\nb <~ a * 2\nsum = a + b + c\nstate log = \"\" { on sum.changed : log & sum & \" \" }",
      "expect sum = 7; a = 2; expect sum = 14, log = \"14 \"")
    UsedForms.check(
      "state s = 1 { on up : s + 1 }\nevent up\ninput x\nx <~ s",
      "expect x = 1; up; expect x = 2; x = 5; up; expect x = 3")
    UsedForms.check("event e: number\ninput x\nx <~ e", "e 5; expect x = 5; x = 6; e 5; expect x = 6")
    UsedForms.check(
      "input size in {\"S\", \"M\"} = \"M\"\ninput t: text = \"s\"\nsize <~ t", "expect EXACT(size, \"S\")")
  }

  @Test("A two-way binding keeps two inputs equal, and at load the right one wins")
  func twoWay() {
    UsedForms.check(
      "input a = 1\ninput b = 2\na <~> b\nsum = a + b\nstate n = 0 { on sum.changed : n + 1 }",
      "expect a = 2, b = 2; a = 5; expect b = 5, n = 1; b = 7; expect a = 7, n = 2; { a = 1; b = 3 }; expect a = 3, b = 3"
    )
    UsedForms.check(
      "use \"Adding.sheet\" as adding\ninput searchText: text = \"q\"\nadding.username <~> searchText",
      "expect adding.username = \"q\"; searchText = \"z\"; expect adding.username = \"z\"; adding.username = \"y\"; expect searchText = \"y\"; clear searchText; expect ISBLANK(adding.username)"
    )
    UsedForms.check(
      "input a = 1\ninput b = 2\ninput c = 3\na <~> b\nb <~> c",
      "expect a = 3, b = 3; a = 9; expect b = 9, c = 9; c = 4; expect a = 4; b = 5; expect a = 5, c = 5")
    // In a ring each value comes to all of them once, instead of going round for ever.
    for order in ["a <~> b\nb <~> c\nc <~> a", "c <~> a\na <~> b\nb <~> c", "b <~> a\na <~> c\nc <~> b"] {
      UsedForms.check(
        "input a = 1\ninput b = 2\ninput c = 3\n" + order,
        "expect a = b, b = c; a = 9; expect b = 9, c = 9; c = 4; expect a = 4, b = 4; { a = 5; c = 6 }; expect a = b, b = c"
      )
    }
  }

  @Test("A value that an input does not accept is reported, and the input keeps its value")
  func refusedValues() {
    let sheet = mocked("input k: any = 5\ninput x in 0..10\nx <~ k")
    #expect(sheet["x"] == 5)
    sheet.play("k = 20")
    #expect(sheet["x"] == 5)
    let report = sheet.takeReports().first
    #expect(report?.message == "x keeps its value" && report?.labels.first?.text == "x must be in 0..10, and 20 is not")
    #expect(report?.severity == .warning)
    sheet.play("k = \"a\"")
    #expect(sheet["x"] == 5 && sheet.takeReports().first?.labels.first?.text == "x takes a number, and “a” is a text")
    sheet.play("k = 7")
    #expect(sheet["x"] == 7 && sheet.takeReports().isEmpty)
    // Of a used sheet, the reason is told where it is used.
    let used = mocked(
      "use \"Held.sheet\" as h\nh.k <~ k\ninput k = 1", files: ["Held.sheet": "input k = 1\ninput x in 0..10\nx <~ k"])
    used.play("k = 20")
    let told = used.takeReports().first
    #expect(told?.message == "Held.sheet:3:1: h.x keeps its value")
    #expect(told?.labels.first?.text == "used here: h.x must be in 0..10, and 20 is not")
    // On two ways the other keeps its value too, so that both stay equal.
    let both = mocked("input a in 0..10 = 1\ninput b = 2\na <~> b")
    both.play("b = 50")
    #expect(both["a"] == 2)
    both.play("a = 3")
    #expect(both["b"] == 3)
  }

  @Test("An address in a used sheet is a cell of its own grid, and a sheet in rows that come and go has none")
  func addressesOfUsedSheets() {
    let files = ["Reader.sheet": "input k = 1\nq = K2 + k"]
    UsedForms.check("K2 = 5\nuse \"Reader.sheet\" as r\nx = r.q", "expect x = 1, K2 = 5", files: files)
    fails(
      "K2 = 5\nevent plus\ntable t of \"Reader.sheet\" { 1 row; on plus : insert first () }", "",
      "finding: Reader.sheet:2:5: a sheet in the rows of a table cannot have addresses of a grid", files: files)
    UsedForms.check(
      "K2 = 5\ntable t of \"Reader.sheet\" { 2 rows }", "expect t[2].q = 1; t[2].k = 3; expect t[2].q = 3", files: files
    )
  }

  @Test("A name that a formula binds, a column and a parameter come before a used sheet or a service")
  func hiddenNames() {
    UsedForms.check(
      """
      use "Adding.sheet" as a
      service name(x)
      x = LET(a, 1, a + 1) + LAMBDA(name, name * 2)(3)
      table t {
        | A | name |
        | 1 | z    |
        c = A & name
        on again : update name = A where A = 1
      }
      event again
      event sum = SCAN(0, push, LAMBDA(a, name, a + name))
      event push: any
      action go(name) = LET(a, userInfo(name), a + a)
      """,
      "expect x = 8, t[1].c = \"1z\"; again; expect t[1].name = 1; push 4; push 5; expect sum = 9",
      "go 5; expect called userInfo(5); userInfo replies 2; expect go.value = 4",
      "insert last t (3, 4); delete t[1]; expect t[1].c = \"34\"")
  }

  @Test("What is wrong with a used sheet is told once, in the words of its own text")
  func findings() {
    let faults = """
      input rate in {1, 2} = 5
      total = rate + nosuch
      double = SUMM(totl, rate)
      state s = 0 { on missing : 1; on rate.changed : s + blah }
      action go = foo + 1
      more = go + go.nope
      """
    let files = [
      "broken.sheet": faults, "grids.sheet": "sheet In\nA1 = 1\nsheet Out\nA1 = Inn!A1",
      "outer.sheet": "use \"broken.sheet\" as inner\ny = inner.nosuch",
    ]
    func told(_ text: String) -> [String] { mocked(text, files: files).diagnostics.map(\.message).sorted() }
    let expected = [
      "broken.sheet:1:24: the default of rate is not one it accepts",
      "broken.sheet:2:16: there is no cell named nosuch",
      "broken.sheet:3:10: there is no function named SUMM",
      "broken.sheet:3:15: there is no cell named totl",
      "broken.sheet:4:18: there is no event named missing",
      "broken.sheet:4:53: there is no cell named blah",
      "broken.sheet:5:13: there is no cell named foo",
      "broken.sheet:6:13: the action go has no cell named nope",
      "broken.sheet:6:8: go is an action, not a cell",
    ]
    #expect(told("use \"broken.sheet\" as a") == expected)
    #expect(told("use \"broken.sheet\" as a\nuse \"broken.sheet\" as b") == expected)
    // The sheet in the rows of a table is read once for all of them, and even for none.
    #expect(told("table rows of \"broken.sheet\" { 2 rows }") == expected)
    #expect(told("table rows of \"broken.sheet\" { 0 rows }\nuse \"broken.sheet\" as a") == expected)
    let nested = expected + ["outer.sheet:2:5: there is no cell named inner.nosuch"]
    #expect(told("use \"outer.sheet\" as a\nuse \"outer.sheet\" as b") == nested)
    #expect(told("table rows of \"outer.sheet\" { 2 rows }") == nested)
    let grids = mocked("use \"grids.sheet\" as a\nuse \"grids.sheet\" as b", files: files).diagnostics
    #expect(grids.map(\.message) == ["grids.sheet:4:6: there is no sheet named Inn"])
    #expect(grids.first?.help == "did you mean In?")
    let rows = mocked(
      "table t of \"above.sheet\" { 1 rows }\na = t[1].used.vv + t[1].used.v + t[1].r.x + t[1].go.valu + t[1].nope.x",
      files: ["above.sheet": "use \"leaf.sheet\" as used\nr = {x: 1}\naction go = 1", "leaf.sheet": "input v = 1"])
    #expect(
      rows.diagnostics.map(\.message) == [
        "there is no column named used.vv", "there is no column named go.valu", "there is no column named nope",
      ])
    let names = mocked("total_ = 1\nuse \"broken.sheet\" as a", files: files).diagnostics
    #expect(names.first { $0.message.contains("totl") }?.help == "did you mean total?")
  }

  @Test("A reference that a text names is understood where the expression stands")
  func textReferences() {
    let sections = """
      sheet One
      A1 = 1
      event e
      sheet Two
      A1 = 2
      service f(x)
      input floor = 2 where floor >= INDIRECT("A1")
      action act when INDIRECT("A1") = 2 = f(INDIRECT("A1"))
      state s = INDIRECT("A1") { on e where INDIRECT("A1") = 2 : INDIRECT("A1") * 10 }
      event mapped = MAP(e, LAMBDA(x, INDIRECT("A1") * 100))
      event passed = FILTER(e, INDIRECT("A1") = 2)
      state t = 0 { on mapped : mapped }
      state n = 0 { on passed : n + 1 }
      fetch g = f(INDIRECT("A1") + 100)
      table list {
        | a |
        | 1 |
        on e : insert last (INDIRECT("A1"))
      }
      modes mode over s {
        "two" when INDIRECT("A1") = 2 : IF(INDIRECT("A1") = 2, s, 0)
        "other" when INDIRECT("A1") <> 2 : s
      }
      """
    let steps = """
      expect s = 2, mode = "two", INDIRECT("A1") = 2, called f(102)
      e
      expect s = 20, t = 200, n = 1, list[2].a = 2
      act; expect called f(2)
      Two!A1 = 3; expect called f(103), mode = "other"
      """
    plays(sections, steps)
    plays(
      sections + "\nsheet Three\nevent own = MAP(e, LAMBDA(x, INDIRECT(\"A1\") * 100))\nA1 = 9",
      "expect INDIRECT(\"A1\") = 9; e; expect own = 900, t = 200")
    let used = """
      input v = 5
      event e
      service f(x)
      state s = 0 { on e : INDIRECT("v") }
      event mapped = MAP(e, LAMBDA(x, INDIRECT("v")))
      state t = 0 { on mapped : mapped }
      y = INDIRECT("v")
      fetch g = f(INDIRECT("v"))
      always "ten": INDIRECT("v") < 10
      """
    let files = ["used.sheet": used, "outer.sheet": "use \"used.sheet\" as w\ninput v = 50"]
    plays(
      "use \"used.sheet\" as u\ninput v = 70",
      "u.e; expect u.s = 5, u.t = 5, u.y = 5, called f(5); u.v = 6; expect called f(6)", files: files)
    plays(
      "table rows of \"used.sheet\" { 2 rows }\ninput v = 70",
      "rows[2].v = 6; rows[2].e; expect rows[2].s = 6, rows[2].t = 6, rows[2].y = 6, called f(6), rows[1].y = 5",
      files: files)
    plays(
      "table rows of \"outer.sheet\" { 2 rows }\ninput v = 70",
      "rows[2].w.v = 6; rows[2].w.e; expect rows[2].w.s = 6, rows[2].w.t = 6, rows[2].w.y = 6, rows[1].w.y = 5",
      files: files)
  }

  @Test("A used sheet knows its own grids and the names behind them, its first grid by the name of its file")
  func ownGrids() {
    let files = [
      "parts/lib.sheet": """
      x = 3
      A1 = x
      sheet Two
      A1 = lib!A1 + 5
      y = Two!x + lib!y2_ + SUM(lib:Two!A1)
      y2_ = INDIRECT("lib!A1")
      table t {
        | a |
        | 1 |
        | 2 |
        b = a * lib!A1 + Two!x
      }
      """
    ]
    UsedForms.check(
      "use \"parts/lib.sheet\" as w\na = w.y\nb = w.Two!y\nc = w.Two!A1 + w.A1",
      "expect a = 17, b = 17, c = 11, w.t[2].b = 9", files: files)
  }

  @Test("What stands before the first grid of a used sheet means that grid, as it does where the sheet is alone")
  func beforeTheFirstGrid() {
    let files = ["lib.sheet": "total = A1 * 2\nsheet One\nA1 = 3\nsheet Two\nA1 = 4\nb = A1"]
    UsedForms.check("use \"lib.sheet\" as w\na = w.A1", "expect w.total = 6, a = 3, w.b = 4", files: files)
    fails("use \"lib.sheet\" as w\na = w!A1", "", "finding: there is no sheet named w", files: files)
  }
}
